//! Dictionary codes in the narrowest integers that hold them.

/// A column of codes: one byte a row for up to 256 distinct codes, two up to 65,536, else four.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Codes {
    /// Up to 256 distinct codes.
    U8(Vec<u8>),
    /// Up to 65,536 distinct codes.
    U16(Vec<u16>),
    /// Any number of codes.
    U32(Vec<u32>),
}

/// Runs an expression with the typed vector inside a [`Codes`].
#[macro_export]
macro_rules! with_codes {
    ($codes:expr, $vector:ident => $body:expr) => {
        match $codes {
            $crate::Codes::U8($vector) => $body,
            $crate::Codes::U16($vector) => $body,
            $crate::Codes::U32($vector) => $body,
        }
    };
}

/// An integer type that codes are stored in.
pub trait Code: Copy + Send + Sync + 'static {
    /// The code as the widest type.
    fn widen(self) -> u32;
    /// The code in this type; the caller has checked that it fits.
    fn narrow(code: u32) -> Self;
}

macro_rules! impl_code {
    ($($int:ty),*) => {$(
        impl Code for $int {
            #[inline]
            fn widen(self) -> u32 {
                u32::from(self)
            }
            #[inline]
            fn narrow(code: u32) -> Self {
                code as $int
            }
        }
    )*};
}
impl_code!(u8, u16, u32);

impl Codes {
    /// Stores codes that are all smaller than `domain` in the narrowest type.
    pub fn from_iter_within(domain: usize, codes: impl Iterator<Item = u32>) -> Self {
        if domain <= 1 << 8 {
            Self::U8(codes.map(Code::narrow).collect())
        } else if domain <= 1 << 16 {
            Self::U16(codes.map(Code::narrow).collect())
        } else {
            Self::U32(codes.collect())
        }
    }

    /// An empty column with room for `rows` codes smaller than `domain`.
    pub fn with_capacity(domain: usize, rows: usize) -> Self {
        if domain <= 1 << 8 {
            Self::U8(Vec::with_capacity(rows))
        } else if domain <= 1 << 16 {
            Self::U16(Vec::with_capacity(rows))
        } else {
            Self::U32(Vec::with_capacity(rows))
        }
    }

    /// Appends `source`, each code replaced by its entry in `map`; the entries must fit this column's width.
    pub fn extend_mapped(&mut self, source: &Self, map: &[u32]) {
        with_codes!(self, target => with_codes!(source, codes => extend(target, codes, map)));
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        with_codes!(self, v => v.len())
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The code of a row.
    pub fn get(&self, row: usize) -> u32 {
        with_codes!(self, v => v[row].widen())
    }

    /// Every code in row order, widened.
    pub fn widened(&self) -> Box<dyn Iterator<Item = u32> + '_> {
        with_codes!(self, v => Box::new(v.iter().map(|c| c.widen())))
    }

    /// The codes of chosen rows, in the order given.
    #[must_use]
    pub fn select(&self, rows: &[u32]) -> Self {
        match self {
            Self::U8(v) => Self::U8(rows.iter().map(|&r| v[r as usize]).collect()),
            Self::U16(v) => Self::U16(rows.iter().map(|&r| v[r as usize]).collect()),
            Self::U32(v) => Self::U32(rows.iter().map(|&r| v[r as usize]).collect()),
        }
    }

    /// The codes of a range of rows.
    #[must_use]
    pub fn slice(&self, rows: std::ops::Range<usize>) -> Self {
        match self {
            Self::U8(v) => Self::U8(v[rows].to_vec()),
            Self::U16(v) => Self::U16(v[rows].to_vec()),
            Self::U32(v) => Self::U32(v[rows].to_vec()),
        }
    }

    /// The bytes the codes occupy.
    pub fn bytes(&self) -> usize {
        match self {
            Self::U8(v) => v.len(),
            Self::U16(v) => v.len() * 2,
            Self::U32(v) => v.len() * 4,
        }
    }
}

fn extend<T: Code, S: Code>(target: &mut Vec<T>, source: &[S], map: &[u32]) {
    target.extend(source.iter().map(|code| T::narrow(map[code.widen() as usize])));
}

/// Sets of counters that take turns: equal codes one after the other would make the processor wait for the counter it
/// has just written.
const LANES: usize = 4;
/// Lanes of this many counters fit the first-level cache.
const LANES_UP_TO: usize = 1 << 11;

/// How often each code below `domain` occurs. Rows are fewer than 2^32, so counters of 32 bits suffice.
pub(crate) fn histogram<C: Code>(codes: &[C], domain: usize) -> Vec<u64> {
    let mut counters = vec![[0u32; LANES]; if domain <= LANES_UP_TO { domain } else { 0 }];
    if counters.is_empty() {
        let mut counts = vec![0u64; domain];
        for code in codes {
            counts[code.widen() as usize] += 1;
        }
        return counts;
    }
    let (groups, tail) = codes.as_chunks::<LANES>();
    for group in groups {
        for (lane, code) in group.iter().enumerate() {
            counters[code.widen() as usize][lane] += 1;
        }
    }
    for code in tail {
        counters[code.widen() as usize][0] += 1;
    }
    counters.iter().map(|lanes| lanes.iter().map(|&count| u64::from(count)).sum()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_width_is_the_narrowest_that_holds_the_domain() {
        assert!(matches!(Codes::from_iter_within(256, 0..256), Codes::U8(_)));
        assert!(matches!(Codes::from_iter_within(257, 0..257), Codes::U16(_)));
        assert!(matches!(Codes::from_iter_within(65_536, 0..9), Codes::U16(_)));
        assert!(matches!(Codes::from_iter_within(65_537, 0..9), Codes::U32(_)));
    }

    #[test]
    fn selection_and_mapping_keep_order() {
        let codes = Codes::from_iter_within(300, [5, 299, 0].into_iter());
        assert_eq!(codes.select(&[2, 0, 0]).widened().collect::<Vec<_>>(), [0, 5, 5]);
        assert_eq!(codes.slice(1..3).widened().collect::<Vec<_>>(), [299, 0]);
        let mut target = Codes::with_capacity(10, 3);
        target.extend_mapped(&codes, &(0..300).map(|c| c % 7).collect::<Vec<_>>());
        assert_eq!(target.widened().collect::<Vec<_>>(), [5, 5, 0]);
    }
}

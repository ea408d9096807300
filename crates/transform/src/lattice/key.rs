//! Keys: the codes of a row side by side in a few words.

/// A key of `W` words.
pub(crate) type Key<const W: usize> = [u64; W];

/// The most words a key can have.
pub(crate) const MAX_WORDS: usize = 64;

/// Where a column's code is in a key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    word: usize,
    shift: u32,
    mask: u64,
}

impl Field {
    /// One more than the largest code that fits.
    pub(crate) fn domain(self) -> u64 {
        self.mask + 1
    }

    pub(crate) fn bits(self) -> u32 {
        self.mask.count_ones()
    }

    /// The smallest field that holds this one and a later one of the same word.
    pub(crate) fn joined(self, later: Self) -> Option<Self> {
        let bits = (self.shift + self.bits()).checked_sub(later.shift).filter(|bits| *bits < u64::BITS)?;
        let same_word = self.word == later.word && self.shift >= later.shift + later.bits();
        same_word.then_some(Self { word: self.word, shift: later.shift, mask: (1 << bits) - 1 })
    }

    /// How far this field's code is from the end of the code of a field that holds it.
    pub(crate) fn shift_within(self, holder: Self) -> u32 {
        self.shift - holder.shift
    }

    pub(crate) fn get<const W: usize>(self, key: &Key<W>) -> usize {
        ((key[self.word] >> self.shift) & self.mask) as usize
    }

    pub(crate) fn set<const W: usize>(self, key: &mut Key<W>, code: u32) {
        let word = &mut key[self.word];
        *word = (*word & !(self.mask << self.shift)) | u64::from(code) << self.shift;
    }
}

/// Where each column's code is. Extra columns (sensitive ones and labels) come first, so that rows in key order are in
/// the order of the first extra column.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) quasi: Vec<Field>,
    pub(crate) extra: Vec<Field>,
    pub(crate) words: usize,
}

impl Layout {
    pub(crate) fn new(extra: &[usize], quasi: &[usize]) -> Self {
        let (mut word, mut free) = (0, 64);
        let mut place = |&domain: &usize| {
            let bits = usize::BITS - domain.saturating_sub(1).leading_zeros();
            if bits > free {
                word += 1;
                free = 64;
            }
            free -= bits;
            // A shift by 64 would be a field of no bits at the end of a word; it may stand anywhere.
            Field { word, shift: free.min(63), mask: (1u64 << bits.min(63)) - 1 }
        };
        let extra = extra.iter().map(&mut place).collect();
        let quasi = quasi.iter().map(&mut place).collect();
        Self { quasi, extra, words: word + 1 }
    }
}

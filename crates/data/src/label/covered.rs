//! The values that a label stands for.

/// Values of a column, by their codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Covered {
    /// All codes from the first up to, but without, the second.
    Range(u32, u32),
    /// These codes, ascending.
    Codes(Vec<u32>),
}

impl Covered {
    /// How many values there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Range(first, end) => end.saturating_sub(*first) as usize,
            Self::Codes(codes) => codes.len(),
        }
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a value is among them.
    pub fn contains(&self, code: u32) -> bool {
        match self {
            Self::Range(first, end) => (*first..*end).contains(&code),
            Self::Codes(codes) => codes.binary_search(&code).is_ok(),
        }
    }

    /// The codes, ascending.
    pub fn codes(&self) -> impl Iterator<Item = u32> + '_ {
        let (range, listed) = match self {
            Self::Range(first, end) => (*first..*end, &[][..]),
            Self::Codes(codes) => (0..0, codes.as_slice()),
        };
        range.chain(listed.iter().copied())
    }
}

//! The three answers a comparison of enclosed numbers can give.

/// The outcome of comparing two quantities that are only known to lie within bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The relation holds for every pair of values within the bounds.
    True,
    /// The relation holds for no pair of values within the bounds.
    False,
    /// The bounds overlap: a guarantee must treat this as "does not hold".
    Undecided,
}

impl Verdict {
    /// Whether the relation is proven.
    pub fn is_proven(self) -> bool {
        self == Self::True
    }

    /// The verdict on the opposite relation.
    #[must_use]
    pub fn negate(self) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
            Self::Undecided => Self::Undecided,
        }
    }
}

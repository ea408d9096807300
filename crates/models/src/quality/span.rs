//! Labels that are no nodes of a hierarchy: ranges and sets of values.

use std::ops::{Add, Sub};

/// A label that local recoding made for a group of records, such as `[20-34]` or `{a, b}`. It stands for the values that
/// it covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// What is published.
    pub label: String,
    /// The values that it stands for.
    pub covers: Covers,
}

/// Values of a column, by their codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Covers {
    /// All codes from the first to the last, both included; null is not among them.
    Range {
        /// The first code.
        first: u32,
        /// The last code.
        last: u32,
    },
    /// These codes, ascending.
    Codes(Vec<u32>),
}

impl Covers {
    /// How many values are covered.
    pub fn len(&self) -> usize {
        match self {
            Self::Range { first, last } if first > last => 0,
            Self::Range { first, last } => (last - first) as usize + 1,
            Self::Codes(codes) => codes.len(),
        }
    }

    /// Whether no value is covered.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The codes that are covered, ascending.
    pub fn codes(&self) -> impl Iterator<Item = u32> {
        let (range, listed) = match self {
            Self::Range { first, last } => (Some(*first..=*last), &[][..]),
            Self::Codes(codes) => (None, codes.as_slice()),
        };
        range.into_iter().flatten().chain(listed.iter().copied())
    }
}

/// Sums over the values that spans cover, each found without looking at every value of a range.
pub(super) struct CoveredSums<T> {
    /// The sum over all codes below each.
    below: Vec<T>,
}

impl<T: Copy + Default + Add<Output = T> + Sub<Output = T>> CoveredSums<T> {
    /// For these figures of the codes from 0 up.
    pub(super) fn new(figures: impl IntoIterator<Item = T>) -> Self {
        let mut below = vec![T::default()];
        let mut sum = T::default();
        for figure in figures {
            sum = sum + figure;
            below.push(sum);
        }
        Self { below }
    }

    /// The sum over the codes that are covered.
    pub(super) fn of(&self, covers: &Covers) -> T {
        let between = |first: u32, last: u32| self.below[last as usize + 1] - self.below[first as usize];
        match covers {
            Covers::Range { first, last } if first > last => T::default(),
            Covers::Range { first, last } => between(*first, *last),
            Covers::Codes(codes) => codes.iter().fold(T::default(), |sum, &code| sum + between(code, code)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_covers_both_its_ends_and_a_list_its_codes() {
        let range = Covers::Range { first: 2, last: 4 };
        assert_eq!((range.len(), range.codes().collect::<Vec<_>>()), (3, vec![2, 3, 4]));
        let none = Covers::Range { first: 2, last: 1 };
        assert_eq!((none.len(), none.is_empty(), none.codes().count()), (0, true, 0));
        let whole = Covers::Range { first: 0, last: u32::MAX };
        assert_eq!(whole.len() as u64, 1 << 32);
        let listed = Covers::Codes(vec![1, 5]);
        assert_eq!((listed.len(), listed.codes().collect::<Vec<_>>()), (2, vec![1, 5]));
    }

    #[test]
    fn sums_are_those_of_the_codes_covered() {
        let sums = CoveredSums::new([1_u64, 20, 300, 4000]);
        assert_eq!(sums.of(&Covers::Range { first: 1, last: 2 }), 320);
        assert_eq!(sums.of(&Covers::Range { first: 3, last: 3 }), 4000);
        assert_eq!(sums.of(&Covers::Range { first: 2, last: 1 }), 0);
        assert_eq!(sums.of(&Covers::Codes(vec![0, 3])), 4001);
        assert_eq!(sums.of(&Covers::Codes(Vec::new())), 0);
    }
}

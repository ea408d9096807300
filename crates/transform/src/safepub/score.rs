//! How good levels are, as numbers of which it is proven by how much one person can change them.

use super::records::Records;
use super::tally::Tally;
use lethe_num::Rational;

/// A measure of what stays useful; more is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// How little of their columns' domains the values cover.
    Granularity,
    /// How low the levels are.
    Intensity,
    /// How small the groups are.
    Discernibility,
    /// How different the values of each column are.
    Entropy,
    /// How many groups there are.
    GroupSize,
    /// How many records have the most frequent label of their group.
    Classification,
    /// How many records's labels are told rightly by their group or, at nine tenths, by the most frequent label of those who are left
    /// out.
    ///
    /// Groups do not appear at k at once: from half of k on they count more and more, until at k they count in full. That is why one
    /// person changes it by no more than two, where [`Score::Classification`] changes by k.
    Prediction,
}

impl Score {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Granularity,
        Self::Intensity,
        Self::Discernibility,
        Self::Entropy,
        Self::GroupSize,
        Self::Classification,
        Self::Prediction,
    ];

    pub(super) fn needs_leaves(self) -> bool {
        self == Self::Granularity
    }

    pub(super) fn needs_labels(self) -> bool {
        matches!(self, Self::Classification | Self::Prediction)
    }

    pub(super) fn needs_values(self) -> bool {
        self == Self::Entropy
    }

    /// The least records of a group that count for anything.
    pub(super) fn least(self, k: u64) -> u64 {
        match self {
            Self::Prediction => k / 2 + 1,
            _ => k,
        }
    }

    /// As how many records a group of so many counts; it has the least that count.
    pub(super) fn credit(self, records: u64, k: u64) -> u64 {
        match self {
            Self::Prediction if records < k => 2 * records - k,
            _ => records,
        }
    }

    /// By how much one person more may lower and may raise the score of any levels, with groups of k published and so many columns.
    ///
    /// What an exponential mechanism has to pay for is the sum of both: chances are compared with each other, so only how differently
    /// the scores of two levels move matters (Dong, Durfee, Rogers, 2020, bounded range). A score that never falls costs half as much as
    /// one that moves both ways.
    pub fn change(self, k: u64, columns: usize) -> (Rational, Rational) {
        let most = self.sensitivity(k, columns);
        match self {
            Self::GroupSize | Self::Classification => (Rational::ZERO, most),
            Self::Prediction => (nine_tenths(), most),
            _ => (most.clone(), most),
        }
    }

    /// By how much one person more or less changes the score of any levels at most.
    ///
    /// **Paper**: Bild et al. (2018), Theorems 6 to 9; `docs/src/methods/safepub.md` for [`Score::Prediction`].
    pub fn sensitivity(self, k: u64, columns: usize) -> Rational {
        let m = Rational::from(columns as u64);
        let smallest = Rational::from(k.max(1));
        let one = Rational::ONE;
        let of_sizes =
            if k <= 1 { Rational::from(5u8) } else { &smallest * &smallest / (&smallest - &one) + &one };
        match self {
            Self::Granularity | Self::Intensity if k <= 1 => m,
            Self::Granularity | Self::Intensity => (smallest - one) * m,
            Self::Discernibility => of_sizes,
            Self::Entropy => of_sizes * m,
            Self::GroupSize => one,
            Self::Classification => smallest,
            Self::Prediction => Rational::from(2u8),
        }
    }

    /// The exact score of levels.
    pub(super) fn value(self, tally: &Tally, records: &Records, levels: &[usize]) -> Rational {
        let attributes = records.attributes();
        let suppressed = tally.records - tally.published;
        let lost_cells = Rational::from(suppressed) * Rational::from(attributes.len() as u64);
        match self {
            Self::Granularity => {
                let covered = tally.leaves.iter().zip(attributes);
                let covered = covered.map(|(&leaves, attribute)| over(leaves, attribute.leaf_count()));
                -(covered.fold(lost_cells, |sum, part| sum + part))
            }
            Self::Intensity => {
                let heights = levels.iter().zip(attributes);
                let heights = heights.map(|(&level, attribute)| over(level as u128, attribute.top() as u64));
                let height = heights.fold(Rational::ZERO, |sum, part| sum + part);
                -(Rational::from(tally.published) * height + lost_cells)
            }
            Self::Discernibility => {
                -(over(tally.squares, tally.records) + Rational::from(suppressed + tally.untold))
            }
            Self::Entropy => {
                let of_column = |&(squares, stars): &(u128, u64)| {
                    over(squares, tally.records) + Rational::from(stars) + Rational::from(suppressed)
                };
                -(tally.values.iter().map(of_column).fold(Rational::ZERO, |sum, part| sum + part))
            }
            Self::GroupSize => Rational::from(tally.groups),
            Self::Classification => Rational::from(tally.majority),
            Self::Prediction => {
                let guessed = tally.left.iter().max().copied().unwrap_or(0);
                Rational::from(tally.majority) + Rational::from(guessed) * nine_tenths()
            }
        }
    }
}

/// What a right guess about somebody who is left out is worth: less than being published, or a release would be best that leaves out
/// whoever has the usual label.
fn nine_tenths() -> Rational {
    Rational::from(9u8) / Rational::from(10u8)
}

/// A fraction; zero where there is nothing to divide by, which is where there is nobody or nothing to generalize.
fn over(numerator: u128, denominator: u64) -> Rational {
    if denominator == 0 { Rational::ZERO } else { Rational::from(numerator) / Rational::from(denominator) }
}

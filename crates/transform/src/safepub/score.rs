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
    /// How many people have the most frequent label of their group.
    Classification,
}

impl Score {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Granularity,
        Self::Intensity,
        Self::Discernibility,
        Self::Entropy,
        Self::GroupSize,
        Self::Classification,
    ];

    pub(super) fn needs_leaves(self) -> bool {
        self == Self::Granularity
    }

    pub(super) fn needs_values(self) -> bool {
        self == Self::Entropy
    }

    /// Whether one more person never lowers it. The exponential mechanism then needs half the budget, because all scores move the
    /// same way (McSherry and Talwar, 2007; Dwork and Roth, 2014, Section 3.4).
    pub fn is_monotone(self) -> bool {
        matches!(self, Self::GroupSize | Self::Classification)
    }

    /// By how much one person more or less changes the score of any levels at most, with groups of k published and so many columns.
    ///
    /// **Paper**: Bild et al. (2018), Theorems 6 to 9.
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
        }
    }

    /// The exact score of levels.
    pub(super) fn value(self, tally: &Tally, records: &Records, levels: &[usize]) -> Rational {
        let attributes = records.attributes();
        let suppressed = tally.people - tally.published;
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
                -(over(tally.squares, tally.people) + Rational::from(suppressed + tally.untold))
            }
            Self::Entropy => {
                let of_column = |&(squares, stars): &(u128, u64)| {
                    over(squares, tally.people) + Rational::from(stars) + Rational::from(suppressed)
                };
                -(tally.values.iter().map(of_column).fold(Rational::ZERO, |sum, part| sum + part))
            }
            Self::GroupSize => Rational::from(tally.groups),
            Self::Classification => Rational::from(tally.majority),
        }
    }
}

/// A fraction; zero where there is nothing to divide by, which is where there is nobody or nothing to generalize.
fn over(numerator: u128, denominator: u64) -> Rational {
    if denominator == 0 { Rational::ZERO } else { Rational::from(numerator) / Rational::from(denominator) }
}

//! The data score.
//!
//! **Paper**: Podlesny 2023, Table 6.1 and Equations 7.1 and 7.2. What they leave open, and what is chosen here, is
//! written down in `docs/src/methods/data-score.md`.

use crate::cells::{Fate, fate};
use crate::reading::Meaning;
use crate::{Counterpart, Shown, Values};

/// The data score of a released column in both variants.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DataScore {
    /// Table 6.1: what is shown earns its reward, and a falsified number loses its relative distance.
    pub table_6_1: f64,
    /// Equations 7.1 and 7.2: a falsified number earns 1 less its relative distance instead of the reward.
    pub equation_7: f64,
}

impl DataScore {
    /// A score without anything falsified: both variants agree.
    pub fn honest(score: f64) -> Self {
        Self { table_6_1: score, equation_7: score }
    }

    /// The score of two columns together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { table_6_1: self.table_6_1 + other.table_6_1, equation_7: self.equation_7 + other.equation_7 }
    }
}

/// One point for each value that occurs, and tanh(1/x) more for one that has x duplicates.
pub fn reward(counts: impl IntoIterator<Item = u64>) -> f64 {
    let points = |count: u64| match count {
        0 => 0.0,
        1 => 1.0,
        more => 1.0 + (1.0 / (more - 1) as f64).tanh(),
    };
    counts.into_iter().map(points).sum()
}

/// The score of an original column; cells that show nothing earn nothing.
pub fn of_original(original: &Values<'_>) -> f64 {
    let counts = (0..).zip(original.column().histogram(None));
    reward(counts.filter(|&(code, _)| original.value(code).is_some()).map(|(_, count)| count))
}

/// The score of a released column whose rows correspond to those of the original.
pub fn by_rows(original: &Values<'_>, shown: &Shown<'_>) -> DataScore {
    let (mut distances, mut falsified) = (0.0, 0u64);
    let mut honest = shown.counts.clone();
    for (code, label) in original.column().codes().widened().zip(shown.column.codes().widened()) {
        if let Fate::Falsified(Some(distance)) = fate(original, code, &shown.meanings[label as usize]) {
            distances += distance;
            falsified += 1;
            honest[label as usize] -= 1;
        }
    }
    DataScore {
        table_6_1: reward(shown.labels().map(|(_, count)| count)) - distances,
        equation_7: reward_of(shown, &honest) + falsified as f64 - distances,
    }
}

/// The score of a released column whose rows do not correspond to those of the original. What is falsified cannot be reported, so
/// there is no penalty. With `split`, rows were split and repeat cells: a value counts at most as often as in the original.
pub fn by_counts(counterpart: &Counterpart<'_>, shown: &Shown<'_>, split: bool) -> DataScore {
    let before = counterpart.original_counts();
    let counts = shown.labels().map(|(meaning, count)| match meaning {
        Meaning::Value(value) if split => count.min(before[*value as usize].max(1)),
        _ => count,
    });
    DataScore::honest(reward(counts))
}

fn reward_of(shown: &Shown<'_>, counts: &[u64]) -> f64 {
    let labels = shown.meanings.iter().zip(counts);
    reward(labels.filter(|(meaning, _)| meaning.is_shown()).map(|(_, &count)| count))
}

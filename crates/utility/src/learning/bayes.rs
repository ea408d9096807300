//! Naive Bayes on counts by level.
//!
//! Features are taken to be independent given the class. The share of a level in a class is estimated with one person more in
//! each level (Laplace), so that a level that a class was never seen with rules nothing out; levels never seen say nothing.
//!
//! **Paper**: Duda & Hart 1973; Domingos & Pazzani 1997 on why it works where features depend on each other.
//!
//! **Cost**: one look at each cell.

use super::lesson::Lesson;

/// Trained counts.
#[derive(Debug)]
pub(super) struct Bayes {
    prior: Vec<f64>,
    /// Where the levels of each feature begin.
    offsets: Vec<usize>,
    /// The logarithm of the share of each level in each class, level after level.
    shares: Vec<f64>,
}

impl Bayes {
    pub(super) fn train(lesson: &Lesson<'_>) -> Self {
        let classes = lesson.class_count;
        let (offsets, places) = lesson.offsets();
        let mut counts = vec![0.0; places * classes];
        for &row in &lesson.rows {
            let (class, weight) = (lesson.class(row), lesson.weight(row));
            for (&offset, &level) in offsets.iter().zip(lesson.sheet.row(row)) {
                counts[(offset + usize::from(level)) * classes + class] += weight;
            }
        }
        let mut shares = vec![0.0; counts.len()];
        for (&offset, feature) in offsets.iter().zip(&lesson.sheet.features) {
            let levels = feature.levels();
            for class in 0..classes {
                let place = |level: usize| (offset + level) * classes + class;
                let total: f64 = (0..levels).map(|level| counts[place(level)]).sum();
                for level in 0..levels {
                    shares[place(level)] = ((counts[place(level)] + 1.0) / (total + levels as f64)).ln();
                }
            }
        }
        Self { prior: lesson.prior(), offsets, shares }
    }

    /// The logarithm of the probability of each class.
    pub(super) fn log_probabilities(&self, row: &[u8], out: &mut [f64]) {
        out.copy_from_slice(&self.prior);
        for (&offset, &level) in self.offsets.iter().zip(row) {
            let place = (offset + usize::from(level)) * out.len();
            out.iter_mut().zip(&self.shares[place..]).for_each(|(out, share)| *out += share);
        }
        let most = out.iter().fold(f64::NEG_INFINITY, |most, &score| most.max(score));
        let sum = most + out.iter().map(|score| (score - most).exp()).sum::<f64>().ln();
        for score in out {
            *score -= sum;
        }
    }
}

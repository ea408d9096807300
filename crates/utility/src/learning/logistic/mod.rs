//! Logistic regression on counts by level.
//!
//! A feature adds to the score of a class what a table says of its level: the coefficient of a category, or a slope
//! times the standardised number. So scores are sums of look-ups, gradients are sums of residuals by level, and a step
//! costs the same whatever the number of coefficients.
//!
//! The loss is the sum over records of −ln p(class) plus λ/2 times the squared coefficients, intercepts left free. Two
//! classes have one score, the log odds of the second; more have one each (softmax).
//!
//! **Cost**: rows × features × scores a step.

mod descent;
mod layout;
mod objective;

use super::Options;
use super::lesson::Lesson;
use layout::Layout;
use lethe_data::{Context, Result};
use objective::Objective;

/// A trained regression.
#[derive(Debug)]
pub(super) struct Logistic {
    layout: Layout,
    classes: usize,
    /// What each level of each feature adds to each score.
    table: Vec<f64>,
    intercepts: Vec<f64>,
    /// How much each feature moves the scores: the standard deviation over the records, all scores together.
    pub(super) importance: Vec<f64>,
    pub(super) converged: bool,
}

impl Logistic {
    /// **Errors**: the run was cancelled.
    pub(super) fn train(lesson: &Lesson<'_>, options: &Options, context: &Context) -> Result<Self> {
        let objective = Objective::new(lesson, options.l2);
        let (parameters, converged) = descent::minimise(&objective, options, context)?;
        let layout = objective.into_layout();
        let table = layout.table(&parameters);
        let intercepts = layout.intercepts(&parameters).to_vec();
        let importance = layout.importance(&table);
        Ok(Self { layout, classes: lesson.class_count, table, intercepts, importance, converged })
    }

    /// The logarithm of the probability of each class.
    pub(super) fn log_probabilities(&self, row: &[u8], out: &mut [f64]) {
        let scores = &mut out[self.classes - self.intercepts.len()..];
        self.layout.scores(&self.table, &self.intercepts, row, scores);
        if self.intercepts.len() < self.classes {
            out[0] = 0.0;
        }
        let most = out.iter().fold(f64::NEG_INFINITY, |most, &score| most.max(score));
        let sum = most + out.iter().map(|score| (score - most).exp()).sum::<f64>().ln();
        for score in out {
            *score -= sum;
        }
    }

    /// What a level of a feature adds to a score.
    #[cfg(test)]
    pub(super) fn effect(&self, feature: usize, level: u8, score: usize) -> f64 {
        self.table[self.layout.place(feature, level) * self.intercepts.len() + score]
    }
}

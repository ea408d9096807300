//! A trained model, or several that each know some of the features.

use super::bayes::Bayes;
use super::forest::Forest;
use super::lesson::Lesson;
use super::logistic::Logistic;
use super::tree::Tree;
use super::{Learner, Options};
use lethe_data::{Context, Result};

/// What was learned from one table.
#[derive(Debug)]
pub(super) struct Expert {
    model: Model,
    prior: Vec<f64>,
}

#[derive(Debug)]
enum Model {
    /// There was nothing to learn from.
    Nothing,
    Tree(Tree),
    Logistic(Logistic),
    Bayes(Bayes),
    Forest(Forest),
}

impl Expert {
    /// **Errors**: the run was cancelled.
    pub(super) fn train(
        learner: Learner,
        lesson: &Lesson<'_>,
        options: &Options,
        context: &Context,
    ) -> Result<Self> {
        let model = match learner {
            _ if lesson.class_count < 2 || lesson.rows.is_empty() => Model::Nothing,
            Learner::Tree => Model::Tree(Tree::train(lesson, options, context)?),
            Learner::Logistic => Model::Logistic(Logistic::train(lesson, options, context)?),
            Learner::Bayes => Model::Bayes(Bayes::train(lesson)),
            Learner::Forest => Model::Forest(Forest::train(lesson, options, context)?),
        };
        Ok(Self { model, prior: lesson.prior() })
    }

    /// Adds what the features say against the prior: ln p(class | features) − ln p(class).
    fn add_evidence(&self, row: &[u8], spare: &mut [f64], out: &mut [f64]) {
        match &self.model {
            Model::Nothing => return,
            Model::Tree(tree) => tree.log_probabilities(row, spare),
            Model::Logistic(logistic) => logistic.log_probabilities(row, spare),
            Model::Bayes(bayes) => bayes.log_probabilities(row, spare),
            Model::Forest(forest) => forest.log_probabilities(row, spare),
        }
        for ((out, reported), prior) in out.iter_mut().zip(spare).zip(&self.prior) {
            *out += *reported - prior;
        }
    }

    /// How much each feature counts; nothing for a model without coefficients.
    pub(super) fn importance(&self) -> &[f64] {
        match &self.model {
            Model::Logistic(logistic) => &logistic.importance,
            Model::Nothing | Model::Tree(_) | Model::Bayes(_) | Model::Forest(_) => &[],
        }
    }

    pub(super) fn converged(&self) -> bool {
        !matches!(&self.model, Model::Logistic(logistic) if !logistic.converged)
    }
}

/// The class that all experts together find most likely, and the probability of each: the prior of the first, and the evidence of
/// each as if their features were independent given the class. Ties go to the more frequent class of the original.
pub(super) fn predict<'a>(
    experts: impl Iterator<Item = (&'a Expert, &'a [u8])>,
    classes: usize,
) -> (usize, Vec<f64>) {
    let mut scores: Option<Vec<f64>> = None;
    let mut spare = vec![0.0; classes];
    for (expert, row) in experts {
        let scores = scores.get_or_insert_with(|| expert.prior.clone());
        expert.add_evidence(row, &mut spare, scores);
    }
    let mut scores = scores.unwrap_or_else(|| vec![0.0; classes]);
    let best =
        (0..scores.len()).fold(0, |best, class| if scores[class] > scores[best] { class } else { best });
    let most = scores.get(best).copied().unwrap_or(0.0);
    for score in &mut scores {
        *score = (*score - most).exp();
    }
    let sum: f64 = scores.iter().sum();
    for score in &mut scores {
        *score /= sum;
    }
    (best, scores)
}

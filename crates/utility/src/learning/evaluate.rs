//! Training and testing, fold by fold.

use super::expert::{Expert, predict};
use super::predictions::Predictions;
use super::score::{Coefficient, Confusion, Score, relative};
use super::view::{Exam, View};
use super::{Error, Learner, Options, Released, Result};
use lethe_data::{Context, Table};
use rayon::prelude::*;

/// What came of one or more folds.
struct Outcome {
    confusion: Confusion,
    predictions: Predictions,
    /// How much each feature counts, summed over folds; 0 for one that was not there.
    importance: Vec<f64>,
    converged: bool,
}

/// How well each learner shows the class of original records, trained on a release.
///
/// **Guarantee**: the same tables, options and seed give the same scores for any number of threads. Where rows
/// correspond, no record is tested by a model that has seen it.
///
/// **Paper**: Bild 2024, section 8.6 of the article on `SafePub` (relative accuracy); Podlesny 2023, section 6.4 (errors of both types,
/// scaled coefficients).
///
/// **Cost**: for each learner and fold, twice (original and release), rows × features × depth for a tree and rows × features
/// × scores × steps for a regression; one byte a cell.
///
/// **Errors**: fewer than two records have a class; the class, a feature or the positive class does not exist; rows that are
/// said to correspond differ in number; the run is cancelled.
pub fn evaluate(
    original: &Table,
    released: &Released<'_>,
    class: &str,
    options: &Options,
    context: &Context,
) -> Result<Vec<Score>> {
    Baseline::train(original, class, options, context)?.evaluate(released, context)
}

/// What the original itself teaches, kept for several releases that are compared with it.
pub struct Baseline<'a> {
    exam: Exam<'a>,
    class: &'a str,
    options: &'a Options,
    /// One for each learner.
    outcomes: Vec<Outcome>,
}

impl<'a> Baseline<'a> {
    /// Trains and tests every learner on the original.
    ///
    /// **Errors**: as [`evaluate`], as far as the original is concerned.
    pub fn train(
        original: &'a Table,
        class: &'a str,
        options: &'a Options,
        context: &Context,
    ) -> Result<Self> {
        options.check()?;
        let exam = Exam::of(original, class, options)?;
        let view = View::linked(&exam, original, original.position(class)?, options);
        let outcomes = test_all(&exam, &[view], options, context)?;
        Ok(Self { exam, class, options, outcomes })
    }

    /// The scores of a release, one for each learner; the same as [`evaluate`] gives.
    ///
    /// **Errors**: as [`evaluate`], as far as the release is concerned.
    pub fn evaluate(&self, released: &Released<'_>, context: &Context) -> Result<Vec<Score>> {
        let views = context.install(|| views(&self.exam, released, self.class, self.options))?;
        let outcomes = test_all(&self.exam, &views, self.options, context)?;
        let pairs = self.outcomes.iter().zip(&outcomes);
        let scores = self.options.learners.iter().zip(pairs);
        Ok(scores
            .map(|(&learner, (before, after))| score(learner, &self.exam, &views, before, after))
            .collect())
    }
}

/// Every fold with every learner, in parallel; the sums are made in the order of the folds.
fn test_all(exam: &Exam<'_>, views: &[View], options: &Options, context: &Context) -> Result<Vec<Outcome>> {
    let task = context.task("learning", Some((options.learners.len() * exam.folds) as u64));
    let folds = |&learner: &Learner| (0..exam.folds as u16).map(move |fold| (learner, fold));
    let work: Vec<(Learner, u16)> = options.learners.iter().flat_map(folds).collect();
    let outcomes: Vec<Outcome> = context.install(|| {
        let outcomes = work.par_iter().map(|&(learner, fold)| {
            let outcome = test_fold(exam, views, learner, fold, options, context);
            task.advance(1);
            outcome
        });
        outcomes.collect::<Result<_>>()
    })?;
    Ok(outcomes.chunks(exam.folds).map(|folds| add_up(folds, exam)).collect())
}

fn views(exam: &Exam<'_>, released: &Released<'_>, class: &str, options: &Options) -> Result<Vec<View>> {
    let no_class = || Error::NoClass { column: class.to_owned() };
    match released {
        Released::Rows(table) => {
            let (released, original) = (table.rows(), exam.original.rows());
            if released != original {
                return Err(Error::OtherRows { released, original });
            }
            let at = table.position(class).map_err(|_| no_class())?;
            Ok(vec![View::linked(exam, table, at, options)])
        }
        Released::Unlinked { tables, shown } => {
            let mut taken = vec![false; exam.features.len()];
            let with_class = tables.iter().filter_map(|table| Some((table, table.position(class).ok()?)));
            let views: Vec<View> = with_class
                .map(|(table, at)| View::unlinked(exam, table, at, *shown, &mut taken, options))
                .collect();
            if views.is_empty() { Err(no_class()) } else { Ok(views) }
        }
    }
}

fn test_fold(
    exam: &Exam<'_>,
    views: &[View],
    learner: Learner,
    fold: u16,
    options: &Options,
    context: &Context,
) -> Result<Outcome> {
    context.check_cancelled()?;
    let classes = exam.classes.len();
    let mut importance = vec![0.0; exam.features.len()];
    let mut experts = Vec::with_capacity(views.len());
    for view in views {
        let expert = Expert::train(learner, &view.lesson(fold, classes), options, context)?;
        for (&feature, &amount) in view.features.iter().zip(expert.importance()) {
            importance[feature] += amount;
        }
        experts.push(expert);
    }
    let mut confusion = Confusion::new(classes);
    let mut predictions = Predictions::default();
    for record in (0..exam.rows.len()).filter(|&record| exam.fold[record] == fold) {
        let asked = experts.iter().zip(views).map(|(expert, view)| (expert, view.tested(record)));
        let (reported, probabilities) = predict(asked, classes);
        let (truth, weight) = (exam.truth[record].into(), exam.weights[record]);
        confusion.add(truth, reported, weight);
        predictions.add(truth, weight, &probabilities);
    }
    Ok(Outcome { confusion, predictions, importance, converged: experts.iter().all(Expert::converged) })
}

fn add_up(folds: &[Outcome], exam: &Exam<'_>) -> Outcome {
    let mut sum = Outcome {
        confusion: Confusion::new(exam.classes.len()),
        predictions: Predictions::default(),
        importance: vec![0.0; exam.features.len()],
        converged: true,
    };
    for fold in folds {
        sum.confusion.merge(&fold.confusion);
        sum.predictions.merge(&fold.predictions);
        sum.importance.iter_mut().zip(&fold.importance).for_each(|(sum, amount)| *sum += amount);
        sum.converged &= fold.converged;
    }
    sum
}

fn score(learner: Learner, exam: &Exam<'_>, after: &[View], original: &Outcome, released: &Outcome) -> Score {
    let accuracy = released.confusion.accuracy();
    let original_accuracy = original.confusion.accuracy();
    let zero_r = original.confusion.zero_r();
    let positive = exam.classes.positive;
    Score {
        model: learner.name(),
        accuracy,
        original_accuracy,
        zero_r,
        relative: relative(accuracy, original_accuracy, zero_r),
        rates: released.confusion.rates(positive),
        original_rates: original.confusion.rates(positive),
        auc: released.predictions.auc(positive),
        original_auc: original.predictions.auc(positive),
        brier: released.predictions.brier(),
        original_brier: original.predictions.brier(),
        coefficients: (learner == Learner::Logistic).then(|| coefficients(exam, original, released)),
        folds: exam.folds,
        rows: exam.rows.len(),
        sampled: exam.sampled || after.iter().any(|view| view.sampled),
        classes: exam.classes.len(),
        held_out: after.iter().map(|view| view.held_out).fold(1.0, f64::min),
        converged: original.converged && released.converged,
    }
}

fn coefficients(exam: &Exam<'_>, original: &Outcome, released: &Outcome) -> Vec<Coefficient> {
    let columns = exam.features.iter().map(|&feature| exam.original.column(feature).name().to_owned());
    let amounts = scaled(&original.importance).into_iter().zip(scaled(&released.importance));
    columns
        .zip(amounts)
        .map(|(feature, (original, released))| Coefficient { feature, original, released })
        .collect()
}

/// So that the largest is 100; all 0 stays so.
fn scaled(amounts: &[f64]) -> Vec<f64> {
    let most = amounts.iter().copied().fold(0.0, f64::max);
    amounts.iter().map(|amount| if most > 0.0 { 100.0 * amount / most } else { 0.0 }).collect()
}

//! What is learned from a release.

use super::release::{Read, Shape};
use super::report::{ErrorRates, FeatureWeight, Learned};
use super::request::learning_options;
use super::{Compare, Knowledge};
use crate::Result;
use crate::error::in_file;
use lethe_data::{Context, Table};
use lethe_utility::learning::{Rates, Released, Score, evaluate};
use std::collections::{HashMap, HashSet};

/// How well a class is reported, trained on the release.
#[expect(clippy::too_many_arguments, reason = "all that is known of a comparison")]
pub(super) fn learned(
    class: &str,
    request: &Compare,
    original: &Table,
    release: &Read,
    shape: Shape,
    knowledge: &Knowledge,
    notes: &mut Vec<String>,
    context: &Context,
) -> Result<Vec<Learned>> {
    original.position(class).map_err(in_file(&request.original))?;
    let labels = shown_labels(release);
    let shown = |column: &str, value: &str| labels_of(column, value, knowledge, &labels);
    let released = match shape {
        Shape::Rows => Released::Rows(&release.tables[0]),
        _ => Released::Unlinked { tables: release.tables.iter().collect(), shown: Some(&shown) },
    };
    let scores = evaluate(original, &released, class, &learning_options(request, context), context)?;
    if scores.iter().any(|score| score.held_out < 1.0) {
        notes.push(
            "rows do not correspond: some records may have been tested by a model that has seen them, and the accuracy may be \
             too good"
                .to_owned(),
        );
    }
    Ok(scores.into_iter().map(Learned::from).collect())
}

/// Every label that the release shows, by column.
fn shown_labels(release: &Read) -> HashMap<&str, HashSet<&str>> {
    let mut labels: HashMap<&str, HashSet<&str>> = HashMap::new();
    for column in release.tables.iter().flat_map(Table::columns) {
        labels.entry(column.name()).or_default().extend(column.dictionary().texts());
    }
    labels
}

/// The labels over a value in its hierarchy that the release shows, from the value up.
fn labels_of(
    column: &str,
    value: &str,
    knowledge: &Knowledge,
    labels: &HashMap<&str, HashSet<&str>>,
) -> Vec<String> {
    let path = || {
        let hierarchy = knowledge.hierarchies.get(column)?.hierarchy();
        let shown = labels.get(column)?;
        let leaf = hierarchy.find_leaf(value)?;
        Some(hierarchy.path(leaf).filter(|label| shown.contains(label)).map(str::to_owned).collect())
    };
    path().unwrap_or_default()
}

impl From<Score> for Learned {
    fn from(score: Score) -> Self {
        let weights = |weights: Vec<lethe_utility::learning::Coefficient>| {
            let weight = |one: lethe_utility::learning::Coefficient| FeatureWeight {
                feature: one.feature,
                original: one.original,
                released: one.released,
            };
            weights.into_iter().map(weight).collect()
        };
        Self {
            model: score.model.to_owned(),
            accuracy: score.accuracy,
            original_accuracy: score.original_accuracy,
            zero_r: score.zero_r,
            relative: score.relative,
            rates: score.rates.into(),
            original_rates: score.original_rates.into(),
            auc: score.auc,
            original_auc: score.original_auc,
            brier: score.brier,
            original_brier: score.original_brier,
            coefficients: score.coefficients.map(weights),
            folds: score.folds as u64,
            rows: score.rows as u64,
            sampled: score.sampled,
            classes: score.classes as u64,
            held_out: score.held_out,
            converged: score.converged,
        }
    }
}

impl From<Rates> for ErrorRates {
    fn from(rates: Rates) -> Self {
        let Rates { precision, recall, false_positive_rate, false_negative_rate } = rates;
        Self { precision, recall, false_positive_rate, false_negative_rate }
    }
}

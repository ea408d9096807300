//! What can still be learned from a release.

use super::{figure, share};
use crate::compare::{Comparison, FeatureWeight, Learned};
use lethe_report::html::{BarPair, bars, card, charts, heading, key, paragraph, table};

/// Features that are drawn.
const MOST: usize = 15;

pub(crate) fn learning(found: &Comparison) -> String {
    let Some(learned) = found.learning.as_ref().filter(|learned| !learned.is_empty()) else {
        return String::new();
    };
    let row = |one: &Learned| {
        [
            one.model.clone(),
            share(Some(one.zero_r)),
            share(Some(one.original_accuracy)),
            share(Some(one.accuracy)),
            share(one.relative),
            format!("{} → {}", figure(one.original_auc), figure(one.auc)),
            format!("{} → {}", figure(one.original_brier), figure(one.brier)),
        ]
    };
    let headings = [
        "learner",
        "baseline (ZeroR)",
        "trained on the original",
        "trained on the release",
        "relative",
        "AUC",
        "Brier score",
    ];
    let class = found.class.as_deref().unwrap_or("the class");
    let folds = learned[0].folds;
    paragraph(&format!(
        "How often a classifier predicts {class} right from the other columns, by {folds}-fold cross-validation on original \
         records. The baseline always answers with the most frequent value; a relative accuracy of 100 % means that the release \
         trains as well as the original, 0 % that it teaches nothing beyond the baseline. AUC (1 is best, 0.5 chance) and Brier score (0 is best) judge the \
         predicted probabilities, original → release."
    )) + &table("Accuracy of classifiers", &headings, learned.iter().map(row))
        + &errors(learned)
        + &weights(learned)
}

fn errors(learned: &[Learned]) -> String {
    let row = |one: &Learned| {
        let pair = |before: Option<f64>, after: Option<f64>| format!("{} → {}", share(before), share(after));
        let (before, after) = (&one.original_rates, &one.rates);
        [
            one.model.clone(),
            pair(before.precision, after.precision),
            pair(before.recall, after.recall),
            pair(before.false_positive_rate, after.false_positive_rate),
            pair(before.false_negative_rate, after.false_negative_rate),
        ]
    };
    let headings = ["original → release", "precision", "recall", "false positives", "false negatives"];
    heading("Errors") + &table("Errors of classifiers", &headings, learned.iter().map(row))
}

fn weights(learned: &[Learned]) -> String {
    let weights = learned.iter().filter_map(|one| Some((one, one.coefficients.as_ref()?)));
    let chart = |(one, weights): (&Learned, &Vec<FeatureWeight>)| {
        let mut rows: Vec<&FeatureWeight> = weights.iter().collect();
        rows.sort_by(|one, other| {
            other.original.total_cmp(&one.original).then_with(|| one.feature.cmp(&other.feature))
        });
        let pair = |one: &&FeatureWeight| BarPair {
            label: one.feature.clone(),
            before: one.original,
            after: one.released,
        };
        let rows: Vec<BarPair> = rows.iter().take(MOST).map(pair).collect();
        let title = format!("Weights of features, {}", one.model);
        card(Some(&title), &bars(&title, "weight, the largest being 100", &rows, 0))
    };
    let cards: String = weights.map(chart).collect();
    if cards.is_empty() { cards } else { key().to_owned() + &charts(&cards) }
}

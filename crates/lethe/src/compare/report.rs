//! What a comparison tells.

use crate::risk::Attack;
use lethe_utility::statistics::{SHARES, Summary};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// What a release cost.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Comparison {
    /// The number of rows.
    pub rows: BeforeAfter<u64>,
    /// The bytes of the files; null where they are no files.
    pub bytes: BeforeAfter<Option<u64>>,
    /// The tables of the release.
    pub tables: u64,
    /// How rows of the release were held against those of the original: `rows` (by their position), `none`, `split-rows`
    /// or `compartments`.
    pub correspondence: String,
    /// How much data there is, by Podlesny 2023: Table 6.1, and both variants.
    pub data_score: DataScores,
    /// The cells of the original.
    pub cells: u64,
    /// The cells that do not say what they said; a lower bound where rows do not correspond.
    pub altered_cells: u64,
    /// Their share; null for an empty table.
    pub altered_share: Option<f64>,
    /// The same by what became of them.
    pub altered: Altered,
    /// How far cells were moved on average, from 0 (not at all) to 1; null where it cannot be reported.
    pub distortion: Option<f64>,
    /// The losses by every measure, each from 0 (nothing lost) to 1 (everything suppressed); null where it cannot be reported.
    pub quality: BTreeMap<String, Option<f64>>,
    /// The columns of the original.
    pub columns: Vec<ColumnComparison>,
    /// How columns hang together.
    pub associations: AssociationReport,
    /// How well random counting queries are answered; null where nothing can be asked.
    pub count_queries: Option<CountQueries>,
    /// How many records are unique or in small classes, before and after.
    pub risk: RiskComparison,
    /// The column that is learned, where requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// How well it is learned from the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub learning: Option<Vec<Learned>>,
    /// What else there is to know.
    pub notes: Vec<String>,
    /// Distributions for charts, one a column.
    #[serde(skip)]
    pub(super) distributions: Vec<Distribution>,
}

/// A figure of the original and of the release.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct BeforeAfter<T> {
    /// Of the original.
    pub original: T,
    /// Of the release.
    pub released: T,
}

/// The data score.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct DataScores {
    /// Of the original.
    pub original: f64,
    /// Of the release, by Table 6.1.
    pub released: f64,
    /// Both variants.
    pub variants: Variants,
}

/// Both variants of the data score.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Variants {
    /// A falsified number loses its relative distance from what it earns.
    #[serde(rename = "table-6.1")]
    pub table_6_1: BeforeAfter<f64>,
    /// A falsified number earns 1 less its relative distance.
    #[serde(rename = "equation-7")]
    pub equation_7: BeforeAfter<f64>,
}

impl DataScores {
    pub(super) fn of(original: f64, released: lethe_utility::data_score::DataScore) -> Self {
        let variant = |released: f64| BeforeAfter { original, released };
        Self {
            original,
            released: released.table_6_1,
            variants: Variants {
                table_6_1: variant(released.table_6_1),
                equation_7: variant(released.equation_7),
            },
        }
    }
}

/// Altered cells by what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Altered {
    /// They say nothing any more.
    pub suppressed: u64,
    /// A label stands for several values.
    pub generalized: u64,
    /// They say something else.
    pub falsified: u64,
}

/// A column before and after.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ColumnComparison {
    /// Its name.
    pub name: String,
    /// The type of its original values.
    #[serde(rename = "type")]
    pub value_type: String,
    /// Its role, where one is known: `identifying`, `quasi`, `sensitive` or `insensitive`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// How many tables of the release have it.
    pub tables: u64,
    /// On which levels of its hierarchy the release shows it; left out without a hierarchy that has all its labels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<ShownLevels>,
    /// The label of several values that most cells of the release show, if at least k do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
    /// Its data score.
    pub data_score: DataScores,
    /// Its distinct values and labels.
    pub distinct: BeforeAfter<u64>,
    /// The share of cells that show nothing (null, `*`, `n/a`); null without rows.
    pub missing: BeforeAfter<Option<f64>>,
    /// Its altered cells; a lower bound where rows do not correspond.
    pub altered_cells: u64,
    /// The same by what became of them.
    pub altered: Altered,
    /// How far its cells were moved on average; null where it cannot be reported.
    pub distortion: Option<f64>,
    /// Cells with labels that could not be read.
    pub unread: u64,
    /// The total variation distance, what is missing being a value; null without rows.
    pub total_variation: Option<f64>,
    /// The Kolmogorov–Smirnov distance, for numbers and dates.
    pub kolmogorov_smirnov: Option<f64>,
    /// The Wasserstein distance as a share of the original's range, for numbers and dates.
    pub wasserstein: Option<f64>,
    /// Mean, variance and quantiles, for numbers; a label of the release counts as its middle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statistics: Option<BeforeAfter<Option<NumberStatistics>>>,
}

/// Statistics of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct NumberStatistics {
    /// The cells with a number.
    pub cells: u64,
    /// The mean.
    pub mean: f64,
    /// The median; null where fewer than k cells are on one side of it, as are quantiles: they would be somebody's value.
    pub median: Option<f64>,
    /// The variance of a sample.
    pub variance: f64,
    /// The quantiles of 5, 25, 75 and 95 percent.
    pub quantiles: [Option<f64>; 4],
}

impl NumberStatistics {
    /// What may be shown of numbers: nothing of fewer than k cells.
    pub(super) fn of(summary: &Summary, k: u64) -> Option<Self> {
        let Summary { cells, mean, variance, quantiles } = *summary;
        let mut at = 0;
        let shown = quantiles.map(|quantile| {
            let share = SHARES[at].min(1.0 - SHARES[at]);
            at += 1;
            (share * cells as f64 >= k as f64).then_some(quantile)
        });
        let [least, lower, median, upper, most] = shown;
        (cells >= k).then_some(Self { cells, mean, median, variance, quantiles: [least, lower, upper, most] })
    }
}

/// The relative errors of random counting queries, answered from the release.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CountQueries {
    /// Queries that count at least one record of the original.
    pub queries: u64,
    /// The mean of |answer − truth| / truth.
    pub mean_relative_error: f64,
    /// Their median.
    pub median_relative_error: f64,
}

/// The levels of a hierarchy that a release shows, suppressed cells not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ShownLevels {
    /// The most detailed level; 0 is the original values.
    pub lowest: usize,
    /// The most general level.
    pub highest: usize,
    /// The level of `*`.
    pub top: usize,
}

/// How columns hang together.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AssociationReport {
    /// 1 less the mean difference of associations; null without pairs.
    pub preserved: Option<f64>,
    /// The rows of the original that were looked at.
    pub rows: u64,
    /// Columns that were left out because they have too many values.
    pub left_out: Vec<String>,
    /// The pairs of columns.
    pub pairs: Vec<PairReport>,
}

/// How two columns hang together.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PairReport {
    /// The two columns.
    pub columns: [String; 2],
    /// `cramers-v`, `pearson` or `correlation-ratio`.
    pub measure: String,
    /// In the original.
    pub original: f64,
    /// In the release; 0 where no table shows both.
    pub released: f64,
    /// What it is in the release less what it is in the original.
    pub difference: f64,
    /// The total variation distance between the contingency tables, the original's values counted under the labels of the release; null
    /// where labels overlap or cannot be read, or no table shows both columns.
    pub contingency: Option<f64>,
    /// The correlation of ranks, for two columns of numbers or dates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spearman: Option<BeforeAfter<f64>>,
}

/// How many records are unique or in small classes, before and after.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RiskComparison {
    /// The columns that were looked at.
    pub columns: Vec<String>,
    /// Rows in classes of fewer are at risk.
    pub k: u64,
    /// In the original.
    pub original: ClassFigures,
    /// In the release; of several tables the one with the smallest class.
    pub released: ClassFigures,
}

/// Equivalence classes and what attackers can expect of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct ClassFigures {
    /// The rows.
    pub rows: u64,
    /// Rows that show nothing in any of the columns and so are in no class; 0 where all rows are such.
    pub suppressed: u64,
    /// The classes.
    pub classes: u64,
    /// The smallest class; null without rows.
    pub min_class: Option<u64>,
    /// The mean size of classes; null without rows.
    pub avg_class: Option<f64>,
    /// Unique rows: classes of size 1.
    pub unique_rows: u64,
    /// Rows in classes of fewer than k.
    pub rows_below_k: u64,
    /// The risk for a record that the attacker knows to be in the table; null without rows.
    pub prosecutor: Option<Attack>,
    /// The share of records that are re-identified when all are attacked; null without rows.
    pub marketer: Option<f64>,
    /// Rows by the size of their class.
    pub class_sizes: Vec<ClassSizeRange>,
}

/// Classes of about the same size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ClassSizeRange {
    /// At least so many rows.
    pub from: u64,
    /// At most so many rows.
    pub to: u64,
    /// The classes.
    pub classes: u64,
    /// The rows in them.
    pub rows: u64,
}

/// How well a class is learned from a release.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Learned {
    /// The learner.
    pub model: String,
    /// The share of records whose class is reported right, trained on the release.
    pub accuracy: f64,
    /// The same, trained on the original.
    pub original_accuracy: f64,
    /// The share of the most frequent class.
    pub zero_r: f64,
    /// The share of the way from `zero_r` to `original_accuracy`; null where the original teaches nothing.
    pub relative: Option<f64>,
    /// Errors, trained on the release.
    pub rates: ErrorRates,
    /// Errors, trained on the original.
    pub original_rates: ErrorRates,
    /// The area under the ROC curve of the positive class, or its mean over classes, trained on the release; null with one class.
    pub auc: Option<f64>,
    /// The same, trained on the original.
    pub original_auc: Option<f64>,
    /// The Brier score, from 0 (certain and right) to 1, trained on the release.
    pub brier: Option<f64>,
    /// The same, trained on the original.
    pub original_brier: Option<f64>,
    /// The weight of each feature, the largest being 100, for logistic regression.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coefficients: Option<Vec<FeatureWeight>>,
    /// The folds.
    pub folds: u64,
    /// The records tested.
    pub rows: u64,
    /// Whether tables were sampled.
    pub sampled: bool,
    /// The classes learned.
    pub classes: u64,
    /// The share of tested records whose own row was kept out of what was trained on; below 1 the accuracy is too good.
    pub held_out: f64,
    /// Whether every regression reached its minimum.
    pub converged: bool,
}

/// Rates of errors of the positive class, or their means over classes; null where there is nothing to divide by.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ErrorRates {
    /// Of those reported positive, the share that is.
    pub precision: Option<f64>,
    /// Of the positive, the share reported so.
    pub recall: Option<f64>,
    /// Of the others, the share reported positive.
    pub false_positive_rate: Option<f64>,
    /// Of the positive, the share reported otherwise.
    pub false_negative_rate: Option<f64>,
}

/// The weight of a feature.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct FeatureWeight {
    /// The column.
    pub feature: String,
    /// Learned from the original.
    pub original: f64,
    /// Learned from the release.
    pub released: f64,
}

/// A column's distribution before and after.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Distribution {
    /// Over the labels of the release; `None` where these overlap or cannot be read.
    pub(super) by_label: Option<Vec<ChartBin>>,
    /// Over the values of the original, which are shown only when the user wants to.
    pub(super) by_value: Vec<ChartBin>,
}

/// A bar of a chart.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ChartBin {
    /// The labels or values in it.
    pub(super) name: String,
    /// Whether it is none of them: others, or what is missing.
    pub(super) is_rest: bool,
    pub(super) before: f64,
    pub(super) after: f64,
}

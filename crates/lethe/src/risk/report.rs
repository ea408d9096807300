//! What is told about risks.

use crate::discover::ColumnShare;
use lethe_data::Table;
use lethe_models::risk::{AttackerRisk, ClassSizes, SubsetFigures, UniquenessEstimates};
use schemars::JsonSchema;
use serde::Serialize;

/// How re-identifiable the records of a table are.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Risks {
    /// The number of records: rows, or the sum of their weights.
    pub rows: u64,
    /// The classes of records that are equal on the quasi-identifying columns.
    pub classes: u64,
    /// The records in the smallest class; null for an empty table.
    pub min_class: Option<u64>,
    /// The mean number of records in a class; null for an empty table.
    pub avg_class: Option<f64>,
    /// The unique records.
    pub unique_rows: u64,
    /// The risk for a person whom the attacker knows to be in the table; null for an empty table.
    pub prosecutor: Option<Attack>,
    /// The risk for a person of the population, where its records are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub journalist: Option<Attack>,
    /// The share of records that are re-identified when all are attacked: with the population's records where they are
    /// known, else as if the table were the population. Null for an empty table.
    pub marketer: Option<f64>,
    /// How many records are unique in the population, where its size is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub population: Option<PopulationEstimates>,
    /// How many classes there are of each size, smallest first.
    pub class_sizes: Vec<ClassSizeCount>,
    /// How well columns separate records: single ones, larger choices where requested, and all together.
    pub columns: Vec<ColumnFigures>,
    /// The records that few columns identify, where requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suda: Option<RareRecords>,
}

/// What an attacker can expect.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Attack {
    /// The chance for the record most at risk.
    pub max: f64,
    /// The mean chance over all records.
    pub avg: f64,
    /// The share of records for which the chance is above 1/k.
    pub at_risk: f64,
}

impl From<AttackerRisk> for Attack {
    fn from(risk: AttackerRisk) -> Self {
        Self { max: risk.max, avg: risk.avg, at_risk: risk.at_risk }
    }
}

/// Classes of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ClassSizeCount {
    /// The records in each.
    pub size: u64,
    /// The number of classes.
    pub classes: u64,
}

/// How well columns separate records.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ColumnFigures {
    /// The columns.
    pub columns: Vec<String>,
    /// Different combinations of their values.
    pub classes: u64,
    /// Different combinations divided by records; null for an empty table.
    pub distinction: Option<f64>,
    /// The share of pairs of records that differ; null for fewer than two records.
    pub separation: Option<f64>,
    /// The records with a unique combination.
    pub unique_rows: u64,
}

/// How many records are unique in the population.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PopulationEstimates {
    /// The records of the population.
    pub size: u64,
    /// The share of them who are in the table.
    pub sampling_fraction: f64,
    /// By Pitman's sampling formula; null when it does not fit the table.
    pub pitman: Option<UniquenessEstimate>,
    /// By the classes of the table (Zayatz).
    pub zayatz: Option<UniquenessEstimate>,
    /// By a shifted negative binomial distribution; null when it does not fit the table.
    pub snb: Option<UniquenessEstimate>,
    /// The estimate that the rule of Dankar et al. picks.
    pub dankar: Option<UniquenessEstimate>,
    /// Which one that is: `pitman`, `zayatz`, `snb`, or `exact` where nothing had to be estimated.
    pub dankar_uses: Option<String>,
}

/// Records that are unique in the population.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct UniquenessEstimate {
    /// Their number.
    pub records: f64,
    /// Their share of the population.
    pub share: f64,
}

/// The records that few columns identify (SUDA).
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RareRecords {
    /// The largest minimal sets looked for.
    pub max_size: usize,
    /// The share of the population that the table was taken to hold.
    pub sampling_fraction: f64,
    /// Rows with a minimal set.
    pub rows_at_risk: u64,
    /// The records they stand for.
    pub records_at_risk: u64,
    /// Pairs of a row and a minimal set of 1, 2, … columns.
    pub sets_by_size: Vec<u64>,
    /// How likely a match with a unique person is correct, for the whole file.
    pub dis: f64,
    /// What each column contributes to the scores.
    pub columns: Vec<ColumnShare>,
}

pub(super) fn compose(
    table: &Table,
    sizes: &ClassSizes,
    prosecutor: Option<AttackerRisk>,
    journalist: Option<AttackerRisk>,
    estimates: Option<(u64, f64, UniquenessEstimates)>,
    columns: &[SubsetFigures],
    suda: Option<RareRecords>,
) -> Risks {
    Risks {
        rows: sizes.records(),
        classes: sizes.classes(),
        min_class: sizes.smallest(),
        avg_class: sizes.mean(),
        unique_rows: sizes.of_size(1),
        prosecutor: prosecutor.map(Attack::from),
        journalist: journalist.map(Attack::from),
        marketer: journalist.or(prosecutor).map(|risk| risk.avg),
        population: estimates.map(|(size, fraction, estimates)| population(size, fraction, &estimates)),
        class_sizes: sizes.sizes().iter().map(|&(size, classes)| ClassSizeCount { size, classes }).collect(),
        columns: columns.iter().map(|one| column_figures(one, table)).collect(),
        suda,
    }
}

fn population(size: u64, sampling_fraction: f64, estimates: &UniquenessEstimates) -> PopulationEstimates {
    let estimate = |records: Option<f64>| {
        records.map(|records| UniquenessEstimate { records, share: records / size as f64 })
    };
    PopulationEstimates {
        size,
        sampling_fraction,
        pitman: estimate(estimates.pitman),
        zayatz: estimate(estimates.zayatz),
        snb: estimate(estimates.snb),
        dankar: estimate(estimates.chosen.map(|chosen| chosen.uniques)),
        dankar_uses: estimates.chosen.map(|chosen| chosen.estimator.to_owned()),
    }
}

fn column_figures(figures: &SubsetFigures, table: &Table) -> ColumnFigures {
    ColumnFigures {
        columns: figures.columns.iter().map(|&column| table.column(column).name().to_owned()).collect(),
        classes: figures.classes,
        distinction: figures.distinction,
        separation: figures.separation,
        unique_rows: figures.unique,
    }
}

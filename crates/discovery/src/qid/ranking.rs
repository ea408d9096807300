//! Which column does the most harm, and what is gained without it or when it is coarser?
//!
//! Without a column, the minimal quasi-identifiers that contain it are gone. A person stays exposed if some other one
//! exposes them. A coarser column leaves the same sets, which expose fewer records; see [`super::generalized`].

use super::each_set::{Tally, tally};
use super::relief::Relief;
use super::{Question, generalized};
use crate::Result;
use lethe_data::{ColumnSet, Context};
use std::cmp::Reverse;

/// How much work a ranking may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankingOptions {
    /// Records are counted with at most so many sets, the smallest; when these do not settle everybody and there are
    /// more, no records are reported.
    pub max_sets: usize,
    /// Whether records are also counted with each column made coarser.
    pub generalized: bool,
}

impl Default for RankingOptions {
    fn default() -> Self {
        Self { max_sets: 4096, generalized: false }
    }
}

/// How columns contribute to the exposure of records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// The records that at least one of the minimal sets exposes; `None` when there are too many sets to count with.
    pub exposed: Option<u64>,
    /// The columns that were searched; those first without which the fewest records stay exposed, then those in the
    /// most sets, then by position.
    pub columns: Vec<ColumnRisk>,
}

/// What one column contributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnRisk {
    /// The column's position.
    pub column: usize,
    /// The minimal sets that it is in.
    pub sets: usize,
    /// The records that at least one of the minimal sets *without* the column exposes.
    pub still_exposed: Option<u64>,
    /// What happens when the column is coarser, where asked for.
    pub generalized: Option<Generalized>,
}

/// What happens when a column is coarser: its neighbouring values are joined, in value order, until a group has at
/// least two of them and a tenth of the records that have a value, never fewer than `k`; fewer records left at the end join
/// the last group. Missing values stay as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generalized {
    /// The groups of values, at most ten; one group says no more than no column.
    pub groups: usize,
    /// The records that at least one of the minimal sets still exposes.
    pub still_exposed: u64,
}

/// Ranks the columns by what is gained without them.
///
/// **Guarantee**: figures of records are exact for the sets given, or absent. They say nothing of larger sets, which may
/// expose more: those of the table with a coarser column, for example, whose minimal quasi-identifiers can be larger.
/// **Cost**: one grouping for each of at most `max_sets` sets, fewer when everybody is exposed whichever column is
/// left out; one bit for each row and searched column, and a byte a row. With coarser columns one grouping more for
/// each set with a column that relieves somebody, and one of its classes for each such column.
/// **Errors**: the memory budget is too small, or the run is cancelled.
pub fn column_risk(
    question: &Question<'_>,
    minimal: &[ColumnSet],
    options: &RankingOptions,
    context: &Context,
) -> Result<Ranking> {
    let columns = question.columns();
    let mut sets: Vec<ColumnSet> = minimal.to_vec();
    sets.sort_unstable();
    let counted = &sets[..sets.len().min(options.max_sets)];
    let mut memory = context.memory().reserve("ranking columns");
    memory.try_grow(Relief::bytes(question))?;
    let relief =
        tally(question, counted, Relief::new(question), context, |set| question.exposed_rows(set, context))?;
    let records = (counted.len() == sets.len() || relief.is_settled()).then(|| relief.records());
    let coarser = match &records {
        Some(records) if options.generalized => {
            Some(generalized::each_column(question, counted, relief, records, context)?)
        }
        _ => None,
    };

    let mut ranked: Vec<ColumnRisk> = columns
        .iter()
        .enumerate()
        .map(|(position, &column)| ColumnRisk {
            column,
            sets: minimal.iter().filter(|set| set.contains(column)).count(),
            still_exposed: records.as_ref().map(|records| records.exposed - records.relieved[position]),
            generalized: coarser.as_ref().map(|coarser| coarser[position]),
        })
        .collect();
    ranked.sort_by_key(|risk| (risk.still_exposed, Reverse(risk.sets), risk.column));
    Ok(Ranking { exposed: records.map(|records| records.exposed), columns: ranked })
}

/// For each column, the size of the smallest minimal quasi-identifier without it; `None` when all contain it.
pub fn smallest_without(columns: &[usize], minimal: &[ColumnSet]) -> Vec<Option<usize>> {
    columns
        .iter()
        .map(|&column| minimal.iter().filter(|set| !set.contains(column)).map(ColumnSet::len).min())
        .collect()
}

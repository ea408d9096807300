//! What the values of a column set give away about each other.

use crate::cycles::{ColumnPair, SCALE, Spread};
use crate::{Measures, Nodes, RecordMoments, Result, RuleOptions};
use lethe_data::group::classes_of;
use lethe_data::{Context, Table};
use std::collections::BTreeSet;

/// Measures of a column set, over the records that have at least two of its values.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SetMeasures {
    /// These records' records.
    pub records: u64,
    /// The mean and standard deviation of the records' means.
    pub mean: Spread,
    /// The largest mean of a record.
    pub largest_mean: f64,
    /// The mean of the records' sums.
    pub sum: f64,
    /// The largest sum of a record.
    pub largest_sum: f64,
    /// The records whose mean deviates from that of records with as many of these values by more than theta.
    pub flagged: u64,
    /// The fewest records that have the same values in all columns of the set; 0 where nobody has a value in each.
    pub fewest: u64,
}

impl SetMeasures {
    /// The sum and mean of P(b | a) over the ordered pairs of a record's values in these columns, for all records.
    ///
    /// **Guarantee**: the same for any number of threads; sums are added up as integers and are right to 2^-37 for each pair of
    /// values.
    /// **Paper**: Podlesny 2023, section 5.1.3 and Definition 9, for cycles of any length.
    /// **Cost**: two readings of the rows for each two columns of the set, and grouping the rows by all.
    /// **Errors**: there are too many columns, the memory budget is too small, or the run is cancelled.
    pub fn of(table: &Table, columns: &[usize], theta: f64, context: &Context) -> Result<Self> {
        let no_rules = RuleOptions { min_support: u64::MAX, ..RuleOptions::default() };
        let measures = Measures::of(table, &Nodes::of(table, columns), &no_rules, context)?;
        let records = measures.records();
        let spread = RecordMoments::of(records, table.weights()).finish();
        let mut found =
            Self { mean: spread.all, fewest: fewest(table, columns, context)?, ..Self::default() };
        let mut sums = 0_u128;
        for row in (0..records.len()).filter(|&row| records.values(row) > 1) {
            let weight = table.weights().map_or(1, |weights| weights[row]);
            if weight == 0 {
                continue;
            }
            found.records += weight;
            sums += u128::from(records.scaled_sum(row)) * u128::from(weight);
            found.largest_sum = found.largest_sum.max(records.sum(row));
            found.largest_mean = found.largest_mean.max(records.mean(row));
            found.flagged += u64::from(spread.deviation(records, row) > theta);
        }
        if found.records > 0 {
            found.sum = sums as f64 / found.records as f64 / SCALE;
        }
        Ok(found)
    }
}

/// The fewest records with the same values in all columns.
fn fewest(table: &Table, columns: &[usize], context: &Context) -> Result<u64> {
    let classes = classes_of(table, columns, context)?;
    let has_all = |row: u32| {
        columns.iter().all(|&column| {
            let column = table.column(column);
            (column.codes().get(row as usize) as usize) < column.dictionary().len()
        })
    };
    let complete = classes.counts().iter().zip(classes.first_rows()).filter(|(_, row)| has_all(**row));
    Ok(complete.map(|(&records, _)| records).filter(|&records| records > 0).min().unwrap_or(0))
}

/// A column set of which every pair is a candidate.
#[derive(Clone, Debug, PartialEq)]
pub struct GrownSet {
    /// The places of its columns, ascending.
    pub columns: Vec<usize>,
    /// The smallest deviation of one of its pairs.
    pub deviation: f64,
}

/// Column sets of three to `most` columns of which every pair deviates by more than theta: up to `wanted` different ones.
///
/// Pairs are taken in the order of their deviation. Each is joined by the column whose least deviation with those there is
/// largest, as long as there is one; a draw goes to the first column.
///
/// **Cost**: for each pair the candidates of its columns.
pub fn grow_sets(
    pairs: &[ColumnPair],
    deviations: &[f64],
    theta: f64,
    most: usize,
    wanted: usize,
) -> Vec<GrownSet> {
    let mut candidates: Vec<usize> = (0..pairs.len()).filter(|&at| deviations[at] > theta).collect();
    candidates.sort_by(|&one, &two| deviations[two].total_cmp(&deviations[one]).then(one.cmp(&two)));
    let width = pairs.iter().map(|pair| pair.right + 1).max().unwrap_or(0);
    let mut beside: Vec<Vec<(usize, f64)>> = vec![Vec::new(); width];
    for &at in &candidates {
        let ColumnPair { left, right, .. } = pairs[at];
        beside[left].push((right, deviations[at]));
        beside[right].push((left, deviations[at]));
    }
    for others in &mut beside {
        others.sort_unstable_by_key(|other| other.0);
    }
    let deviation = |one: usize, two: usize| {
        let found = beside[one].binary_search_by_key(&two, |other| other.0);
        found.ok().map(|at| beside[one][at].1)
    };
    let mut seen = BTreeSet::new();
    let mut grown = Vec::new();
    for &at in &candidates {
        if grown.len() == wanted {
            break;
        }
        let mut set = GrownSet { columns: vec![pairs[at].left, pairs[at].right], deviation: deviations[at] };
        while set.columns.len() < most {
            let joining = beside[set.columns[0]].iter().filter_map(|&(column, _)| {
                let all = set.columns.iter().map(|&member| deviation(member, column));
                all.reduce(|one, two| Some(one?.min(two?))).flatten().map(|least| (least, column))
            });
            let best = joining.reduce(|best, next| if next.0 > best.0 { next } else { best });
            let Some((least, column)) = best else { break };
            set.columns.push(column);
            set.deviation = set.deviation.min(least);
        }
        set.columns.sort_unstable();
        if set.columns.len() > 2 && seen.insert(set.columns.clone()) {
            grown.push(set);
        }
    }
    grown
}

#[cfg(test)]
mod tests;

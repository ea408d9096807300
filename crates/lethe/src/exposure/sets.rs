//! Measures of column sets: those that are asked for, and those that grow from candidates.

use super::{ColumnSetMeasures, Subject};
use crate::error::in_file;
use crate::{Error, Result};
use lethe_data::Context;
use lethe_exposure::{SetMeasures, grow_sets};
use std::collections::BTreeSet;

/// The places of the columns of each set that is requested.
///
/// **Errors**: a column is missing or not looked at, or a set has fewer than two.
pub(super) fn asked(subject: &Subject<'_>, sets: &[Vec<String>], flag: &str) -> Result<Vec<Vec<usize>>> {
    let request = subject.request;
    let place = |position: usize| subject.nodes.columns().iter().position(|&column| column == position);
    let of = |names: &Vec<String>| -> Result<Vec<usize>> {
        let positions =
            subject.table.positions(names.iter().map(String::as_str)).map_err(in_file(&request.data))?;
        let places: Option<BTreeSet<usize>> = positions.into_iter().map(place).collect();
        let Some(places) = places else {
            return Err(Error::Request(format!(
                "{flag} names a column that `columns` or `exclude` leave out"
            )));
        };
        if places.len() < 2 {
            return Err(Error::Request(format!("a set of {flag} needs at least two columns")));
        }
        Ok(places.into_iter().collect())
    };
    sets.iter().map(of).collect()
}

/// The sets that are requested, then those that grow from candidates.
pub(super) fn measured(
    subject: &Subject<'_>,
    deviations: &[f64],
    context: &Context,
) -> Result<Vec<ColumnSetMeasures>> {
    let request = subject.request;
    let pairs = subject.measures.column_pairs();
    let asked = asked(subject, &request.sets, "`sets`")?.into_iter().map(|places| (places, None));
    let grown = grow_sets(pairs, deviations, request.theta, request.max_size, request.top).into_iter();
    let all = asked.chain(grown.map(|set| (set.columns, Some(set.deviation))));
    let measure = |(places, deviation): (Vec<usize>, Option<f64>)| -> Result<ColumnSetMeasures> {
        let positions: Vec<usize> = places.iter().map(|&place| subject.nodes.columns()[place]).collect();
        let found = SetMeasures::of(subject.table, &positions, request.theta, context)?;
        Ok(ColumnSetMeasures {
            columns: places.iter().map(|&place| subject.name(place).to_owned()).collect(),
            deviation,
            mean: found.mean.mean,
            sigma: found.mean.sigma,
            largest_mean: found.largest_mean,
            sum: found.sum,
            largest_sum: found.largest_sum,
            flagged_records: found.flagged,
            fewest: found.fewest,
        })
    };
    all.map(measure).collect()
}

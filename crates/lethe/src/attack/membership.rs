//! Whether somebody can conclude that a person is in the release.

use super::Attack;
use super::target::{Auxiliary, Target};
use crate::error::in_file;
use crate::{Error, Result};
use lethe_data::{Column, Context, Table, TypeChoice};
use lethe_io::{Location, read_table};
use schemars::JsonSchema;
use serde::Serialize;

/// How well somebody shows who is in the release, who takes a person for being in it when a record that shows something is
/// consistent with all that is known.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct MembershipInference {
    /// Known records that no record fits: where what is known and the labels are true, they are not in the release.
    pub certainly_absent: u64,
    /// Their share of the known records; null when nobody is known.
    pub certainly_absent_share: Option<f64>,
    /// Records that are known not to be in the release, where a table of them is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub absent: Option<u64>,
    /// The share of the known records that are taken for being in the release.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub true_positive_rate: Option<f64>,
    /// The share of the absent records that are taken for being in the release.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub false_positive_rate: Option<f64>,
    /// The difference of the two rates: 0 where the release shows nothing about who is in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advantage: Option<f64>,
}

/// Records that records fit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Matches {
    pub(super) records: u64,
    /// Records that a record fits that shows something.
    pub(super) matched: u64,
    /// Records that no record fits.
    pub(super) unmatched: u64,
}

impl Matches {
    fn rate(self) -> Option<f64> {
        (self.records > 0).then(|| self.matched as f64 / self.records as f64)
    }
}

/// The rates of somebody who knows some records in the release, and some who are not in it.
pub(super) fn membership(known: Matches, absent: Option<Matches>) -> MembershipInference {
    let truly = absent.and_then(|_| known.rate());
    let falsely = absent.and_then(Matches::rate);
    MembershipInference {
        certainly_absent: known.unmatched,
        certainly_absent_share: (known.records > 0).then(|| known.unmatched as f64 / known.records as f64),
        absent: absent.map(|absent| absent.records),
        true_positive_rate: truly,
        false_positive_rate: falsely,
        advantage: truly.zip(falsely).map(|(truly, falsely)| truly - falsely),
    }
}

/// The records that are not in the release, with values of the types of what is known.
pub(super) fn read_absent(
    request: &Attack,
    place: &Location,
    auxiliary: &Auxiliary,
    targets: &[Target],
    context: &Context,
) -> Result<Table> {
    let table = read_table(place, &request.read.for_other_table(), context)?;
    let names: Vec<String> = targets.iter().flat_map(Target::known_columns).collect();
    if !names.iter().any(|name| table.position(name).is_ok()) {
        return Err(Error::Request(format!("{}: it has none of the columns that are compared", place.name)));
    }
    let mut columns = table.columns().to_vec();
    for column in &mut columns {
        let known = auxiliary.table.position(column.name()).ok();
        let wanted = known.map(|known| auxiliary.table.column(known).value_type());
        if let Some(wanted) = wanted.filter(|wanted| *wanted != column.value_type()) {
            let cells = (0..column.len()).map(|row| column.text(row));
            *column = Column::from_texts(column.name(), cells, TypeChoice::Declared(wanted))
                .map_err(in_file(place))?;
        }
    }
    Ok(Table::new(columns)?.with_memory(context.memory())?)
}

//! What is grouped: distinct combinations of quasi-identifying values.
//!
//! Records who look alike to begin with stay together whatever happens, so algorithms move one unit instead of many rows.

use super::Axis;
use super::order::order;
use crate::Result;
use lethe_data::{Classes, Context, Table, group};
use lethe_models::privacy::Requirements;
use rayon::prelude::*;

/// Distinct combinations of places on all axes, with their records.
///
/// **Guarantee**: units are in ascending order of their places, first axis first, so that their numbering depends on the
/// records alone.
#[derive(Clone, Debug, Default)]
pub struct Units {
    axes: usize,
    /// Row by row.
    places: Vec<u32>,
    records: Vec<u64>,
    /// By slot.
    sensitive: Vec<Values>,
}

/// Records one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Records<'a> {
    /// The places on all axes.
    pub places: &'a [u32],
    /// The codes in all sensitive columns.
    pub sensitive: &'a [u32],
    /// The number of codes of each sensitive column.
    pub domains: &'a [usize],
    /// The weight of each record; where not given, one.
    pub records: Option<&'a [u64]>,
}

/// How often each sensitive value occurs, unit by unit.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    /// Where each unit's entries begin, and where the last one's end.
    starts: Vec<u32>,
    /// Code and records, ascending by code within a unit.
    entries: Vec<(u32, u64)>,
    /// One more than the largest code.
    pub(super) domain: usize,
}

impl Values {
    pub(super) fn of(&self, unit: u32) -> &[(u32, u64)] {
        &self.entries[self.starts[unit as usize] as usize..self.starts[unit as usize + 1] as usize]
    }
}

impl Units {
    /// The units of a table, and the unit of each row. `axes` are those of the columns `quasi`; sensitive values are
    /// counted where the requirements look at them.
    ///
    /// **Cost**: a grouping of the rows, one more for each sensitive column, and sorting the units.
    pub fn of_table(
        table: &Table,
        quasi: &[usize],
        axes: &[Axis],
        requirements: &Requirements,
        context: &Context,
    ) -> Result<(Self, Vec<u32>)> {
        let classes = group::classes_of(table, quasi, context)?;
        let mut places = vec![0; classes.len() * axes.len()];
        for (at, (&column, axis)) in quasi.iter().zip(axes).enumerate() {
            let codes = table.column(column).codes();
            for (unit, &row) in classes.first_rows().iter().enumerate() {
                places[unit * axes.len() + at] = axis.place(codes.get(row as usize));
            }
        }
        let place_of = |class: u32| &places[class as usize * axes.len()..(class as usize + 1) * axes.len()];
        let domains: Vec<usize> = axes.iter().map(Axis::len).collect();
        let order = order(&places, &domains, context);
        let mut unit_of = vec![0; order.len()];
        for (unit, &class) in order.iter().enumerate() {
            unit_of[class as usize] = unit as u32;
        }
        let sensitive = requirements
            .sensitive
            .iter()
            .map(|&column| values(table, column, &classes, &unit_of, context))
            .collect::<Result<_>>()?;
        let units = Self {
            axes: axes.len(),
            places: order.iter().flat_map(|&class| place_of(class).iter().copied()).collect(),
            records: order.iter().map(|&class| classes.counts()[class as usize]).collect(),
            sensitive,
        };
        let of_row = classes.ids().iter().map(|&class| unit_of[class as usize]).collect();
        Ok((units, of_row))
    }

    /// The units of records that have a place on each of the axes and a code in each sensitive column, one record after
    /// the other. Also the unit of each.
    ///
    /// **Guarantee**: the same units as [`Units::of_table`] makes of the same records.
    pub fn of_records(records: &Records<'_>, axes: &[Axis], context: &Context) -> (Self, Vec<u32>) {
        let &Records { places, sensitive, domains, records: counts } = records;
        let lengths: Vec<usize> = axes.iter().map(Axis::len).collect();
        let order = order(places, &lengths, context);
        let place = |at: u32| &places[at as usize * axes.len()..(at as usize + 1) * axes.len()];
        let count = |at: u32| counts.map_or(1, |counts| counts[at as usize]);
        let mut units = Self { axes: axes.len(), ..Self::default() };
        units.sensitive = domains.iter().map(|&domain| Values { domain, ..Values::default() }).collect();
        let mut of_record = vec![0; order.len()];
        for same in order.chunk_by(|&a, &b| place(a) == place(b)) {
            let unit = units.records.len() as u32;
            units.places.extend_from_slice(place(same[0]));
            units.records.push(same.iter().map(|&at| count(at)).sum());
            for &at in same {
                of_record[at as usize] = unit;
            }
            for (slot, values) in units.sensitive.iter_mut().enumerate() {
                let code = |at: u32| sensitive[at as usize * domains.len() + slot];
                let mut codes: Vec<(u32, u64)> = same.iter().map(|&at| (code(at), count(at))).collect();
                codes.sort_unstable();
                values.starts.push(values.entries.len() as u32);
                let runs = codes.chunk_by(|a, b| a.0 == b.0);
                let runs = runs.map(|run| (run[0].0, run.iter().map(|(_, count)| count).sum()));
                values.entries.extend(runs.filter(|(_, count)| *count > 0));
            }
        }
        for values in &mut units.sensitive {
            values.starts.push(values.entries.len() as u32);
        }
        (units, of_record)
    }

    /// The number of units.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there is nobody.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// A unit's place on each axis.
    #[inline]
    pub fn places(&self, unit: u32) -> &[u32] {
        let start = unit as usize * self.axes;
        &self.places[start..start + self.axes]
    }

    /// The records of a unit.
    #[inline]
    pub fn records(&self, unit: u32) -> u64 {
        self.records[unit as usize]
    }

    pub(super) fn sensitive(&self) -> &[Values] {
        &self.sensitive
    }
}

fn values(
    table: &Table,
    column: usize,
    classes: &Classes,
    unit_of: &[u32],
    context: &Context,
) -> Result<Values> {
    let column = table.column(column);
    let pairs = group::refine(classes, column, table.weights(), context)?;
    let entry = |(&row, &records): (&u32, &u64)| {
        let unit = unit_of[classes.ids()[row as usize] as usize];
        (unit, column.codes().get(row as usize), records)
    };
    let mut entries: Vec<(u32, u32, u64)> = pairs
        .first_rows()
        .iter()
        .zip(pairs.counts())
        .map(entry)
        .filter(|(.., records)| *records > 0)
        .collect();
    context.install(|| entries.par_sort_unstable());
    let mut starts = vec![0; unit_of.len() + 1];
    for &(unit, ..) in &entries {
        starts[unit as usize + 1] += 1;
    }
    for unit in 0..unit_of.len() {
        starts[unit + 1] += starts[unit];
    }
    let entries = entries.into_iter().map(|(_, code, records)| (code, records)).collect();
    Ok(Values { starts, entries, domain: column.domain() })
}

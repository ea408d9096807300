//! From groups to what each record shows.

use super::label::span_label;
use super::{Axis, Extent, Groups, Shown, Units};
use crate::Recoding;
use lethe_data::Column;
use lethe_data::hierarchy::BoundHierarchy;
use lethe_models::quality::{Covers, Span};
use std::collections::HashMap;

/// A quasi-identifying column as it is recoded.
#[derive(Clone, Copy, Debug)]
pub struct Recoded<'a> {
    /// The column.
    pub column: &'a Column,
    /// Its hierarchy.
    pub bound: &'a BoundHierarchy,
    /// Its places.
    pub axis: &'a Axis,
}

/// What each row shows, given the unit of each row.
///
/// **Guarantee**: rows of a group show the same labels, each of which stands for the values of all of the group.
///
/// **Cost**: a look at each unit and axis, and a look-up a group.
pub fn recoding(groups: &Groups, units: &Units, unit_of_row: &[u32], columns: &[Recoded<'_>]) -> Recoding {
    let mut rounds: Vec<Vec<usize>> = Vec::new();
    let mut round_of: HashMap<Vec<usize>, u32> = HashMap::new();
    let mut spans: Vec<Spans<'_>> = columns.iter().map(|&column| Spans::new(column)).collect();
    let mut round_of_unit = vec![0; units.len()];
    for group in groups.iter() {
        let extent = Extent::over(units, group);
        let ranges = extent.ranges.iter().zip(&mut spans);
        let entries: Vec<usize> = ranges.map(|(&(first, last), spans)| spans.entry(first, last)).collect();
        let round = *round_of.entry(entries).or_insert_with_key(|entries| {
            rounds.push(entries.clone());
            rounds.len() as u32 - 1
        });
        for &unit in group {
            round_of_unit[unit as usize] = round;
        }
    }
    let round_of_row = unit_of_row.iter().map(|&unit| round_of_unit[unit as usize]).collect();
    let spans: Vec<Vec<Span>> = spans.into_iter().map(|spans| spans.list).collect();
    let spans = if spans.iter().all(Vec::is_empty) { Vec::new() } else { spans };
    Recoding { rounds, round_of_row, spans }
}

/// The spans that a column shows so far.
struct Spans<'a> {
    column: Recoded<'a>,
    list: Vec<Span>,
    number: HashMap<(u32, u32), usize>,
}

impl<'a> Spans<'a> {
    fn new(column: Recoded<'a>) -> Self {
        Self { column, list: Vec::new(), number: HashMap::new() }
    }

    /// What a group between two places shows, as a recoding writes it.
    fn entry(&mut self, first: u32, last: u32) -> usize {
        let Recoded { column, bound, axis } = self.column;
        match axis.shown(first, last) {
            Shown::Level(level) => level,
            Shown::Everything => bound.height() - 1,
            Shown::Span => {
                let list = &mut self.list;
                let number = *self.number.entry((first, last)).or_insert_with(|| {
                    let label = span_label(column.dictionary(), first, last);
                    list.push(Span { label, covers: Covers::Range { first, last } });
                    list.len() - 1
                });
                bound.height() + number
            }
        }
    }
}

//! From groups to what each record shows.

use super::center;
use super::label::span_label;
use super::{Axis, Center, Groups, Shown, Units};
use crate::Recoding;
use lethe_data::Column;
use lethe_data::hierarchy::BoundHierarchy;
use lethe_models::quality::Span;
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
/// **Guarantee**: rows of a group show the same labels, each of which stands for the values of all of the group. With a
/// `center`, columns of numbers whose groups would show a range show the center of the group's numbers instead, which is
/// not true of its records.
///
/// **Cost**: a look at each unit and axis, and a look-up a group.
pub fn recoding(
    groups: &Groups,
    units: &Units,
    unit_of_row: &[u32],
    columns: &[Recoded<'_>],
    center: Option<Center>,
) -> Recoding {
    let mut rounds = Rounds::new(columns);
    let mut round_of_unit = vec![0; units.len()];
    for group in groups.iter() {
        let places = |at: usize| group.iter().map(move |&unit| units.places(unit)[at]);
        let label = |at: usize| center.and_then(|center| center_label(center, units, group, at, columns[at]));
        let shows = columns.iter().enumerate().map(|(at, column)| (column.axis.words(places(at)), label(at)));
        let round = rounds.of(shows);
        for &unit in group {
            round_of_unit[unit as usize] = round;
        }
    }
    rounds.into_recoding(unit_of_row.iter().map(|&unit| round_of_unit[unit as usize]).collect())
}

/// The center of a group's numbers, in a column of numbers.
fn center_label(
    center: Center,
    units: &Units,
    group: &[u32],
    at: usize,
    Recoded { column, axis, .. }: Recoded<'_>,
) -> Option<String> {
    let code = |unit: u32| axis.code(units.places(unit)[at]);
    let is_number = |unit: &u32| (code(*unit) as usize) < column.dictionary().len();
    if !column.value_type().is_numeric() || !group.iter().all(is_number) {
        return None;
    }
    let mut numbers: Vec<(u32, u64)> = group.iter().map(|&unit| (code(unit), units.records(unit))).collect();
    Some(center::label(center, column.dictionary(), &mut numbers))
}

/// The rounds of a recoding while groups are looked at: groups that show the same are one.
pub struct Rounds<'a> {
    columns: Vec<Spans<'a>>,
    entries: Vec<Vec<usize>>,
    number: HashMap<Vec<usize>, u32>,
}

impl<'a> Rounds<'a> {
    /// None yet.
    pub fn new(columns: &[Recoded<'a>]) -> Self {
        let columns = columns.iter().map(|&column| Spans::new(column)).collect();
        Self { columns, entries: Vec::new(), number: HashMap::new() }
    }

    /// The round of a group, given [`Axis::words`] for each column and, where a span is to have a label that is not its
    /// own, that label.
    pub fn of(&mut self, shows: impl Iterator<Item = ([u32; 2], Option<String>)>) -> u32 {
        let entries = self.columns.iter_mut().zip(shows);
        let entries: Vec<usize> = entries.map(|(spans, (words, label))| spans.entry(words, label)).collect();
        let rounds = &mut self.entries;
        *self.number.entry(entries).or_insert_with_key(|entries| {
            rounds.push(entries.clone());
            rounds.len() as u32 - 1
        })
    }

    /// The recoding in which rows are in these rounds.
    pub fn into_recoding(self, round_of_row: Vec<u32>) -> Recoding {
        let spans: Vec<Vec<Span>> = self.columns.into_iter().map(|spans| spans.list).collect();
        let spans = if spans.iter().all(Vec::is_empty) { Vec::new() } else { spans };
        Recoding { rounds: self.entries, round_of_row, spans }
    }
}

/// The spans that a column shows so far.
struct Spans<'a> {
    column: Recoded<'a>,
    list: Vec<Span>,
    number: HashMap<([u32; 2], Option<String>), usize>,
}

impl<'a> Spans<'a> {
    fn new(column: Recoded<'a>) -> Self {
        Self { column, list: Vec::new(), number: HashMap::new() }
    }

    /// What a group of these places shows, as a recoding writes it; where that is a span, under this label, or its own.
    fn entry(&mut self, words: [u32; 2], label: Option<String>) -> usize {
        let Recoded { column, bound, axis } = self.column;
        match axis.shown(words) {
            Shown::Level(level) => level,
            Shown::Everything => bound.height() - 1,
            Shown::Span(covers) => {
                let list = &mut self.list;
                let number = *self.number.entry((words, label)).or_insert_with_key(|(_, label)| {
                    let own = || span_label(column.dictionary(), &covers);
                    let label = label.clone().unwrap_or_else(own);
                    list.push(Span { label, covers });
                    list.len() - 1
                });
                bound.height() + number
            }
        }
    }
}

//! From groups to what each record shows.

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
    let mut rounds: Vec<Vec<usize>> = Vec::new();
    let mut round_of: HashMap<Vec<usize>, u32> = HashMap::new();
    let mut spans: Vec<Spans<'_>> = columns.iter().map(|&column| Spans::new(column)).collect();
    let mut round_of_unit = vec![0; units.len()];
    for group in groups.iter() {
        let entries = spans.iter_mut().enumerate().map(|(at, spans)| {
            let words = spans.column.axis.words(group.iter().map(|&unit| units.places(unit)[at]));
            let label = center.and_then(|center| spans.center(center, units, group, at));
            spans.entry(words, label)
        });
        let entries: Vec<usize> = entries.collect();
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
    number: HashMap<([u32; 2], Option<String>), usize>,
}

impl<'a> Spans<'a> {
    fn new(column: Recoded<'a>) -> Self {
        Self { column, list: Vec::new(), number: HashMap::new() }
    }

    /// The center of a group's numbers, in a column of numbers.
    fn center(&self, center: Center, units: &Units, group: &[u32], at: usize) -> Option<String> {
        let Recoded { column, axis, .. } = self.column;
        let code = |unit: u32| axis.code(units.places(unit)[at]);
        let is_number = |unit: &u32| (code(*unit) as usize) < column.dictionary().len();
        if !column.value_type().is_numeric() || !group.iter().all(is_number) {
            return None;
        }
        let mut numbers: Vec<(u32, u64)> =
            group.iter().map(|&unit| (code(unit), units.people(unit))).collect();
        Some(center.label(column.dictionary(), &mut numbers))
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

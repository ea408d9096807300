//! One number in place of a range.

use super::Eliminated;
use crate::Recoding;
use crate::partition::{Center, center};
use lethe_data::Table;
use lethe_data::hierarchy::BoundHierarchy;
use lethe_models::quality::{Covers, Span};
use std::collections::{BTreeMap, HashMap};

impl Eliminated {
    /// The recoding with the center of its numbers in place of every range of a column of numbers. Not truthful: the center
    /// may be nobody's number.
    ///
    /// **Guarantee**: records that look alike still do. Two ranges may have one center, and then have more company.
    pub fn with_centers(
        &self,
        table: &Table,
        columns: &[usize],
        hierarchies: &[BoundHierarchy],
        center: Center,
    ) -> Recoding {
        let Recoding { rounds, round_of_row, .. } = &self.recoding;
        let mut spans: Vec<Vec<Span>> = vec![Vec::new(); columns.len()];
        let mut entries: Vec<Vec<usize>> =
            round_of_row.iter().map(|&round| rounds[round as usize].clone()).collect();
        for (place, (&position, bound)) in columns.iter().zip(hierarchies).enumerate() {
            let column = table.column(position);
            if !column.value_type().is_numeric() {
                continue;
            }
            let null = column.null_code();
            let top = bound.height() - 1;
            let node = |row: usize, level: usize| {
                let code = column.codes().get(row);
                (level > 0 && level < top && Some(code) != null)
                    .then(|| (level, bound.codes(level)[code as usize]))
            };
            let mut records: BTreeMap<(usize, u32), HashMap<u32, u64>> = BTreeMap::new();
            for (row, entries) in entries.iter().enumerate() {
                if let Some(node) = node(row, entries[place]) {
                    let weight = table.weights().map_or(1, |weights| weights[row]);
                    *records.entry(node).or_default().entry(column.codes().get(row)).or_default() += weight;
                }
            }
            let mut numbers: HashMap<(usize, u32), usize> = HashMap::new();
            for ((level, node), records) in records {
                let mut records: Vec<(u32, u64)> = records.into_iter().collect();
                let codes = (0..column.dictionary().len() as u32)
                    .filter(|&code| bound.codes(level)[code as usize] == node)
                    .collect();
                numbers.insert((level, node), bound.height() + spans[place].len());
                let label = center::label(center, column.dictionary(), &mut records);
                spans[place].push(Span { label, covers: Covers::Codes(codes) });
            }
            for (row, entries) in entries.iter_mut().enumerate() {
                if let Some(node) = node(row, entries[place]) {
                    entries[place] = numbers[&node];
                }
            }
        }
        let mut known: HashMap<Vec<usize>, u32> = HashMap::new();
        let mut rounds = Vec::new();
        let number = |entries: Vec<usize>| {
            *known.entry(entries).or_insert_with_key(|entries| {
                rounds.push(entries.clone());
                rounds.len() as u32 - 1
            })
        };
        let round_of_row = entries.into_iter().map(number).collect();
        Recoding { rounds, round_of_row, spans }
    }
}

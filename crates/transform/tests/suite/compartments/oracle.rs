//! What is safe, in its plainest form: every set of columns is counted.

use lethe_data::{Column, ColumnSet, Context, Table, TypeChoice};
use lethe_transform::compartment::Question;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::LazyLock;

pub(crate) static CONTEXTS: LazyLock<[Context; 2]> =
    LazyLock::new(|| [1, 2].map(|threads| Context::new(threads).unwrap()));

pub(crate) fn set(bits: usize) -> ColumnSet {
    ColumnSet::of((0..16).filter(|column| bits >> column & 1 == 1)).unwrap()
}

/// Cells of few values, so that records are alike; 0 is a missing value.
#[derive(Clone, Debug)]
pub(crate) struct Small {
    pub(crate) rows: Vec<Vec<u8>>,
    pub(crate) width: usize,
    pub(crate) weights: Option<Vec<u64>>,
    pub(crate) k: u64,
    pub(crate) max_size: Option<usize>,
}

pub(crate) fn small(width: usize, rows: usize) -> impl Strategy<Value = Small> {
    let cells =
        prop::collection::vec(prop::collection::vec(prop_oneof![3 => 0u8..2, 1 => 0u8..4], width), 0..=rows);
    // Whole blocks of equal rows make larger sets safe.
    let repeated = (cells, 1usize..4).prop_map(|(rows, times)| vec![rows; times].concat());
    let weights = prop::option::weighted(0.3, prop::collection::vec(0u64..4, 3 * rows));
    (repeated, weights, 2u64..5, prop::option::of(1usize..4)).prop_map(move |(rows, weights, k, max_size)| {
        let weights = weights.map(|weights| weights[..rows.len()].to_vec());
        Small { rows, width, weights, k, max_size }
    })
}

impl Small {
    pub(crate) fn table(&self) -> Table {
        let column = |index: usize| {
            let texts: Vec<Option<String>> =
                self.rows.iter().map(|row| (row[index] > 0).then(|| row[index].to_string())).collect();
            let cells = texts.iter().map(Option::as_deref);
            Column::from_texts(&format!("c{index}"), cells, TypeChoice::Infer).unwrap()
        };
        let table = Table::new((0..self.width).map(column).collect()).unwrap();
        match &self.weights {
            Some(weights) => table.with_weights(weights.clone()).unwrap(),
            None => table,
        }
    }

    pub(crate) fn question<'a>(&self, table: &'a Table) -> Question<'a> {
        Question { table, columns: (0..self.width).collect(), k: self.k, max_size: self.max_size }
    }

    /// Whether on some set of at most `max_size` of the columns 1 to k − 1 records look alike.
    pub(crate) fn is_safe(&self, bits: usize) -> bool {
        let knowable = |known: &usize| self.max_size.is_none_or(|size| known.count_ones() as usize <= size);
        subsets(bits)
            .filter(knowable)
            .all(|known| self.counts(known).values().all(|&n| n == 0 || n >= self.k))
    }

    fn counts(&self, bits: usize) -> BTreeMap<Vec<u8>, u64> {
        let mut counts = BTreeMap::new();
        for (index, row) in self.rows.iter().enumerate() {
            let shown = (0..self.width).filter(|column| bits >> column & 1 == 1).map(|column| row[column]);
            *counts.entry(shown.collect()).or_default() +=
                self.weights.as_ref().map_or(1, |weights| weights[index]);
        }
        counts
    }

    /// The maximal safe sets that are not empty, sorted.
    pub(crate) fn maximal(&self) -> Vec<usize> {
        let safe: Vec<usize> = (1..1 << self.width).filter(|&bits| self.is_safe(bits)).collect();
        let within_other = |bits: usize| safe.iter().any(|&other| other != bits && bits & !other == 0);
        let mut maximal: Vec<usize> = safe.iter().copied().filter(|&bits| !within_other(bits)).collect();
        maximal.sort_by_key(|&bits| set(bits));
        maximal
    }
}

/// The subsets that are not empty.
pub(crate) fn subsets(bits: usize) -> impl Iterator<Item = usize> {
    (1..=bits).filter(move |known| known & !bits == 0)
}

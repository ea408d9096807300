//! Every table that agrees with what was published, one after the other.

use std::collections::BTreeMap;

pub(crate) type Row = [u8; 4];

/// How many records show each combination of some columns.
pub(crate) fn counts(rows: &[Row], columns: &[usize]) -> BTreeMap<Vec<u8>, u64> {
    let mut counts = BTreeMap::new();
    for row in rows {
        *counts.entry(columns.iter().map(|&column| row[column]).collect()).or_default() += 1;
    }
    counts
}

/// Calls `visit` with every multiset of rows that has the published counts on every compartment.
pub(crate) fn for_each_table(rows: &[Row], compartments: &[Vec<usize>], visit: &mut dyn FnMut(&[Row])) {
    let published: Vec<_> = compartments.iter().map(|columns| counts(rows, columns)).collect();
    // A column that is in no compartment is not known and not asked about; it is 0 everywhere.
    let shown = |column: usize| compartments.iter().any(|columns| columns.contains(&column));
    let values = |column: usize| if shown(column) { 0..3u8 } else { 0..1 };
    let mut cells = Vec::new();
    for a in values(0) {
        for b in values(1) {
            for c in values(2) {
                cells.extend(values(3).map(|d| [a, b, c, d]));
            }
        }
    }
    let key = |columns: &[usize], cell: &Row| columns.iter().map(|&column| cell[column]).collect::<Vec<u8>>();
    cells.retain(|cell| {
        compartments.iter().zip(&published).all(|(columns, counts)| counts.contains_key(&key(columns, cell)))
    });
    let mut search = Search { compartments, cells, left: published, table: Vec::new(), visit };
    search.from(0, rows.len());
}

struct Search<'a> {
    compartments: &'a [Vec<usize>],
    cells: Vec<Row>,
    left: Vec<BTreeMap<Vec<u8>, u64>>,
    table: Vec<Row>,
    visit: &'a mut dyn FnMut(&[Row]),
}

impl Search<'_> {
    fn from(&mut self, first: usize, missing: usize) {
        if missing == 0 {
            (self.visit)(&self.table);
            return;
        }
        for cell in first..self.cells.len() {
            if self.take(cell) {
                self.from(cell, missing - 1);
                self.give_back(cell);
            }
        }
    }

    fn take(&mut self, cell: usize) -> bool {
        let keys = self.keys(cell);
        if keys.iter().zip(&self.left).any(|(key, left)| left[key] == 0) {
            return false;
        }
        keys.iter().zip(&mut self.left).for_each(|(key, left)| *left.get_mut(key).unwrap() -= 1);
        self.table.push(self.cells[cell]);
        true
    }

    fn give_back(&mut self, cell: usize) {
        let keys = self.keys(cell);
        keys.iter().zip(&mut self.left).for_each(|(key, left)| *left.get_mut(key).unwrap() += 1);
        self.table.pop();
    }

    fn keys(&self, cell: usize) -> Vec<Vec<u8>> {
        let row = self.cells[cell];
        self.compartments.iter().map(|columns| columns.iter().map(|&column| row[column]).collect()).collect()
    }
}

/// For every combination on a set of columns the fewest and the most records that can have it.
pub(crate) type Bounds = BTreeMap<Vec<u8>, (u64, u64)>;

/// The bounds on every set of columns that are in some compartment.
pub(crate) fn exact_bounds(rows: &[Row], compartments: &[Vec<usize>]) -> BTreeMap<Vec<usize>, Bounds> {
    let columns: Vec<usize> =
        (0..4).filter(|column| compartments.iter().any(|columns| columns.contains(column))).collect();
    let sets: Vec<Vec<usize>> = (1u32..1 << columns.len())
        .map(|bits| (0..columns.len()).filter(|&at| bits >> at & 1 == 1).map(|at| columns[at]).collect())
        .collect();
    let mut bounds: BTreeMap<Vec<usize>, Bounds> = BTreeMap::new();
    let mut tables = 0u64;
    for_each_table(rows, compartments, &mut |table| {
        for set in &sets {
            let found = counts(table, set);
            let of_set = bounds.entry(set.clone()).or_default();
            // A combination that this table lacks, or that all tables before lacked, may have nobody.
            of_set.iter_mut().filter(|(key, _)| !found.contains_key(*key)).for_each(|(_, bound)| bound.0 = 0);
            for (key, records) in found {
                let fresh = (if tables == 0 { records } else { 0 }, records);
                let bound = of_set.entry(key).or_insert(fresh);
                *bound = (bound.0.min(records), bound.1.max(records));
            }
        }
        tables += 1;
    });
    bounds
}

/// The combinations that provably have between 1 and k − 1 records.
pub(crate) fn exposed(bounds: &Bounds, k: u64) -> Vec<(u64, u64)> {
    bounds.values().copied().filter(|&(lower, upper)| lower >= 1 && upper < k).collect()
}

//! Settling the few classes that a sample leaves open.
//!
//! After a sample, a cell of the counting table is full (at least k records: safe) or open. An open cell is dismissed
//! when two of its values never occur together. The others are counted exactly from the rows of their rarest value, if
//! those rows are listed and few; otherwise the whole table must be read.

use super::Index;
use super::evaluate::{Evaluator, Outcome};
use super::occupancy::Pair;
use super::tally::{self, Tally};
use lethe_data::{Code, with_codes};

/// More open cells than this are not settled one by one.
const MOST_OPEN: usize = 2048;

/// A plan to settle open cells.
pub(super) struct Plan {
    /// The cells that may have records, each with the list to count it from.
    cells: Vec<(usize, u32)>,
    /// Lists of rows: length, column, code; shortest first.
    lists: Vec<(usize, Index, u32)>,
    /// Rows to read.
    pub(super) cost: usize,
}

impl Evaluator<'_> {
    /// How the open cells of a counting table can be settled; `None` when only the whole table can.
    pub(super) fn plan<T: Tally>(
        &self,
        columns: &[Index],
        counters: &[T],
        full: T,
        open: usize,
    ) -> Option<Plan> {
        if open > MOST_OPEN {
            return None;
        }
        let mut plan = Plan { cells: Vec::with_capacity(open), lists: Vec::new(), cost: 0 };
        let mut codes = vec![0u32; columns.len()];
        let mut found: Vec<(usize, Index, u32)> = Vec::new();
        let apart = Apart::of(columns, self);
        for (cell, _) in counters.iter().enumerate().filter(|(_, counter)| **counter < full) {
            self.decode(columns, cell, &mut codes);
            if apart.is_impossible(&codes) {
                continue;
            }
            let lists = columns.iter().zip(&codes).filter_map(|(&column, &code)| {
                self.postings(column).of(code).map(|rows| (rows.len(), column, code))
            });
            found.push(lists.min()?);
            plan.cells.push((cell, 0));
        }
        plan.lists.clone_from(&found);
        plan.lists.sort_unstable();
        plan.lists.dedup();
        for ((_, place), list) in plan.cells.iter_mut().zip(&found) {
            // Every list of a cell is among the sorted lists, because they were made from them.
            *place = plan.lists.binary_search(list).unwrap_or_default() as u32;
        }
        plan.cost = plan.lists.iter().map(|list| list.0).sum();
        Some(plan)
    }

    /// Counts the open cells of a plan exactly. The counting table is used up.
    ///
    /// Lists are read shortest first and a cell belongs to its shortest list, so a cell is counted when the first list
    /// that holds its records is read, and marked as full afterwards: later lists do not count it again.
    pub(super) fn settle<T: Tally>(
        &self,
        columns: &[Index],
        mut plan: Plan,
        counters: &mut [T],
        full: T,
    ) -> Outcome {
        for &(cell, _) in &plan.cells {
            counters[cell] = T::default();
        }
        plan.cells.sort_unstable_by_key(|&(cell, list)| (list, cell));
        let mut exposed = 0;
        let mut missing = Vec::new();
        let (mut keys, mut rows) = (Vec::new(), Vec::new());
        let mut cells = plan.cells.as_slice();
        for (index, &(_, column, code)) in plan.lists.iter().enumerate() {
            let own = cells.partition_point(|&(_, list)| list as usize <= index);
            rows.clear();
            rows.extend_from_slice(self.postings(column).of(code).unwrap_or_default());
            self.keep_rows_of(columns, column, &cells[..own], &mut rows);
            self.gather(columns, &rows, &mut keys);
            for (&cell, &row) in keys.iter().zip(&rows) {
                tally::add(&mut counters[cell as usize], self.whole.weight(row as usize), full);
            }
            for &(cell, _) in &cells[..own] {
                let records = counters[cell];
                if records == T::default() {
                    missing.push(cell);
                } else if records < full {
                    exposed += records.records();
                }
                counters[cell] = full;
            }
            cells = &cells[own..];
            if exposed >= self.sheet.need {
                return Outcome::Exposing;
            }
        }
        // Of a pair nothing is known to be impossible beforehand, so these are all its empty cells.
        let is_pair = columns.len() == 2;
        Outcome::Safe(if is_pair { self.occupancy.without(missing, counters.len()) } else { Pair::Unknown })
    }

    /// The first cell from `start` on that is not full and may have records.
    pub(super) fn first_open<T: Tally>(
        &self,
        columns: &[Index],
        counters: &[T],
        full: T,
        start: usize,
    ) -> usize {
        let next =
            |from: usize| counters[from..].iter().position(|&counter| counter < full).map(|at| from + at);
        let Some(mut cell) = next(start) else { return counters.len() };
        let apart = Apart::of(columns, self);
        let mut codes = vec![0u32; columns.len()];
        loop {
            self.decode(columns, cell, &mut codes);
            if !apart.is_impossible(&codes) {
                return cell;
            }
            let Some(further) = next(cell + 1) else { return counters.len() };
            cell = further;
        }
    }

    /// Drops rows that have a value none of the cells has, looking first at the column whose values are the rarest.
    /// Rows of other cells may stay; all rows of these cells do.
    fn keep_rows_of(&self, columns: &[Index], listed: Index, cells: &[(usize, u32)], rows: &mut Vec<u32>) {
        let mut wanted: Vec<Vec<bool>> =
            columns.iter().map(|&column| vec![false; self.sheet.domain(column) as usize]).collect();
        let mut codes = vec![0u32; columns.len()];
        for &(cell, _) in cells {
            self.decode(columns, cell, &mut codes);
            for (wanted, &code) in wanted.iter_mut().zip(&codes) {
                wanted[code as usize] = true;
            }
        }
        let mut filters: Vec<(u64, Index, Vec<bool>)> = columns
            .iter()
            .zip(wanted)
            .map(|(&column, wanted)| {
                let counts = &self.sheet.columns[usize::from(column)].rows;
                let passing = counts.iter().zip(&wanted).filter(|(_, wanted)| **wanted);
                (passing.map(|(&count, _)| u64::from(count)).sum(), column, wanted)
            })
            .collect();
        filters.sort_unstable();
        for (passing, column, wanted) in &filters {
            if *passing * 2 > self.sheet.rows as u64 {
                break;
            }
            // All rows of a list have its value.
            if *column == listed {
                continue;
            }
            with_codes!(self.whole.codes(*column), codes => {
                rows.retain(|&row| wanted[codes[row as usize].widen() as usize]);
            });
        }
    }

    fn decode(&self, columns: &[Index], cell: usize, codes: &mut [u32]) {
        let mut rest = cell as u32;
        for (code, &column) in codes.iter_mut().zip(columns).rev() {
            let domain = self.sheet.domain(column);
            *code = rest % domain;
            rest /= domain;
        }
    }
}

/// Value pairs of some columns that never occur together: the columns' places and the bits.
struct Apart<'a>(Vec<(usize, usize, u32, &'a [u64])>);

impl<'a> Apart<'a> {
    fn of(columns: &[Index], evaluator: &'a Evaluator<'_>) -> Self {
        let mut pairs = Vec::new();
        for (one, &first) in columns.iter().enumerate() {
            for (other, &second) in columns.iter().enumerate().filter(|(_, second)| first < **second) {
                if let Some(bits) = evaluator.occupancy.missing(first, second) {
                    pairs.push((one, other, evaluator.sheet.domain(second), bits));
                }
            }
        }
        Self(pairs)
    }

    /// Whether two of the values never occur together.
    fn is_impossible(&self, codes: &[u32]) -> bool {
        self.0.iter().any(|&(first, second, domain, bits)| {
            let cell = codes[first] * domain + codes[second];
            bits[cell as usize / 64] >> (cell % 64) & 1 == 1
        })
    }
}

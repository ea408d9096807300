//! Whom does a change of one column relieve?
//!
//! A person is relieved by dropping a column exactly when the column is in *every* set that exposes them. It is
//! therefore enough to know, for each row, the columns that all its exposing sets have in common: one grouping a set
//! answers for all columns at once, instead of one union a column.

use super::Question;
use super::each_set::Tally;
use lethe_data::{ColumnSet, Table};

const BITS: usize = u64::BITS as usize;

/// For each row, the columns whose change may relieve it: of each column one bit, in words.
pub(super) struct Relief<'a> {
    table: &'a Table,
    columns: &'a [usize],
    /// The words of a row, one bit for each position in `columns`; all ones while the row is not exposed.
    bits: Vec<u64>,
    exposed: Vec<bool>,
    /// Rows with records whose bits may still change.
    open: usize,
}

/// What is known of records.
pub(super) struct Records {
    /// Those whom some set exposes.
    pub(super) exposed: u64,
    /// Those whom a change of the column relieves, by position in the searched columns.
    pub(super) relieved: Vec<u64>,
}

impl<'a> Relief<'a> {
    /// The bytes that it will hold.
    pub(super) fn bytes(question: &Question<'_>) -> usize {
        question.table().rows() * (words(question.columns()) * size_of::<u64>() + 1)
    }

    /// Nobody is exposed yet.
    pub(super) fn new(question: &'a Question<'_>) -> Self {
        let (table, columns) = (question.table(), question.columns());
        let bits = vec![u64::MAX; table.rows() * words(columns)];
        let mut relief = Self { table, columns, bits, exposed: vec![false; table.rows()], open: 0 };
        relief.open = (0..table.rows()).filter(|&row| relief.weight(row) > 0).count();
        relief
    }

    /// The words of a row.
    pub(super) fn words(&self) -> usize {
        words(self.columns)
    }

    /// Counts records.
    pub(super) fn records(&self) -> Records {
        let mut records = Records { exposed: 0, relieved: vec![0; self.columns.len()] };
        for row in (0..self.exposed.len()).filter(|&row| self.exposed[row]) {
            let (weight, words) = (self.weight(row), &self.bits[row * self.words()..]);
            records.exposed += weight;
            for (position, relieved) in records.relieved.iter_mut().enumerate() {
                *relieved += weight * (words[position / BITS] >> (position % BITS) & 1);
            }
        }
        records
    }

    /// No further set will be added: only exposed rows with a bit are open.
    pub(super) fn close(&mut self) {
        let unexposed = (0..self.exposed.len()).filter(|&row| !self.exposed[row] && self.weight(row) > 0);
        self.open -= unexposed.count();
    }

    /// Keeps some bits of an exposed row.
    pub(super) fn keep(&mut self, row: usize, kept: &[u64]) {
        let words = self.words();
        let bits = &mut self.bits[row * words..(row + 1) * words];
        let was_open = !self.exposed[row] || bits.iter().any(|&word| word != 0);
        bits.iter_mut().zip(kept).for_each(|(word, kept)| *word &= kept);
        let is_open = bits.iter().any(|&word| word != 0);
        self.exposed[row] = true;
        if was_open && !is_open && self.weight(row) > 0 {
            self.open -= 1;
        }
    }

    fn weight(&self, row: usize) -> u64 {
        self.table.weights().map_or(1, |weights| weights[row])
    }
}

fn words(columns: &[usize]) -> usize {
    columns.len().div_ceil(BITS)
}

/// Takes the bit of a position out of the words of a row.
pub(super) fn clear(words: &mut [u64], position: usize) {
    words[position / BITS] &= !(1 << (position % BITS));
}

impl Tally for Relief<'_> {
    type Seen = Vec<bool>;

    fn add(&mut self, set: &ColumnSet, exposed: &Vec<bool>) {
        let mut members = vec![0u64; self.words()];
        for (position, _) in self.columns.iter().enumerate().filter(|(_, column)| set.contains(**column)) {
            members[position / BITS] |= 1 << (position % BITS);
        }
        for row in (0..exposed.len()).filter(|&row| exposed[row]) {
            self.keep(row, &members);
        }
    }

    fn is_settled(&self) -> bool {
        self.open == 0
    }
}

//! The packed codes of the columns that one family after the other begins with.
//!
//! Families come in the order of a tree walk, so that several in a row differ in the last column of their prefix only.
//! From the second on, the columns before it are packed once for all rows and kept.

use super::Index;
use super::evaluate::Evaluator;
use super::slab::{BLOCK, Key};
use lethe_data::{Code, with_codes};
use std::ops::Range;

/// Prefixes of fewer columns are packed as fast as read.
const FEWEST: usize = if cfg!(test) { 2 } else { 4 };

/// The keys of some columns, once they were wanted twice.
#[derive(Default)]
pub(super) struct Packed {
    columns: Vec<Index>,
    keys: Vec<u16>,
}

impl Packed {
    /// Gets ready for a prefix, and says whether its keys are made from kept ones.
    pub(super) fn prepare(&mut self, evaluator: &Evaluator<'_>, prefix: &[Index]) -> bool {
        let Some((_, before)) = prefix.split_last() else { return false };
        let fits = evaluator.sheet.space(before).is_some_and(|space| space <= 1 << 16);
        if !evaluator.keeps_keys || prefix.len() < FEWEST || !fits {
            return false;
        }
        if self.columns != before {
            self.columns = before.to_vec();
            self.keys.clear();
            return false;
        }
        if self.keys.is_empty() {
            self.keys.resize(evaluator.sheet.rows, 0);
            for (block, keys) in self.keys.chunks_mut(BLOCK).enumerate() {
                let rows = block * BLOCK..block * BLOCK + keys.len();
                evaluator.whole.pack(&evaluator.sheet, before, rows, keys);
            }
        }
        true
    }

    /// The keys of a prefix that this was prepared for, whose last column is given.
    pub(super) fn append<K: Key>(
        &self,
        evaluator: &Evaluator<'_>,
        last: Index,
        rows: Range<usize>,
        keys: &mut [K],
    ) {
        let domain = K::narrow(evaluator.sheet.domain(last));
        with_codes!(evaluator.whole.codes(last), codes => {
            let before = self.keys[rows.clone()].iter().zip(&codes[rows]);
            for (key, (before, code)) in keys.iter_mut().zip(before) {
                *key = K::narrow(before.widen()).append(domain, K::narrow(code.widen()));
            }
        });
    }
}

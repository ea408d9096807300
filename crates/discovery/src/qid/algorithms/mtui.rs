//! Several column sets at once, each counted by one thread in one hash table.
//!
//! The simplest way to use many threads, and the baseline that FPVI was measured against: a set is one task that
//! reads the whole table, so a set with an exposed person in the first row costs as much as one without any, and fewer
//! sets than threads leave threads idle.

use super::by_size::{self, Strategy};
use crate::Result;
use crate::qid::{Algorithm, Found, Nulls, Question, wildcard};
use lethe_data::{Codes, ColumnSet, Context};
use rayon::prelude::*;
use std::collections::HashMap;

/// Rows between two looks at the cancel token.
const ROWS_PER_CHECK: usize = 1 << 12;
/// New keys between two looks at the memory budget.
const KEYS_PER_RESERVATION: usize = 1 << 10;

/// Counts each set in a hash table of its own; keys are the codes themselves and are compared in full.
///
/// Sets with missing values that may stand for any value have no classes to count; they go to [`Question::exposed`].
///
/// **Paper**: Gkoulalas-Divanis & Braghin (FPVI), Section V-B.
/// **Cost**: one pass over the rows and one hash table of the classes for each minimal quasi-identifier and for each
/// set that is none.
#[derive(Clone, Copy, Debug)]
pub struct Mtui;

impl Algorithm for Mtui {
    fn name(&self) -> &'static str {
        "mtui"
    }

    fn find(&self, question: &Question<'_>, context: &Context) -> Result<Found> {
        by_size::search(question, &WholeTable { question, context }, context)
    }
}

struct WholeTable<'a> {
    question: &'a Question<'a>,
    context: &'a Context,
}

impl Strategy for WholeTable<'_> {
    fn assess(&self, sets: &[ColumnSet]) -> Vec<Result<bool>> {
        sets.par_iter().map(|set| Ok(self.exposed(set)? >= self.question.min_exposed())).collect()
    }
}

impl WholeTable<'_> {
    fn exposed(&self, set: &ColumnSet) -> Result<u64> {
        let table = self.question.table();
        if self.question.limits().nulls == Nulls::Wildcard && wildcard::matters(table, set) {
            return self.question.exposed(set, self.context);
        }
        let columns: Vec<&Codes> = set.iter().map(|column| table.column(column).codes()).collect();
        // A hash table may be half empty.
        let bytes_a_key = 2 * size_of::<(Box<[u32]>, u64)>() + columns.len() * size_of::<u32>();
        let mut memory = self.context.memory().reserve("counting classes");
        let mut records: HashMap<Box<[u32]>, u64> = HashMap::new();
        let mut key = vec![0u32; columns.len()];
        for row in 0..table.rows() {
            if row.is_multiple_of(ROWS_PER_CHECK) {
                self.context.check_cancelled()?;
            }
            for (code, codes) in key.iter_mut().zip(&columns) {
                *code = codes.get(row);
            }
            let weight = table.weights().map_or(1, |weights| weights[row]);
            if let Some(count) = records.get_mut(key.as_slice()) {
                *count += weight;
                continue;
            }
            if records.len().is_multiple_of(KEYS_PER_RESERVATION) {
                memory.try_grow(KEYS_PER_RESERVATION * bytes_a_key)?;
            }
            records.insert(key.clone().into_boxed_slice(), weight);
        }
        Ok(records.values().filter(|&&count| count < self.question.k()).sum())
    }
}

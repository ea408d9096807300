//! How many records do quasi-identifiers expose, each and together?

use super::Question;
use super::each_set::{Tally, each_set, tally};
use crate::Result;
use lethe_data::{ColumnSet, Context, Table};

/// The records that each set exposes.
///
/// **Cost**: one grouping a set.
pub fn coverage(question: &Question<'_>, sets: &[ColumnSet], context: &Context) -> Result<Vec<u64>> {
    let task = context.task("counting exposed records", Some(sets.len() as u64));
    let exposed = each_set(question, sets, context, |set| {
        let records = question.exposed(set, context)?;
        task.advance(1);
        Ok(records)
    });
    exposed.into_iter().collect()
}

/// The records that at least one of the sets exposes.
///
/// **Cost**: at most one grouping a set; it ends when everybody is exposed. One bit a row is kept.
pub fn union_coverage(question: &Question<'_>, sets: &[ColumnSet], context: &Context) -> Result<u64> {
    let table = question.table();
    let words = table.rows().div_ceil(u64::BITS as usize);
    let mut memory = context.memory().reserve("counting exposed records");
    memory.try_grow(words * size_of::<u64>())?;
    let union = Union { table, exposed: vec![0; words], records: 0, all: table.records() };
    Ok(tally(question, sets, union, context, |set| question.exposed_rows(set, context))?.records)
}

struct Union<'a> {
    table: &'a Table,
    /// One bit a row.
    exposed: Vec<u64>,
    records: u64,
    all: u64,
}

impl Tally for Union<'_> {
    type Seen = Vec<bool>;

    fn add(&mut self, _: &ColumnSet, exposed: &Vec<bool>) {
        let bits = u64::BITS as usize;
        for (row, _) in exposed.iter().enumerate().filter(|(_, exposed)| **exposed) {
            let (word, bit) = (&mut self.exposed[row / bits], 1 << (row % bits));
            if *word & bit == 0 {
                *word |= bit;
                self.records += self.table.weights().map_or(1, |weights| weights[row]);
            }
        }
    }

    fn is_settled(&self) -> bool {
        self.records == self.all
    }
}

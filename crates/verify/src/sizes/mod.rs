//! How large the classes of every choice of columns are, where nothing but their sizes matters.
//!
//! An attacker who knows three of a hundred columns may know any of 160,000 choices of them, so each must cost little.
//! Choices are walked depth first: the classes of all but the last column are numbered once ([`prefix`]), and for each
//! last column one pass over the rows counts ([`tally`]), without numbering anything.

mod prefix;
mod tally;

use crate::Result;
use crate::known::choices;
use lethe_data::{Column, Context, Error as DataError, Table, Task};
use prefix::Prefix;
use rayon::prelude::*;
use tally::{Counters, Tally};

/// What the class sizes of all choices together are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sizes {
    pub(crate) tally: Tally,
    /// The first choice that has a class of the smallest size.
    pub(crate) worst_choice: Vec<usize>,
}

impl Sizes {
    /// Both together, this one being of earlier choices.
    fn and(mut self, later: Self) -> Self {
        if later.tally.smallest < self.tally.smallest {
            self.worst_choice = later.worst_choice;
        }
        self.tally = self.tally.and(later.tally);
        self
    }
}

/// The sizes of the classes over every choice of `known` of the table's columns, where a row stands for so many
/// records; `None` where there is no class.
///
/// **Guarantee**: does not depend on the number of threads.
/// **Cost**: one pass over the rows a choice.
/// **Errors**: the memory budget is too small, or the run is cancelled.
pub(crate) fn of_choices(
    table: &Table,
    records: &[u64],
    known: usize,
    k: u64,
    context: &Context,
) -> Result<Option<Sizes>> {
    let count = table.columns().len();
    if known == 0 || known > count || records.is_empty() {
        return Ok(None);
    }
    let weights = records.iter().any(|&records| records != 1).then_some(records);
    let mut memory = context.memory().reserve("counting choices of known columns");
    let rows = records.len() * size_of::<u32>();
    memory.try_grow(context.threads() * (3 * known * rows + Counters::bytes(table)))?;
    let task = context.task("judging choices of known columns", Some(number_of_choices(count, known)));
    let walk = Walk { table, weights, known, k, context, task: &task };
    // The leading columns are shared out among the threads; two of them make enough parts of like size.
    let leading: Vec<Vec<usize>> = choices(count, (known - 1).min(2)).collect();
    let found: Result<Vec<Option<Sizes>>, DataError> =
        context.install(|| leading.into_par_iter().map(|leading| walk.from(leading)).collect());
    Ok(found?.into_iter().flatten().reduce(Sizes::and))
}

fn number_of_choices(count: usize, known: usize) -> u64 {
    (0..known as u64).fold(1u64, |product, place| product.saturating_mul(count as u64 - place) / (place + 1))
}

struct Walk<'a> {
    table: &'a Table,
    weights: Option<&'a [u64]>,
    known: usize,
    k: u64,
    context: &'a Context,
    task: &'a Task,
}

impl Walk<'_> {
    fn from(&self, mut leading: Vec<usize>) -> Result<Option<Sizes>, DataError> {
        let mut prefix = Prefix::of_all(self.table.rows());
        for &column in &leading {
            self.context.check_cancelled()?;
            prefix = prefix.refined(self.table.column(column));
        }
        let mut found = None;
        self.descend(&mut leading, &prefix, &mut Counters::default(), &mut found)?;
        Ok(found)
    }

    fn descend(
        &self,
        chosen: &mut Vec<usize>,
        prefix: &Prefix,
        counters: &mut Counters,
        found: &mut Option<Sizes>,
    ) -> Result<(), DataError> {
        let next = chosen.last().map_or(0, |last| last + 1);
        for column in next..self.table.columns().len() {
            self.context.check_cancelled()?;
            let values: &Column = self.table.column(column);
            chosen.push(column);
            if chosen.len() < self.known {
                self.descend(chosen, &prefix.refined(values), counters, found)?;
            } else {
                let tally = counters.count(prefix, values, self.weights, self.k);
                let here = Sizes { tally, worst_choice: Vec::new() };
                match found {
                    Some(before) if before.tally.smallest <= tally.smallest => {
                        before.tally = before.tally.and(tally);
                    }
                    _ => {
                        let here = Sizes { worst_choice: chosen.clone(), ..here };
                        *found = Some(found.take().map_or(here.clone(), |before| before.and(here)));
                    }
                }
            }
            chosen.pop();
        }
        self.task.advance(if chosen.len() + 1 == self.known {
            (self.table.columns().len() - next) as u64
        } else {
            0
        });
        Ok(())
    }
}

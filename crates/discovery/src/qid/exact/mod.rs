//! Lethe's own search.
//!
//! See docs/src/methods/find-qid.md for the design and the proof that no set is missed and each is minimal.

mod cover;
mod direct;
mod evaluate;
mod families;
mod frugal;
mod jump;
mod levels;
mod occupancy;
mod packed;
mod partition;
mod path;
mod pool;
mod postings;
mod probe;
mod redundant;
mod resolve;
mod sample;
mod sheet;
mod slab;
mod tally;
#[cfg(test)]
mod tests;

use super::{Algorithm, Found, Nulls, Question};
use crate::{Error, Result};
use evaluate::Evaluator;
use lethe_data::{ColumnSet, Context, Error as DataError, Reservation};
use levels::{Level, Progress};
use occupancy::Occupancy;
use pool::Pool;
use postings::Postings;
use rayon::prelude::*;
use sheet::Sheet;
use slab::Slab;
use tally::Tally;

/// A column of the search, in search order.
type Index = u16;

/// The exact search: ordered codes, rare-value probes, samples that settle, shared passes.
pub struct Exact;

impl Algorithm for Exact {
    fn name(&self) -> &'static str {
        "exact"
    }

    fn find(&self, question: &Question<'_>, context: &Context) -> Result<Found> {
        if question.table().rows() == 0 {
            return Ok(Found::all(Vec::new(), question.max_size(), 0));
        }
        let mut memory = context.memory().reserve("searching");
        let (mut sheet, mut minimal) = match single_columns(question, &mut memory, context) {
            Err(Error::Data(DataError::Cancelled | DataError::MemoryExceeded { .. })) => {
                return Ok(Found::stopped(Vec::new(), 0, 0));
            }
            decided => decided?,
        };
        let candidates = sheet.columns.len() as u64;
        // A column with one value tells nobody apart, alone or with others.
        sheet.retain(|column| {
            column.occupied > 1 && !minimal.iter().any(|set: &ColumnSet| set.contains(column.position))
        });
        let mut evaluator = prepare(question, sheet, &mut memory, context);
        let mut progress =
            Progress::start(evaluator.sheet.columns.len(), question.max_size(), candidates, memory);
        if u8::try_from(question.k()).is_ok() {
            search::<u8>(&mut evaluator, &mut progress, context)?;
        } else if u32::try_from(question.k()).is_ok() {
            search::<u32>(&mut evaluator, &mut progress, context)?;
        } else {
            search::<u64>(&mut evaluator, &mut progress, context)?;
        }
        for set in &progress.minimal {
            minimal.push(ColumnSet::of(evaluator.positions(set))?);
        }
        Ok(if progress.decided >= question.max_size() {
            Found::all(minimal, question.max_size(), progress.candidates)
        } else {
            Found::stopped(minimal, progress.decided, progress.candidates)
        })
    }
}

/// Counts the values of every column and tells which are quasi-identifiers by themselves.
fn single_columns<'a>(
    question: &Question<'a>,
    memory: &mut Reservation,
    context: &Context,
) -> Result<(Sheet<'a>, Vec<ColumnSet>)> {
    let values: usize =
        question.columns().iter().map(|&column| question.table().column(column).domain()).sum();
    memory.try_grow(values * size_of::<u32>())?;
    let sheet = Sheet::measure(question, context)?;
    let mut minimal = Vec::new();
    for column in sheet.columns.iter().filter(|column| column.exposed >= question.min_exposed()) {
        let set = ColumnSet::of([column.position])?;
        if question.limits().nulls == Nulls::Value || question.is_exposing(&set, context)? {
            minimal.push(set);
        }
    }
    Ok((sheet, minimal))
}

/// Makes what the search is faster with, as far as the memory budget allows.
fn prepare<'a>(
    question: &'a Question<'a>,
    sheet: Sheet<'a>,
    memory: &mut Reservation,
    context: &Context,
) -> Evaluator<'a> {
    // What is only faster leaves as much again for what is found.
    let mut affordable =
        |bytes: usize| bytes as u64 <= context.memory().left() / 2 && memory.try_grow(bytes).is_ok();
    let size = sample::size(sheet.rows);
    let width: usize = sheet.columns.iter().map(|column| column.codes.bytes()).sum();
    let sampled = size > 0 && affordable(width / sheet.rows.max(1) * size + size * 12);
    let listed = affordable(sheet.columns.iter().map(|column| Postings::bytes(column, sheet.rows)).sum());
    let pairs = if affordable(width / 8) { width / 8 } else { 0 };
    let keeps_keys = affordable(context.threads() * sheet.rows * size_of::<u16>());
    // Splitting needs the rows three times: the lists, their split, and the split in order.
    let path_bytes = width / (4 * context.threads());
    let frugal = !affordable(context.threads() * (sheet.rows * 12 + path_bytes));
    let list = |column| if listed { Postings::list(column, sheet.rows) } else { Postings::none(column) };
    let (sample, postings) = context.install(|| {
        let sample = sampled.then(|| sample::draw(&sheet, size));
        (sample, sheet.columns.par_iter().map(list).collect())
    });
    let (whole, occupancy) = (Slab::whole(&sheet), Occupancy::unknown(pairs));
    Evaluator { question, sheet, whole, sample, postings, occupancy, path_bytes, keeps_keys, frugal }
}

/// Goes from size to size until there is nothing left to settle or the run is stopped.
fn search<T: Tally>(evaluator: &mut Evaluator<'_>, progress: &mut Progress, context: &Context) -> Result<()> {
    let task = context.task("searching", None);
    let pool = Pool::new();
    while progress.decided < progress.max_size {
        task.note(&format!("{} found, now of {} columns", progress.minimal.len(), progress.decided + 1));
        match levels::next_level::<T>(evaluator, &pool, progress, &task, context)? {
            Level::Empty => progress.decided = progress.max_size,
            Level::Done => {}
            Level::Stopped => break,
        }
    }
    Ok(())
}

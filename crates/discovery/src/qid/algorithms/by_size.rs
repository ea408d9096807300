//! The walk from small column sets to large ones that all published algorithms share.
//!
//! Sets of one size never contain each other, so they can be assessed in any order and at the same time (Podlesny
//! 2023, Algorithm 4), and what is found among them prunes only larger ones. A size is finished before the next one
//! begins; hence a set that exposes records and contains no smaller quasi-identifier is minimal for certain, and a
//! search that is stopped keeps what it has found.

use super::combinations::Uncovered;
use super::minimal_sets::MinimalSets;
use crate::qid::each_set::each_set;
use crate::qid::{Found, Question};
use crate::{Error, Result};
use lethe_data::{ColumnSet, Context, Task};

/// Candidates assessed together.
const BLOCK: usize = 64;

/// What distinguishes one algorithm from another.
pub(super) trait Strategy: Sync {
    /// The sets of one size to look at, given the minimal quasi-identifiers of all smaller sizes: those that contain
    /// none of them, unless the algorithm says otherwise.
    ///
    /// No set to look at says that larger sizes have none, either.
    fn candidates<'a>(
        &'a self,
        question: &'a Question<'_>,
        size: usize,
        minimal: &'a MinimalSets,
        context: &'a Context,
    ) -> Result<Box<dyn Iterator<Item = ColumnSet> + 'a>> {
        Ok(Box::new(Uncovered::new(question.columns(), size, minimal, context)))
    }

    /// For each set, whether it is a quasi-identifier.
    fn assess(&self, sets: &[ColumnSet]) -> Vec<Result<bool>>;
}

/// Searches size by size.
pub(super) fn search(question: &Question<'_>, strategy: &impl Strategy, context: &Context) -> Result<Found> {
    let mut minimal = MinimalSets::default();
    let mut candidates = 0;
    if question.table().records() < question.min_exposed() {
        return Ok(Found::all(Vec::new(), question.max_size(), candidates));
    }
    let task = context.task("searching column sets", None);
    let mut memory = context.memory().reserve("quasi-identifiers");
    for size in 1..=question.max_size() {
        let level = context.install(|| one_size(question, size, &minimal, strategy, &task, context))?;
        candidates += level.assessed;
        let room = memory.try_grow(2 * level.found.len() * size_of::<ColumnSet>()).is_ok();
        if room {
            level.found.into_iter().for_each(|set| minimal.insert(set));
        }
        if level.stopped || !room {
            return Ok(Found::stopped(minimal.into_vec(), size - 1, candidates));
        }
        if level.assessed == 0 {
            break;
        }
    }
    Ok(Found::all(minimal.into_vec(), question.max_size(), candidates))
}

#[derive(Default)]
struct Level {
    found: Vec<ColumnSet>,
    assessed: u64,
    stopped: bool,
}

fn one_size(
    question: &Question<'_>,
    size: usize,
    minimal: &MinimalSets,
    strategy: &impl Strategy,
    task: &Task,
    context: &Context,
) -> Result<Level> {
    let mut level = Level::default();
    let mut queue = strategy.candidates(question, size, minimal, context)?;
    while !level.stopped {
        let block: Vec<ColumnSet> = queue.by_ref().take(BLOCK).collect();
        if block.is_empty() {
            break;
        }
        let verdicts = strategy.assess(&block);
        task.advance(block.len() as u64);
        for (set, verdict) in block.into_iter().zip(verdicts) {
            match verdict {
                Ok(exposing) => {
                    level.assessed += 1;
                    if exposing && !minimal.covers(&set) {
                        level.found.push(set);
                    }
                }
                Err(Error::Data(lethe_data::Error::Cancelled)) => level.stopped = true,
                Err(error) => return Err(error),
            }
        }
        task.note(&format!("size {size}, {} found", minimal.len() + level.found.len()));
    }
    // A queue ends early when the run is cancelled.
    level.stopped |= context.cancel_token().is_cancelled();
    Ok(level)
}

/// Assesses sets by grouping and counting (Podlesny 2023, Algorithm 2).
pub(super) fn group_and_count(
    question: &Question<'_>,
    sets: &[ColumnSet],
    context: &Context,
) -> Vec<Result<bool>> {
    each_set(question, sets, context, |set| question.is_exposing(set, context))
}

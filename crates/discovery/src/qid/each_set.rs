//! The same work for many column sets, with all threads and without needing too much memory.

use super::Question;
use crate::Result;
use lethe_data::{ColumnSet, Context};
use rayon::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Up to so many rows counting a set keeps one thread busy; beyond, it occupies them all.
const ROWS_FOR_ONE_THREAD: usize = 1 << 15;

/// Does something with each set, in order of the sets.
///
/// Sets of small tables are worked on at the same time. Large tables are worked on set by set with all threads, so
/// that only one counting needs memory.
pub(super) fn each_set<R: Send>(
    question: &Question<'_>,
    sets: &[ColumnSet],
    context: &Context,
    work: impl Fn(&ColumnSet) -> Result<R> + Sync,
) -> Vec<Result<R>> {
    let work = |set: &ColumnSet| {
        context.check_cancelled()?;
        work(set)
    };
    context.install(|| {
        if question.table().rows() <= ROWS_FOR_ONE_THREAD {
            sets.par_iter().map(work).collect()
        } else {
            sets.iter().map(work).collect()
        }
    })
}

/// What is learnt from looking at sets. The order of sets must not matter.
pub(super) trait Tally: Send {
    /// What a look at a set tells, such as the rows that it exposes.
    type Seen;

    /// Takes note of what was seen.
    fn add(&mut self, set: &ColumnSet, seen: &Self::Seen);

    /// Whether no further set can change anything.
    fn is_settled(&self) -> bool;
}

/// Looks at each set and adds what is seen, until nothing can change any more.
pub(super) fn tally<T: Tally>(
    question: &Question<'_>,
    sets: &[ColumnSet],
    tally: T,
    context: &Context,
    look: impl Fn(&ColumnSet) -> Result<T::Seen> + Sync,
) -> Result<T> {
    let shared = Mutex::new(tally);
    let done = each_set(question, sets, context, |set| {
        if !lock(&shared).is_settled() {
            let seen = look(set)?;
            lock(&shared).add(set, &seen);
        }
        Ok(())
    });
    done.into_iter().collect::<Result<()>>()?;
    Ok(shared.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// A thread that panicked ends the whole run, so what it left in the tally is never looked at.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

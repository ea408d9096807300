//! Size by size: all candidates of a size are settled before the next size begins.

use super::Index;
use super::cover::Cover;
use super::evaluate::{Evaluator, Outcome};
use super::families::{Family, Ruled, for_each_family};
use super::jump;
use super::occupancy::Pair;
use super::pool::Pool;
use super::tally::Tally;
use crate::Result;
use crate::qid::Nulls;
use lethe_data::{ColumnSet, Context, Error as DataError, Reservation, Task};
use rayon::prelude::*;
use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Candidates settled between two looks at what is left to do.
const ROUND: usize = 1 << 15;
/// From so many candidates on, jumps are tried.
const MANY: usize = if cfg!(test) { 4 } else { 2000 };
/// The most last columns one worker takes at a time.
const FAMILY: usize = 16;

/// What is known so far.
pub(super) struct Progress {
    /// Minimal quasi-identifiers in search order.
    pub(super) minimal: Vec<Vec<Index>>,
    /// Sets that no further candidate may contain.
    pub(super) ruled: Ruled,
    /// Safe sets that jumps have ended at.
    pub(super) cover: Cover,
    /// Exposing sets that jumps have come across; minimal only if nothing in them was found by then.
    pub(super) exposing: HashSet<Vec<Index>>,
    /// The largest sets to look at.
    pub(super) max_size: usize,
    /// Candidates settled.
    pub(super) candidates: u64,
    /// All sets up to this size are settled.
    pub(super) decided: usize,
    /// Room for what is found.
    memory: Reservation,
}

impl Progress {
    /// All single columns are settled; of the rest, so many are left to combine.
    pub(super) fn start(columns: usize, max_size: usize, candidates: u64, memory: Reservation) -> Self {
        Self {
            minimal: Vec::new(),
            ruled: Ruled::none(columns),
            cover: Cover::default(),
            exposing: HashSet::new(),
            max_size,
            candidates,
            decided: 1.min(max_size),
            memory,
        }
    }

    /// Keeps what a size has brought.
    ///
    /// **Errors**: there is no room for it. What was found so far is kept.
    fn keep(&mut self, exposing: Vec<Vec<Index>>, redundant: &[Vec<Index>]) -> Result<()> {
        for set in redundant {
            self.ruled.out(set);
        }
        for set in exposing {
            // The set itself, the same again as ruled out, and as the caller gets it.
            self.memory.try_grow(3 * (size_of::<ColumnSet>() + set.len() * size_of::<Index>()))?;
            self.ruled.out(&set);
            self.minimal.push(set);
        }
        Ok(())
    }

    /// Notes what a jump has found out, as far as there is room: it only saves time.
    pub(super) fn note(&mut self, safe: ColumnSet, exposing: Vec<Vec<Index>>) {
        if self.memory.try_grow(size_of::<ColumnSet>()).is_ok() {
            self.cover.add(safe);
        }
        for set in exposing {
            if self.memory.try_grow(2 * (size_of::<Vec<Index>>() + set.len() * size_of::<Index>())).is_err() {
                return;
            }
            self.exposing.insert(set);
        }
    }
}

/// How a size ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    /// There was nothing to settle: no larger set can be minimal.
    Empty,
    /// All candidates are settled.
    Done,
    /// The run was cancelled.
    Stopped,
}

/// Settles all candidates of the size after `progress.settled`. What is settled before the run is cancelled is kept.
pub(super) fn next_level<T: Tally>(
    evaluator: &mut Evaluator<'_>,
    pool: &Pool<T>,
    progress: &mut Progress,
    task: &Task,
    context: &Context,
) -> Result<Level> {
    let size = progress.decided + 1;
    let mut level = Found::default();
    let decided = settle_level((evaluator, pool), progress, &mut level, size, task, context);
    progress.candidates += level.decided;
    for (first, second, pair) in level.pairs {
        evaluator.occupancy.note(first, second, pair);
    }
    let kept = progress.keep(level.exposing, &level.redundant);
    match kept.and(decided) {
        Err(crate::Error::Data(DataError::Cancelled | DataError::MemoryExceeded { .. })) => {
            Ok(Level::Stopped)
        }
        Err(error) => Err(error),
        Ok(had_candidates) => {
            progress.decided = size;
            progress.exposing.retain(|set| set.len() > size);
            Ok(if had_candidates { Level::Done } else { Level::Empty })
        }
    }
}

/// Settles all candidates of a size and says whether there were any.
fn settle_level<T: Tally>(
    (evaluator, pool): (&Evaluator<'_>, &Pool<T>),
    progress: &mut Progress,
    level: &mut Found,
    size: usize,
    task: &Task,
    context: &Context,
) -> Result<bool> {
    // With wildcards the large sets that jumps count are too costly.
    let by_values = evaluator.question.limits().nulls == Nulls::Value;
    if by_values && size > 2 && count_up_to(MANY, progress, size) >= MANY {
        jump::explore((evaluator, pool), progress, size, context)?;
    }
    let live = Live { task, size, found: AtomicUsize::new(progress.minimal.len()) };
    let mut round: Vec<Family> = Vec::new();
    let mut waiting = 0;
    let mut failure = None;
    let mut had_candidates = false;
    let walked = for_each_family(&progress.ruled, &progress.cover, size, &mut |family| {
        had_candidates = true;
        let last = level.without_known(&progress.exposing, &family);
        for last in last.chunks(FAMILY) {
            round.push(Family { prefix: family.prefix.clone(), last: last.to_vec() });
        }
        waiting += last.len();
        if waiting < ROUND {
            return true;
        }
        waiting = 0;
        failure = level.settle((evaluator, pool), &std::mem::take(&mut round), &live, context).err();
        failure.is_none()
    });
    if let Some(error) = failure {
        return Err(error);
    }
    level.settle((evaluator, pool), &round, &live, context)?;
    Ok(had_candidates || walked.covered)
}

/// The number of candidates of a size that are not known to be safe, or `limit` if there are more.
fn count_up_to(limit: usize, progress: &Progress, size: usize) -> usize {
    let mut count = 0;
    for_each_family(&progress.ruled, &progress.cover, size, &mut |family| {
        count += family.last.len();
        count < limit
    });
    count
}

/// What is shown while a size is settled.
struct Live<'a> {
    task: &'a Task,
    size: usize,
    found: AtomicUsize,
}

impl Live<'_> {
    fn decided(&self, outcomes: &[Outcome]) {
        self.task.advance(outcomes.len() as u64);
        let exposing = outcomes.iter().filter(|outcome| **outcome == Outcome::Exposing).count();
        if exposing > 0 {
            let found = self.found.fetch_add(exposing, Ordering::Relaxed) + exposing;
            self.task.note(&format!("{found} found, now of {} columns", self.size));
        }
    }
}

/// What one size has brought.
#[derive(Default)]
struct Found {
    exposing: Vec<Vec<Index>>,
    /// Safe sets with a column that the others determine: a superset of one is never minimal.
    redundant: Vec<Vec<Index>>,
    pairs: Vec<(Index, Index, Pair)>,
    decided: u64,
}

impl Found {
    /// Takes the members of a family that a jump has found exposing, and returns the others. All their subsets are safe,
    /// because all smaller sizes are settled.
    fn without_known(&mut self, known: &HashSet<Vec<Index>>, family: &Family) -> Vec<Index> {
        if known.is_empty() {
            return family.last.clone();
        }
        let mut open = Vec::with_capacity(family.last.len());
        for &last in &family.last {
            let set: Vec<Index> = family.prefix.iter().copied().chain([last]).collect();
            if known.contains(&set) {
                self.exposing.push(set);
            } else {
                open.push(last);
            }
        }
        open
    }

    /// Settles some families in parallel. What is settled before a failure is kept.
    fn settle<T: Tally>(
        &mut self,
        (evaluator, pool): (&Evaluator<'_>, &Pool<T>),
        families: &[Family],
        live: &Live<'_>,
        context: &Context,
    ) -> Result<()> {
        let outcomes: Vec<Result<Vec<Outcome>>> = context.install(|| {
            families
                .par_iter()
                .with_max_len(1)
                .map(|family| {
                    context.check_cancelled()?;
                    let outcomes = pool.with(|scratch| {
                        evaluator.settle_family(&family.prefix, &family.last, scratch, context)
                    })?;
                    live.decided(&outcomes);
                    Ok(outcomes)
                })
                .collect()
        });
        let mut failure = Ok(());
        for (family, outcomes) in families.iter().zip(outcomes) {
            match outcomes {
                Ok(outcomes) => self.take(family, outcomes),
                Err(error) => failure = Err(error),
            }
        }
        failure
    }

    fn take(&mut self, family: &Family, outcomes: Vec<Outcome>) {
        self.decided += outcomes.len() as u64;
        for (&last, outcome) in family.last.iter().zip(outcomes) {
            let set = || family.prefix.iter().copied().chain([last]).collect::<Vec<Index>>();
            match outcome {
                Outcome::Exposing => self.exposing.push(set()),
                Outcome::Redundant => self.redundant.push(set()),
                Outcome::Safe(pair) if family.prefix.len() == 1 => {
                    self.pairs.push((family.prefix[0], last, pair));
                }
                Outcome::Safe(_) => {}
            }
        }
    }
}

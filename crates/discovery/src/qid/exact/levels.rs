//! Size by size: all candidates of a size are settled before the next size begins.

use super::Index;
use super::evaluate::{Evaluator, Outcome, Scratch};
use super::families::{Family, Ruled, for_each_family};
use super::occupancy::Pair;
use super::tally::Tally;
use crate::Result;
use crate::qid::{Nulls, wildcard};
use lethe_data::{Code, ColumnSet, Context, Error as DataError, Task, with_codes};
use rayon::prelude::*;

/// Candidates settled between two looks at what is left to do.
const ROUND: usize = 1 << 15;
/// The most last columns one worker takes at a time.
const FAMILY: usize = 16;

/// What is known so far.
pub(super) struct Progress {
    /// Minimal quasi-identifiers in search order.
    pub(super) minimal: Vec<Vec<Index>>,
    /// Sets that no further candidate may contain.
    pub(super) ruled: Ruled,
    /// Candidates settled.
    pub(super) candidates: u64,
    /// All sets up to this size are settled.
    pub(super) settled: usize,
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

/// Settles all candidates of the size after `progress.settled`.
pub(super) fn next_level<T: Tally>(
    evaluator: &mut Evaluator<'_>,
    progress: &mut Progress,
    task: &Task,
    context: &Context,
) -> Result<Level> {
    let size = progress.settled + 1;
    let mut level = Found { exposing: Vec::new(), redundant: Vec::new(), pairs: Vec::new(), settled: 0 };
    let mut round: Vec<Family> = Vec::new();
    let mut waiting = 0;
    let mut failure = None;
    for_each_family(&progress.ruled, size, &mut |family| {
        for last in family.last.chunks(FAMILY) {
            round.push(Family { prefix: family.prefix.clone(), last: last.to_vec() });
        }
        waiting += family.last.len();
        if waiting < ROUND {
            return true;
        }
        waiting = 0;
        let result = level.settle::<T>(evaluator, &std::mem::take(&mut round), task, context);
        failure = result.err();
        failure.is_none()
    });
    if failure.is_none() {
        failure = level.settle::<T>(evaluator, &round, task, context).err();
    }
    progress.candidates += level.settled;
    let is_empty = level.settled == 0;
    for (first, second, pair) in level.pairs {
        evaluator.occupancy.note(first, second, pair);
    }
    for set in level.exposing {
        progress.ruled.out(&set);
        progress.minimal.push(set);
    }
    for set in level.redundant {
        progress.ruled.out(&set);
    }
    match failure {
        Some(crate::Error::Data(DataError::Cancelled)) => Ok(Level::Stopped),
        Some(error) => Err(error),
        None => {
            progress.settled = size;
            Ok(if is_empty { Level::Empty } else { Level::Done })
        }
    }
}

/// What one size has brought.
struct Found {
    exposing: Vec<Vec<Index>>,
    /// Safe sets with a column that the others determine: a superset of one is never minimal.
    redundant: Vec<Vec<Index>>,
    pairs: Vec<(Index, Index, Pair)>,
    settled: u64,
}

impl Found {
    /// Settles some families in parallel. What is settled before a failure is kept.
    fn settle<T: Tally>(
        &mut self,
        evaluator: &Evaluator<'_>,
        families: &[Family],
        task: &Task,
        context: &Context,
    ) -> Result<()> {
        let outcomes: Vec<Result<Vec<Outcome>>> = context.install(|| {
            families
                .par_iter()
                .with_max_len(1)
                .map_init(Scratch::<T>::default, |scratch, family| {
                    context.check_cancelled()?;
                    let outcomes = evaluator.settle_family(&family.prefix, &family.last, scratch, context)?;
                    task.advance(family.last.len() as u64);
                    evaluator.with_wildcards(family, outcomes, context)
                })
                .collect()
        });
        let mut failure = Ok(());
        for (family, outcomes) in families.iter().zip(outcomes) {
            match outcomes {
                Ok(outcomes) => self.take(evaluator, family, outcomes),
                Err(error) => failure = Err(error),
            }
        }
        failure
    }

    fn take(&mut self, evaluator: &Evaluator<'_>, family: &Family, outcomes: Vec<Outcome>) {
        self.settled += outcomes.len() as u64;
        for (&last, outcome) in family.last.iter().zip(outcomes) {
            let set = || family.prefix.iter().copied().chain([last]).collect::<Vec<Index>>();
            match (outcome, family.prefix.as_slice()) {
                (Outcome::Exposing, _) => self.exposing.push(set()),
                (Outcome::Safe { missing }, &[first]) => {
                    if evaluator.is_redundant(first, last) {
                        self.redundant.push(set());
                    } else if let Some(missing) = missing {
                        let space =
                            evaluator.sheet.domain(first) as usize * evaluator.sheet.domain(last) as usize;
                        self.pairs.push((first, last, Pair::without(&missing, space)));
                    }
                }
                (Outcome::Safe { .. }, _) => {}
            }
        }
    }
}

impl Evaluator<'_> {
    /// Whether one of two columns determines the other, so that no minimal set has both.
    fn is_redundant(&self, first: Index, second: Index) -> bool {
        let column = |index: Index| &self.sheet.columns[usize::from(index)];
        let has_nulls = |index: Index| self.question.table().column(column(index).position).nulls() > 0;
        // A missing value that equals everything determines nothing.
        let comparable =
            self.question.limits().nulls == Nulls::Value || !(has_nulls(first) || has_nulls(second));
        comparable
            && (column(first).occupied <= column(second).occupied && self.determines(second, first)
                || column(second).occupied <= column(first).occupied && self.determines(first, second))
    }

    /// Whether rows with equal values of one column have equal values of the other; ends at the first contradiction.
    fn determines(&self, from: Index, to: Index) -> bool {
        let mut values = vec![u32::MAX; self.sheet.domain(from) as usize];
        let to = self.whole.codes(to);
        with_codes!(self.whole.codes(from), from => from.iter().enumerate().all(|(row, code)| {
            let (value, seen) = (to.get(row), &mut values[code.widen() as usize]);
            let first = *seen == u32::MAX;
            if first {
                *seen = value;
            }
            first || *seen == value
        }))
    }

    /// Where nulls equal everything, sets that expose people when nulls are values are looked at again.
    fn with_wildcards(
        &self,
        family: &Family,
        mut outcomes: Vec<Outcome>,
        context: &Context,
    ) -> Result<Vec<Outcome>> {
        if self.question.limits().nulls == Nulls::Value {
            return Ok(outcomes);
        }
        for (&last, outcome) in family.last.iter().zip(&mut outcomes) {
            let positions = self.positions(&family.prefix).into_iter().chain(self.positions(&[last]));
            let set = ColumnSet::of(positions)?;
            if *outcome == Outcome::Exposing
                && wildcard::matters(self.question.table(), &set)
                && !self.question.is_exposing(&set, context)?
            {
                *outcome = Outcome::Safe { missing: None };
            }
        }
        Ok(outcomes)
    }
}

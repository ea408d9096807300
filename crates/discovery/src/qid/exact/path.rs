//! The prefixes a worker has just split, so that the next family starts from what it shares with the last.

use super::Index;
use super::evaluate::Evaluator;
use super::partition::{Partition, Values};
use super::tally::Tally;
use crate::Result;
use lethe_data::Context;

/// Partitions by ever longer prefixes of the last family's prefix. Old ones are dropped when they take too much memory.
#[derive(Default)]
pub(super) struct Path {
    steps: Vec<(Index, Option<Partition>)>,
}

impl Path {
    /// The partition by all columns of `prefix`, which has at least one.
    pub(super) fn walk<T: Tally>(
        &mut self,
        evaluator: &Evaluator<'_>,
        prefix: &[Index],
        values: &mut Values<T>,
        context: &Context,
    ) -> Result<&Partition> {
        let shared =
            self.steps.iter().zip(prefix).take_while(|((column, _), wanted)| column == *wanted).count();
        self.steps.truncate(shared);
        while self.steps.last().is_some_and(|(_, partition)| partition.is_none()) {
            self.steps.pop();
        }
        for &column in &prefix[self.steps.len()..] {
            let split = match self.steps.last() {
                Some((_, Some(partition))) => evaluator.split(partition, column, values, context)?,
                _ => evaluator.split(&Partition::whole(evaluator.sheet.rows), column, values, context)?,
            };
            self.steps.push((column, Some(split)));
            self.forget(evaluator.path_bytes);
        }
        match self.steps.last() {
            Some((_, Some(partition))) => Ok(partition),
            // The last step was just made and `forget` keeps it.
            _ => Err(lethe_data::Error::Cancelled.into()),
        }
    }

    /// Drops the oldest partitions, never the last, until the rest fits.
    fn forget(&mut self, most: usize) {
        let bytes = |steps: &[(Index, Option<Partition>)]| -> usize {
            steps.iter().flat_map(|(_, partition)| partition).map(Partition::bytes).sum()
        };
        let last = self.steps.len() - 1;
        for step in 0..last {
            if bytes(&self.steps) <= most {
                return;
            }
            self.steps[step].1 = None;
        }
    }
}

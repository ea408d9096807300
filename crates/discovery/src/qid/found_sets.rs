//! Column sets that threads find together, with the memory they occupy and an end to how many there may be.

use crate::Result;
use lethe_data::{ColumnSet, Context, Reservation};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Sets found so far.
pub(super) struct FoundSets<'a> {
    most: usize,
    count: AtomicUsize,
    kept: Mutex<(Vec<ColumnSet>, Reservation)>,
    context: &'a Context,
}

impl<'a> FoundSets<'a> {
    /// Nothing yet; more than `most` are no answer.
    pub(super) fn new(most: usize, context: &'a Context) -> Self {
        let memory = context.memory().reserve("column sets");
        Self { most, count: AtomicUsize::new(0), kept: Mutex::new((Vec::new(), memory)), context }
    }

    /// Keeps a set, unless there are too many already.
    ///
    /// **Errors**: the memory budget is too small, or the run is cancelled.
    pub(super) fn push(&self, set: ColumnSet) -> Result<()> {
        self.context.check_cancelled()?;
        if self.count.fetch_add(1, Ordering::Relaxed) >= self.most {
            return Ok(());
        }
        // Whoever panicked while pushing ends the whole run.
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (sets, memory) = &mut *kept;
        let heap = set.iter().last().map_or(0, |last| last / u8::BITS as usize);
        let grown = if sets.len() == sets.capacity() { sets.len().max(16) } else { 0 };
        memory.try_grow(heap + grown * size_of::<ColumnSet>())?;
        sets.reserve_exact(grown);
        sets.push(set);
        Ok(())
    }

    /// Whether there are too many, so that looking further is of no use.
    pub(super) fn is_full(&self) -> bool {
        self.count.load(Ordering::Relaxed) > self.most
    }

    /// The sets, smaller ones first, then by columns; `None` when there are too many.
    pub(super) fn sorted(self) -> Option<Vec<ColumnSet>> {
        if self.is_full() {
            return None;
        }
        let (mut sets, _) = self.kept.into_inner().unwrap_or_else(PoisonError::into_inner);
        sets.sort_unstable();
        Some(sets)
    }
}

//! Memory that workers use again and again.

use super::evaluate::Scratch;
use std::sync::{Mutex, PoisonError};

/// Scratch memory that is not in use. A worker mostly gets back what it has just returned.
pub(super) struct Pool<T>(Mutex<Vec<Scratch<T>>>);

impl<T: Default> Pool<T> {
    pub(super) fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// Does work with scratch memory of its own.
    pub(super) fn with<R>(&self, work: impl FnOnce(&mut Scratch<T>) -> R) -> R {
        // A panic ends the whole run, so scratch memory that it left half-used is never used again.
        let free = |pool: &Self| pool.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut scratch = free(self).unwrap_or_default();
        let result = work(&mut scratch);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(scratch);
        result
    }
}

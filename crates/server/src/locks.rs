//! Locks by name.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::OwnedMutexGuard;

/// One at a time for each name; others with the same name wait.
#[derive(Debug, Default)]
pub(crate) struct Locks(Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>);

impl Locks {
    /// Waits for the lock of a name.
    pub(crate) async fn wait(&self, name: &str) -> OwnedMutexGuard<()> {
        let lock = {
            let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            // Locks that nobody holds or waits for are ours only.
            all.retain(|_, lock| Arc::strong_count(lock) > 1);
            Arc::clone(all.entry(name.to_owned()).or_default())
        };
        lock.lock_owned().await
    }
}

//! State that survives a kill or a power cut: locks, logs and snapshots.
//!
//! A state is a snapshot, replaced as a whole, and a log of what happened since; one process at a time holds its lock. Runs on disk
//! ([`crate::Workspace`]), streams and ledgers of privacy budgets are made of these parts.

mod length;
mod lock;
mod log;
mod snapshot;

pub use length::LogLength;
pub use lock::{FileLock, lock_where_known};
pub(crate) use lock::{Held, hold, try_lock};
pub use log::{Log, LogError};
pub use snapshot::{begins_with, snapshot_bytes, snapshot_content};

use std::fs::File;
use std::path::Path;

/// Makes new names in a folder durable; systems that cannot sync a folder need no such step.
pub fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

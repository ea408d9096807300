//! Room for rows that searches keep: when it is used up, they work on larger rows instead.

use lethe_data::Table;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A number of bytes that kept rows may take.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    left: Arc<AtomicUsize>,
}

/// Part of a room, given back when dropped.
#[derive(Debug)]
pub(crate) struct Lease {
    room: Room,
    bytes: usize,
}

/// Tables below this size are small: memory is no concern.
const SMALL_TABLE: usize = 4 << 20;
/// What kept rows of a small table may take.
const SMALL_ROOM: usize = 2 << 20;

impl Room {
    /// The room that a table's search has.
    pub(crate) fn of(table: &Table) -> Self {
        let bytes = table.bytes();
        Self::new(if bytes < SMALL_TABLE { SMALL_ROOM } else { bytes / 8 })
    }

    pub(crate) fn new(bytes: usize) -> Self {
        Self { left: Arc::new(AtomicUsize::new(bytes)) }
    }

    /// What is left, at this moment.
    pub(crate) fn left(&self) -> usize {
        self.left.load(Ordering::Relaxed)
    }

    /// Takes part of the room, where so much is left.
    pub(crate) fn take(&self, bytes: usize) -> Option<Lease> {
        let enough = |left: usize| left.checked_sub(bytes);
        self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, enough).ok()?;
        Some(Lease { room: self.clone(), bytes })
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.room.left.fetch_add(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_given_back() {
        let room = Room::new(10);
        let lease = room.take(7);
        assert!(lease.is_some() && room.take(4).is_none());
        drop(lease);
        assert!(room.take(10).is_some());
    }
}

//! Which value pairs occur at all.
//!
//! A value combination is possible only if each two of its values occur together somewhere. Knowing the pairs that do
//! not occur, an empty cell of a larger set needs no second look.

use super::Index;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// About what an entry takes beside its bits.
const ENTRY: usize = 48;

/// What is known about two columns' value pairs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Pair {
    /// Nothing: every combination may occur.
    #[default]
    Unknown,
    /// Every combination occurs.
    Full,
    /// The combinations that do not occur, a bit for each (first column's code times second's domain plus code).
    Missing(Box<[u64]>),
}

/// What is known about the value pairs of each two columns.
pub(super) struct Occupancy {
    missing: HashMap<(Index, Index), Box<[u64]>>,
    /// Bytes that may still be held. When they are used up depends on which thread was faster; answers do not.
    room: AtomicUsize,
}

impl Occupancy {
    /// Nothing is known, and so many bytes may be held later.
    pub(super) fn unknown(room: usize) -> Self {
        Self { missing: HashMap::new(), room: AtomicUsize::new(room) }
    }

    /// A pair of columns with `space` combinations, some of which do not occur; unknown when there is no room to hold
    /// them.
    pub(super) fn without(&self, missing: impl IntoIterator<Item = usize>, space: usize) -> Pair {
        let words = space.div_ceil(64);
        let bytes = words * size_of::<u64>() + ENTRY;
        let claim = |room: usize| room.checked_sub(bytes);
        if self.room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, claim).is_err() {
            return Pair::Unknown;
        }
        let mut bits = vec![0u64; words];
        for cell in missing {
            bits[cell / 64] |= 1 << (cell % 64);
        }
        if bits.iter().any(|&word| word != 0) {
            return Pair::Missing(bits.into_boxed_slice());
        }
        self.room.fetch_add(bytes, Ordering::Relaxed);
        Pair::Full
    }

    /// Notes what was found out about two columns, the first before the second.
    pub(super) fn note(&mut self, first: Index, second: Index, pair: Pair) {
        if let Pair::Missing(bits) = pair {
            self.missing.insert((first, second), bits);
        }
    }

    /// The pairs of values that are known never to occur together, for two columns in this order.
    pub(super) fn missing(&self, first: Index, second: Index) -> Option<&[u64]> {
        self.missing.get(&(first, second)).map(|bits| &**bits)
    }
}

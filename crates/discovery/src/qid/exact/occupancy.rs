//! Which value pairs occur at all.
//!
//! A value combination is possible only if each two of its values occur together somewhere. Knowing the pairs that do
//! not occur, an empty cell of a larger set needs no second look.

use super::Index;
use super::sheet::Sheet;
use std::sync::atomic::{AtomicUsize, Ordering};

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
    columns: usize,
    pairs: Vec<Pair>,
    /// Bytes that may still be held. When they are used up depends on which thread was faster; answers do not.
    room: AtomicUsize,
}

impl Occupancy {
    /// Nothing is known, and so many bytes may be held later.
    pub(super) fn unknown(columns: usize, room: usize) -> Self {
        Self { columns, pairs: vec![Pair::Unknown; columns * columns], room: AtomicUsize::new(room) }
    }

    /// A pair of columns with `space` combinations, some of which do not occur; unknown when there is no room to hold
    /// them.
    pub(super) fn without(&self, missing: impl IntoIterator<Item = usize>, space: usize) -> Pair {
        let words = space.div_ceil(64);
        let claim = |room: usize| room.checked_sub(words * size_of::<u64>());
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
        self.room.fetch_add(words * size_of::<u64>(), Ordering::Relaxed);
        Pair::Full
    }

    /// Notes what was found out about two columns, the first before the second.
    pub(super) fn note(&mut self, first: Index, second: Index, pair: Pair) {
        self.pairs[usize::from(first) * self.columns + usize::from(second)] = pair;
    }

    /// Whether two values are known never to occur together.
    #[inline]
    pub(super) fn never_together(&self, one: (Index, u32), other: (Index, u32), sheet: &Sheet<'_>) -> bool {
        let (first, second) = if one.0 < other.0 { (one, other) } else { (other, one) };
        match &self.pairs[usize::from(first.0) * self.columns + usize::from(second.0)] {
            Pair::Missing(bits) => {
                let cell = first.1 * sheet.domain(second.0) + second.1;
                bits[cell as usize / 64] >> (cell % 64) & 1 == 1
            }
            Pair::Unknown | Pair::Full => false,
        }
    }
}

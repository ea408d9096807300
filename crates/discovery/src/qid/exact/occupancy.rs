//! Which value pairs occur at all.
//!
//! A value combination is possible only if each two of its values occur together somewhere. Knowing the pairs that do
//! not occur, an empty cell of a larger set needs no second look.

use super::Index;
use super::sheet::Sheet;

/// Value pairs are noted of columns with up to so many of them: half a page a pair of columns.
const NOTED_SPACE: usize = 1 << 14;

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

impl Pair {
    /// From the cells that do not occur, out of `space`.
    pub(super) fn without(missing: impl IntoIterator<Item = usize>, space: usize) -> Self {
        if space > NOTED_SPACE {
            return Self::Unknown;
        }
        let mut bits = vec![0u64; space.div_ceil(64)];
        for cell in missing {
            bits[cell / 64] |= 1 << (cell % 64);
        }
        if bits.iter().all(|&word| word == 0) { Self::Full } else { Self::Missing(bits.into_boxed_slice()) }
    }

    /// The bytes held.
    fn bytes(&self) -> usize {
        if let Self::Missing(bits) = self { bits.len() * 8 } else { 0 }
    }
}

/// What is known about the value pairs of each two columns.
pub(super) struct Occupancy {
    columns: usize,
    pairs: Vec<Pair>,
    /// Bytes that may still be held.
    room: usize,
}

impl Occupancy {
    /// Nothing is known, and so many bytes may be held later.
    pub(super) fn unknown(columns: usize, room: usize) -> Self {
        Self { columns, pairs: vec![Pair::Unknown; columns * columns], room }
    }

    /// Notes what was found out about two columns, the first before the second, while there is room.
    pub(super) fn note(&mut self, first: Index, second: Index, pair: Pair) {
        if let Some(room) = self.room.checked_sub(pair.bytes()) {
            self.room = room;
            self.pairs[usize::from(first) * self.columns + usize::from(second)] = pair;
        }
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

//! Class sizes without the rows.

use super::key::Packing;

#[derive(Clone, Debug)]
pub(super) enum Keys {
    U32(Vec<u32>),
    U64(Vec<u64>),
    U128(Vec<u128>),
}

/// Every combination of codes that occurs, with the number of records that have it.
///
/// **Guarantee**: the order depends on the table alone, not on the number of threads.
#[derive(Clone, Debug)]
pub struct ClassCounts {
    pub(super) keys: Keys,
    pub(super) counts: Vec<u64>,
}

impl ClassCounts {
    /// The number of records in each class.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The number of classes.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there are no rows and so no classes.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    pub(super) fn codes(&self, packing: &Packing<'_>, class: usize) -> Vec<u32> {
        packing.unpack(match &self.keys {
            Keys::U32(keys) => u128::from(keys[class]),
            Keys::U64(keys) => u128::from(keys[class]),
            Keys::U128(keys) => keys[class],
        })
    }
}

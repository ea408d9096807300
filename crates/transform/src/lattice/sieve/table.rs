//! A place for each class number, found by hash and compared in full.

/// A number as wide as it must be.
pub(super) trait Number: Copy + Eq {
    /// No class has this number: the space of class numbers is smaller.
    const EMPTY: Self;
    fn of(number: u64) -> Self;
}

impl Number for u32 {
    const EMPTY: Self = Self::MAX;
    fn of(number: u64) -> Self {
        number as Self
    }
}

impl Number for u64 {
    const EMPTY: Self = Self::MAX;
    fn of(number: u64) -> Self {
        number
    }
}

#[derive(Default)]
pub(super) struct NumberTable<N> {
    numbers: Vec<N>,
    taken: usize,
}

impl<N: Number> NumberTable<N> {
    /// Starts again with room for a power of two of numbers.
    pub(super) fn reset(&mut self, capacity: usize) {
        self.numbers.clear();
        self.numbers.resize(capacity, N::EMPTY);
        self.taken = 0;
    }

    /// The place of a number, which is given one if it has none; `None` when the table is too full.
    #[inline]
    pub(super) fn place(&mut self, number: u64, hash: usize) -> Option<usize> {
        let slot = self.slot(number, hash);
        if self.numbers[slot] == N::EMPTY {
            self.numbers[slot] = N::of(number);
            self.taken += 1;
            if self.taken > self.numbers.len() / 8 * 7 {
                return None;
            }
        }
        Some(slot)
    }

    /// Where a number is, or would be.
    #[inline]
    pub(super) fn slot(&self, number: u64, hash: usize) -> usize {
        let (mask, number) = (self.numbers.len() - 1, N::of(number));
        let mut at = hash & mask;
        while self.numbers[at] != N::EMPTY && self.numbers[at] != number {
            at = (at + 1) & mask;
        }
        at
    }
}

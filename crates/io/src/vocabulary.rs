//! The values that one worker has met.

use lethe_data::{Context, Interner, Reservation, Result};

/// A worker's own numbering of the values of each column, and the part of the memory budget that it occupies.
pub(crate) struct Vocabulary {
    pub(crate) interners: Vec<Interner>,
    reservation: Reservation,
    counted: usize,
    expected: usize,
}

impl Vocabulary {
    pub(crate) fn new(columns: usize, context: &Context) -> Self {
        Self {
            interners: (0..columns).map(|_| Interner::default()).collect(),
            reservation: context.memory().reserve("reading the table"),
            counted: 0,
            expected: 0,
        }
    }

    /// Asks the memory budget for texts that are about to be met.
    ///
    /// **Errors**: the memory budget is exhausted.
    pub(crate) fn expect(&mut self, bytes: usize) -> Result<()> {
        self.reservation.try_grow(bytes)?;
        self.expected += bytes;
        Ok(())
    }

    /// Asks the memory budget for what the interners have grown by, and for `more` bytes beside them.
    ///
    /// **Errors**: the memory budget is exhausted.
    pub(crate) fn reserve(&mut self, more: usize) -> Result<()> {
        self.reservation.shrink(std::mem::take(&mut self.expected));
        let bytes = self.interners.iter().map(Interner::bytes).sum();
        let grown = usize::saturating_sub(bytes, self.counted);
        self.counted = bytes;
        self.reservation.try_grow(more + grown)
    }

    /// The interners, and the memory that stays reserved while it is held.
    pub(crate) fn into_parts(self) -> (Vec<Interner>, Reservation) {
        (self.interners, self.reservation)
    }
}

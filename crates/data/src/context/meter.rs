//! Asking the budget for something that grows piece by piece.

use super::{Context, Reservation};
use crate::Result;

/// Pieces are asked for together, this many bytes at a time.
const STEP: usize = 1 << 20;

/// Counts the bytes of a growing structure. Every megabyte the budget is asked and the cancel token looked at.
#[derive(Debug)]
pub struct Meter<'a> {
    context: &'a Context,
    memory: Reservation,
    pending: usize,
}

impl<'a> Meter<'a> {
    /// Starts at nothing; `what` names the structure in messages.
    pub fn new(context: &'a Context, what: &'static str) -> Self {
        Self { context, memory: context.memory().reserve(what), pending: 0 }
    }

    /// Counts `bytes` more.
    ///
    /// **Errors**: the budget has less left, or the run was cancelled.
    #[inline]
    pub fn add(&mut self, bytes: usize) -> Result<()> {
        self.pending += bytes;
        if self.pending >= STEP { self.ask() } else { Ok(()) }
    }

    #[cold]
    fn ask(&mut self) -> Result<()> {
        self.context.check_cancelled()?;
        self.memory.try_grow(std::mem::take(&mut self.pending))
    }

    /// What was counted, as a part of the budget that is held on to.
    ///
    /// **Errors**: as for [`Self::add`].
    pub fn finish(mut self) -> Result<Reservation> {
        self.ask()?;
        Ok(self.memory)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ByteSize, Error, MemoryBudget};

    #[test]
    fn the_budget_is_asked_for_every_megabyte_and_the_token_looked_at() {
        let context = Context::new(1).unwrap().with_memory(MemoryBudget::limited(ByteSize(3 << 20)));
        let mut meter = Meter::new(&context, "a test");
        let counted = (0..10_000).take_while(|_| meter.add(1000).is_ok()).count();
        // The budget is asked at every 1049th piece, and then the pieces are more than three megabytes.
        assert_eq!(counted, 3 * STEP.div_ceil(1000) - 1, "about three megabytes");
        drop(meter);
        let mut meter = Meter::new(&context, "a test");
        meter.add(5).unwrap();
        assert_eq!(meter.finish().unwrap().held(), 5);
        assert_eq!(context.memory().left(), 3 << 20);
        let mut meter = Meter::new(&context, "a test");
        context.cancel_token().cancel();
        assert!(matches!(meter.add(STEP), Err(Error::Cancelled)));
    }
}

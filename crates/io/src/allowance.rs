//! Memory for what a file declares, asked for before it is allocated.
//!
//! A size in a file is a claim. It is held against the memory budget, and against what the system would give, before a
//! library that believes it allocates: a library's failed allocation would end the whole process.

use crate::error::{Error, Result};
use lethe_data::{ByteSize, Context, Reservation};

/// Less than this is always to be had from the system.
const ALWAYS_TO_BE_HAD: u64 = 1 << 26;

/// Memory that is held while a part of a file is.
pub(crate) struct Allowance<'a> {
    file: &'a str,
    context: &'a Context,
    reservation: Reservation,
}

impl<'a> Allowance<'a> {
    /// Nothing yet; `what` is told when the budget is exhausted.
    pub(crate) fn new(file: &'a str, what: &'static str, context: &'a Context) -> Self {
        Self { file, context, reservation: context.memory().reserve(what) }
    }

    /// Takes `bytes` more.
    ///
    /// **Errors**: the memory budget has less left, or the system has less to give.
    pub(crate) fn grow(&mut self, bytes: u64) -> Result<()> {
        let size = usize::try_from(bytes).unwrap_or(usize::MAX);
        self.reservation.try_grow(size)?;
        let to_be_had = bytes <= ALWAYS_TO_BE_HAD || Vec::<u8>::new().try_reserve_exact(size).is_ok();
        if to_be_had {
            return Ok(());
        }
        let problem = format!("it declares {} of content, more than the memory there is", ByteSize(bytes));
        Err(Error::content(self.file, None, problem))
    }

    /// Whether there is room for so many bytes and more, at this moment.
    pub(crate) fn could_grow(&self, bytes: u64) -> bool {
        bytes <= ALWAYS_TO_BE_HAD && self.context.memory().left() > bytes.saturating_mul(2)
    }

    /// Gives everything back.
    pub(crate) fn release(&mut self) {
        let held = self.reservation.held();
        self.reservation.shrink(usize::try_from(held).unwrap_or(usize::MAX));
    }
}

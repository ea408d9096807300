//! Memory that is given back with what it was taken for.

use lethe_data::{Context, Reservation};

/// A part of the memory budget, kept beside what lies in it. It is no part of what that says.
#[derive(Debug)]
pub(crate) struct Held(Reservation);

impl Held {
    /// Takes so many bytes.
    ///
    /// **Errors**: the budget has less left.
    pub(crate) fn take(what: &'static str, bytes: usize, context: &Context) -> lethe_data::Result<Self> {
        let mut held = Self(context.memory().reserve(what));
        held.0.try_grow(bytes)?;
        Ok(held)
    }

    /// Takes more.
    pub(crate) fn grow(&mut self, bytes: usize) -> lethe_data::Result<()> {
        self.0.try_grow(bytes)
    }

    /// Gives back what turned out not to be needed: all but so many bytes.
    pub(crate) fn keep(&mut self, bytes: usize) {
        let held = usize::try_from(self.0.held()).unwrap_or(usize::MAX);
        self.0.shrink(held.saturating_sub(bytes));
    }
}

impl PartialEq for Held {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

//! A budget that large allocations are asked of first, and that holds what was measured against its limit.

use crate::{Error, Result};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A number of bytes, written and read as `2GiB`, `512MiB`, `100kB`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ByteSize(pub u64);

const UNITS: [(&str, u64); 11] = [
    ("TiB", 1 << 40),
    ("GiB", 1 << 30),
    ("MiB", 1 << 20),
    ("KiB", 1 << 10),
    ("TB", 1_000_000_000_000),
    ("GB", 1_000_000_000),
    ("MB", 1_000_000),
    ("KB", 1_000),
    ("kB", 1_000),
    ("G", 1 << 30),
    ("M", 1 << 20),
];

impl std::str::FromStr for ByteSize {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let unit = UNITS.iter().find(|(name, _)| text.ends_with(name));
        let (number, factor) = match unit {
            Some((name, factor)) => (&text[..text.len() - name.len()], *factor),
            None => (text.strip_suffix('B').unwrap_or(text), 1),
        };
        let number = number.trim();
        let bytes = if let Ok(whole) = number.parse::<u64>() {
            whole.checked_mul(factor)
        } else {
            let value = number.parse::<f64>().ok().filter(|v| v.is_finite() && *v >= 0.0);
            value.map(|v| v * factor as f64).filter(|v| *v < u64::MAX as f64).map(|v| v as u64)
        };
        bytes.map(Self).ok_or_else(|| format!("'{text}' is not a size; write for example 2GiB or 512MiB"))
    }
}

impl std::fmt::Display for ByteSize {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match UNITS[..4].iter().find(|(_, factor)| self.0 >= *factor) {
            Some((name, factor)) => write!(f, "{:.1} {name}", self.0 as f64 / *factor as f64),
            None => write!(f, "{} B", self.0),
        }
    }
}

/// How much memory may be used, and how much is.
#[derive(Debug)]
pub struct MemoryBudget {
    limit: u64,
    used: AtomicU64,
    /// What somebody has measured last.
    measured: AtomicU64,
}

/// What a run may occupy beside the structures that ask: the program, its buffers, and what the allocator keeps.
const UNASKED: u64 = 128 << 20;

impl MemoryBudget {
    /// A budget that never refuses.
    pub fn unlimited() -> Self {
        Self::limited(ByteSize(u64::MAX))
    }

    /// A budget of so many bytes.
    pub fn limited(limit: ByteSize) -> Self {
        Self { limit: limit.0, used: AtomicU64::new(0), measured: AtomicU64::new(0) }
    }

    /// The bytes that may be handed out in all.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// The bytes not yet handed out.
    pub fn left(&self) -> u64 {
        self.limit.saturating_sub(self.used.load(Ordering::Relaxed))
    }

    /// Takes note of the memory that the whole process occupies.
    ///
    /// **Guarantee**: while it is more than one and a half times the budget and 128 MiB, [`Self::check`] fails, whether the structures
    /// that grew have asked or not.
    pub fn measured(&self, bytes: u64) {
        self.measured.store(bytes, Ordering::Relaxed);
    }

    /// **Errors**: the process occupies far more than the budget.
    pub fn check(&self) -> Result<()> {
        let measured = self.measured.load(Ordering::Relaxed);
        let most = self.limit.saturating_add(self.limit / 2).saturating_add(UNASKED);
        if measured <= most {
            return Ok(());
        }
        Err(Error::MemoryExceeded {
            what: "the whole run",
            needed: ByteSize(measured - self.limit),
            left: ByteSize(0),
            budget: ByteSize(self.limit),
        })
    }

    /// Starts a reservation of nothing that can grow.
    pub fn reserve(self: &Arc<Self>, what: &'static str) -> Reservation {
        Reservation { budget: Arc::clone(self), what, held: 0 }
    }
}

/// A part of the budget in use; given back when dropped.
#[derive(Debug)]
pub struct Reservation {
    budget: Arc<MemoryBudget>,
    what: &'static str,
    held: u64,
}

impl Reservation {
    /// Takes `bytes` more.
    ///
    /// **Errors**: the budget has less left; nothing is taken then.
    pub fn try_grow(&mut self, bytes: usize) -> Result<()> {
        let more = bytes as u64;
        let taken = self.budget.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used| {
            used.checked_add(more).filter(|&total| total <= self.budget.limit)
        });
        if taken.is_err() {
            return Err(Error::MemoryExceeded {
                what: self.what,
                needed: ByteSize(more),
                left: ByteSize(self.budget.left()),
                budget: ByteSize(self.budget.limit),
            });
        }
        self.held += more;
        Ok(())
    }

    /// Gives `bytes` back.
    pub fn shrink(&mut self, bytes: usize) {
        let less = (bytes as u64).min(self.held);
        self.budget.used.fetch_sub(less, Ordering::Relaxed);
        self.held -= less;
    }

    /// The bytes held.
    pub fn held(&self) -> u64 {
        self.held
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.budget.used.fetch_sub(self.held, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_and_written_with_units() {
        for (text, bytes) in [("2GiB", 2 << 30), ("1.5MiB", 3 << 19), ("10 kB", 10_000), ("7", 7), ("7B", 7)]
        {
            assert_eq!(text.parse(), Ok(ByteSize(bytes)), "{text}");
        }
        for text in ["", "GiB", "-1GiB", "many", "NaN", "99999999999999999999"] {
            assert!(text.parse::<ByteSize>().is_err(), "{text}");
        }
        assert_eq!(ByteSize(3 << 29).to_string(), "1.5 GiB");
    }

    #[test]
    fn what_is_measured_may_exceed_the_budget_by_half_and_a_little() {
        let budget = MemoryBudget::limited(ByteSize(256 << 20));
        for (mebibytes, is_good) in [(0, true), (512, true), (513, false), (300, true)] {
            budget.measured(mebibytes << 20);
            assert_eq!(budget.check().is_ok(), is_good, "{mebibytes}");
        }
        let unlimited = MemoryBudget::unlimited();
        unlimited.measured(u64::MAX);
        assert!(unlimited.check().is_ok());
    }

    #[test]
    fn a_budget_refuses_what_does_not_fit_and_takes_back_what_is_dropped() {
        let budget = Arc::new(MemoryBudget::limited(ByteSize(100)));
        let mut first = budget.reserve("first");
        first.try_grow(60).unwrap();
        let mut second = budget.reserve("second");
        assert!(second.try_grow(50).is_err());
        assert_eq!((budget.left(), second.held()), (40, 0));
        drop(first);
        second.try_grow(100).unwrap();
        second.shrink(30);
        assert_eq!(budget.left(), 30);
    }
}

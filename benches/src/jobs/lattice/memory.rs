//! How much memory a search takes, as a multiple of the encoded table.

use crate::jobs::peak::{forget_peak, peak_mib, resident_mib};
use lethe_data::Table;
use serde_json::{Value, json};

/// What the process held before it read anything.
pub(super) struct Start {
    resident: f64,
}

/// What the process held before a search.
pub(super) struct Before<'a> {
    start: &'a Start,
    resident: f64,
    /// Whether the kernel lets us tell the search's peak from the reading's.
    forgotten: bool,
}

impl Start {
    pub(super) fn now() -> Self {
        Self { resident: resident_mib() }
    }

    pub(super) fn before_search(&self) -> Before<'_> {
        Before { start: self, forgotten: forget_peak(), resident: resident_mib() }
    }
}

impl Before<'_> {
    /// Two multiples of the table: `search`, the table and what the process grew by; and `process`, all that it holds
    /// at the peak beyond what it held at its start, so also what the allocator kept from reading. A search may use the
    /// latter without growing, so the truth is between the two.
    pub(super) fn multiples(&self, table: &Table) -> Value {
        if !self.forgotten {
            return Value::Null;
        }
        let (peak, encoded) = (peak_mib(), table.bytes() as f64 / f64::from(1 << 20));
        json!({
            "search": (peak - self.resident + encoded) / encoded,
            "process": (peak - self.start.resident) / encoded,
        })
    }
}

//! Rows in an order that tells nothing about the one they came in.

use crate::draws::Draws;
use lethe_data::Table;

/// Keeps this use of the hash apart from others.
const PURPOSE: &str = "Lethe 2026 order of published rows";

/// Puts rows of a table into an order that the seed and the table's contents decide (Fisher and Yates).
pub(super) fn shuffle(rows: &mut [u32], seed: u64, table: &Table) {
    let mut draws = Draws::new(PURPOSE, seed, table);
    for last in (1..rows.len()).rev() {
        rows.swap(last, draws.below(last as u64 + 1) as usize);
    }
}

//! Counts of the parts of a table that add up to the counts of the whole.
//!
//! Each part numbers its values by itself, so a partial identifies values by their texts. Every partial has the same three steps: `of` counts
//! one part, `merge` adds the counts of another, and the last step answers a question about all of them. Merging is associative
//! and commutative: the answer does not depend on how the table was split.
//!
//! Counts of value pairs and the statistics of records that follow from them are in `lethe_exposure` (`Model`, `RecordMoments`).

mod candidates;
mod combinations;
mod histograms;
#[cfg(test)]
mod tests;

pub use candidates::{CandidateCounts, SetCounts};
pub use combinations::Combinations;
pub use histograms::{ClassHistogram, ClassHistograms};

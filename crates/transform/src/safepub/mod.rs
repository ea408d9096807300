//! Truthful differential privacy: sampling, one generalization for all, and suppression of what is rare.
//!
//! A search that decides by lotteries chooses the levels, every record is kept by the flip of a coin, and of the kept ones
//! those that fewer than k share are left out. What comes out is true, and a set without order: nothing in it tells which rows it
//! came from, how many were left out, or how many there were.
//!
//! **Paper**: Bild, Kuhn, Prasser, *`SafePub`: A Truthful Data Anonymization Algorithm With Strong Privacy Guarantees* (2018).
//!
//! # Where is what?
//!
//! `dp/src/safepub`: `tail.rs` bounds the chance that a class shows too much, `parameters.rs` finds the smallest k.
//! `transform/src/safepub`: `Records` are the distinct records with what every level shows; `partition.rs` keeps those
//! that look alike together and splits them, `pivots.rs` rolls records up and keeps partitions, `tally.rs` counts what
//! `score.rs` makes scores of, `search.rs` walks by lotteries, `operator.rs` samples and suppresses, `mechanism.rs`
//! puts both together. The façade `lethe/src/anonymize/safepub` reads the promise (`promise.rs`), lets every column
//! take part (`columns.rs`), tells what was spent (`account.rs`) and writes groups in order (`released.rs`).
//! `num/src/enclosure` has the bounds, `coin.rs` and `lottery.rs` the decisions. See `docs/src/methods/safepub.md`.

mod mechanism;
mod operator;
mod partition;
mod pivots;
mod records;
mod score;
mod search;
mod tally;

pub use mechanism::{Mechanism, Output, Sampling};
pub use operator::{Group, publish, sample};
pub use records::{Attribute, Records};
pub use score::Score;
pub use search::{Choice, Found, Plan, Problem, search};

#[cfg(test)]
mod tests;

/// What can end a mechanism early.
#[derive(Debug, thiserror::Error)]
pub enum Error<R> {
    /// The table could not be worked on.
    #[error(transparent)]
    Data(#[from] lethe_data::Error),
    /// There is no chance to decide by.
    #[error("there are no random bits")]
    Random(R),
}

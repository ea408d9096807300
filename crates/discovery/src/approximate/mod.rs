//! First answers from samples, before an exact search is worth its time.
//!
//! Two measures say how far a column set `S` is from a key (Motwani & Xu 2007):
//!
//! - The *separation* is the share of pairs of records that differ on `S`. A set with separation of at least `α` is an
//!   α-separation quasi-identifier.
//! - The *distinct ratio* is the number of different combinations on `S` divided by the number of records. One minus it is
//!   the smallest share of records to delete so that `S` becomes a key: all but one of each class. A set with a ratio of
//!   at least `α` is an α-distinct quasi-identifier.
//!
//! Both are 1 where nobody can be confused: with fewer than two records there are no pairs, and without records there is
//! nothing to delete. A row of weight `w` stands for `w` records, who are alike on every column. A missing value is a
//! value of its own.
//!
//! # What a sample can tell
//!
//! *Separation* is a mean over pairs, so drawn pairs estimate it from both sides, whatever the table:
//! [`separation`]. The interval holds all `p` with `N · kl(p̂, p) ≤ ln(2 / δ)`, where `kl` is the divergence of two coins
//! (Hoeffding 1963, Theorem 1). It is never wider than the better known `p̂ ± √(ln(2 / δ) / 2N)`, and much narrower near
//! 0 and 1.
//!
//! *Distinct values* are another matter. No estimate from `q` of `n` rows is always within a factor of less than about
//! `√(n / q)` (Charikar, Chaudhuri, Motwani & Narasayya 2000): rare combinations are easily missed, however many there
//! are. So [`distinct_ratio`] gives no estimate, only bounds that hold; likewise [`exposed_share`], which bounds how many
//! records are exposed from above: whoever is in a class of `k` within the sample is in one within the table. Being alone
//! in the sample proves nothing.
//!
//! # Confidence
//!
//! An interval is right with the stated confidence over the choice of the sample, as far as the generator behaves like
//! chance. The sample depends on the context's seed, the table's records and the number of draws only. Questions about
//! different sets with the same seed look at the same pairs: each answer holds by itself.
//!
//! Every answer carries `approximate: true`. [`exact_separation`] and [`exact_distinct_ratio`] are there to compare.

mod bounds;
mod distinct;
mod first_look;
mod records;
mod separation;

pub use distinct::{ApproximateBounds, distinct_ratio, exact_distinct_ratio, exposed_share};
pub use first_look::{ApproximateFirstLook, ApproximateStep, first_look};
pub use separation::{ApproximateSeparation, exact_separation, separation};

use crate::{Error, Result};

/// How sure and how close an answer has to be; together they decide how much is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleOptions {
    /// How likely the bounds are to be right; greater than 0 and less than 1.
    pub confidence: f64,
    /// How far a bound may be from what the sample shows; at least [`Self::LEAST_ERROR`].
    pub error: f64,
}

impl Default for SampleOptions {
    fn default() -> Self {
        Self { confidence: 0.99, error: 0.01 }
    }
}

impl SampleOptions {
    /// The smallest error that can be asked for: a smaller one would need more draws than exact counting takes steps.
    pub const LEAST_ERROR: f64 = 1e-4;

    fn check(&self) -> Result<()> {
        if !(self.confidence > 0.0 && self.confidence < 1.0) {
            return Err(Error::Confidence { confidence: self.confidence });
        }
        if !(self.error >= Self::LEAST_ERROR && self.error < 1.0) {
            return Err(Error::Margin { error: self.error, least: Self::LEAST_ERROR });
        }
        Ok(())
    }

    /// How likely the bounds may be wrong.
    fn risk(&self) -> f64 {
        1.0 - self.confidence
    }
}

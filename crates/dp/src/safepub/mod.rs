//! The parameters of truthful differential privacy by sampling and suppression.
//!
//! Every record is kept with the chance beta = 1 − e^−epsilon, and of the kept ones those that fewer than k share are dropped. The
//! smallest k for an epsilon and a delta is found here, with bounds that prove it.
//!
//! **Paper**: Bild, Kuhn, Prasser, *`SafePub`* (2018), Section 4; Li, Qardaji, Su, *On Sampling, Anonymization, and Differential
//! Privacy* (2012), Theorem 1.

mod parameters;
mod tail;
#[cfg(test)]
mod tests;

pub use parameters::{ParameterError, Parameters};

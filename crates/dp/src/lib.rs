//! Differential privacy that holds for the program, not only for the paper.
//!
//! Budgets are exact ([`Epsilon`]), decisions are taken with exactly the chances that the proofs speak of (`lethe_num`), and
//! [`falsify`] goes through every decision of a mechanism on small inputs and checks the inequality of its promise.

mod budget;
mod epsilon;
pub mod falsify;
pub mod ledger;
pub mod mechanism;
mod number;
pub mod safepub;

pub use budget::Budget;
pub use epsilon::{Epsilon, EpsilonError};
pub use number::{NumberError, parse_number};

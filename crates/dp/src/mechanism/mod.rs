//! Mechanisms whose promise holds for the program.
//!
//! Every mechanism is made from public parameters alone (`new`), computes an exact whole number or exact scores from the data, and
//! decides by exact coins and whole-number noise. Nothing that touches data is rounded by a floating-point operation, nothing fails
//! because of what the data says, and what is computed after the noise may be rounded as one likes.
//!
//! Unless a mechanism says otherwise, neighbours are tables of which one has one row more.
//!
//! # Where is what?
//!
//! `dp/src/mechanism`: a mechanism is made from public parameters, turns data into a whole number or scores, and
//! decides by a `Draw`: random bits, or the `Explorer` of `falsify` that goes through every decision. `noise.rs`
//! chooses between `laplace.rs` and `gaussian.rs` (its σ proven in `zcdp.rs`); `grid.rs` clamps and rounds; `median/`
//! keeps candidate databases. `dp/src/ledger.rs` adds up budgets. In the façade `lethe/src/dp`: `plan.rs` makes the
//! mechanism before the data is read, `column.rs` reads it, `ledger_file.rs` spends (locked, durable), and only then
//! `answer.rs` draws. Random bits come from `lethe/src/randomness.rs` alone. See `docs/src/methods/dp-mechanisms.md`.

mod count;
mod draw;
mod error;
mod exponential;
mod gaussian;
mod grid;
mod histogram;
mod laplace;
mod mean;
pub mod median;
mod noise;
mod quantile;
mod randomized_response;
mod sum;
mod zcdp;

pub use count::Count;
pub use draw::Draw;
pub use error::MechanismError;
pub use exponential::Exponential;
pub use gaussian::Gaussian;
pub use grid::{Grid, MOST_UNITS};
pub use histogram::Histogram;
pub use laplace::Laplace;
pub use mean::{Mean, NoisyMean};
pub use noise::Noise;
pub use quantile::{MOST_POINTS, Quantile};
pub use randomized_response::{Estimate, RandomizedResponse};
pub use sum::Sum;

/// A value in steps of a grid, `None` where a row has none, and how many rows have it.
pub type Counted = (Option<i64>, u64);

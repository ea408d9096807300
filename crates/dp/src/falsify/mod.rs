//! Trying to prove a mechanism wrong.
//!
//! A mechanism that decides only by coins and lotteries is run once for every path of decisions, and the chances along a path
//! multiply: that gives the exact distribution of what it puts out, within bounds. Two inputs that differ by one person then show
//! whether the promise holds, without a statistical test and without a doubt about the proof.
//!
//! Whole commands, files and all, are too large for that. Tests of the façade (`crates/lethe/tests/suite/neighbours`) hold what they make of two files
//! that differ by one record against each other: exactly where coins can be made equal, and by counting outcomes at a stated rate
//! of false alarms where not.

mod explorer;
mod guarantee;
mod noise;
mod outcomes;

pub use explorer::{Distribution, Explorer, distribution};
pub use guarantee::{Finding, approximate, probabilistic};
pub use noise::REACH;
pub use outcomes::false_alarm;

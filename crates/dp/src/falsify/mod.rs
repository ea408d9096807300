//! Trying to prove a mechanism wrong.
//!
//! A mechanism that decides only by coins and lotteries is run once for every path of decisions, and the chances along a path
//! multiply: that gives the exact distribution of what it puts out, within bounds. Two inputs that differ by one person then show
//! whether the promise holds, without a statistical test and without a doubt about the proof.

mod explorer;
mod noise;
mod promise;

pub use explorer::{Distribution, Explorer, distribution};
pub use noise::REACH;
pub use promise::{Finding, approximate, probabilistic};

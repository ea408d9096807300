//! Quality models: what did a release cost?
//!
//! Every measure is a loss from 0 (nothing lost) to 1 (everything suppressed). A search asks for the value of a release
//! and for a bound that no release of a region can beat.

mod aggregate;
mod cells;
mod domain;
mod loss;
mod measure;

pub use aggregate::Aggregate;
pub use cells::{CellCosts, ColumnCosts};
pub use domain::Domain;
pub use loss::Loss;
pub use measure::{KeptClass, Measure, View};

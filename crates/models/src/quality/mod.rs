//! Quality models: what did a release cost?
//!
//! Every measure is a loss from 0 (nothing lost) to 1 (everything suppressed). A search asks for the value of a release
//! and for a bound that no release of a region can beat.
//!
//! Sums are taken over whole numbers or in the order of node codes, so equal releases have equal losses to the last
//! digit, in whatever order their classes are shown.

mod aggregate;
mod ambiguity;
mod cell_release;
mod cell_tally;
mod cells;
mod classification;
mod discernibility;
mod domain;
mod entropy;
mod group_size;
mod kl_divergence;
mod logarithm;
mod loss;
mod measure;
mod ncp;
mod precision;
mod registry;
mod report;
mod span;
mod squared_error;
mod total;
mod weighted_loss;

pub use ambiguity::Ambiguity;
pub use cell_release::{Cell, CellRelease, Record, TableView};
pub use cell_tally::{CellTally, TallyView};
pub use cells::{CellCosts, ColumnCosts};
pub use classification::Classification;
pub use discernibility::{Discernibility, MonotoneDiscernibility};
pub use domain::Domain;
pub use entropy::{Entropy, MonotoneEntropy};
pub use group_size::GroupSize;
pub use kl_divergence::KlDivergence;
pub use lethe_recipe::Aggregate;
pub use loss::Loss;
pub use measure::{KeptClass, Measure, MixedNode, View};
pub use ncp::Ncp;
pub use precision::Precision;
pub use registry::{MEASURES, MeasureEntry, QualityMeasure, Subject, measure};
pub use report::{Quality, report};
pub use span::{Covers, Span};
pub use squared_error::SquaredError;
pub use total::Total;
pub use weighted_loss::WeightedLoss;

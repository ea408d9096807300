//! What the values of a table give away about each other.
//!
//! A node is a value of a column, and an edge from one to another says how likely somebody who has the first has the second:
//! P(b | a) = records with both / records with a. All of it comes from exact counts of value pairs ([`pairs`]), which can be
//! added up: over blocks of rows, over silos, over batches of a stream.

pub mod aggregate;
mod cycles;
pub mod discriminate;
mod error;
mod graph;
mod held;
pub mod manifold;
mod measures;
pub mod model;
mod nodes;
pub mod pairs;
mod records;
mod rules;
mod sets;
pub mod stream;

pub use cycles::{Checked, ColumnPair, Spread, deviations, greedy_theta};
pub use error::{Error, Result};
pub use graph::{Graph, Node};
pub use measures::Measures;
pub use model::Model;
pub use nodes::Nodes;
pub use records::{RecordMoments, RecordSpread, RecordSums};
pub use rules::{Rule, RuleOptions};
pub use sets::{GrownSet, SetMeasures, grow_sets};

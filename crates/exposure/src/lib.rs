//! What the values of a table give away about each other.
//!
//! A node is a value of a column, and an edge from one to another says how likely somebody who has the first has the second:
//! P(b | a) = people with both / people with a. All of it comes from exact counts of value pairs ([`pairs`]), which can be
//! added up: over blocks of rows, over silos, over batches of a stream.

mod error;
mod graph;
mod nodes;
pub mod pairs;
pub mod stream;

pub use error::{Error, Result};
pub use graph::{Graph, Node};
pub use nodes::Nodes;

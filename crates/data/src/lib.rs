//! Lethe's nouns, shared by every room of the house.
//!
//! A [`Table`] holds dictionary codes instead of texts, a [`ColumnSet`] names some of its columns, [`Classes`] are
//! the groups of rows that look alike on them, a [`Hierarchy`] says
//! which coarser label may stand for a value, and a [`Context`] carries the resources of a run. The verb that
//! belongs here is counting: [`group`] answers "how often does this combination of codes occur?" for everyone.

mod arena;
pub mod calendar;
mod canonical;
mod codes;
mod column;
mod column_set;
mod context;
mod decimal;
mod dictionary;
mod error;
pub mod group;
pub mod hash;
pub mod hierarchy;
mod interner;
pub mod label;
pub mod partial;
pub mod random;
mod schema;
pub mod similar;
mod table;
mod value;
mod visible;
pub mod wording;

pub use arena::TextArena;
pub use canonical::{canonical_order, content_order};
pub use codes::{Code, Codes};
pub use column::Column;
pub use column_set::ColumnSet;
pub use context::{
    ByteSize, CancelToken, Context, MemoryBudget, Meter, NoProgress, ProgressSink, ProgressTask, Reservation,
    Task,
};
pub use decimal::Decimal;
pub use dictionary::{Built, Dictionary, TypeChoice};
pub use error::{Error, Fault, Result};
pub use group::Classes;
pub use hierarchy::{BoundHierarchy, Defect, DefectKind, Hierarchy, Missing, UnknownValues};
pub use interner::Interner;
pub use schema::Role;
pub use table::Table;
pub use value::{Value, ValueParser, ValueType, compare};
pub use visible::{is_invisible, visible};

//! What a released table is still good for, measured against its original. Nothing here changes data, and no guarantee
//! rests on its doubles.
//!
//! [`Counterpart`]s hold the columns of the original beside what the release shows of them; everything else is computed from
//! these: the [`data_score`], what became of [`cells`], [`distances`] between distributions, the [`association`] of columns.

pub mod association;
pub mod bins;
pub mod cells;
mod correspondence;
mod counterpart;
pub mod data_score;
pub mod distances;
pub mod learning;
pub mod reading;
mod values;

pub use correspondence::rows_correspond;
pub use counterpart::{Counterpart, Shown};
pub use values::Values;

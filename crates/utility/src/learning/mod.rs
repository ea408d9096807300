//! How well a class is learned from a release and told of original records.
//!
//! A learner is trained on what a release shows and asked for the class of original records it was not trained on. What
//! it gets right, between a learner that knows nothing ([`Score::zero_r`]) and one that was given the original
//! ([`Score::original_accuracy`]), says what the release is still good for. Everything a learner sees is one byte a cell
//! ([`feature`]), so that trees and regressions alike work on counts by level.
//!
//! # Where is what?
//!
//! `utility/src/learning`: an `Exam` (`view.rs`) says which original records are asked about, their classes and folds;
//! a `View` is a table to learn from, turned into one byte a cell (`feature.rs`, `sheet.rs`). `evaluate.rs` gives a
//! `Lesson` a fold to `tree/` and `logistic/`, and `expert.rs` adds up what several tables say. Rows of unlinked tables
//! are kept out of training by content (`content.rs`). See `docs/src/methods/learning.md`.

mod bayes;
mod classes;
mod content;
mod draw;
mod error;
mod evaluate;
mod expert;
mod feature;
mod folds;
mod forest;
mod lesson;
mod logistic;
mod lookup;
mod options;
mod predictions;
mod reading;
mod score;
mod sheet;
#[cfg(test)]
mod tests;
mod tree;
mod view;

pub use error::{Error, Result};
pub use evaluate::{Baseline, evaluate};
pub use options::{Learner, Options, Released, Shown};
pub use score::{Coefficient, Rates, Score};

//! Columns put into compartments: tables that each single nobody out and that cannot be joined again.
//!
//! A *compartment* is a set of columns that are published together, apart from the others. It is safe when it holds no
//! quasi-identifier: with bounded knowledge none of at most `max_size` columns, else none at all, which is to say that the
//! table is k-anonymous on all of the compartment's columns together. What may be joined again from several of them is why
//! families are made acyclic (`acyclic.rs`). See docs/src/methods/compartments.md for the definitions and their proofs.

mod acyclic;
mod bound;
mod choose;
mod cliques;
mod cover;
mod grow;
mod known;
mod rows;
mod safety;
mod split;

pub use acyclic::is_acyclic;
pub use choose::{compartments, compartments_without};
pub use lethe_data::canonical_order;
pub use lethe_recipe::Cover;
pub use rows::rows_to_split;
pub use split::{NOT_APPLICABLE, split};

use lethe_data::{ColumnSet, Table};

/// The columns to be put into compartments, and what an attacker may know.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// The table.
    pub table: &'a Table,
    /// The columns by position, ascending.
    pub columns: Vec<usize>,
    /// A person is exposed where fewer than `k` records look alike.
    pub k: u64,
    /// The most columns that an attacker knows; `None`: all of them.
    pub max_size: Option<usize>,
}

/// How safe sets are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Algorithm {
    /// The maximal sets that contain no quasi-identifier.
    #[default]
    Borders,
    /// The maximal cliques of columns of which no two are in one quasi-identifier: safe, but smaller.
    ///
    /// **Paper**: Podlesny 2023, Section 6.2.
    Cliques,
}

/// How compartments are chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// What must be kept together.
    pub cover: Cover,
    /// How safe sets are found.
    pub algorithm: Algorithm,
    /// Columns wanted in every compartment, the most wanted first.
    pub shared: Vec<usize>,
}

/// Compartments, and what is known of how good they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compartments {
    /// The columns of each compartment.
    pub sets: Vec<ColumnSet>,
    /// The columns that expose records by themselves and are in no compartment.
    pub alone: Vec<usize>,
    /// The number of maximal safe sets, where all were listed.
    pub maximal: Option<u64>,
    /// No family of fewer safe sets covers what was asked for.
    pub lower_bound: usize,
    /// Whether no family of fewer safe sets covers what was asked for than this one.
    pub fewest: bool,
    /// The pairs of columns that are together in a compartment.
    pub pairs: u64,
    /// The pairs of columns that are safe together.
    pub safe_pairs: u64,
    /// Whether the family is acyclic, so that joining proves nothing about fewer than `k` records.
    pub acyclic: bool,
    /// Columns taken out of sets to make the family acyclic, counted for every set.
    pub trimmed: u64,
    /// Whether everything asked for is covered; a list of [`Cover::All`] or [`Cover::Pairs`] may be too long.
    pub complete: bool,
    /// The columns of `shared` that a compartment is without, as (compartment, column).
    pub unshared: Vec<(usize, usize)>,
}

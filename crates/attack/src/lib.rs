//! Linking a release with what somebody knows about records.
//!
//! A record is a *candidate* of a person when each of its shown values is consistent with what is known: it may be the
//! person's record. One candidate is a re-identification, and candidates that share a sensitive value give that value away,
//! however many they are. A suppressed record is a candidate of everybody, or by the rule of suppression only of those whose
//! class is not published: both are found out. Nothing here changes data, and the attack proves no release safe: it shows what one attacker can
//! do with one piece of knowledge.
//!
//! # Where is what?
//!
//! `attack/src`: `consistent.rs` keeps for each known value the labels that fit. `classes.rs` groups the release on the
//! known columns, `candidates.rs` finds the classes that fit a piece of knowledge, and `findings.rs` asks about each
//! different piece once. In the façade `attack/target.rs` brings files and columns together, and `score.rs` counts
//! records over compartments and draws.

mod bitmap;
mod candidates;
mod classes;
mod consistent;
mod findings;
mod histogram;
mod knowledge;
mod suppression;
mod truth;

pub use findings::{Findings, Inferred, ReadingFindings};
pub use knowledge::Knowledge;
pub use suppression::QuasiColumns;

use candidates::Candidates;
use classes::Classes;
use consistent::Consistent;
use lethe_data::label::Tolerance;
use lethe_data::{Column, Context, Hierarchy, Result, Table};
use suppression::Suppression;
use truth::Truth;

/// A column of the release that somebody knows.
#[derive(Clone, Copy, Debug)]
pub struct Linked<'a> {
    /// Its position in the release.
    pub released: usize,
    /// Its position among what is known.
    pub known: usize,
    /// The hierarchy whose labels the release may show.
    pub hierarchy: Option<&'a Hierarchy>,
    /// How far what is known may be from the true value; it is the true value when `None`.
    pub tolerance: Option<Tolerance>,
}

/// What is linked with what.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    /// The release.
    pub released: &'a Table,
    /// One row for each known person.
    pub known: &'a Table,
    /// The columns that are compared.
    pub columns: Vec<Linked<'a>>,
    /// Columns of the release that are to be learned.
    pub sensitive: Vec<usize>,
    /// The columns, in the release and among what is known, that say who is who; never compared.
    pub truth: Option<(usize, usize)>,
    /// Columns of the release in which records are suppressed together.
    pub quasi: QuasiColumns,
}

/// A release, prepared for attacks with any part of what is known.
pub struct Attack {
    candidates: Candidates,
    suppression: Option<Suppression>,
    truth: Option<Truth>,
}

impl Subject<'_> {
    /// All that is known in the columns that are compared.
    pub fn knowledge(&self) -> Knowledge {
        let columns: Vec<&Column> =
            self.columns.iter().map(|linked| self.known.column(linked.known)).collect();
        Knowledge::of(&columns, self.known.rows())
    }
}

impl Attack {
    /// Finds out which labels of the release fit which known values.
    ///
    /// **Cost**: a grouping of the release, and a few searches a label; in memory 8 bytes for each pair of a label and a
    /// value that fit.
    /// **Errors**: the memory budget is too small, or the run is cancelled.
    pub fn new(subject: &Subject<'_>, context: &Context) -> Result<Self> {
        let Subject { released, known, columns, sensitive, truth, quasi } = subject;
        let task = context.task("reading labels", Some(columns.len() as u64));
        let mut consistent = Vec::with_capacity(columns.len());
        for linked in columns {
            let (mine, theirs) = (known.column(linked.known), released.column(linked.released));
            consistent.push(Consistent::new(mine, theirs, linked.hierarchy, linked.tolerance, context)?);
            task.advance(1);
        }
        drop(task);
        let positions: Vec<usize> = columns.iter().map(|linked| linked.released).collect();
        let beside = truth.map(|(released, _)| released);
        let classes = Classes::new(released, &positions, sensitive, beside, quasi, context)?;
        let is_exact: Vec<bool> =
            columns.iter().map(|linked| linked.tolerance.is_none_or(Tolerance::is_exact)).collect();
        let suppression = Suppression::of(released, &positions, &is_exact, quasi, &classes);
        let truth = truth.map(|(theirs, mine)| {
            let learned = sensitive.iter().map(|&column| released.column(column));
            Truth::new(
                known.column(mine),
                released.column(theirs),
                learned,
                &classes.of_row,
                released.weights(),
            )
        });
        Ok(Self { candidates: Candidates::new(classes, consistent, context)?, suppression, truth })
    }

    /// The suppressed records, where it matters whether they are anybody's.
    pub fn suppressed(&self) -> u64 {
        self.suppression.as_ref().map_or(0, |suppression| suppression.records(&self.candidates.classes))
    }

    /// The records of the release.
    pub fn records(&self) -> u64 {
        self.candidates.classes.records.iter().sum()
    }

    /// The records that show the most frequent value of a column that is to be learned: what somebody guesses who knows
    /// nothing.
    pub fn records_with_most_frequent(&self, column: usize) -> u64 {
        self.candidates.classes.values[column].records_with_most_frequent()
    }

    /// The records of the release that show a value in a column that is to be learned.
    pub fn records_with(&self, column: usize, value: u32) -> u64 {
        self.candidates.classes.values[column].records_with(value)
    }

    /// Attacks every person with this knowledge, which is of the subject's known columns in their order.
    ///
    /// **Guarantee**: the findings do not depend on the number of threads.
    /// **Cost**: for each different piece of knowledge a look at the classes that its most reporting column leaves, or an
    /// intersection of bits a class and column, whichever is less.
    /// **Errors**: the memory budget is too small, or the run is cancelled.
    pub fn run(&self, knowledge: &Knowledge, context: &Context) -> Result<Findings> {
        findings::find(&self.candidates, self.suppression.as_ref(), self.truth.as_ref(), knowledge, context)
    }
}

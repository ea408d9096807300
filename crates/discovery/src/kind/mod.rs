//! What kind of information about records does a column hold?
//!
//! Detectors look at a column's name, its type and up to [`Evidence::SAMPLE`] of its distinct values. They cover the
//! identifiers that HIPAA's Safe Harbor names (45 CFR 164.514(b)(2)), as far as a table can show them, the special
//! categories of GDPR Article 9, and the usual quasi-identifiers. Each is a value behind [`Detector`], kept in a file
//! with its family and listed once in [`DETECTORS`]; the first that recognises a column wins.
//!
//! Two kinds of mistake are guarded against. A column is not claimed by chance: nine of ten values must match, and
//! where a random number passes a test easily (a check digit lets one in ten through) enough distinct values must, or
//! the name must agree. And a name is compared by whole words, so `page` is no `age`.

mod address;
mod catalog;
mod contact;
mod demography;
mod detector;
mod digits;
mod evidence;
mod finance;
mod identity;
mod medicine;
mod name;
mod national;
mod network;
mod personal_name;
mod record_number;
mod registry;
mod sensitive;
#[cfg(test)]
mod tests;
mod text;
mod time;
mod vehicle;

pub use catalog::Kind;
pub use detector::{About, Basis, Detector, Example, Finding};
pub use evidence::Evidence;
pub use name::ColumnName;
pub use registry::DETECTORS;

/// The first detector of the registry that recognises a column.
pub fn detect(evidence: &Evidence<'_>) -> Option<Finding> {
    DETECTORS.iter().find_map(|&detector| detector.examine(evidence).map(|basis| Finding { detector, basis }))
}

//! What is asked of an evidence report.

use crate::compare::Release;
use crate::request::forms::as_text;
use crate::{Error, Files, Result};
use lethe_io::{Document, Location, ReadOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A release that is to be reported on.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Evidence {
    /// The original table.
    pub original: Location,
    /// What was released of it: a table, or a folder of compartments.
    #[serde(with = "as_text")]
    #[schemars(with = "String")]
    pub released: Release,
    /// How to read both. Types are those of the original: a release may show labels.
    #[serde(flatten)]
    pub read: ReadOptions,
    /// The recipe: roles, hierarchies, and the models that must hold.
    pub recipe: PathBuf,
    /// The column that classifiers learn to predict; the first sensitive one of the recipe when not given.
    #[serde(default)]
    pub class: Option<String>,
    /// Records in smaller classes are at risk, and smaller counts are not shown; the recipe's k, or 2, when not given.
    #[serde(default)]
    pub k: Option<u64>,
    /// The date of the report, as it is to be printed.
    #[serde(default)]
    pub date: Option<String>,
    /// Where the report goes: a page where the name ends in `.html`, else JSON.
    #[serde(default)]
    pub output: Option<Document>,
}

impl Evidence {
    /// The usual report.
    pub fn of(original: Location, released: Release, recipe: impl Into<PathBuf>) -> Self {
        Self {
            original,
            released,
            read: ReadOptions::default(),
            recipe: recipe.into(),
            class: None,
            k: None,
            date: None,
            output: None,
        }
    }

    /// The files that are read and written.
    pub fn files(&self) -> Files {
        let read = Files::default().reads_table("the original", &self.original);
        let read = match &self.released {
            Release::Table(table) => read.reads_table("the release", table),
            Release::Compartments(folder) => read.reads_any("the release", &folder.to_string_lossy()),
        };
        read.reads_recipe(self.recipe.as_path())
            .writes("`output`", self.output.as_ref().and_then(Document::path))
    }

    pub(super) fn check(&self) -> Result<()> {
        let is_stream =
            |release: &Release| matches!(release, Release::Table(table) if table.is_standard_stream());
        if self.original.is_standard_stream() || is_stream(&self.released) {
            let problem = "a report reads both tables more than once: name files instead of standard input";
            return Err(Error::Request(problem.to_owned()));
        }
        match self.k {
            Some(k) if k < 2 => Err(Error::Request(format!("k must be at least 2, not {k}"))),
            _ => Ok(()),
        }
    }
}

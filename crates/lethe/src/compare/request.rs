//! What to compare.

use crate::request::forms::as_text;
use crate::{Error, Files, Result};
use lethe_data::Context;
use lethe_io::{Location, ReadOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What to compare, and what else to ask.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Compare {
    /// The original table.
    pub original: Location,
    /// What was released of it.
    #[serde(with = "as_text")]
    #[schemars(with = "String")]
    pub released: Release,
    /// How to read both. Types are those of the original: a release may show labels.
    #[serde(flatten)]
    pub read: ReadOptions,
    /// A recipe with roles and hierarchies.
    #[serde(default)]
    pub recipe: Option<PathBuf>,
    /// The quasi-identifying columns; those of the recipe when empty.
    #[serde(default)]
    pub quasi: Vec<String>,
    /// Whether rows of the release stand where they stood in the original.
    #[serde(default)]
    pub order: RowOrder,
    /// Learn to show this column from the others.
    #[serde(default)]
    pub class: Option<String>,
    /// The value of the class whose errors are counted.
    #[serde(default)]
    pub positive: Option<String>,
    /// How many parts of the original take turns in being asked about.
    #[serde(default = "ten")]
    pub folds: usize,
    /// Classes of fewer records are reported as risky; the recipe's k, or 2, when not given. Counts below it, or below
    /// [`DRAWN_FROM`], are not drawn.
    #[serde(default)]
    pub k: Option<u64>,
}

/// Counts of fewer records are never drawn: a chart is looked at by more records than a table.
pub const DRAWN_FROM: u64 = 5;

impl Compare {
    /// The usual comparison.
    pub fn of(original: Location, released: Release) -> Self {
        Self {
            original,
            released,
            read: ReadOptions::default(),
            recipe: None,
            quasi: Vec::new(),
            order: RowOrder::Detect,
            class: None,
            positive: None,
            folds: 10,
            k: None,
        }
    }

    /// The files that are read.
    pub fn files(&self) -> Files {
        let read = Files::default().reads_table("the original", &self.original);
        let read = match &self.released {
            Release::Table(table) => read.reads_table("the release", table),
            Release::Compartments(folder) => read.reads_any("the release", &folder.to_string_lossy()),
        };
        read.reads_recipe(self.recipe.as_deref())
    }

    pub(super) fn check(&self) -> Result<()> {
        if let Some(k) = self.k.filter(|k| *k < 2) {
            return Err(Error::Request(format!("k must be at least 2, not {k}")));
        }
        if self.class.is_none() && self.positive.is_some() {
            let problem = "a positive value needs a class column: name it with `class`";
            return Err(Error::Request(problem.to_owned()));
        }
        Ok(())
    }
}

/// What was released.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Release {
    /// One table.
    Table(Location),
    /// A folder with `compartments.json`.
    Compartments(PathBuf),
}

impl Release {
    /// A folder, or the name of a table.
    ///
    /// **Errors**: the name is of no format that Lethe knows.
    pub fn parse(name: &str) -> Result<Self> {
        let path = PathBuf::from(name);
        Ok(if path.is_dir() { Self::Compartments(path) } else { Self::Table(Location::parse_written(name)?) })
    }
}

impl std::fmt::Display for Release {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Table(table) => to.write_str(&table.written()),
            Self::Compartments(folder) => write!(to, "{}", folder.display()),
        }
    }
}

impl std::str::FromStr for Release {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        Self::parse(name)
    }
}

fn ten() -> usize {
    10
}

/// Whether rows of a release stand where they stood in the original.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RowOrder {
    /// They do when there are as many and they look so.
    #[default]
    Detect,
    /// They do.
    Kept,
    /// They do not.
    Lost,
}

/// The options of learning, as the request has them.
pub(super) fn learning_options(request: &Compare, context: &Context) -> lethe_utility::learning::Options {
    lethe_utility::learning::Options {
        folds: request.folds,
        positive: request.positive.clone(),
        seed: context.seed(),
        ..lethe_utility::learning::Options::default()
    }
}

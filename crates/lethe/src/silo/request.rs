//! What is asked of silos and their models.

use super::{Epsilon, is_in_place};
use crate::Files;
use crate::request::forms::as_optional_text;
use lethe_io::{Document, Location, ReadOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A table of a silo's and how to read it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Data {
    /// The table.
    #[serde(rename = "data")]
    pub location: Location,
    /// How to read it: types are declared or text.
    #[serde(flatten)]
    pub read: ReadOptions,
}

/// A table whose values and value pairs are counted.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Train {
    /// The table.
    #[serde(flatten)]
    pub data: Data,
    /// Only these columns; all when empty.
    #[serde(default)]
    pub columns: Vec<String>,
    /// Not these columns.
    #[serde(default)]
    pub exclude: Vec<String>,
    /// Where the model goes.
    pub output: Document,
}

/// Models that are added up.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Merge {
    /// The models.
    pub models: Vec<Document>,
    /// Where the sum goes.
    pub output: Document,
}

/// A model whose table has more records, or fewer.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Update {
    /// The silo's own model.
    pub model: Document,
    /// The records.
    #[serde(flatten)]
    pub data: Data,
    /// Whether they are removed instead of added.
    #[serde(default)]
    pub remove: bool,
    /// Where the updated model goes; it may replace the model.
    pub output: Document,
}

/// A model that is to leave its silo.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Sanitize {
    /// The model, not sanitised before.
    pub model: Document,
    /// Values and pairs of fewer records are hidden.
    pub k: u64,
    /// Noise with this loss is added to every count.
    #[serde(default, with = "as_optional_text")]
    #[schemars(with = "Option<String>")]
    pub epsilon: Option<Epsilon>,
    /// Where the sanitised model goes.
    pub output: Document,
}

/// Records that are rated against a model.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Score {
    /// The model.
    pub model: Document,
    /// The records.
    #[serde(flatten)]
    pub data: Data,
    /// Pairs of fewer records are rare.
    #[serde(default = "usual::k")]
    pub k: u64,
    /// Records that deviate by more than so many standard deviations are flagged.
    #[serde(default = "usual::theta")]
    pub theta: f64,
    /// How many records the report lists.
    #[serde(default = "usual::top")]
    pub top: usize,
    /// Where to write all of them.
    #[serde(default)]
    pub records: Option<Location>,
}

mod usual {
    pub(super) fn k() -> u64 {
        crate::recipe::USUAL_K
    }

    pub(super) fn theta() -> f64 {
        2.0
    }

    pub(super) fn top() -> usize {
        10
    }
}

impl Data {
    /// The file of the table.
    pub fn files(&self) -> Files {
        Files::default().reads_table("the table", &self.location)
    }
}

impl Train {
    /// The files that are read and written.
    pub fn files(&self) -> Files {
        self.data.files().writes("`output`", self.output.path())
    }
}

impl Merge {
    /// The files that are read and written.
    pub fn files(&self) -> Files {
        let read = self.models.iter().fold(Files::default(), |all, path| all.reads("a model", path.path()));
        read.writes("`output`", self.output.path())
    }
}

impl Update {
    /// The files of an update. The model may be replaced by the updated one.
    pub fn files(&self) -> Files {
        if is_in_place(&self.model, &self.output) {
            self.data.files().changes("the model", self.model.path())
        } else {
            self.data.files().reads("the model", self.model.path()).writes("`output`", self.output.path())
        }
    }
}

impl Sanitize {
    /// The files that are read and written.
    pub fn files(&self) -> Files {
        let read = Files::default().reads("the model with all counts", self.model.path());
        read.writes("`output`", self.output.path())
    }
}

impl Score {
    /// The files of a rating.
    pub fn files(&self) -> Files {
        let read = self.data.files().reads("the model", self.model.path());
        read.writes_table("`records`", self.records.as_ref())
    }
}

//! What is asked of anonymization.

use super::Others;
use crate::recipe_file::Recipe;
use crate::request::forms::as_paths;
use crate::{Files, recipe};
use lethe_data::hierarchy::{Hierarchy, UnknownValues};
use lethe_io::{Document, Location, ReadOptions};
use lethe_transform::rule::Rule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A table that is to be published, and how.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
pub struct Anonymize {
    /// The table.
    pub data: Location,
    /// How to read it; types that the recipe declares are added.
    #[serde(flatten)]
    pub read: ReadOptions,
    /// The roles of columns, the models that must hold, and the search.
    pub recipe: Recipe,
    /// Where the recipe's files (hierarchies, populations) are looked for.
    #[serde(default)]
    pub folder: PathBuf,
    /// Hierarchies of columns that come before those of the recipe.
    #[serde(default, with = "as_paths")]
    #[schemars(with = "BTreeMap<String, Vec<Vec<String>>>")]
    pub hierarchies: Vec<(String, Hierarchy)>,
    /// What records show, where that is decided: a solution that is applied. Nothing is searched then.
    #[serde(default)]
    #[schemars(with = "Option<serde_json::Value>")]
    pub rule: Option<Rule>,
    /// Where the published table goes; when not given, it is made and proven but not kept.
    #[serde(default)]
    pub output: Option<Location>,
    /// The folder that a release in several files goes to; when not given, it is made and proven but not kept.
    #[serde(default)]
    pub output_folder: Option<PathBuf>,
    /// Whether cells of the folder's files that a spreadsheet would take for formulas are escaped; of one file, its location shows.
    #[serde(default)]
    pub escape_formulas: bool,
    /// What becomes of identifying columns.
    #[serde(default)]
    pub identifying: Identifying,
    /// Whether rows are published in an order that the seed and the table's contents decide.
    #[serde(default)]
    pub shuffle: bool,
    /// What to do with values that a column's hierarchy does not have.
    #[serde(default)]
    #[schemars(with = "String")]
    pub unknown: UnknownValues,
    /// Whether to show why this is the result.
    #[serde(default)]
    pub explain: bool,
    /// Where the solution is saved, to be applied to later tables.
    #[serde(default)]
    pub freeze: Option<Document>,
    /// Where the report is written: an evidence report where the name ends in `.html`, else JSON.
    #[serde(default)]
    pub report: Option<Document>,
    /// What becomes of columns without a role.
    #[serde(default)]
    pub others: Others,
    /// The date of the evidence report, as it is to be printed.
    #[serde(default)]
    pub date: Option<String>,
    /// Whether an interrupted run of a table larger than memory is continued.
    #[serde(default)]
    pub resume: bool,
    /// Where a run of a table larger than memory keeps its state; when not given, beside the output.
    #[serde(default)]
    pub work: Option<PathBuf>,
    /// A seed for random bits that ought to be nobody's to repeat: for tests, since what is made with it is not private.
    #[serde(default)]
    pub insecure_seed: Option<u64>,
    /// The ledger that a guarantee of differential privacy is paid from.
    #[serde(default)]
    pub ledger: Option<PathBuf>,
    /// How many of the best solutions are listed.
    #[serde(default)]
    pub solutions: Option<u64>,
    /// Where every combination of levels is written with what it is worth.
    #[serde(default)]
    pub solutions_file: Option<Location>,
}

/// What becomes of columns that point at a person by themselves.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Identifying {
    /// They are left out.
    #[default]
    Drop,
    /// Their values are replaced by pseudonyms, made with the key in this file; see [`super::Key::load`].
    Pseudonym(PathBuf),
}

impl Anonymize {
    /// The usual question: nothing kept but the report.
    pub fn of(data: Location, recipe: Recipe) -> Self {
        Self {
            data,
            read: ReadOptions::default(),
            recipe,
            folder: PathBuf::new(),
            hierarchies: Vec::new(),
            rule: None,
            output: None,
            output_folder: None,
            escape_formulas: false,
            identifying: Identifying::Drop,
            shuffle: false,
            unknown: UnknownValues::Refuse,
            explain: false,
            freeze: None,
            report: None,
            others: Others::Refuse,
            date: None,
            resume: false,
            work: None,
            insecure_seed: None,
            ledger: None,
            solutions: None,
            solutions_file: None,
        }
    }

    /// The files that the recipe names: hierarchies and populations.
    pub fn named_files(&self) -> Vec<PathBuf> {
        recipe::named_files(&self.recipe, &self.folder)
    }

    /// The files of the call, as far as the request names them.
    pub fn files(&self) -> Files {
        let named = self.named_files();
        let key = match &self.identifying {
            Identifying::Drop => None,
            Identifying::Pseudonym(key) => Some(key.as_path()),
        };
        let read =
            Files::default().reads_table("the table", &self.data).reads("the key of the pseudonyms", key);
        let read =
            named.iter().fold(read, |all, path| all.reads("a file that the recipe names", path.as_path()));
        let written = read
            .writes_table("`output`", self.output.as_ref())
            .writes_folder("`output`", self.output_folder.as_deref())
            .writes("`report`", self.report.as_ref().and_then(Document::path))
            .writes("`freeze`", self.freeze.as_ref().and_then(Document::path))
            .writes_table("`solutions_file`", self.solutions_file.as_ref())
            .changes("the ledger", self.ledger.as_deref());
        // Only a table that is read from a file can be too large for memory.
        let work = self.data.path.as_ref().and_then(|_| super::on_disk::folder(self).ok());
        written.writes_folder("`work`", work.as_deref())
    }
}

//! What is asked of a stream, and what became of it.

use crate::{Error, Files, Result};
use lethe_data::Role;
use lethe_io::serial::as_separator;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A stream of records, and what must hold of those that are released.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Stream {
    /// A file, a folder of files, or `-` for standard input.
    pub input: String,
    /// The folder with the state of the stream.
    pub state: PathBuf,
    /// The file that released records are appended to.
    pub output: PathBuf,
    /// The file with a silo's model of all that was released, where one is wanted.
    #[serde(default)]
    pub model: Option<PathBuf>,
    /// A recipe with quasi-identifying columns, k, and columns that are not written out.
    #[serde(default)]
    pub recipe: Option<PathBuf>,
    /// Column sets that records are judged on.
    #[serde(default)]
    pub sets: Vec<Vec<String>>,
    /// Columns that records are judged on.
    #[serde(default)]
    pub columns: Vec<String>,
    /// Of these, all sets of at most so many; one set of all when not given.
    #[serde(default)]
    pub max_size: Option<usize>,
    /// The carriers each combination needs.
    #[serde(default)]
    pub k: Option<u64>,
    /// Records a batch.
    #[serde(default = "usual_batch")]
    pub batch: usize,
    /// For how many further batches a record is held.
    #[serde(default = "usual_delay")]
    pub max_delay: u64,
    /// Drop what was held too long, instead of suppressing cells of it.
    #[serde(default)]
    pub drop_overdue: bool,
    /// A column that names the record; one that was taken is not taken again. Not written out.
    #[serde(default)]
    pub id: Option<String>,
    /// Columns that are not written out.
    #[serde(default)]
    pub exclude: Vec<String>,
    /// What separates fields of the input; found out when not given.
    #[serde(default, with = "as_separator")]
    #[schemars(with = "Option<String>")]
    pub delimiter: Option<u8>,
    /// Write an apostrophe before cells that a spreadsheet would run as formulas.
    #[serde(default)]
    pub escape_formulas: bool,
    /// What happens when all input is taken.
    #[serde(default)]
    pub at_end: AtEnd,
}

fn usual_batch() -> usize {
    10_000
}

fn usual_delay() -> u64 {
    10
}

/// What a stream does when it has taken all input that is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AtEnd {
    /// The run ends; another one may go on.
    #[default]
    Pause,
    /// It waits for more.
    Follow,
    /// Nothing more will come: what is held is overdue.
    Finish,
}

/// What a request and its recipe say together.
#[derive(Clone, Debug)]
pub(super) struct Wishes {
    pub(super) k: u64,
    pub(super) sets: Vec<Vec<String>>,
    pub(super) exclude: Vec<String>,
}

impl Stream {
    /// The files of the stream. The state, the output and the model are those of earlier runs, which go on.
    pub fn files(&self) -> Files {
        let model = self.model.as_deref();
        Files::default()
            .reads_any("the input", &self.input)
            .reads_recipe(self.recipe.as_deref())
            .writes("`output`", self.output.as_path())
            .writes("`model`", model)
            .writes_folder("`state`", self.state.as_path())
    }

    /// The column sets, k and the columns that are not written out, from flags and recipe.
    pub(super) fn wishes(&self) -> Result<Wishes> {
        if self.batch == 0 {
            return Err(Error::Request("`batch` must be at least 1".to_owned()));
        }
        let recipe = self.recipe.as_deref().map(crate::recipe::load).transpose()?.unwrap_or_default();
        let of_role = |role: Role| {
            let such = recipe.columns.iter().filter(move |(_, column)| column.role == Some(role));
            such.map(|(name, _)| name.clone()).collect::<Vec<_>>()
        };
        let mut k = self.k;
        for model in &recipe.privacy {
            let Some(demanded) = model.as_k_anonymity() else {
                let problem = "a stream can satisfy k-anonymity only; the recipe demands";
                return Err(Error::Request(format!("{problem} {}", model.name())));
            };
            k = k.or(Some(demanded));
        }
        let k = k.ok_or_else(|| {
            Error::Request("how many carriers must a combination have? Give `k`".to_owned())
        })?;
        let mut sets = self.sets.clone();
        let flags = !self.columns.is_empty() || !sets.is_empty();
        let columns = if flags { self.columns.clone() } else { of_role(Role::Quasi) };
        let size = self
            .max_size
            .or(recipe.search.method.keys().max_size)
            .unwrap_or(columns.len())
            .min(columns.len());
        if size == 0 && !columns.is_empty() {
            return Err(Error::Request("`max_size` must be at least 1".to_owned()));
        }
        if !columns.is_empty() {
            sets.extend(subsets(&columns, size)?);
        }
        if sets.is_empty() {
            let problem =
                "on which columns are records judged? Give `columns`, `sets`, or a recipe with quasi columns";
            return Err(Error::Request(problem.to_owned()));
        }
        let mut exclude = self.exclude.clone();
        exclude.extend(of_role(Role::Identifying));
        Ok(Wishes { k, sets, exclude })
    }
}

/// All sets of `size` of the columns; smaller ones are within them.
fn subsets(columns: &[String], size: usize) -> Result<Vec<Vec<String>>> {
    let most = lethe_exposure::stream::Rules::MOST_SETS;
    let mut sets: Vec<Vec<usize>> = vec![Vec::new()];
    for round in 0..size {
        let grown = sets.iter().flat_map(|set| {
            let from = set.last().map_or(0, |last| last + 1);
            (from..=columns.len() - (size - round)).map(|next| set.iter().copied().chain([next]).collect())
        });
        sets = grown.take(most + 1).collect();
        if sets.len() > most {
            let problem =
                format!("more than {most} column sets; take a smaller `max_size` or fewer `columns`");
            return Err(Error::Request(problem));
        }
    }
    Ok(sets.into_iter().map(|set| set.into_iter().map(|at| columns[at].clone()).collect()).collect())
}

/// What became of records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Tally {
    /// Batches taken in.
    pub batches: u64,
    /// Records taken in.
    pub taken: u64,
    /// Records left out because one with the same id was taken before.
    pub repeated: u64,
    /// Records released as they came.
    pub released: u64,
    /// Records released with suppressed cells.
    pub suppressed: u64,
    /// Suppressed cells.
    pub suppressed_cells: u64,
    /// Records that are never shown.
    pub dropped: u64,
}

impl Tally {
    /// What has come since an earlier moment.
    pub(super) fn since(&self, earlier: &Self) -> Self {
        Self {
            batches: self.batches - earlier.batches,
            taken: self.taken - earlier.taken,
            repeated: self.repeated - earlier.repeated,
            released: self.released - earlier.released,
            suppressed: self.suppressed - earlier.suppressed,
            suppressed_cells: self.suppressed_cells - earlier.suppressed_cells,
            dropped: self.dropped - earlier.dropped,
        }
    }
}

/// What a run of a stream did.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StreamReport {
    /// Whether all input that was there was taken; false when the run was interrupted.
    pub complete: bool,
    /// The carriers each combination has at least.
    pub k: u64,
    /// The columns that records are judged on.
    pub columns: Vec<String>,
    /// The column sets that are counted; those within others are left out.
    pub sets: Vec<Vec<String>>,
    /// Records that wait for others like them.
    pub held: u64,
    /// What this run did.
    pub run: Tally,
    /// What all runs did.
    pub total: Tally,
    /// What the verifier says about the output.
    pub verified: VerifiedOutput,
    /// The file that released records are in.
    pub output: String,
    /// The file with the model of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The folder with the state.
    pub state: String,
    /// Milliseconds this run took.
    pub elapsed_ms: u64,
}

/// What the verifier counted in the output; a batch that it refuses is not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct VerifiedOutput {
    /// The records of the output, all of which it has read.
    pub records: u64,
    /// The fewest records that show one combination on a column set; at least k.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fewest_carriers: Option<u64>,
    /// Whether the whole file was judged once more as any release is: at the end of a stream, where it fits into memory.
    pub whole_file: bool,
}

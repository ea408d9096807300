//! Work in processes of its own.
//!
//! What takes memory or time (reading a table, a search, a proof) is done by another process of the same program. It can be ended
//! within a second, its memory has a limit and is given back when it ends, and what goes wrong in it leaves the service as it was.
//! The process reads its task from standard input and ends when that is closed: no work outlives the service. It writes a line of
//! JSON for each change of its progress, and one for its answer.

mod lattice;
mod pages;
mod process;
mod workers;

pub(crate) use lattice::Lattice;
pub(crate) use pages::{Page, Pages, Rows};
pub use process::work;
pub(crate) use workers::{Turn, Workers};

use crate::problem::ErrorBody;
use lethe::progress::TaskState;
use lethe::request::Verdict;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::PathBuf;

/// What a process is to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "task", rename_all = "kebab-case")]
pub(crate) enum Task {
    /// Answers a request of the library.
    Verb {
        verb: String,
        request: Value,
        /// Where the nodes of the lattice are, and where they go as JSON.
        lattice: Option<(PathBuf, PathBuf)>,
        /// A table that the verb writes and that is to be looked at, and the folder of its pages.
        pages: Option<(String, PathBuf)>,
    },
    /// Some rows of a table.
    Rows { data: String, offset: u64, limit: u64 },
    /// All rows of a table, in pages that can be read one by one.
    Pages { data: String, folder: PathBuf },
}

/// A line of a process.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Line {
    Progress(Vec<TaskState>),
    Answer(Answer),
    Error(ErrorBody),
}

/// What a process answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Answer {
    pub(crate) report: Value,
    pub(crate) verdict: Option<Verdict>,
}

//! Which minimal column sets single people out?
//!
//! The façade reads the table, sets aside the columns that identify people by themselves, asks an algorithm of
//! `lethe-discovery` under the time limit, and tells what a data steward needs to understand and act. It computes
//! nothing about classes itself.

mod borders;
mod compose;
mod details;
mod glue;
mod min_exposed;
pub mod plot;
mod ranking;
mod report;
mod request;
mod search;
mod subject;
mod suggestions;
mod weights;

pub use min_exposed::MinExposed;
pub use report::{ColumnRisk, Dependencies, Discovery, SetsOfSize, Settled, Stats, Stop};
pub use request::{Details, Discover};

use crate::{Error, Result};
use details::Told;
use lethe_data::Context;
use lethe_discovery::qid::{Algorithm, Found, algorithms};
use search::Searched;
use std::time::{Duration, Instant};
use subject::Subject;

/// The names of the search algorithms, the default first.
pub const ALGORITHMS: [&str; 8] = ["auto", "exact", "levelwise", "minimal", "greedy", "fpvi", "mtui", "sql"];

/// Reads a table and finds its minimal quasi-identifiers.
///
/// **Guarantee**: the sets listed are minimal quasi-identifiers; with `complete` they are all of them, and always all
/// of up to `complete_to` columns. The same request gives the same sets for any number of threads.
/// **Paper**: Podlesny 2023, Definitions 2, 3, 5 and 6.
/// **Errors**: the table cannot be read, a column is unknown, or a limit makes no sense. A time or memory limit, or an
/// interrupt during the search, is no error but an incomplete answer.
pub fn discover(request: &Discover, context: &Context) -> Result<Discovery> {
    let algorithm = algorithm(&request.algorithm)?;
    let start = Instant::now();
    let subject = Subject::read(request, context)?;
    let read = start.elapsed();
    let question = subject.question(request)?;
    let searched = if question.columns().is_empty() || question.table().people() == 0 {
        let found = Found::all(Vec::new(), question.max_size(), 0);
        Searched { found, stop: None, problem: None, elapsed: Duration::ZERO }
    } else {
        search::search(algorithm, &question, request.time_limit, context)?
    };
    let start = Instant::now();
    let told = if searched.stop == Some(Stop::Interrupt) {
        Told::default()
    } else {
        details::tell(&question, &searched.found, &request.details, context)?
    };
    let times = [searched.elapsed, read, start.elapsed()];
    Ok(compose::report(&subject, &question, algorithm.name(), searched, told, times))
}

fn algorithm(name: &str) -> Result<&'static dyn Algorithm> {
    let wanted = if name == "auto" { "exact" } else { name };
    if let Some(found) = algorithms::named(wanted) {
        return Ok(found);
    }
    if wanted == "exact" {
        return Ok(&glue::Plain);
    }
    Err(Error::Request(format!("unknown algorithm '{name}'; choose one of {}", ALGORITHMS.join(", "))))
}

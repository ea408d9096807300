//! Which minimal column sets single records out?
//!
//! The façade reads the table, sets aside the columns that identify records by themselves, asks an algorithm of
//! `lethe-discovery` under the time limit, and tells what a data steward needs to understand and act. It computes
//! nothing about classes itself.

mod chart;
mod compose;
mod details;
mod first_look;
mod min_exposed;
mod ranking;
mod records;
mod report;
mod request;
mod search;
mod sql;
mod subject;
mod suggestions;

pub(crate) use chart::chart;
pub use chart::plot;
pub use first_look::{Bounds, Estimate, FirstLook, FirstLookStats, FirstLookStep, first_look};
pub use min_exposed::MinExposed;
pub use report::{
    AllColumns, ColumnRisk, ColumnShare, Dependencies, Determined, Discovery, Generalized, SetsOfSize, Stats,
    Stop,
};
pub use request::{Details, Discover, Effort, RecordFile};
pub use sql::script;

use crate::time_limit::within;
use crate::{Error, Result};
use details::Told;
use lethe_data::Context;
use lethe_discovery::qid::algorithms::{self, sql::Sql};
use lethe_discovery::qid::{Algorithm, Exact, Found, Question};
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
    if let Some(file) = &request.records {
        records::check(file, request.k)?;
    }
    request.files().check()?;
    let start = Instant::now();
    let subject = Subject::read(request, context)?;
    let question = subject.question(request)?;
    if let Some(file) = &request.records {
        records::check_for(file, &question)?;
    }
    let algorithm = Chosen::named(&request.algorithm, &question, context)?;
    let read = start.elapsed();
    let start = Instant::now();
    let searched = if question.columns().is_empty() || question.table().records() == 0 {
        let found = Found::all(Vec::new(), question.max_size(), 0);
        Searched { found, stop: None, problem: None, elapsed: Duration::ZERO }
    } else {
        search::search(algorithm.as_dyn(), &question, request.time_to_search(), context)?
    };
    let limit = request.time_limit.map(|limit| limit.saturating_sub(start.elapsed()));
    let start = Instant::now();
    let reported = if searched.stop == Some(Stop::Interrupt) {
        Told::default()
    } else {
        let token = context.cancel_token().child();
        let found = &searched.found;
        within(limit, &token, || details::tell(request, &subject, &question, found, &token, context))?
    };
    let times = [searched.elapsed, read, start.elapsed()];
    let report = compose::report(&subject, &question, algorithm.as_dyn().name(), searched, reported, times);
    Ok(Discovery { fail_if_found: request.fail_if_found, ..report })
}

/// A search algorithm, ready to run.
enum Chosen {
    Listed(&'static dyn Algorithm),
    Sql(Box<Sql<sql::Engine>>),
}

impl Chosen {
    fn named(name: &str, question: &Question<'_>, context: &Context) -> Result<Self> {
        match name {
            "auto" => Ok(Self::Listed(&Exact)),
            "sql" => Ok(Self::Sql(Box::new(sql::algorithm(question, context)?))),
            name => algorithms::named(name).map(Self::Listed).ok_or_else(|| {
                Error::Request(format!("unknown algorithm '{name}'; choose one of {}", ALGORITHMS.join(", ")))
            }),
        }
    }

    fn as_dyn(&self) -> &dyn Algorithm {
        match self {
            Self::Listed(algorithm) => *algorithm,
            Self::Sql(sql) => sql.as_ref(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_algorithm_has_its_name_in_the_list() {
        let listed = algorithms::ALL.iter().map(|algorithm| algorithm.name());
        let all: Vec<&str> = std::iter::once("auto").chain(listed).chain(["sql"]).collect();
        assert_eq!(all, ALGORITHMS);
    }
}

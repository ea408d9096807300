//! Finding all minimal quasi-identifiers against `DuckDB`, which searches level by level with GROUP BY, and against
//! what was promised of time, memory and threads.

mod case;
mod data;
mod measured;
mod search;
mod tables;

pub(crate) use data::Data;
pub(crate) use search::{OURS, Search, is_complete};

use super::Bench;
use super::lab::{Lab, THREADS};
use super::report::Report;
use anyhow::{Context, Result};
use case::{PROMISED, SMALL};
use measured::Measured;
use search::agree;
use serde_json::{Map, Value, json};

/// Finding quasi-identifiers.
pub(crate) struct Discover;

impl Bench for Discover {
    fn name(&self) -> &'static str {
        "discover"
    }

    fn question(&self) -> &'static str {
        "How long does it take to find all minimal quasi-identifiers, compared with DuckDB testing sets level by level \
         with GROUP BY on the same codes, how much memory does it take, and what do two threads gain?"
    }

    fn measure(&self, lab: &Lab) -> Result<Report> {
        let mut measured = Vec::new();
        for case in PROMISED {
            measured.extend(Measured::take(lab, case)?);
        }
        let (shape, algorithms) = compare_algorithms(lab)?;
        let tables = vec![
            tables::against_duckdb(&measured),
            tables::against_time(&measured),
            tables::memory(&measured),
            tables::scaling(&measured),
            tables::algorithms(&shape, &algorithms),
        ];
        let mut samples: Map<String, Value> =
            measured.iter().map(|one| (one.case.key(), one.samples())).collect();
        let compared: Map<String, Value> =
            algorithms.into_iter().map(|(name, samples)| (name, json!(samples))).collect();
        samples.insert("algorithms".to_owned(), compared.into());
        Ok(Report { tables, samples: samples.into() })
    }
}

/// The names of algorithms, each with its samples.
type Compared = Vec<(String, Vec<Value>)>;

/// Every algorithm of ours on a table that is small enough for all, in turns.
fn compare_algorithms(lab: &Lab) -> Result<(String, Compared)> {
    let file = SMALL.data.file(lab)?.context("made-up tables can always be made")?;
    println!("comparing algorithms on {}", SMALL.key());
    let search = Search {
        file: &file,
        k: SMALL.k,
        max_size: SMALL.max_size,
        min_exposed: SMALL.min_exposed,
        repeats: SMALL.repeats,
    };
    let mut samples: Compared =
        measured::algorithms(lab)?.into_iter().map(|name| (name, Vec::new())).collect();
    samples.sort_by_key(|(name, _)| name != OURS);
    for _ in 0..lab.rounds.min(SMALL.rounds) {
        for (name, samples) in &mut samples {
            if samples.last().is_none_or(is_complete) {
                samples.push(search.ours(lab, name, THREADS)?);
            }
        }
    }
    let ours = samples.first().and_then(|(_, samples)| samples.first()).context("there is no algorithm")?;
    for (name, samples) in &samples {
        for sample in samples {
            agree(ours, sample, name, |size| {
                Search { max_size: Some(size), ..search }.ours(lab, OURS, THREADS)
            })?;
        }
    }
    let shape = format!("{} rows of {} columns", ours["rows"], ours["columns"]);
    Ok((shape, samples))
}

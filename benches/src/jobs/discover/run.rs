//! One search, timed.

use super::digest::digest;
use super::request::Request;
use super::{read, searched};
use crate::jobs::deadline::stop_after;
use crate::jobs::peak::{forget_peak, peak_mib, resident_mib};
use crate::median::median;
use anyhow::{Context as _, Result};
use lethe_data::{Context, Table};
use lethe_discovery::qid::{Found, Question};
use std::time::Instant;

/// Reads a file, searches it as often as asked, and prints times, memory and what was found.
pub(crate) fn search(words: &[&str]) -> Result<()> {
    let request = Request::parse(words)?;
    let context = Context::new(request.threads)?;
    let start = Instant::now();
    let table = read(request.file, &context)?;
    let read_seconds = start.elapsed().as_secs_f64();

    let columns = searched(&table, &context)?;
    let question = Question::new(&table, columns.iter().copied(), request.limits(table.records())?)?;
    let (reading_peak, before) = (peak_mib(), resident_mib());
    let peak_is_of_search = forget_peak();
    let (times, found) = timed(&request, &question, &context)?;
    let search_peak = peak_is_of_search.then(peak_mib);

    let best = times.iter().copied().fold(f64::INFINITY, f64::min);
    let seconds = median(times);
    println!(
        "{}",
        serde_json::json!({
            "algorithm": request.algorithm.name(), "threads": request.threads,
            "rows": table.rows(), "columns": columns.len(),
            "standalone": table.columns().len() - columns.len(),
            "k": request.k, "max_size": request.max_size, "min_exposed": question.min_exposed(),
            "seconds": seconds, "best_seconds": best, "read_seconds": read_seconds,
            "total_seconds": read_seconds + seconds,
            "peak_mib": search_peak.map_or(reading_peak, |peak| peak.max(reading_peak)),
            "search_extra_mib": search_peak.map(|peak| peak - before),
            "encoded_mib": table.bytes() as f64 / f64::from(1 << 20),
            "sets": found.minimal.len(), "largest": largest(&found), "candidates": found.candidates,
            "complete": found.complete, "complete_to": found.complete_to, "digest": answer(&table, &found),
        })
    );
    Ok(())
}

/// The seconds of each search, and what the last one found. A search that was stopped is not repeated.
fn timed(request: &Request<'_>, question: &Question<'_>, context: &Context) -> Result<(Vec<f64>, Found)> {
    let (mut times, mut last) = (Vec::new(), None);
    for _ in 0..request.repeats {
        let token = context.cancel_token().child();
        let stopped_later = context.clone().with_cancel(token.clone());
        let finished = request.limit.map(|limit| stop_after(limit, token));
        let start = Instant::now();
        let found = request.algorithm.find(question, &stopped_later)?;
        times.push(start.elapsed().as_secs_f64());
        drop(finished);
        let complete = found.complete;
        last = Some(found);
        if !complete {
            break;
        }
    }
    Ok((times, last.context("nothing was searched")?))
}

fn largest(found: &Found) -> usize {
    found.minimal.iter().map(lethe_data::ColumnSet::len).max().unwrap_or(0)
}

/// The digest of all sets of the sizes that are settled.
fn answer(table: &Table, found: &Found) -> String {
    let decided = found.minimal.iter().filter(|set| set.len() <= found.complete_to);
    digest(table, &decided.cloned().collect::<Vec<_>>())
}

//! One level for each column.

use super::memory::Start;
use super::request::Request;
use super::subject::Subject;
use crate::jobs::deadline::stop_after;
use crate::median::median;
use anyhow::{Context as _, Result, ensure};
use lethe_data::Context;
use lethe_transform::lattice::searches;
use serde_json::{Value, json};
use std::time::Instant;

/// Searches as often as asked. A search that was stopped is not repeated; memory is that of the first search, which
/// finds no memory left behind by one before.
pub(super) fn measure(
    request: &Request<'_>,
    subject: &Subject,
    context: &Context,
    start: &Start,
) -> Result<Value> {
    let search =
        searches::named(request.search).with_context(|| format!("no search is called {}", request.search))?;
    let (mut times, mut memory, mut last) = (Vec::new(), Value::Null, None);
    for repeat in 0..request.repeats {
        let before = start.before_search();
        let token = context.cancel_token().child();
        let stopped_later = context.clone().with_cancel(token.clone());
        let finished = request.limit.map(|limit| stop_after(limit, token));
        let begin = Instant::now();
        let outcome = search.search(&subject.problem()?, &stopped_later)?;
        times.push(begin.elapsed().as_secs_f64());
        drop(finished);
        if repeat == 0 {
            memory = before.multiples(&subject.table);
        }
        let complete = outcome.complete;
        if let Some(earlier) = last.replace(outcome) {
            let again = last.as_ref().is_some_and(|now| !complete || now.best == earlier.best);
            ensure!(again, "two searches of one table found different solutions");
        }
        if !complete {
            break;
        }
    }
    let outcome = last.context("nothing was searched")?;
    let stats = outcome.stats;
    let best = outcome.best.as_ref();
    let seconds = median(times.clone());
    Ok(json!({
        "seconds": seconds, "times": times, "memory": memory,
        "grouped": stats.grouped, "checked": stats.checked,
        "pruned_by_bound": stats.pruned_by_bound, "pruned_by_limit": stats.pruned_by_limit,
        "seconds_per_grouped": seconds / stats.grouped.max(1) as f64,
        "optimal": outcome.optimal, "complete": outcome.complete, "bound": outcome.bound,
        "levels": best.map(|best| &best.levels), "loss": best.map(|best| best.value),
        "suppressed": best.map(|best| best.suppressed), "classes": best.map(|best| best.classes),
    }))
}

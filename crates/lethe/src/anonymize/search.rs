//! A search that ends in time: the best solution so far is kept when a limit is reached.

use super::plan::Plan;
use crate::discover::Stop;
use crate::recipe_file::{Method, MethodName};
use crate::time_limit::within;
use crate::{Error, Result};
use lethe_data::Context;
use lethe_transform::lattice::{Outcome, Problem, Search, Stats, searches};
use std::time::{Duration, Instant};

/// The outcome of a search.
pub(super) struct Searched {
    pub(super) outcome: Outcome,
    pub(super) stop: Option<Stop>,
    /// Why nothing could be kept, where that is so.
    pub(super) problem: Option<String>,
    pub(super) elapsed: Duration,
}

/// Runs the method that the recipe names until it is done, the time is up, or the user has had enough.
///
/// **Errors**: the method is not built, and those of the search, except that a limit is no error.
pub(super) fn search(plan: &Plan<'_>, problem: &Problem<'_>, context: &Context) -> Result<Searched> {
    let recipe = &plan.request.recipe.search;
    let method = named(&recipe.method)?;
    let token = context.cancel_token().child();
    let limited = context.clone().with_cancel(token.clone());
    let start = Instant::now();
    let found = within(recipe.time_limit, &token, || method.search(problem, &limited));
    let elapsed = start.elapsed();
    let (outcome, trouble) = match found {
        Ok(outcome) => (outcome, None),
        Err(lethe_transform::Error::Data(lethe_data::Error::Cancelled)) => (nothing(), None),
        Err(error @ lethe_transform::Error::Data(lethe_data::Error::MemoryExceeded { .. })) => {
            (nothing(), Some(error.to_string()))
        }
        Err(error) => return Err(error.into()),
    };
    let stop = if outcome.complete {
        None
    } else if context.cancel_token().is_cancelled() {
        Some(Stop::Interrupt)
    } else if trouble.is_none() && token.is_cancelled() {
        Some(Stop::TimeLimit)
    } else {
        Some(Stop::MemoryLimit)
    };
    Ok(Searched { outcome, stop, problem: trouble, elapsed })
}

fn nothing() -> Outcome {
    Outcome { best: None, optimal: false, bound: 0.0, complete: false, stats: Stats::default() }
}

fn named(method: &Method) -> Result<&'static dyn Search> {
    // With its levels fixed, the lattice has one node.
    let name = match method {
        Method::Levels(..) => method.name(),
        _ => MethodName::Auto,
    };
    let unknown = || Error::Request(format!("the method '{method}' searches for no levels"));
    searches::named(name.name()).ok_or_else(unknown)
}

//! A search that ends in time: what is proven when a limit is reached is kept.

use super::Stop;
use crate::Result;
use crate::time_limit::within;
use lethe_data::Context;
use lethe_discovery::qid::{Algorithm, Found, Question};
use std::time::{Duration, Instant};

/// The outcome of a search.
pub(super) struct Searched {
    pub(super) found: Found,
    pub(super) stop: Option<Stop>,
    /// Why nothing could be kept, where that is so.
    pub(super) problem: Option<String>,
    pub(super) elapsed: Duration,
}

/// Runs an algorithm until it is done, the limit is reached, or the user has had enough.
///
/// **Errors**: those of the algorithm, except that a limit is no error.
pub(super) fn search(
    algorithm: &dyn Algorithm,
    question: &Question<'_>,
    limit: Option<Duration>,
    context: &Context,
) -> Result<Searched> {
    let token = context.cancel_token().child();
    let limited = context.clone().with_cancel(token.clone());
    let start = Instant::now();
    let outcome = within(limit, &token, || algorithm.find(question, &limited));
    let elapsed = start.elapsed();
    let (found, problem) = match outcome {
        Ok(found) => (found, None),
        Err(error) => match &error {
            lethe_discovery::Error::Data(lethe_data::Error::Cancelled) => (nothing(), None),
            lethe_discovery::Error::Data(lethe_data::Error::MemoryExceeded { .. }) => {
                (nothing(), Some(error.to_string()))
            }
            _ => return Err(error.into()),
        },
    };
    let stop = if found.complete {
        None
    } else if context.cancel_token().is_cancelled() {
        Some(Stop::Interrupt)
    } else if problem.is_none() && token.is_cancelled() {
        Some(Stop::TimeLimit)
    } else {
        Some(Stop::MemoryLimit)
    };
    Ok(Searched { found, stop, problem, elapsed })
}

fn nothing() -> Found {
    Found::stopped(Vec::new(), 0, 0)
}

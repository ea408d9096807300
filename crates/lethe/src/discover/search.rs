//! A search that ends in time: what is proven when a limit is reached is kept.

use super::Stop;
use crate::Result;
use lethe_data::{CancelToken, Context};
use lethe_discovery::qid::{Algorithm, Found, Question};
use std::sync::mpsc::{RecvTimeoutError, channel};
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

/// Does the work, and cancels the token when it takes longer than the limit. The watching thread ends with the work.
pub(super) fn within<T>(limit: Option<Duration>, token: &CancelToken, work: impl FnOnce() -> T) -> T {
    let Some(limit) = limit else { return work() };
    if limit.is_zero() {
        token.cancel();
        return work();
    }
    std::thread::scope(|scope| {
        let (done, waiting) = channel::<()>();
        scope.spawn(move || {
            if waiting.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                token.cancel();
            }
        });
        let result = work();
        drop(done);
        result
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_watch_ends_with_the_work_and_the_work_with_the_watch() {
        let start = Instant::now();
        let token = CancelToken::default();
        assert_eq!(within(Some(Duration::from_hours(1)), &token, || 7), 7);
        assert!(start.elapsed() < Duration::from_mins(1) && !token.is_cancelled());
        let noticed = within(Some(Duration::from_millis(5)), &token, || {
            while !token.is_cancelled() && start.elapsed() < Duration::from_mins(1) {
                std::thread::sleep(Duration::from_millis(1));
            }
            token.is_cancelled()
        });
        assert!(noticed);
        let token = CancelToken::default();
        assert!(within(Some(Duration::ZERO), &token, || token.is_cancelled()));
    }
}

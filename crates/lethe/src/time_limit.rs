//! Work that ends in time.

use lethe_data::CancelToken;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Does the work, and cancels the token when it takes longer than the limit. The watching thread ends with the work.
pub(crate) fn within<T>(limit: Option<Duration>, token: &CancelToken, work: impl FnOnce() -> T) -> T {
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
    use std::time::Instant;

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

//! Stopping work that takes too long.

use lethe_data::CancelToken;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// Cancels the token when the time is over, unless the sender is dropped before.
pub(crate) fn stop_after(limit: Duration, token: CancelToken) -> Sender<()> {
    let (finished, waiting) = channel();
    thread::spawn(move || {
        if waiting.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
            token.cancel();
        }
    });
    finished
}

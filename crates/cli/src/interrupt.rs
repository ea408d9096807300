//! What Ctrl-C and a request to terminate do.
//!
//! The first one asks the work to stop, which then removes its temporary files and reports what it knows. Work that does not
//! stop in time (a read that blocks, a library that takes long) is ended from outside, with the same status and nothing
//! left behind. A second one ends the program at once.

use crate::exit::INTERRUPTED;
use crate::output;
use lethe::{CancelToken, io::abandon_temporaries};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long work may take to stop: together with [`COMMIT`] less than the second within which the program ends.
const STOP: Duration = Duration::from_millis(750);
/// How long outputs that are getting their names are waited for.
const COMMIT: Duration = Duration::from_millis(150);

/// Lets interrupts cancel the token and, in the end, the program.
pub(crate) fn watch(token: CancelToken) {
    let asked = AtomicBool::new(false);
    let handler = ctrlc::set_handler(move || {
        if asked.swap(true, Ordering::Relaxed) {
            end(INTERRUPTED);
        }
        token.cancel();
        // Without a thread to wait, the second interrupt still ends the program.
        drop(std::thread::Builder::new().spawn(|| {
            std::thread::sleep(STOP);
            output::say("cancelled");
            end(INTERRUPTED);
        }));
    });
    // Without a handler an interrupt ends the program: outputs are whole or absent.
    drop(handler);
}

/// Ends the program from outside the work, with nothing left behind.
pub(crate) fn end(status: u8) -> ! {
    abandon_temporaries(COMMIT);
    std::process::exit(i32::from(status))
}

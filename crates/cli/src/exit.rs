//! From results to exit statuses: 0 good, 1 answered with no, 2 the call or input is at fault, 3 a limit was reached; 130 for
//! an interrupt, 141 for a table that nobody took to its end, 70 for a fault of our own.

use crate::output;
use lethe::{Error, Fault};
use std::io::ErrorKind;
use std::process::ExitCode;
use std::sync::Mutex;

/// What shells report for a program that an interrupt has ended.
pub(crate) const INTERRUPTED: u8 = 130;
/// What shells report for a program that wrote to a pipe nobody reads.
const OUTPUT_CLOSED: u8 = 141;
pub(crate) const LIMITED: u8 = 3;
const OUR_FAULT: u8 = 70;

/// Runs the program; a panic is reported in one line that says where, but never what: its message may hold a value.
pub(crate) fn guarded(run: impl FnOnce() -> ExitCode + std::panic::UnwindSafe) -> ExitCode {
    static PLACE: Mutex<Option<String>> = Mutex::new(None);
    std::panic::set_hook(Box::new(|info| {
        if let (Ok(mut place), Some(location)) = (PLACE.lock(), info.location()) {
            *place = Some(format!("{}:{}", location.file(), location.line()));
        }
    }));
    std::panic::catch_unwind(run).unwrap_or_else(|_| {
        let place = PLACE.lock().ok().and_then(|place| place.clone()).unwrap_or_default();
        output::say(&format!("a fault of Lethe's own at {place}; please report it with this line"));
        ExitCode::from(OUR_FAULT)
    })
}

/// A question that was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Good,
    No,
    /// A limit was reached; what was known by then is told.
    Limited,
    /// The user asked to stop; what was known by then is told.
    Interrupted,
}

/// Why a command ended without an answer.
pub(crate) enum Failure {
    Product(Error),
    /// What was made could not be delivered: its reader went before the end. A report is different: its answer is also the exit
    /// status, which stands whether the report was read or not.
    OutputClosed,
}

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        match error.into() {
            Error::Io(lethe::io::Error::File { source, .. }) if source.kind() == ErrorKind::BrokenPipe => {
                Self::OutputClosed
            }
            other => Self::Product(other),
        }
    }
}

/// Reports a failure in one line and turns the outcome into an exit status.
pub(crate) fn status(outcome: Result<Answer, Failure>) -> ExitCode {
    match outcome {
        Ok(Answer::Good) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Ok(Answer::Limited) => ExitCode::from(LIMITED),
        Ok(Answer::Interrupted) => ExitCode::from(INTERRUPTED),
        Err(Failure::OutputClosed) => ExitCode::from(OUTPUT_CLOSED),
        Err(Failure::Product(error)) => {
            output::say(&error.to_string());
            if matches!(error.limit(), Some(lethe::data::Error::Cancelled)) {
                return ExitCode::from(INTERRUPTED);
            }
            match error.fault() {
                Fault::Input | Fault::Request => ExitCode::from(2),
                Fault::Limit => ExitCode::from(LIMITED),
                Fault::Bug => ExitCode::from(OUR_FAULT),
            }
        }
    }
}

//! From results to exit statuses: 0 good, 1 answered with no, 2 the call or input is at fault, 3 a limit was reached; 70 for a
//! fault of our own.

use lethe::{Error, Fault};
use std::process::ExitCode;

/// A question that was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Good,
    No,
}

/// Why a command ended without an answer.
pub(crate) enum Failure {
    Product(Error),
    /// Whoever read our output has seen enough.
    OutputClosed,
}

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Product(error.into())
    }
}

/// Reports a failure in one line and turns the outcome into an exit status.
pub(crate) fn status(outcome: Result<Answer, Failure>) -> ExitCode {
    match outcome {
        Ok(Answer::Good) | Err(Failure::OutputClosed) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(Failure::Product(error)) => {
            eprintln!("lethe: {}", error.to_string().replace('\n', " "));
            match error.fault() {
                Fault::Input | Fault::Request => ExitCode::from(2),
                Fault::Limit => ExitCode::from(3),
                Fault::Bug => ExitCode::from(70),
            }
        }
    }
}

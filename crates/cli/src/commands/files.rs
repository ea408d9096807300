//! The files of a call are checked before any work is done; the rule is [`lethe::Files`].

use crate::args::Global;
use crate::exit::Failure;
use lethe::Files;
use std::path::Path;

/// Checks the files of a call whose report goes to -o, or to standard output.
///
/// **Errors**: a file that is read, or written otherwise, would be overwritten.
pub(crate) fn check(files: Files, global: &Global) -> Result<(), Failure> {
    let report = global.output.as_deref().filter(|file| *file != "-").map(Path::new);
    check_all(files.writes("-o", report))
}

/// Checks the files of a call that lists where -o goes itself.
///
/// **Errors**: as of [`check`].
pub(crate) fn check_all(files: Files) -> Result<(), Failure> {
    Ok(files.writes_stdout().check()?)
}

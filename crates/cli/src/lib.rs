//! Lethe on the command line: translation of flags into requests and of reports into tables or JSON, nothing else.

mod args;
mod commands;
mod exit;
mod flags;
mod grid;
mod interrupt;
mod memory;
mod output;
mod progress;
mod reference;
mod short_help;

use clap::{CommandFactory as _, FromArgMatches as _};
use std::ffi::OsString;
use std::sync::OnceLock;

/// How this program is started once more, where it is not by its own file: a module of an interpreter.
static STARTED_AS: OnceLock<Vec<OsString>> = OnceLock::new();

/// The same as [`run`], of a program that is started as `program`, with the arguments that come first.
pub fn run_as<A: Into<OsString> + Clone>(
    program: Vec<OsString>,
    arguments: impl IntoIterator<Item = A>,
) -> u8 {
    // A process is started in one way.
    let _ = STARTED_AS.set(program);
    run(arguments)
}

/// Runs the command line with these arguments, of which the first is the program's name; the exit status.
pub fn run<A: Into<OsString> + Clone>(arguments: impl IntoIterator<Item = A>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    let command = short_help::shortened(args::Cli::command());
    let parsed =
        command.try_get_matches_from(&arguments).and_then(|matches| args::Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => return exit::usage(&error, &arguments),
    };
    let format = cli.global.format;
    let ended = lethe::guarded(|| {
        // Whatever a command forgets to check: what it has read is not written over. A service replaces recipes that it has read;
        // its jobs are runs of their own.
        let _inputs = (!cli.command.is_service()).then(lethe::io::InputGuard::new);
        Ok(exit::status(commands::run(cli), format))
    });
    ended.unwrap_or_else(|panicked| exit::status(Err(panicked.into()), format))
}

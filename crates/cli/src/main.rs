//! Lethe on the command line: translation of flags into requests and of reports into tables or JSON, nothing else.

mod args;
mod commands;
mod exit;
mod flags;
mod interrupt;
mod memory;
mod output;
mod progress;
mod reference;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = match args::Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return exit::usage(&error),
    };
    let format = cli.global.format;
    let ended = lethe::guarded(|| {
        // Whatever a command forgets to check: what it has read is not written over.
        let _inputs = lethe::io::InputGuard::new();
        Ok(exit::status(commands::run(cli), format))
    });
    ended.unwrap_or_else(|panicked| exit::status(Err(panicked.into()), format))
}

//! The program `lethe`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(lethe_cli::run(std::env::args_os()))
}

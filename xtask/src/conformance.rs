//! The conformance suite in `tests/conformance`: the binary against definitions that share no code with it.

use crate::{metadata, shell};
use anyhow::{Result, ensure};
use clap::Args;
use std::process::Command;

const RUNNER: &str = "tests/conformance/run.py";

/// What `cargo xtask fuzz` is asked for.
#[derive(Args)]
pub(crate) struct Request {
    /// For how many minutes
    #[arg(long)]
    minutes: f64,
    /// Where seeds begin; by the clock when not given
    #[arg(long)]
    seed: Option<u64>,
    /// Only this family of checks, or one check as FAMILY.CHECK; repeatable
    #[arg(long)]
    family: Vec<String>,
}

/// Whether there is a Python that the suite runs with; it needs nothing but the standard library.
pub(crate) fn python_is_there() -> bool {
    shell::succeeds(python().args(["-c", "import sys, sqlite3; sys.exit(sys.version_info < (3, 9))"]))
}

/// The fixed seeds that every change must pass, with the binary that the tests before it have built. To build it again for
/// one package could mean other features of its dependencies, and minutes.
pub(crate) fn slice() -> Result<()> {
    let binary = metadata::program("debug")?;
    ensure!(binary.exists(), "{}: not built; the tests build it", binary.display());
    shell::run(python().arg(RUNNER).args(["--slice", "ci"]).env("LETHE", binary))
}

/// Random seeds, with a release binary.
pub(crate) fn fuzz(request: &Request) -> Result<()> {
    shell::run(&mut shell::cargo(&["build", "--release", "--package", "lethe-cli", "--locked"]))?;
    shell::run(command(request).env("LETHE", metadata::program("release")?))
}

fn command(request: &Request) -> Command {
    let mut command = python();
    command.arg(RUNNER).args(["--minutes", &request.minutes.to_string()]);
    if let Some(seed) = request.seed {
        command.args(["--seed", &seed.to_string()]);
    }
    for family in &request.family {
        command.args(["--family", family]);
    }
    command
}

fn python() -> Command {
    let mut command = Command::new("python3");
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_was_asked_for_reaches_the_suite() {
        let request = Request { minutes: 0.5, seed: Some(7), family: vec!["verify".into(), "risk".into()] };
        let command = command(&request);
        let words: Vec<_> = command.get_args().map(|word| word.to_string_lossy()).collect();
        assert_eq!(words.join(" "), format!("{RUNNER} --minutes 0.5 --seed 7 --family verify --family risk"));
    }
}

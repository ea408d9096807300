//! `cargo xtask golden`: the program against its recorded behaviour in `tests/golden`.

use crate::shell;
use anyhow::Result;
use clap::Args;

/// What `cargo xtask golden` is asked for.
#[derive(Args)]
pub(crate) struct Request {
    /// Write the expected files anew instead of checking them; review the diff before you commit it
    #[arg(long)]
    update: bool,
    /// Only this family of cases, a file of tests/golden/cases such as 'verify'; others whose names contain it run, too
    family: Option<String>,
}

/// The test program that runs the cases; `LETHE_GOLDEN` says what it does with results.
const TEST: &[&str] =
    &["test", "--workspace", "--exclude", "lethe-python", "--test", "golden", "--locked", "--"];

/// Every case on one thread and on two; with `--update` the record is written from one thread first.
pub(crate) fn run(request: &Request) -> Result<()> {
    let tests = request.family.as_ref().map(|family| family.replace('-', "_"));
    let family = tests.as_deref();
    if !request.update {
        return test("both", family);
    }
    test("update", family)?;
    // While records are written, nobody can tell what they cover.
    let unset = "";
    test(unset, Some("coverage"))?;
    println!("Records are written. Read `git diff tests/golden/expected` before you commit it.");
    Ok(())
}

fn test(mode: &str, filter: Option<&str>) -> Result<()> {
    shell::run(shell::cargo(TEST).args(filter).env("LETHE_GOLDEN", mode))
}

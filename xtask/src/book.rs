//! The book in `docs`, built with mdBook. A warning of mdBook is a failure: it means that readers miss something.

use crate::{metadata::Metadata, shell};
use anyhow::{Context, Result, ensure};
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

/// The release that is installed where there is none.
const VERSION: &str = "0.5.4";

/// The mdBook on the search path, else the one of the build folder, else none.
fn mdbook() -> Option<PathBuf> {
    let ours = folder().ok()?.join("bin").join(format!("mdbook{}", std::env::consts::EXE_SUFFIX));
    [PathBuf::from("mdbook"), ours]
        .into_iter()
        .find(|program| shell::succeeds(Command::new(program).arg("--version")))
}

/// Where cargo installs it: removed with the build folder, and out of the way of the user's own programs.
fn folder() -> Result<PathBuf> {
    Ok(Metadata::load()?.target.join("tools"))
}

/// Whether there is an mdBook, after an attempt to install it. That takes minutes, once for a build folder, and the
/// network.
pub(crate) fn mdbook_is_there() -> bool {
    mdbook().is_some() || (install().is_ok() && mdbook().is_some())
}

fn install() -> Result<()> {
    println!("mdbook is missing; cargo installs it into the build folder, once");
    let start = Instant::now();
    // Neither optimized nor with its server and search index: it builds a small book, and is installed in half of the time.
    let install =
        ["install", "mdbook", "--version", VERSION, "--locked", "--debug", "--no-default-features", "--root"];
    shell::run(shell::cargo(&install).arg(folder()?))?;
    println!("mdbook installed in {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Builds the book and fails when mdBook fails or warns.
pub(crate) fn build() -> Result<()> {
    let mut command = Command::new(mdbook().context("mdbook is missing")?);
    command.args(["build", "docs"]).env("MDBOOK_LOG", "warn");
    let output = command.output().context("mdbook: cannot start")?;
    let said = String::from_utf8_lossy(&output.stderr);
    eprint!("{said}");
    ensure!(output.status.success(), "mdbook: {}", output.status);
    ensure!(!warns(&said), "mdbook warns");
    println!("docs/book: built without a warning");
    Ok(())
}

/// Whether what mdBook wrote has a warning or an error; at this level it writes nothing else.
fn warns(said: &str) -> bool {
    said.lines().any(|line| line.contains("WARN") || line.contains("ERROR"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_of_mdbook_is_noticed() {
        assert!(warns(" WARN unclosed HTML tag `<em>` found in `a.md`\n"));
        assert!(warns("ERROR Summary parsing failed\n"));
        assert!(!warns(" INFO Book building has started\n"));
    }
}

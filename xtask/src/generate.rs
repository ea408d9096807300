//! `cargo xtask generate`: documentation that comes from the code, so that it cannot disagree with it.

use crate::{metadata, shell};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;
use std::process::Command;

/// A generated file and the arguments of `lethe` that print it.
struct Generated {
    path: &'static str,
    printed_by: &'static [&'static str],
}

const GENERATED: &[Generated] =
    &[Generated { path: "docs/src/reference/cli.md", printed_by: &["help-markdown"] }];

/// Writes every generated file that is out of date.
pub(crate) fn write() -> Result<()> {
    for generated in GENERATED {
        let state = if bring_up_to_date(Path::new(generated.path), &printed(generated)?)? {
            "written"
        } else {
            "unchanged"
        };
        println!("{}: {state}", generated.path);
    }
    Ok(())
}

/// Fails when a generated file is out of date.
pub(crate) fn check() -> Result<()> {
    for generated in GENERATED {
        if !is_up_to_date(Path::new(generated.path), &printed(generated)?) {
            bail!("{}: out of date; run `cargo xtask generate`", generated.path);
        }
        println!("{}: up to date", generated.path);
    }
    Ok(())
}

/// What the file should hold. Width and colour of the developer's terminal must not reach it: the command has no
/// terminal, and the variable that stands in for one is removed.
fn printed(generated: &Generated) -> Result<String> {
    // As the tests build it: otherwise dependencies would have other features and be built again.
    let build = [
        "test",
        "--no-run",
        "--quiet",
        "--workspace",
        "--exclude",
        "lethe-python",
        "--test",
        "golden",
        "--locked",
    ];
    shell::run(&mut shell::cargo(&build))?;
    let mut command = Command::new(metadata::program("debug")?);
    command.args(generated.printed_by);
    shell::capture(command.env_remove("COLUMNS").env("NO_COLOR", "1"))
        .with_context(|| format!("{}: cannot be generated", generated.path))
}

fn is_up_to_date(path: &Path, text: &str) -> bool {
    fs::read_to_string(path).is_ok_and(|now| now == text)
}

/// Whether the file had to be written.
fn bring_up_to_date(path: &Path, text: &str) -> Result<bool> {
    if is_up_to_date(path, text) {
        return Ok(false);
    }
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).with_context(|| format!("{}: cannot create", parent.display()))?;
    }
    fs::write(path, text).with_context(|| format!("{}: cannot write", path.display()))?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_once_and_again_after_a_change() {
        let directory = std::env::temp_dir().join(format!("lethe-generate-{}", std::process::id()));
        let path = directory.join("reference/page.md");
        assert!(!is_up_to_date(&path, "one"));
        assert!(bring_up_to_date(&path, "one").unwrap());
        assert!(!bring_up_to_date(&path, "one").unwrap());
        assert!(!is_up_to_date(&path, "two"));
        assert!(bring_up_to_date(&path, "two").unwrap());
        assert!(is_up_to_date(&path, "two"));
        fs::remove_dir_all(directory).unwrap();
    }
}

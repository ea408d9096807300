//! `cargo xtask test`: every check a change must pass. Cheap checks come first; the first failure ends the run.

use crate::{book, browser, conformance, deps, generate, links, python, shell, web, words};
use anyhow::{Context, Result};
use std::process::Command;
use std::time::Instant;

/// One check of the suite.
struct Step {
    name: &'static str,
    /// What the step needs besides cargo; without it the step is skipped, and the end of the run says so.
    tool: Option<Tool>,
    work: Work,
}

/// Something that may be missing.
#[derive(Clone, Copy)]
enum Tool {
    /// A cargo command that succeeds where it is installed.
    Cargo(&'static [&'static str]),
    Python,
    /// Installed on first use.
    MdBook,
    /// Node.js and Chromium; installed from Debian's packages by root.
    Browser,
    /// Python with pip, and the packages of the tests.
    PythonPackages,
}

impl Tool {
    fn is_there(self) -> bool {
        match self {
            Self::Cargo(probe) => shell::succeeds(&mut shell::cargo(probe)),
            Self::Python => conformance::python_is_there(),
            Self::MdBook => book::mdbook_is_there(),
            Self::Browser => browser::is_there(),
            Self::PythonPackages => python::is_there(),
        }
    }

    fn name(self) -> String {
        match self {
            Self::Cargo(probe) => format!("`cargo {}` of this toolchain", probe[0]),
            Self::Python => "python3 (3.9 or newer)".to_owned(),
            Self::MdBook => "mdbook (`cargo install mdbook`)".to_owned(),
            Self::PythonPackages => {
                "python3 (3.10 or newer) with venv, and the network or a cache of pip".to_owned()
            }
            Self::Browser => "npm and chromium (or name one with CHROMIUM)".to_owned(),
        }
    }
}

/// The tests that are run again when all hashes are equal.
const HASHING: &str =
    "package(lethe-data) + package(lethe-discovery) + (package(lethe-transform) & kind(lib))";

enum Work {
    Cargo(&'static [&'static str]),
    /// With one hash for all keys.
    Collisions(&'static [&'static str]),
    Ours(fn() -> Result<()>),
}

/// Runs the steps in order.
pub(crate) fn run() -> Result<()> {
    let nextest = shell::succeeds(&mut shell::cargo(&["nextest", "--version"]));
    let mut skipped = Vec::new();
    for step in steps(nextest) {
        println!("\n== {}", step.name);
        if let Some(tool) = step.tool.filter(|tool| !tool.is_there()) {
            println!("== {}: skipped, {} is missing", step.name, tool.name());
            skipped.push(format!("{} (install {})", step.name, tool.name()));
            continue;
        }
        let start = Instant::now();
        match step.work {
            Work::Cargo(arguments) => shell::run(&mut with_seed(shell::cargo(arguments))),
            Work::Collisions(arguments) => {
                shell::run(with_seed(shell::cargo(arguments)).env("LETHE_FORCE_COLLISIONS", "1"))
            }
            Work::Ours(check) => check(),
        }
        .with_context(|| format!("{} failed", step.name))?;
        println!("== {}: ok in {:.1} s", step.name, start.elapsed().as_secs_f64());
    }
    println!("\n{}", verdict(&skipped));
    Ok(())
}

/// The last lines: what passed, and loudly what nobody looked at.
fn verdict(skipped: &[String]) -> String {
    if skipped.is_empty() {
        return "all checks passed".to_owned();
    }
    let lines: Vec<_> = skipped.iter().map(|step| format!("!! NOT CHECKED: {step}")).collect();
    format!("all other checks passed\n{}", lines.join("\n"))
}

/// Where a shared machine decides whether a change lands, property tests draw the same cases for everyone; on a
/// developer's machine they look further each time. A seed set by hand wins.
fn with_seed(mut command: Command) -> Command {
    const SEED: &str = "PROPTEST_RNG_SEED";
    if std::env::var_os("CI").is_some() && std::env::var_os(SEED).is_none() {
        command.env(SEED, "20261115");
    }
    command
}

/// The suite; with nextest when it is there, because it runs the test binaries side by side.
fn steps(nextest: bool) -> Vec<Step> {
    // The same programs again, of the crates that hash: with nextest nothing is built a second time.
    let (tests, again): (&[_], &[_]) = if nextest {
        (
            &["nextest", "run", "--workspace", "--exclude", "lethe-python", "--locked"],
            &["nextest", "run", "--workspace", "--exclude", "lethe-python", "--locked", "-E", HASHING],
        )
    } else {
        (
            &["test", "--workspace", "--exclude", "lethe-python", "--lib", "--bins", "--tests", "--locked"],
            &["test", "-p", "lethe-data", "-p", "lethe-discovery", "--lib", "--tests", "--locked"],
        )
    };
    let cargo = |name, arguments| Step { name, tool: None, work: Work::Cargo(arguments) };
    let ours = |name, check| Step { name, tool: None, work: Work::Ours(check) };
    vec![
        ours("words", words::check),
        ours("links", links::check),
        Step {
            name: "rustfmt",
            tool: Some(Tool::Cargo(&["fmt", "--version"])),
            work: Work::Cargo(&["fmt", "--all", "--check"]),
        },
        Step {
            name: "clippy",
            tool: Some(Tool::Cargo(&["clippy", "--version"])),
            work: Work::Cargo(&[
                "clippy",
                "--workspace",
                "--exclude",
                "lethe-python",
                "--all-targets",
                "--locked",
                "--",
                "-D",
                "warnings",
            ]),
        },
        cargo("tests", tests),
        Step { name: "tests with forced collisions", tool: None, work: Work::Collisions(again) },
        cargo("doctests", &["test", "--workspace", "--exclude", "lethe-python", "--doc", "--locked"]),
        Step { name: "conformance", tool: Some(Tool::Python), work: Work::Ours(conformance::slice) },
        Step { name: "python", tool: Some(Tool::PythonPackages), work: Work::Ours(python::check) },
        Step { name: "service", tool: Some(Tool::PythonPackages), work: Work::Ours(python::fuzz_service) },
        Step { name: "web", tool: Some(Tool::Browser), work: Work::Ours(web::check) },
        ours("dependencies", deps::run),
        ours("generated documentation", generate::check),
        Step { name: "pages", tool: Some(Tool::Browser), work: Work::Ours(browser::check) },
        Step { name: "book", tool: Some(Tool::MdBook), work: Work::Ours(book::build) },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_skipped_stands_in_the_last_line() {
        let verdict = verdict(&["conformance (install python3)".to_owned()]);
        assert_eq!(verdict.lines().last(), Some("!! NOT CHECKED: conformance (install python3)"));
        assert!(!verdict.contains("all checks passed"));
    }

    #[test]
    fn every_building_step_keeps_the_lock_file() {
        for step in [true, false].into_iter().flat_map(steps) {
            if let Work::Cargo(arguments) | Work::Collisions(arguments) = step.work {
                assert!(arguments.contains(&"--locked") || arguments[0] == "fmt", "{}", step.name);
            }
        }
    }

    #[test]
    fn only_what_is_beside_cargo_may_be_missing() {
        let optional: Vec<_> = steps(true).into_iter().filter(|s| s.tool.is_some()).map(|s| s.name).collect();
        assert_eq!(
            optional,
            ["rustfmt", "clippy", "conformance", "python", "service", "web", "pages", "book"]
        );
    }
}

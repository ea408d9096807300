//! The web application: its types, its own tests, and the whole way through it in a browser, against the real service.

use crate::{browser, service::Service, shell};
use anyhow::Result;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where its sources are.
const FOLDER: &str = "web";

/// Checks the sources, and goes from a table to a release in a browser.
pub(crate) fn check() -> Result<()> {
    let npm = |arguments: &[&str]| {
        let mut command = Command::new("npm");
        command.args(["--prefix", FOLDER]).args(arguments);
        command
    };
    shell::capture(&mut npm(&["ci", "--no-audit", "--no-fund"]))?;
    shell::run(&mut npm(&["run", "check"]))?;
    shell::run(&mut npm(&["test"]))?;
    let service = Service::start()?;
    shell::run(npm(&["run", "types", "--", "--check"]).env("LETHE_URL", service.url()))?;
    let mut path = npm(&["run", "e2e"]);
    path.env("LETHE_URL", service.url()).env("CHROMIUM", browser::browser());
    if let Some(table) = adult() {
        path.env("ADULT_CSV", table);
    }
    shell::run(&mut path)
}

/// Adult, where real data is at hand.
fn adult() -> Option<PathBuf> {
    let folder =
        std::env::var_os("LETHE_TEST_DATA").map_or_else(|| PathBuf::from("../shared/data"), PathBuf::from);
    let table = std::path::absolute(Path::new(&folder).join("adult/adult.csv")).ok()?;
    table.is_file().then_some(table)
}

//! HTML reports in a browser: can everybody read them, at any width, in the dark and on paper? See `tests/pages`.

use crate::{metadata::Metadata, shell};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Recorded pages of every kind.
const PAGES: &[&str] = &[
    "tests/golden/expected/report-page/files/page.html",
    "tests/golden/expected/report-fails/files/page.html",
    "tests/golden/expected/compare-recipe/files/report.html",
];

/// The browser that is named, or Debian's.
pub(crate) fn browser() -> PathBuf {
    std::env::var_os("CHROMIUM").map_or_else(|| PathBuf::from("/usr/bin/chromium"), PathBuf::from)
}

/// Whether there are Node.js and a browser, after an attempt to install them where this is root's machine and Debian's.
pub(crate) fn is_there() -> bool {
    let node = || shell::succeeds(Command::new("npm").arg("--version"));
    let missing: Vec<&str> = [("npm", !node()), ("chromium", !browser().exists())]
        .into_iter()
        .filter_map(|(package, missing)| missing.then_some(package))
        .collect();
    if missing.is_empty() {
        return true;
    }
    is_root() && install(&missing).is_ok() && node() && browser().exists()
}

fn is_root() -> bool {
    shell::capture(Command::new("id").arg("-u")).is_ok_and(|user| user.trim() == "0")
}

fn install(packages: &[&str]) -> Result<()> {
    println!("installing {} from Debian's packages", packages.join(", "));
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(["-q", "-y"]).args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    shell::capture(&mut apt(&["update"]))?;
    shell::capture(apt(&["install", "--no-install-recommends"]).args(packages)).map(|_| ())
}

/// Opens every page.
pub(crate) fn check() -> Result<()> {
    let folder = Metadata::load()?.target.join("tools/pages");
    std::fs::create_dir_all(&folder).with_context(|| format!("{}: cannot make", folder.display()))?;
    for file in ["package.json", "package-lock.json", "check.mjs"] {
        let from = Path::new("tests/pages").join(file);
        std::fs::copy(&from, folder.join(file))
            .with_context(|| format!("{}: cannot copy", from.display()))?;
    }
    if !folder.join("node_modules/axe-core").exists() {
        shell::capture(Command::new("npm").args(["ci", "--no-audit", "--no-fund", "--prefix"]).arg(&folder))?;
    }
    for page in PAGES {
        shell::run(Command::new("node").arg(folder.join("check.mjs")).arg(page).env("CHROMIUM", browser()))?;
    }
    Ok(())
}

//! The programs we are compared with, in a throw-away Python environment below the target directory.

use crate::shell;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The peers; the newest release at the time of the first measurement, recorded with the result.
/// anonypy needs pandas and does not say so.
const PEERS: &[&str] = &["polars", "duckdb", "pyarrow", "pandas", "anonypy"];

/// Makes the environment if need be, and returns its Python.
pub(crate) fn install(environment: &Path) -> Result<PathBuf> {
    let python = environment.join("bin/python");
    let import = format!("import {}", PEERS.join(", "));
    if !shell::succeeds(Command::new(&python).args(["-c", &import])) {
        shell::run(Command::new("python3").args(["-m", "venv"]).arg(environment))
            .context("a Python environment for the peers")?;
        let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
        shell::run(Command::new(&python).args(pip).args(PEERS)).context("installing the peers")?;
    }
    Ok(python)
}

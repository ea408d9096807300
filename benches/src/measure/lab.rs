//! The place where measurements happen: built programs, made data, the peers.

use super::peers;
use super::scope::Scope;
use crate::shell;
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How many threads ours and each peer get.
pub(crate) const THREADS: &str = "2";

/// Everything a measurement needs, ready to use.
pub(crate) struct Lab {
    /// How often ours and each peer run.
    pub(crate) rounds: u32,
    /// Which part of the claim is measured.
    pub(crate) scope: Scope,
    quick: bool,
    programs: PathBuf,
    data: PathBuf,
    /// The Python of the peers, where there are any.
    python: Option<PathBuf>,
}

impl Lab {
    /// Builds ours in release mode and installs the peers where they are measured; what is there already is kept.
    pub(crate) fn set_up(rounds: u32, quick: bool, scope: Scope, with_peers: bool) -> Result<Self> {
        let target = target()?;
        let build = ["build", "--release", "--locked", "-p", "lethe-bench", "-p", "lethe-cli"];
        shell::run(&mut shell::cargo(&build))?;
        let data = target.join("bench");
        fs::create_dir_all(&data).with_context(|| format!("{}: cannot create", data.display()))?;
        let python = with_peers.then(|| peers::install(&data.join("venv"))).transpose()?;
        Ok(Self { rounds, scope, quick, programs: target.join("release"), data, python })
    }

    /// The size to measure at: the claim's own, or a tenth when it is only tried.
    pub(crate) fn rows(&self, claimed: u64) -> u64 {
        if self.quick { claimed / 10 } else { claimed }
    }

    /// Whether the measurement is only tried, so that nothing is kept of it.
    pub(crate) fn is_trial(&self) -> bool {
        self.quick
    }

    /// Whether programs of others are measured as well.
    pub(crate) fn has_peers(&self) -> bool {
        self.python.is_some()
    }

    /// A file of made data.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.data.join(name)
    }

    /// One of our programs.
    pub(crate) fn ours(&self, program: &str) -> Command {
        Command::new(self.programs.join(program))
    }

    /// A script that does the peer's share of the work.
    pub(crate) fn peer(&self, script: &str) -> Command {
        let mut command = Command::new(self.python.as_deref().unwrap_or(Path::new("python3")));
        command.arg(format!("benches/peers/{script}")).env("POLARS_MAX_THREADS", THREADS);
        command
    }
}

/// Where cargo builds.
fn target() -> Result<PathBuf> {
    let ask = ["metadata", "--format-version", "1", "--locked", "--offline", "--no-deps"];
    let metadata: serde_json::Value = serde_json::from_str(&shell::capture(&mut shell::cargo(&ask))?)?;
    metadata["target_directory"].as_str().map(PathBuf::from).context("cargo metadata: no target directory")
}

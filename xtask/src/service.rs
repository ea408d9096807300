//! A service for tests that ask it from outside: on this machine, with a workspace that goes with it.

use crate::metadata;
use anyhow::{Context, Result};
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// A service that ends when it is dropped.
pub(crate) struct Service {
    process: Child,
    url: String,
    workspace: PathBuf,
}

impl Service {
    /// Starts the program that the tests were run with.
    pub(crate) fn start() -> Result<Self> {
        let workspace = std::env::temp_dir().join(format!("lethe-service-{}", std::process::id()));
        let mut process = Command::new(metadata::program("debug")?)
            .args(["serve", "--listen", "127.0.0.1:0", "--workspace"])
            .arg(&workspace)
            .stdout(Stdio::piped())
            .spawn()
            .context("lethe serve: cannot start")?;
        let output = process.stdout.take().context("lethe serve: no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let url = line.trim().strip_prefix("listening on ").map(str::to_owned);
        let mut service = Self { process, url: String::new(), workspace };
        service.url = url.context("lethe serve: no address was printed")?;
        Ok(service)
    }

    /// Its address, with the token.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.workspace);
    }
}

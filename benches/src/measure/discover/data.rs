//! The tables that are searched: made up for the question, records of our generator, or real ones where they are.

use crate::measure::lab::Lab;
use crate::shell;
use anyhow::Result;
use std::env;
use std::path::{Path, PathBuf};

/// A table to search.
pub(crate) enum Data {
    /// Made up by `lethe-bench discover-table`.
    Made { name: &'static str, rows: u64 },
    /// Made by `lethe generate health`.
    Health { rows: u64, columns: u64 },
    /// A file of the folder that `LETHE_TEST_DATA` names, or of `../shared/data`.
    Real { file: &'static str },
}

impl Data {
    /// What the table is called in the report.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Made { name, .. } => (*name).to_owned(),
            Self::Health { .. } => "health".to_owned(),
            Self::Real { file } => file.split('/').next().unwrap_or(file).to_owned(),
        }
    }

    /// The file to read, made if need be; `None` when a real table is not on this machine.
    pub(crate) fn file(&self, lab: &Lab) -> Result<Option<PathBuf>> {
        match self {
            Self::Real { file } => {
                let found = folders().map(|folder| folder.join(file)).find(|path| path.exists());
                if found.is_none() {
                    println!("skipped: no {file}; LETHE_TEST_DATA may name the folder it is in");
                }
                Ok(found)
            }
            Self::Made { name, rows } => {
                let rows = lab.rows(*rows).to_string();
                let file = lab.file(&format!("discover-{name}-{rows}.arrow"));
                if !file.exists() {
                    shell::run(lab.ours("lethe-bench").args(["discover-table", name, &rows]).arg(&file))?;
                }
                Ok(Some(file))
            }
            Self::Health { rows, columns } => {
                let (rows, columns) = (lab.rows(*rows).to_string(), columns.to_string());
                let file = lab.file(&format!("discover-health-{rows}-{columns}.parquet"));
                if !file.exists() {
                    let request = ["--rows", &rows, "--columns", &columns, "--seed", "1", "-q", "-o"];
                    shell::run(lab.ours("lethe").args(["generate", "health"]).args(request).arg(&file))?;
                }
                Ok(Some(file))
            }
        }
    }

    /// The searched columns as codes, for a peer.
    pub(crate) fn codes(&self, lab: &Lab, file: &Path) -> Result<PathBuf> {
        if matches!(self, Self::Made { .. }) {
            return Ok(file.to_owned());
        }
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let codes = lab.file(&format!("{name}.codes.arrow"));
        shell::run(lab.ours("lethe-bench").arg("discover-codes").arg(file).arg(&codes))?;
        Ok(codes)
    }
}

/// Where real tables may be.
fn folders() -> impl Iterator<Item = PathBuf> {
    env::var_os("LETHE_TEST_DATA").map(PathBuf::from).into_iter().chain([PathBuf::from("../shared/data")])
}

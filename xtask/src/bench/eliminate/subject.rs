//! The tables that are treated.

use super::super::lab::Lab;
use crate::shell;
use anyhow::Result;
use std::fs;
use std::path::PathBuf;

/// How many columns of generated patients name nobody.
pub(super) const ALL_COLUMNS: usize = 102;

/// Generated patients.
pub(super) struct Subject {
    pub(super) rows: u64,
    /// The columns that an attacker sees.
    pub(super) columns: usize,
    pub(super) file: PathBuf,
}

impl Subject {
    /// Makes the table if need be. More columns than there are mean all of them.
    pub(super) fn make(lab: &Lab, rows: u64, columns: usize) -> Result<Self> {
        let columns = columns.min(ALL_COLUMNS);
        let file = lab.file(&format!("eliminate-{rows}-{columns}.csv"));
        if !file.exists() {
            println!("making {rows} patients with {columns} columns");
            let mut make = lab.ours("lethe-bench");
            make.args(["eliminate-table", &rows.to_string(), &columns.to_string()]).arg(&file);
            shell::run(&mut make)?;
        }
        Ok(Self { rows, columns, file })
    }

    /// The size of the file.
    pub(super) fn bytes(&self) -> Result<u64> {
        Ok(fs::metadata(&self.file)?.len())
    }
}

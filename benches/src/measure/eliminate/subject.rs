//! The tables that are treated.

use super::super::lab::Lab;
use crate::shell;
use anyhow::Result;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// How many columns of generated patients name nobody.
pub(super) const ALL_COLUMNS: usize = 102;

/// Generated patients.
pub(super) struct Subject {
    pub(super) rows: u64,
    /// The columns that an attacker sees.
    pub(super) columns: usize,
    pub(super) file: PathBuf,
    /// The roles and hierarchies of its columns.
    pub(super) recipe: PathBuf,
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
        let recipe = lab.file(&format!("eliminate-{columns}.toml"));
        fs::write(&recipe, describe(&header(&file)?, &hierarchies(lab)?))?;
        Ok(Self { rows, columns, file, recipe })
    }

    /// The size of the file.
    pub(super) fn bytes(&self) -> Result<u64> {
        Ok(fs::metadata(&self.file)?.len())
    }
}

/// The folder of hierarchies, made if need be. They have every value of the domain, so that those of a few rows fit all.
fn hierarchies(lab: &Lab) -> Result<PathBuf> {
    let folder = lab.file("eliminate-hierarchies");
    if !folder.exists() {
        let mut few = lab.ours("lethe");
        few.args(["generate", "health", "--rows", "10", "-q", "--hierarchies"]).arg(&folder);
        shell::run(few.arg("-o").arg(lab.file("eliminate-few.csv")))?;
    }
    Ok(folder)
}

/// The names of a file's columns.
fn header(file: &Path) -> Result<Vec<String>> {
    let mut line = String::new();
    BufReader::new(File::open(file)?).read_line(&mut line)?;
    Ok(line.trim_end().split(',').map(str::to_owned).collect())
}

/// A recipe in which every column may be known to an attacker.
fn describe(columns: &[String], hierarchies: &Path) -> String {
    let mut text = String::new();
    for column in columns {
        text += &format!("[columns.{column}]\nrole = \"quasi\"\n");
        let file = hierarchies.join(format!("{column}.csv"));
        if file.exists() {
            text += &format!("hierarchy = \"{}\"\n", file.display());
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_without_a_hierarchy_are_known_as_well() {
        let text = describe(&["age".to_owned()], Path::new("there-is-no-such-folder"));
        assert_eq!(text, "[columns.age]\nrole = \"quasi\"\n\n");
    }
}

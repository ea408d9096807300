//! The tables that are recoded.

use super::super::discover::Data;
use super::super::lab::Lab;
use crate::shell;
use anyhow::{Context, Result};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

const ADULT: Data = Data::Real { file: "adult/adult.csv" };
const ADULT_ROWS: u64 = 30_162;
const ADULT_COLUMNS: [&str; 9] = [
    "sex",
    "age",
    "race",
    "marital-status",
    "education",
    "native-country",
    "workclass",
    "occupation",
    "salary-class",
];
const AMNESIA_COLUMNS: [&str; 4] = ["age", "salary", "date_of_death", "icd10"];

/// A table of quasi-identifiers.
pub(super) struct Subject {
    /// What it is called in tables.
    pub(super) name: String,
    pub(super) rows: u64,
    pub(super) file: PathBuf,
    pub(super) columns: &'static [&'static str],
    /// What the names of hierarchy files start with; the column's name and `.csv` follow. Without it, no column has one.
    pub(super) hierarchies: Option<String>,
}

impl Subject {
    /// Generated records, made if need be.
    pub(super) fn amnesia(lab: &Lab, claimed: u64) -> Result<Self> {
        let rows = lab.rows(claimed);
        let file = lab.file(&format!("recode-amnesia-{rows}.csv"));
        if !file.exists() {
            println!("making {rows} rows of amnesia");
            shell::run(lab.ours("lethe-bench").args(["recode-table", &rows.to_string()]).arg(&file))?;
        }
        let folder = lab.file("recode-amnesia-hierarchies");
        if !folder.exists() {
            // They have every value of the domain, so that those of a few rows fit all.
            let mut few = lab.ours("lethe");
            few.args(["generate", "amnesia", "--rows", "10", "-q", "--hierarchies"]).arg(&folder);
            shell::run(few.arg("-o").arg(lab.file("recode-amnesia-few.csv")))?;
        }
        let hierarchies = Some(format!("{}/", folder.display()));
        Ok(Self { name: "amnesia".to_owned(), rows, file, columns: &AMNESIA_COLUMNS, hierarchies })
    }

    /// The census extract; nothing when it is not on this machine.
    pub(super) fn adult(lab: &Lab) -> Result<Option<Self>> {
        let Some(whole) = ADULT.file(lab)? else { return Ok(None) };
        let hierarchies = Some(whole.with_file_name("adult_hierarchy_").display().to_string());
        let rows = lab.rows(ADULT_ROWS);
        let file = if rows < ADULT_ROWS { beginning(lab, &whole, rows)? } else { whole };
        Ok(Some(Self { name: "adult".to_owned(), rows, file, columns: &ADULT_COLUMNS, hierarchies }))
    }

    /// The same table, with nothing known about its values.
    pub(super) fn without_hierarchies(self) -> Self {
        Self { hierarchies: None, ..self }
    }

    /// The arguments of `lethe anonymize` that name the table.
    pub(super) fn arguments(&self) -> Vec<String> {
        let mut words = vec![self.file.display().to_string(), "--quasi".to_owned(), self.columns.join(",")];
        for column in self.columns {
            let file = self.hierarchies.iter().map(|prefix| format!("{column}={prefix}{column}.csv"));
            words.extend(file.flat_map(|file| ["--hierarchy".to_owned(), file]));
        }
        words
    }
}

/// The first rows of a text file, below its header.
fn beginning(lab: &Lab, whole: &Path, rows: u64) -> Result<PathBuf> {
    let part = lab.file(&format!("recode-adult-{rows}.csv"));
    let copy = || -> std::io::Result<()> {
        let mut lines = BufReader::new(File::open(whole)?);
        let mut text = Vec::new();
        for _ in 0..=rows {
            lines.read_until(b'\n', &mut text)?;
        }
        fs::File::create(&part)?.write_all(&text)
    };
    copy().with_context(|| format!("{}: cannot be copied to {}", whole.display(), part.display()))?;
    Ok(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_column_gets_its_hierarchy_where_there_are_any() {
        let subject = Subject {
            name: "x".to_owned(),
            rows: 1,
            file: PathBuf::from("x.csv"),
            columns: &["age", "zip"],
            hierarchies: Some("h/".to_owned()),
        };
        let expected = "x.csv --quasi age,zip --hierarchy age=h/age.csv --hierarchy zip=h/zip.csv";
        assert_eq!(subject.arguments().join(" "), expected);
        assert_eq!(subject.without_hierarchies().arguments().join(" "), "x.csv --quasi age,zip");
    }
}

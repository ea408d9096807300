//! A wide table of many records, put into compartments.

use super::super::lab::{Lab, THREADS};
use super::super::table::{Table, seconds};
use super::run::{K, SIZE, limited, not_well, number, read, release, remove};
use super::subject::{ALL_COLUMNS, Subject};
use super::way::{COMPARTMENT, Treatment};
use crate::shell;
use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::time::Duration;

/// What the whole command may take.
const GOAL_SECONDS: f64 = 300.0;
const GOAL_MIB: f64 = 4096.0;

/// What it took.
pub(super) struct Large {
    rows: u64,
    seconds: f64,
    peak_mib: f64,
    method_seconds: f64,
    files: usize,
    why_not: Option<String>,
}

/// Publishes the table once.
pub(super) fn measure(lab: &Lab, rows: u64, limit: Duration) -> Result<Large> {
    let subject = Subject::make(lab, rows, ALL_COLUMNS)?;
    let (output, report) = (release(lab, &COMPARTMENT), lab.file("eliminate-report.json"));
    for path in [&output, &report] {
        remove(path)?;
    }
    println!("{rows} rows of {ALL_COLUMNS} columns, compartment");
    let mut command = limited(lab, limit);
    command.arg("anonymize").arg(&subject.file).arg("--recipe").arg(&subject.recipe);
    if let Treatment::Ours { flags, .. } = COMPARTMENT.treatment {
        command.args(flags);
    }
    command.args(["--k", K, "--threads", THREADS, "-q", "-o"]).arg(&output).arg("--report").arg(&report);
    let measured = shell::json_lines(&mut command)?.pop().context("a measurement printed nothing")?;
    remove(&output)?;
    let why_not = not_well(&measured, limit);
    let report = if why_not.is_none() { read(&report)? } else { Value::Null };
    Ok(Large {
        rows,
        seconds: number(&measured, "seconds")?,
        peak_mib: number(&measured, "peak_mib")?,
        method_seconds: report["search"]["elapsed_ms"].as_f64().unwrap_or(f64::NAN) / 1000.0,
        files: report["elimination"]["compartments"]["files"].as_array().map_or(0, Vec::len),
        why_not,
    })
}

impl Large {
    /// Its figures and goals.
    pub(super) fn table(&self) -> Table {
        let title = format!(
            "A wide table of many people in compartments (by any {SIZE} columns, k={K}), from the file to the proven \
             files; goal: {GOAL_SECONDS:.0} s and {GOAL_MIB:.0} MiB"
        );
        let headings = ["rows", "columns", "files", "method", "command", "peak memory", "met"];
        let mut table = Table::new(title, &headings);
        let is_met = self.why_not.is_none() && self.seconds < GOAL_SECONDS && self.peak_mib < GOAL_MIB;
        table.row([
            self.rows.to_string(),
            ALL_COLUMNS.to_string(),
            self.why_not.clone().unwrap_or_else(|| self.files.to_string()),
            if self.method_seconds.is_nan() { String::new() } else { seconds(self.method_seconds) },
            seconds(self.seconds),
            format!("{:.0} MiB", self.peak_mib),
            if is_met { "yes" } else { "NO" }.to_owned(),
        ]);
        table
    }

    /// For the record.
    pub(super) fn sample(&self) -> Value {
        json!({"rows": self.rows, "columns": ALL_COLUMNS, "seconds": self.seconds, "peak_mib": self.peak_mib,
               "files": self.files, "ended": self.why_not.as_deref().unwrap_or("well")})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_memory_and_an_answer_are_all_demanded() {
        let large = |seconds, peak_mib, why: Option<&str>| {
            let why_not = why.map(str::to_owned);
            Large { rows: 9, seconds, peak_mib, method_seconds: 1.0, files: 3, why_not }.table().to_string()
        };
        assert!(large(299.0, 4000.0, None).contains("| yes |"));
        assert!(large(301.0, 4000.0, None).contains("|  NO |"));
        assert!(large(299.0, 5000.0, None).contains("|  NO |"));
        assert!(large(2.0, 50.0, Some("exit status 3")).contains("|  NO |"));
    }
}

//! Reading a table into codes against Polars, and making the largest example table.

use super::Bench;
use super::lab::{Lab, THREADS};
use super::report::Report;
use super::table::{Table, ratio, seconds};
use crate::median::median;
use crate::shell;
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

const ROWS: u64 = 1_000_000;
const READ_COLUMNS: u64 = 20;
const MADE_COLUMNS: u64 = 109;
const GOAL_SECONDS: f64 = 90.0;
const GOAL_MIB: f64 = 2048.0;

/// Reading and making tables.
pub(crate) struct Io;

impl Bench for Io {
    fn name(&self) -> &'static str {
        "io"
    }

    fn question(&self) -> &'static str {
        "How long does it take to read a CSV file into dictionary codes, compared with Polars reading it into \
         categories, and are a million patients of 109 columns made within 90 s and 2 GiB?"
    }

    fn measure(&self, lab: &Lab) -> Result<Report> {
        let (ours, polars) = read(lab)?;
        let made = make(lab)?;
        let tables = vec![reading_table(lab.rows(ROWS), &ours, &polars), making_table(lab.rows(ROWS), &made)];
        Ok(Report { tables, samples: json!({"read": {"ours": ours, "polars": polars}, "make": made}) })
    }
}

/// What ours and Polars print, round by round.
fn read(lab: &Lab) -> Result<(Vec<Value>, Vec<Value>)> {
    let rows = lab.rows(ROWS);
    let file = lab.file(&format!("health-{}-{READ_COLUMNS}.csv", short(rows)));
    if !file.exists() {
        shell::run(&mut generate(lab, rows, READ_COLUMNS, &file))?;
    }
    let (mut ours, mut polars) = (Vec::new(), Vec::new());
    for _ in 0..lab.rounds {
        ours.push(only_line(lab.ours("lethe-bench").arg("read").arg(&file).arg(THREADS))?);
        polars.push(only_line(lab.peer("read_polars.py").arg(&file))?);
    }
    agree(&ours, &polars)?;
    Ok((ours, polars))
}

/// Time and memory of making the wide table, round by round.
fn make(lab: &Lab) -> Result<Vec<Value>> {
    let rows = lab.rows(ROWS);
    let file = lab.file(&format!("health-{}-{MADE_COLUMNS}.parquet", short(rows)));
    let command = generate(lab, rows, MADE_COLUMNS, &file);
    let measured = || {
        // An existing output is not overwritten by accident, so that each round starts without one.
        if file.exists() {
            std::fs::remove_file(&file).with_context(|| format!("{}: cannot remove", file.display()))?;
        }
        only_line(lab.peer("measure.py").arg(command.get_program()).args(command.get_args()))
    };
    (0..lab.rounds.min(3)).map(|_| measured()).collect()
}

fn generate(lab: &Lab, rows: u64, columns: u64, file: &Path) -> Command {
    let mut command = lab.ours("lethe");
    let (rows, columns) = (rows.to_string(), columns.to_string());
    command
        .args(["generate", "health", "--rows", &rows, "--columns", &columns, "--seed", "1", "-o"])
        .arg(file);
    command
}

fn only_line(command: &mut Command) -> Result<Value> {
    shell::json_lines(command)?.pop().context("a measurement printed nothing")
}

/// Both must have read the same table, or the comparison is void.
fn agree(ours: &[Value], polars: &[Value]) -> Result<()> {
    let shape = |sample: &Value| (sample["rows"].as_u64(), sample["columns"].as_u64());
    for (ours, polars) in ours.iter().zip(polars) {
        if shape(ours) != shape(polars) || shape(ours).0.is_none() {
            bail!("ours and Polars disagree on the table's shape: {ours} against {polars}");
        }
    }
    Ok(())
}

fn reading_table(rows: u64, ours: &[Value], polars: &[Value]) -> Table {
    let title = format!("Reading {} rows of {READ_COLUMNS} columns, {THREADS} threads", short(rows));
    let mut table = Table::new(title, &["what", "ours", "Polars", "Polars/ours"]);
    let (fast, slow) = (middle(ours, "seconds"), middle(polars, "seconds"));
    table.row(["time".to_owned(), seconds(fast), seconds(slow), ratio(slow, fast)]);
    for (what, key) in [("peak memory", "peak_mib"), ("table, estimated", "encoded_mib")] {
        let (small, large) = (middle(ours, key), middle(polars, key));
        table.row([what.to_owned(), mib(small), mib(large), ratio(large, small)]);
    }
    table
}

fn making_table(rows: u64, made: &[Value]) -> Table {
    let title = format!("Making {} rows of {MADE_COLUMNS} columns as Parquet", short(rows));
    let mut table = Table::new(title, &["what", "ours", "goal", "met"]);
    let (time, peak) = (middle(made, "seconds"), middle(made, "peak_mib"));
    let met = |met: bool| if met { "yes" } else { "NO" }.to_owned();
    table.row(["time".to_owned(), seconds(time), format!("< {GOAL_SECONDS} s"), met(time < GOAL_SECONDS)]);
    table.row(["peak memory".to_owned(), mib(peak), format!("< {GOAL_MIB} MiB"), met(peak < GOAL_MIB)]);
    table
}

/// The median of one figure over all rounds.
fn middle(samples: &[Value], key: &str) -> f64 {
    median(samples.iter().map(|sample| sample[key].as_f64().unwrap_or(f64::NAN)))
}

fn mib(value: f64) -> String {
    format!("{value:.1} MiB")
}

/// A round number of rows, as file names and titles say it.
fn short(rows: u64) -> String {
    if rows >= 1_000_000 { format!("{}m", rows / 1_000_000) } else { format!("{}k", rows / 1000) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_different_shape_are_not_compared() {
        let ours = [json!({"rows": 3, "columns": 2})];
        assert!(agree(&ours, &[json!({"rows": 3, "columns": 2})]).is_ok());
        assert!(agree(&ours, &[json!({"rows": 2, "columns": 2})]).is_err());
        assert!(agree(&[json!({})], &[json!({})]).is_err());
    }

    #[test]
    fn a_missed_goal_is_said() {
        let text = making_table(ROWS, &[json!({"seconds": 91.0, "peak_mib": 100.0})]).to_string();
        assert!(text.contains("91.00 s") && text.contains("NO") && text.contains("yes"), "{text}");
    }
}

//! Keeping rows that do not fit into memory: segments against `SQLite`.

use super::Bench;
use super::lab::Lab;
use super::report::Report;
use super::table::{Table, ratio, seconds};
use crate::median::median;
use crate::shell;
use anyhow::{Context, Result, ensure};
use serde_json::{Map, Value, json};
use std::fs;

const ROWS: u64 = 1_000_000;
/// What is measured: ours, the database as it comes, and the database at its fastest.
const STORES: &[&str] = &["segments", "sqlite", "sqlite-unsafe"];
/// The jobs, by their names in the samples, and what each means.
const JOBS: &[(&str, &str)] = &[
    ("write", "write all rows"),
    ("scan", "read all rows"),
    ("split", "split into two halves"),
    ("lay out", "give rows to 1,000 groups"),
    ("groups", "read the groups in random order"),
];

/// Keeping rows on disk.
pub(crate) struct Store;

impl Bench for Store {
    fn name(&self) -> &'static str {
        "store"
    }

    fn question(&self) -> &'static str {
        "How long do the jobs of out-of-core work take with rows in segments, compared with rows in SQLite?"
    }

    fn has_peers(&self) -> bool {
        false
    }

    fn measure(&self, lab: &Lab) -> Result<Report> {
        let rows = lab.rows(ROWS).to_string();
        let folder = lab.file("store");
        let mut measured: Vec<Vec<Value>> = vec![Vec::new(); STORES.len()];
        for round in 1..=lab.rounds {
            println!("round {round} with {rows} rows");
            for (store, samples) in STORES.iter().zip(&mut measured) {
                if folder.exists() {
                    // A measurement that was interrupted leaves its folder.
                    fs::remove_dir_all(&folder)
                        .with_context(|| format!("{}: cannot remove", folder.display()))?;
                }
                let mut command = lab.ours("lethe-bench");
                samples.extend(shell::json_lines(command.args(["store", store, &rows]).arg(&folder))?);
            }
        }
        agree(&measured)?;
        let tables = vec![table(&measured)];
        let samples: Map<String, Value> = STORES
            .iter()
            .zip(measured)
            .map(|(store, samples)| ((*store).to_owned(), json!(samples)))
            .collect();
        Ok(Report { tables, samples: samples.into() })
    }
}

/// The program compares what was read with what was written; here all stores are held against each other.
fn agree(measured: &[Vec<Value>]) -> Result<()> {
    let mut all = measured.iter().flatten();
    let first = all.next().context("nothing was measured")?;
    for sample in all {
        for key in ["rows", "low"] {
            ensure!(sample[key] == first[key], "two stores differ in '{key}': {first} and {sample}");
        }
    }
    Ok(())
}

fn table(measured: &[Vec<Value>]) -> Table {
    let rows = measured.iter().flatten().next().map_or(&Value::Null, |sample| &sample["rows"]);
    let title = format!(
        "{rows} rows of four codes and a number (one thread, warm cache, medians; segments and SQLite are durable, \
         'unsafe' is SQLite without journal and without waiting for the disk; ratios are to segments)"
    );
    let headings = ["job", "segments", "SQLite", "ratio", "unsafe", "ratio"];
    let mut table = Table::new(title, &headings);
    let middles = |key: &str| -> Vec<f64> {
        let middle = |samples: &Vec<Value>| {
            median(samples.iter().map(|sample| sample[key].as_f64().unwrap_or(f64::NAN)))
        };
        measured.iter().map(middle).collect()
    };
    let mut row = |what: &str, figures: &[f64], shown: &dyn Fn(f64) -> String| {
        let ours = figures[0];
        let others = figures[1..].iter().flat_map(|&other| [shown(other), ratio(other, ours)]);
        table.row([what.to_owned(), shown(ours)].into_iter().chain(others));
    };
    for (key, meaning) in JOBS {
        row(meaning, &middles(key), &seconds);
    }
    row("size of all rows", &middles("mib"), &|mib| format!("{mib:.1} MiB"));
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(factor: f64) -> Value {
        json!({"rows": 100, "low": 50, "mib": 2.0 * factor, "write": factor, "scan": factor, "split": factor,
               "lay out": 4.0, "groups": factor})
    }

    #[test]
    fn ratios_are_to_segments() {
        let measured = [vec![sample(1.5)], vec![sample(6.0)], vec![sample(3.0), sample(3.0)]];
        agree(&measured).unwrap();
        let text = table(&measured).to_string();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("1.50 s | 6.00 s | 4.00× | 3.00 s | 2.00× |"), "{text}");
        assert!(text.contains("3.0 MiB | 12.0 MiB | 4.00× | 6.0 MiB |"), "{text}");
    }

    #[test]
    fn stores_that_disagree_stop_the_measurement() {
        let mut other = sample(1.0);
        other["low"] = json!(49);
        assert!(agree(&[vec![sample(1.0)], vec![other]]).is_err());
        assert!(agree(&[]).is_err());
    }
}

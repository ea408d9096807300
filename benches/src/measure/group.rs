//! Counting equal rows against `DuckDB` and Polars: how large every class is, and whether any is smaller than k.

use super::Bench;
use super::lab::{Lab, THREADS};
use super::report::Report;
use super::table::{Table, ratio, seconds};
use crate::median::median;
use crate::shell;
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

const ROWS: &[u64] = &[1_000_000, 10_000_000];
const OURS: &str = "lethe";
const ENGINES: &[&str] = &["duckdb", "polars"];

/// Counting equal rows.
pub(crate) struct Group;

impl Bench for Group {
    fn name(&self) -> &'static str {
        "group"
    }

    fn question(&self) -> &'static str {
        "How long does it take to count equal rows, and to find out whether any class is smaller than k, compared \
         with DuckDB and Polars on the same codes?"
    }

    fn measure(&self, lab: &Lab) -> Result<Report> {
        let mut report = Report { tables: Vec::new(), samples: json!({}) };
        for rows in ROWS.iter().map(|&rows| lab.rows(rows)) {
            let (cases, samples) = measure_rows(lab, rows)?;
            report.tables.push(table(
                &format!("Counting classes of {rows} rows"),
                "seconds",
                &cases,
                &samples,
            ));
            let title = format!("Is a class of {rows} rows smaller than k?");
            report.tables.push(table(&title, "below_seconds", &cases, &samples));
            report.samples[rows.to_string()] = json!(samples);
        }
        Ok(report)
    }
}

/// The cases at one size and every sample taken of them.
fn measure_rows(lab: &Lab, rows: u64) -> Result<(Vec<Value>, Vec<Value>)> {
    let file = lab.file(&format!("group-{rows}.arrow"));
    // The first run writes the file if need be and says what the cases are; it is not counted.
    let cases = ours(lab, rows, &file)?;
    let list = file.with_extension("cases.json");
    fs::write(&list, json!(cases).to_string())
        .with_context(|| format!("{}: cannot write", list.display()))?;
    let mut samples = Vec::new();
    for _ in 0..lab.rounds {
        samples.extend(ours(lab, rows, &file)?);
        for engine in ENGINES {
            let mut peer = lab.peer("group.py");
            samples.extend(shell::json_lines(peer.arg(engine).arg(&file).arg(&list).arg(THREADS))?);
        }
    }
    agree(&cases, &samples)?;
    Ok((cases, samples))
}

fn ours(lab: &Lab, rows: u64, file: &Path) -> Result<Vec<Value>> {
    let mut command = lab.ours("lethe-bench");
    let mut samples = shell::json_lines(command.args(["group", &rows.to_string(), THREADS]).arg(file))?;
    for sample in &mut samples {
        sample["engine"] = OURS.into();
    }
    Ok(samples)
}

/// Every engine must have answered every case as ours did, or the comparison is void.
fn agree(cases: &[Value], samples: &[Value]) -> Result<()> {
    for case in cases {
        let name = case["case"].as_str().context("a case has no name")?;
        if of(cases, OURS, name).count() != 1 {
            bail!("{name}: two cases have this name");
        }
        if !case["groups"].is_u64() || !case["below"].is_boolean() {
            bail!("{name}: ours does not say the number of classes and whether one is below k");
        }
        for engine in [OURS].iter().chain(ENGINES) {
            let mut answers = of(samples, engine, name).peekable();
            if answers.peek().is_none() {
                bail!("{name}: {engine} did not answer");
            }
            for answer in answers {
                if answer["groups"] != case["groups"] || answer["below"] != case["below"] {
                    bail!(
                        "{name}: {engine} found {} classes (one below k: {}), ours {} ({})",
                        answer["groups"],
                        answer["below"],
                        case["groups"],
                        case["below"]
                    );
                }
            }
        }
    }
    Ok(())
}

fn of<'a>(samples: &'a [Value], engine: &str, case: &str) -> impl Iterator<Item = &'a Value> {
    samples.iter().filter(move |sample| sample["engine"] == engine && sample["case"] == case)
}

fn table(title: &str, key: &str, cases: &[Value], samples: &[Value]) -> Table {
    let headings = [
        "case",
        "columns",
        "domain bits",
        "classes",
        "k",
        "below k",
        "ours",
        "DuckDB",
        "ratio",
        "Polars",
        "ratio",
    ];
    let mut table = Table::new(format!("{title} ({THREADS} threads, ratio is peer/ours)"), &headings);
    for case in cases {
        let name = case["case"].as_str().unwrap_or_default();
        let middle = |engine| median(of(samples, engine, name).map(|s| s[key].as_f64().unwrap_or(f64::NAN)));
        let (ours, duckdb, polars) = (middle(OURS), middle(ENGINES[0]), middle(ENGINES[1]));
        table.row([
            name.to_owned(),
            case["columns"].as_array().map_or(0, Vec::len).to_string(),
            case["domain_bits"].as_f64().map_or_else(String::new, |bits| format!("{bits:.0}")),
            case["groups"].to_string(),
            case["k"].to_string(),
            if case["below"] == true { "yes" } else { "no" }.to_owned(),
            seconds(ours),
            seconds(duckdb),
            ratio(duckdb, ours),
            seconds(polars),
            ratio(polars, ours),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(engine: &str, groups: u64, below: bool, seconds: f64) -> Value {
        json!({"engine": engine, "case": "c2", "columns": ["a", "b"], "domain_bits": 8, "k": 5,
               "groups": groups, "below": below, "seconds": seconds, "below_seconds": seconds / 2.0})
    }

    #[test]
    fn equal_answers_are_compared_by_their_medians() {
        let cases = [sample(OURS, 7, true, 9.0)];
        let samples = [
            sample(OURS, 7, true, 2.0),
            sample("duckdb", 7, true, 4.0),
            sample("duckdb", 7, true, 400.0),
            sample("duckdb", 7, true, 6.0),
            sample("polars", 7, true, 1.0),
        ];
        agree(&cases, &samples).unwrap();
        let text = table("Counting", "seconds", &cases, &samples).to_string();
        assert!(text.contains("6.00 s | 3.00× |") && text.contains("0.50× |"), "{text}");
    }

    #[test]
    fn a_different_number_of_classes_stops_the_comparison() {
        let samples =
            [sample(OURS, 7, true, 1.0), sample("duckdb", 8, true, 1.0), sample("polars", 7, true, 1.0)];
        let error = agree(&samples[..1], &samples).unwrap_err().to_string();
        assert!(error.contains("duckdb found 8 classes"), "{error}");
    }

    #[test]
    fn two_cases_of_one_name_are_not_mixed_up() {
        let ours = sample(OURS, 7, true, 1.0);
        let error = agree(&[ours.clone(), ours.clone()], &[ours]).unwrap_err().to_string();
        assert!(error.contains("two cases"), "{error}");
    }

    #[test]
    fn a_different_verdict_or_none_stops_the_comparison() {
        let ours = sample(OURS, 7, true, 1.0);
        let other = [ours.clone(), sample("duckdb", 7, false, 1.0), sample("polars", 7, true, 1.0)];
        assert!(agree(std::slice::from_ref(&ours), &other).is_err());
        let silent = [ours.clone(), sample("duckdb", 7, true, 1.0)];
        assert!(agree(&[ours], &silent).unwrap_err().to_string().contains("polars did not answer"));
    }
}

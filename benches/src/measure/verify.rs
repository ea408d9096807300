//! Verifying a large released table, from the file to the report.

use super::Bench;
use super::lab::{Lab, THREADS};
use super::report::Report;
use super::table::{Table, seconds};
use crate::median::median;
use crate::shell;
use anyhow::{Result, ensure};
use serde_json::{Map, Value, json};

const ROWS: u64 = 10_000_000;
const FORMATS: &[&str] = &["parquet", "csv"];
/// The seconds that a verification may take.
const GOAL: f64 = 10.0;

/// Verifying a released table.
pub(crate) struct Verify;

impl Bench for Verify {
    fn name(&self) -> &'static str {
        "verify"
    }

    fn question(&self) -> &'static str {
        "How long does it take to read a large released table again and to verify k-anonymity and distinct l-diversity, \
         and how much memory does it take?"
    }

    fn has_peers(&self) -> bool {
        false
    }

    fn measure(&self, lab: &Lab) -> Result<Report> {
        let rows = lab.rows(ROWS).to_string();
        let mut measured = Vec::new();
        for format in FORMATS {
            let file = lab.file(&format!("verify-{rows}.{format}"));
            if !file.exists() {
                println!("writing a released table as {format}");
                shell::run(lab.ours("lethe-bench").args(["verify-table", &rows]).arg(&file))?;
            }
            println!("verifying {rows} rows of {format}");
            let mut samples = Vec::new();
            for _ in 0..lab.rounds {
                let mut command = lab.ours("lethe-bench");
                samples.extend(shell::json_lines(command.arg("verify").arg(&file).arg(THREADS))?);
            }
            agree(&samples)?;
            measured.push((*format, samples));
        }
        let tables = vec![table(&measured)];
        let samples: Map<String, Value> =
            measured.into_iter().map(|(format, samples)| (format.to_owned(), json!(samples))).collect();
        Ok(Report { tables, samples: samples.into() })
    }
}

/// The table was made so that the models hold.
fn agree(samples: &[Value]) -> Result<()> {
    for sample in samples {
        ensure!(sample["holds"] == true, "a released table that is safe was found not to be: {sample}");
        ensure!(sample["classes"] == samples[0]["classes"], "two verifications counted different classes");
    }
    Ok(())
}

fn table(measured: &[(&str, Vec<Value>)]) -> Table {
    let title = format!("Verifying k=5 and distinct 3-diversity from the file ({THREADS} threads, medians)");
    let headings =
        ["format", "rows", "quasi-identifiers", "classes", "k", "time", "goal", "met", "peak memory"];
    let mut table = Table::new(title, &headings);
    for (format, samples) in measured {
        let Some(first) = samples.first() else { continue };
        let middle =
            |key: &str| median(samples.iter().map(|sample| sample[key].as_f64().unwrap_or(f64::NAN)));
        let time = middle("seconds");
        table.row([
            (*format).to_owned(),
            first["rows"].to_string(),
            first["quasi"].to_string(),
            first["classes"].to_string(),
            first["k"].to_string(),
            seconds(time),
            seconds(GOAL),
            if time <= GOAL { "yes" } else { "no" }.to_owned(),
            format!("{:.0} MiB", middle("peak_mib")),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(seconds: f64, holds: bool) -> Value {
        json!({"seconds": seconds, "holds": holds, "classes": 9, "rows": 100, "quasi": 8, "k": 20,
               "peak_mib": 300.4})
    }

    #[test]
    fn the_median_is_held_against_the_goal() {
        let samples = vec![sample(3.0, true), sample(30.0, true), sample(4.0, true)];
        agree(&samples).unwrap();
        let text = table(&[("parquet", samples)]).to_string();
        assert!(text.contains("4.00 s | 10.00 s | yes |     300 MiB |"), "{text}");
    }

    #[test]
    fn a_wrong_verdict_stops_the_measurement() {
        assert!(agree(&[sample(1.0, true), sample(1.0, false)]).is_err());
    }
}

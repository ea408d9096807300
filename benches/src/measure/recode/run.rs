//! One run of the whole command, measured from outside and by its own report.

use super::super::lab::{Lab, THREADS};
use super::subject::Subject;
use crate::median::median;
use crate::shell;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

/// What a run took and gave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Run {
    /// Of the whole command: reading, recoding, writing, proving.
    pub(super) seconds: f64,
    /// Of the method alone.
    pub(super) method_seconds: f64,
    pub(super) peak_mib: f64,
    pub(super) ncp: f64,
    pub(super) total: f64,
    pub(super) loss: f64,
}

/// Where a release is written.
pub(super) fn release(lab: &Lab) -> PathBuf {
    lab.file("recode-release.csv")
}

/// Publishes a table with nobody suppressed.
pub(super) fn run(lab: &Lab, subject: &Subject, k: u32, flags: &[&str]) -> Result<Run> {
    let (release, report) = (release(lab), lab.file("recode-report.json"));
    for file in [&release, &report] {
        // An existing output is not overwritten by accident.
        if file.exists() {
            fs::remove_file(file).with_context(|| format!("{}: cannot remove", file.display()))?;
        }
    }
    let mut command = lab.peer("measure.py");
    command.arg(lab.ours("lethe").get_program()).arg("anonymize").args(subject.arguments());
    command.args(["--k", &k.to_string(), "--threads", THREADS, "-q"]).args(flags);
    command.arg("-o").arg(&release).arg("--report").arg(&report);
    let measured = shell::json_lines(&mut command)?.pop().context("a measurement printed nothing")?;
    let text = fs::read(&report).with_context(|| format!("{}: cannot read", report.display()))?;
    Run::of(&measured, &serde_json::from_slice(&text)?)
}

/// The middle of several runs, which must have published the same.
pub(super) fn middle(runs: &[Run]) -> Result<Run> {
    let first = *runs.first().context("nothing was run")?;
    let quality = |run: &Run| [run.ncp, run.total, run.loss].map(f64::to_bits);
    ensure!(
        runs.iter().all(|run| quality(run) == quality(&first)),
        "two runs on one table recoded it differently"
    );
    let of = |figure: fn(&Run) -> f64| median(runs.iter().map(figure));
    Ok(Run {
        seconds: of(|run| run.seconds),
        method_seconds: of(|run| run.method_seconds),
        peak_mib: of(|run| run.peak_mib),
        ..first
    })
}

impl Run {
    fn of(measured: &Value, report: &Value) -> Result<Self> {
        let good = report["holds"] == true && report["complete"] == true && report["suppressed"] == 0;
        ensure!(good, "a run did not publish everybody safely: {}", report["notes"]);
        let number =
            |of: &Value, key: &str| of[key].as_f64().with_context(|| format!("a report has no {key}"));
        let local = report["local"]["elapsed_ms"].as_f64().unwrap_or(0.0);
        let quality = &report["quality"];
        Ok(Self {
            seconds: number(measured, "seconds")?,
            method_seconds: (number(&report["search"], "elapsed_ms")? + local) / 1000.0,
            peak_mib: number(measured, "peak_mib")?,
            ncp: number(quality, "ncp")?,
            total: number(quality, "total")?,
            loss: number(quality, "loss")?,
        })
    }

    /// For the record.
    pub(super) fn sample(&self) -> Value {
        json!({
            "seconds": self.seconds, "method_seconds": self.method_seconds, "peak_mib": self.peak_mib,
            "ncp": self.ncp, "total": self.total, "loss": self.loss,
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A run that lost so much.
    pub(in super::super) fn lost(ncp: f64, loss: f64) -> Run {
        Run { seconds: 2.0, method_seconds: 1.0, peak_mib: 100.0, ncp, total: 0.5, loss }
    }

    fn report() -> Value {
        json!({"holds": true, "complete": true, "suppressed": 0, "search": {"elapsed_ms": 500.0},
               "local": {"elapsed_ms": 250.0}, "quality": {"ncp": 0.1, "total": 0.2, "loss": 0.3}})
    }

    #[test]
    fn the_rounds_of_levels_are_part_of_their_method() {
        let run = Run::of(&json!({"seconds": 1.0, "peak_mib": 9.0}), &report()).unwrap();
        assert!((run.method_seconds - 0.75).abs() < 1e-12);
    }

    #[test]
    fn a_run_that_publishes_less_or_unsafely_is_refused() {
        for (key, wrong) in [("holds", json!(false)), ("complete", json!(false)), ("suppressed", json!(1))] {
            let mut report = report();
            report[key] = wrong;
            assert!(Run::of(&json!({"seconds": 1.0, "peak_mib": 9.0}), &report).is_err(), "{key}");
        }
    }

    #[test]
    fn runs_that_differ_in_what_they_publish_have_no_middle() {
        assert!(middle(&[lost(0.1, 0.2), lost(0.1, 0.3)]).is_err());
        assert!(middle(&[]).is_err());
        let fast = Run { seconds: 1.0, ..lost(0.1, 0.2) };
        assert!((middle(&[fast, lost(0.1, 0.2), lost(0.1, 0.2)]).unwrap().seconds - 2.0).abs() < 1e-12);
    }
}

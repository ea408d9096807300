//! One treatment of one table, each in a process of its own, so that a slow one can be ended without losing the others.

use super::super::lab::{Lab, THREADS};
use super::figures::Figures;
use super::subject::Subject;
use super::way::{CLASS, Treatment, Way};
use crate::shell;
use anyhow::{Context, Result};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How many records must look alike.
pub(super) const K: &str = "5";
/// How many columns an attacker knows.
pub(super) const SIZE: &str = "3";

/// What became of a treatment.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// It was published and compared with the original.
    Done(Box<Figures>),
    /// It came to no end, or left nothing; and why.
    Nothing(String),
}

/// Treats a table once and measures what is left.
pub(super) fn run(lab: &Lab, subject: &Subject, way: &Way, limit: Duration) -> Result<Outcome> {
    let (output, report) = (release(lab, way), lab.file("eliminate-report.json"));
    for path in [&output, &report] {
        remove(path)?;
    }
    let treated = match way.treatment {
        Treatment::Nothing => return Ok(compared(lab, subject, &subject.file, limit)?.into_outcome(None)),
        Treatment::Plain(what) => {
            let mut command = lab.ours("lethe-bench");
            command.args(["eliminate-plain", what]).arg(&subject.file).args([K, SIZE]).arg(&output);
            let line = shell::json_lines(&mut command)?.pop().context("a baseline printed nothing")?;
            if line["written"] != true {
                return Ok(Outcome::Nothing(format!(
                    "{} rows of {} columns left",
                    line["rows"], line["columns"]
                )));
            }
            Treated { seconds: number(&line, "seconds")?, method_seconds: None, peak_mib: None, report: line }
        }
        Treatment::Ours { flags, .. } => {
            let mut command = limited(lab, limit);
            command.arg("anonymize").arg(&subject.file).arg("--recipe").arg(&subject.recipe).args(flags);
            command.args(["--k", K, "--threads", THREADS, "-q"]);
            command.arg("-o").arg(&output).arg("--report").arg(&report);
            let measured = shell::json_lines(&mut command)?.pop().context("a measurement printed nothing")?;
            if let Some(why) = not_well(&measured, limit) {
                return Ok(Outcome::Nothing(why));
            }
            let report = read(&report)?;
            if report["holds"] != true {
                return Ok(Outcome::Nothing("not proven".to_owned()));
            }
            Treated {
                seconds: number(&measured, "seconds")?,
                method_seconds: Some(number(&report["search"], "elapsed_ms")? / 1000.0),
                peak_mib: Some(number(&measured, "peak_mib")?),
                report,
            }
        }
    };
    let compared = compared(lab, subject, &output, limit)?;
    remove(&output)?;
    Ok(compared.into_outcome(Some(treated)))
}

/// What a treatment took and said.
pub(super) struct Treated {
    pub(super) seconds: f64,
    pub(super) method_seconds: Option<f64>,
    pub(super) peak_mib: Option<f64>,
    pub(super) report: Value,
}

/// What `lethe compare` said, or why it said nothing.
struct Compared(Result<Value, String>);

impl Compared {
    fn into_outcome(self, treated: Option<Treated>) -> Outcome {
        match self.0 {
            Ok(comparison) => Outcome::Done(Box::new(Figures::of(treated, &comparison))),
            Err(why) => Outcome::Nothing(format!("not compared: {why}")),
        }
    }
}

fn compared(lab: &Lab, subject: &Subject, output: &Path, limit: Duration) -> Result<Compared> {
    let comparison = lab.file("eliminate-comparison.json");
    remove(&comparison)?;
    let mut command = limited(lab, limit);
    command.arg("compare").arg(&subject.file).arg(output).args(["--class", CLASS, "--k", K]);
    command.arg("--recipe").arg(&subject.recipe);
    command.args(["--threads", THREADS, "--format", "json", "-q", "-o"]).arg(&comparison);
    let measured = shell::json_lines(&mut command)?.pop().context("a measurement printed nothing")?;
    Ok(Compared(match not_well(&measured, limit) {
        Some(why) => Err(why),
        None => Ok(read(&comparison)?),
    }))
}

/// Our program, measured and ended in time.
pub(super) fn limited(lab: &Lab, limit: Duration) -> std::process::Command {
    let mut command = lab.peer("measure.py");
    command.args(["--limit", &limit.as_secs().to_string()]).arg(lab.ours("lethe").get_program());
    command
}

/// Why a measured command did not succeed.
pub(super) fn not_well(measured: &Value, limit: Duration) -> Option<String> {
    match measured["ended"].as_str() {
        Some("well") => None,
        Some("late") => Some(format!("more than {} s", limit.as_secs())),
        status => Some(format!("exit status {}", status.unwrap_or("unknown"))),
    }
}

/// Where a release is written; a folder has no ending.
pub(super) fn release(lab: &Lab, way: &Way) -> PathBuf {
    let is_folder = matches!(way.treatment, Treatment::Ours { folder: true, .. });
    lab.file(if is_folder { "eliminate-release" } else { "eliminate-release.csv" })
}

/// Removes an output of before; an existing one is not overwritten by accident.
pub(super) fn remove(path: &Path) -> Result<()> {
    let removed = match fs::metadata(path) {
        Ok(there) if there.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(_) => Ok(()),
    };
    removed.with_context(|| format!("{}: cannot remove", path.display()))
}

/// A report that one of our programs has written.
pub(super) fn read(file: &Path) -> Result<Value> {
    let text = fs::read(file).with_context(|| format!("{}: cannot read", file.display()))?;
    Ok(serde_json::from_slice(&text)?)
}

pub(super) fn number(of: &Value, key: &str) -> Result<f64> {
    of[key].as_f64().with_context(|| format!("a report has no {key}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_run_that_was_ended_says_so() {
        let limit = Duration::from_secs(7);
        assert_eq!(not_well(&json!({"ended": "well"}), limit), None);
        assert_eq!(not_well(&json!({"ended": "late"}), limit).as_deref(), Some("more than 7 s"));
        assert_eq!(not_well(&json!({"ended": "3"}), limit).as_deref(), Some("exit status 3"));
    }
}

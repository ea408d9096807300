//! What a measurement found: tables to read, and every sample to compute them again.

use super::lab::Lab;
use super::table::Table;
use crate::shell;
use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where records are kept.
pub(crate) const RESULTS: &str = "benches/results";
/// Where the documentation has its pictures.
pub(crate) const PICTURES: &str = "docs/src/methods";

/// The outcome of one measurement.
pub(crate) struct Report {
    /// The medians and ratios.
    pub(crate) tables: Vec<Table>,
    /// Every sample taken.
    pub(crate) samples: Value,
}

impl Report {
    /// The tables, one below the other.
    pub(crate) fn tables(&self) -> String {
        self.tables.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }

    /// Appends the measurement to today's record of that name.
    pub(crate) fn record(&self, name: &str, question: &str, machine: &Value) -> Result<PathBuf> {
        let now = now()?;
        let now = now.as_str();
        let day = day(now);
        let path = Path::new(RESULTS).join(format!("{day}-{name}.md"));
        fs::create_dir_all(RESULTS).with_context(|| format!("{RESULTS}: cannot create"))?;
        OpenOptions::new()
            .create(true)
            .append(true)
            .open(&path)
            .and_then(|mut file| file.write_all(self.markdown(name, question, now, machine).as_bytes()))
            .with_context(|| format!("{}: cannot write", path.display()))?;
        Ok(path)
    }

    fn markdown(&self, name: &str, question: &str, now: &str, machine: &Value) -> String {
        let mut text = format!("# {name}, {now}\n\n{question}\n\n{}\n", self.tables());
        for (what, value) in machine.as_object().into_iter().flatten() {
            let _ = writeln!(text, "- {}: {}", what.replace('_', " "), plain(value));
        }
        let json = json!({"name": name, "date": now, "machine": machine, "samples": self.samples});
        let _ = writeln!(text, "\n```json\n{json}\n```\n");
        text
    }
}

/// Writes a file where it belongs; a trial leaves it with the made data.
pub(crate) fn keep(lab: &Lab, name: &str, folder: &str, text: &str) -> Result<()> {
    let path: PathBuf = if lab.is_trial() { lab.file(name) } else { Path::new(folder).join(name) };
    fs::write(&path, text).with_context(|| format!("{}: cannot write", path.display()))?;
    println!("wrote {}", path.display());
    Ok(())
}

/// The present minute.
pub(crate) fn now() -> Result<String> {
    let now = shell::capture(Command::new("date").args(["-u", "+%Y-%m-%d %H:%M UTC"]))?;
    Ok(now.trim().to_owned())
}

/// The day of a minute, with which the names of records start.
pub(crate) fn day(minute: &str) -> &str {
    minute.split_once(' ').map_or(minute, |(day, _)| day)
}

/// A value without JSON's quotes and brackets.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| format!("{name} {}", plain(value)));
            fields.collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_holds_the_table_the_machine_and_samples_that_parse() {
        let mut table = Table::new("Reading", &["what", "ours"]);
        table.row(["time".to_owned(), "1.00 s".to_owned()]);
        let report = Report { tables: vec![table], samples: json!([{"seconds": 1.0}]) };
        let machine = json!({"cpu": "fast", "memory_gib": 8.0, "peers": {"polars": "1.0"}});
        let text = report.markdown("io", "We read quickly.", "2026-01-02 03:04 UTC", &machine);
        assert!(text.starts_with("# io, 2026-01-02 03:04 UTC\n\nWe read quickly.\n\nReading\n"), "{text}");
        assert!(text.contains("| time | 1.00 s |"), "{text}");
        assert!(text.contains("- memory gib: 8.0\n- peers: polars 1.0\n"), "{text}");
        let json = text.split("```json\n").nth(1).and_then(|rest| rest.split("\n```").next()).unwrap();
        let json: Value = serde_json::from_str(json).unwrap();
        assert_eq!(json["samples"][0]["seconds"], 1.0);
    }
}

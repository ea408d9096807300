//! The ledger on disk: one JSON file for a data set, changed by one process at a time.
//!
//! A process holds an exclusive lock on `FILE.lock` while it reads the ledger, adds its spend, writes a new file, makes that durable and
//! renames it. Whoever is killed on the way leaves the old or the new ledger and a lock that the system releases. Since
//! noise is drawn after that, everything that was ever shown is on record.

use super::report::{LedgerStatus, name_of};
use crate::{Error, Result};
use lethe_data::calendar;
use lethe_dp::ledger::{Ledger, Neighbours};
use lethe_dp::{Budget, parse_number};
use lethe_io::durable::FileLock;
use lethe_io::write_atomically;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The version of the format.
const VERSION: u32 = 1;

/// A ledger as it is written. Numbers are texts, so that no reader rounds them.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    lethe_ledger: u32,
    data_set: String,
    neighbours: String,
    epsilon: String,
    delta: String,
    spends: Vec<WrittenSpend>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenSpend {
    time: String,
    label: String,
    epsilon: String,
    delta: String,
}

/// Makes a new ledger.
///
/// **Errors**: the file exists, or cannot be written.
pub(super) fn create(path: &Path, ledger: &Ledger) -> Result<()> {
    let _lock = FileLock::wait_beside(path)?;
    if path.exists() {
        let problem = "it exists already; a budget that was spent cannot be made new".to_owned();
        return Err(damaged(path, problem));
    }
    write(path, ledger)
}

/// Reads a ledger. Nothing is locked and nothing is written, so that its folder may be read-only: a ledger is only ever replaced as a
/// whole, and what is read is the last spend or the one before.
///
/// **Errors**: it cannot be read or is damaged.
pub(super) fn load(path: &Path) -> Result<Ledger> {
    read(&existing(path)?)
}

/// Spends what a release costs and makes the spend durable.
///
/// **Errors**: the ledger cannot be read or written, or the budget does not suffice.
pub(super) fn spend(
    path: &Path,
    budget: &Budget,
    neighbours: Neighbours,
    label: String,
) -> Result<LedgerStatus> {
    let file = existing(path)?;
    let _lock = FileLock::wait_beside(&file)?;
    let mut ledger = read(&file)?;
    let spent = ledger.spend(budget, neighbours, now(), label).map(|_| ());
    spent.map_err(|source| Error::Ledger { file: path.display().to_string(), source: Box::new(source) })?;
    write(&file, &ledger)?;
    Ok(LedgerStatus::of(&ledger))
}

/// The file behind links, so that two names of one ledger share a lock.
fn existing(path: &Path) -> Result<PathBuf> {
    let path = std::fs::canonicalize(path).map_err(|source| failed(path, "read", source))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let known = std::fs::metadata(&path).map_err(|source| failed(&path, "read", source))?;
        // A second hard link would become a second ledger with the next spend.
        if known.nlink() > 1 {
            return Err(damaged(&path, "has several names (hard links); keep one".to_owned()));
        }
    }
    Ok(path)
}

fn read(path: &Path) -> Result<Ledger> {
    let text = std::fs::read(path).map_err(|source| failed(path, "read", source))?;
    // The parser's own message quotes what it found, which in another file may be anything.
    let written: Written = serde_json::from_slice(&text).map_err(|error| {
        damaged(
            path,
            format!("is no ledger, or a damaged one: line {}, column {}", error.line(), error.column()),
        )
    })?;
    if written.lethe_ledger != VERSION {
        return Err(damaged(path, format!("is a ledger of version {}, not {VERSION}", written.lethe_ledger)));
    }
    let neighbours = match written.neighbours.as_str() {
        "add-remove" => Neighbours::AddRemove,
        "replace-one" => Neighbours::ReplaceOne,
        _ => return Err(damaged(path, "neighbours must be add-remove or replace-one".to_owned())),
    };
    let total = budget(path, &written.epsilon, &written.delta)?;
    let mut ledger = Ledger::new(written.data_set, neighbours, total);
    for spend in written.spends {
        let cost = budget(path, &spend.epsilon, &spend.delta)?;
        let added = ledger.spend(&cost, neighbours, spend.time, spend.label).map(|_| ());
        added.map_err(|error| damaged(path, error.to_string()))?;
    }
    Ok(ledger)
}

/// Replaces the ledger, whose lock is held.
fn write(path: &Path, ledger: &Ledger) -> Result<()> {
    let spend = |spend: &lethe_dp::ledger::Spend| WrittenSpend {
        time: spend.time.clone(),
        label: spend.label.clone(),
        epsilon: spend.cost.epsilon.to_string(),
        delta: spend.cost.delta.to_string(),
    };
    let written = Written {
        lethe_ledger: VERSION,
        data_set: ledger.data_set.clone(),
        neighbours: name_of(ledger.neighbours).to_owned(),
        epsilon: ledger.total.epsilon.to_string(),
        delta: ledger.total.delta.to_string(),
        spends: ledger.spends().iter().map(spend).collect(),
    };
    // What cannot be read again must not be written: nobody could spend from the ledger any more.
    budget(path, &written.epsilon, &written.delta)?;
    for spend in &written.spends {
        budget(path, &spend.epsilon, &spend.delta)?;
    }
    // Texts and numbers always serialise; if not, nothing may be spent.
    let text = serde_json::to_string_pretty(&written);
    let text = text.map_err(|error| damaged(path, error.to_string()))? + "\n";
    Ok(write_atomically(path, text.as_bytes())?)
}

fn budget(path: &Path, epsilon: &str, delta: &str) -> Result<Budget> {
    let epsilon = epsilon.parse().map_err(|error| damaged(path, format!("an epsilon {error}")))?;
    let delta = parse_number(delta).map_err(|error| damaged(path, format!("a delta {error}")))?;
    Ok(Budget { epsilon, delta })
}

/// The time as `2026-01-31T12:00:00Z`, to the second.
fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{}Z", calendar::iso_datetime(since.as_secs() as i64 * 1_000_000))
}

fn failed(path: &Path, action: &'static str, source: std::io::Error) -> Error {
    lethe_io::Error::File { file: path.display().to_string(), action, source }.into()
}

fn damaged(path: &Path, problem: String) -> Error {
    lethe_io::Error::Content { file: path.display().to_string(), line: None, problem }.into()
}

//! Running one search, ours or the peer's, and comparing what they found.

use crate::measure::lab::Lab;
use crate::shell;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// A search of ours or of a peer that takes longer is stopped.
pub(crate) const LIMIT: &str = "600";

/// The algorithm that the claims are about.
pub(crate) const OURS: &str = "exact";

/// One run of a search.
#[derive(Clone, Copy)]
pub(crate) struct Search<'a> {
    pub(crate) file: &'a Path,
    pub(crate) k: u64,
    pub(crate) max_size: Option<usize>,
    pub(crate) min_exposed: &'a str,
    pub(crate) repeats: u32,
}

impl Search<'_> {
    /// What a search of ours found and took.
    pub(crate) fn ours(&self, lab: &Lab, algorithm: &str, threads: &str) -> Result<Value> {
        self.run(lab.ours("lethe-bench").arg("discover").arg(self.file).args([threads, algorithm]), LIMIT)
    }

    /// The same for its memory: freed memory goes back to the system at once, so that what reading needed does not
    /// hide what searching needs. This costs time, which is not looked at.
    pub(crate) fn memory(&self, lab: &Lab, threads: &str) -> Result<Value> {
        let mut command = lab.ours("lethe-bench");
        command.env("MALLOC_MMAP_THRESHOLD_", "65536").env("MALLOC_TRIM_THRESHOLD_", "65536");
        let once = Self { repeats: 1, ..*self };
        once.run(command.arg("discover").arg(self.file).args([threads, OURS]), LIMIT)
    }

    /// What a slow search found, with more time than is worth waiting for in a comparison.
    pub(crate) fn patient(&self, lab: &Lab, algorithm: &str, threads: &str) -> Result<Value> {
        let mut command = lab.ours("lethe-bench");
        let once = Self { repeats: 1, ..*self };
        once.run(command.arg("discover").arg(self.file).args([threads, algorithm]), "3600")
    }

    /// What `DuckDB` found and took, on codes that are in its own table; its script explains the methods.
    pub(crate) fn duckdb(&self, lab: &Lab, method: &str, threads: &str) -> Result<Value> {
        self.run(lab.peer("discover.py").arg(method).arg(self.file).arg(threads), LIMIT)
    }

    fn run(&self, command: &mut Command, limit: &str) -> Result<Value> {
        let size = self.max_size.map_or_else(|| "-".to_owned(), |size| size.to_string());
        let (k, repeats) = (self.k.to_string(), self.repeats.to_string());
        command.args([&k, &size, self.min_exposed, &repeats, limit]);
        shell::json_lines(command)?.pop().context("a search printed nothing")
    }
}

/// Whether a search ended by itself.
pub(crate) fn is_complete(sample: &Value) -> bool {
    sample["complete"] == true
}

/// The other must have found what ours found, or the comparison is void. An other that was stopped is compared on the
/// sizes it had settled, for which `ours_up_to` searches again.
pub(crate) fn agree(
    ours: &Value,
    other: &Value,
    who: &str,
    ours_up_to: impl FnOnce(usize) -> Result<Value>,
) -> Result<()> {
    if !is_complete(ours) {
        return Ok(());
    }
    let decided = other["complete_to"].as_u64().unwrap_or(0) as usize;
    let same = match (is_complete(other), decided) {
        (true, _) => ours["digest"] == other["digest"] && ours["sets"] == other["sets"],
        (false, 0) => return Ok(()),
        (false, size) => ours_up_to(size)?["digest"] == other["digest"],
    };
    if !same || !other["digest"].is_string() {
        bail!("{who} found other sets: {other} against {ours}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn sample(digest: &str, complete: bool, to: u64) -> Value {
        json!({"digest": digest, "sets": 3, "complete": complete, "complete_to": to})
    }

    #[test]
    fn other_sets_stop_the_comparison() {
        let never = |_| -> Result<Value> { bail!("not needed") };
        let ours = sample("a", true, 4);
        assert!(agree(&ours, &sample("a", true, 4), "peer", never).is_ok());
        let error = agree(&ours, &sample("b", true, 4), "peer", never).unwrap_err();
        assert!(error.to_string().starts_with("peer found other sets"), "{error}");
        assert!(agree(&json!({"complete": true}), &json!({"complete": true}), "peer", never).is_err());
    }

    #[test]
    fn a_peer_that_was_stopped_is_held_to_the_sizes_it_settled() {
        let ours = sample("a", true, 4);
        let up_to = |size: usize| Ok(sample(&format!("up to {size}"), true, size as u64));
        assert!(agree(&ours, &sample("up to 2", false, 2), "peer", up_to).is_ok());
        assert!(agree(&ours, &sample("up to 3", false, 2), "peer", up_to).is_err());
        assert!(agree(&ours, &sample("", false, 0), "peer", up_to).is_ok());
    }
}

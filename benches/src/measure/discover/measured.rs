//! A case and everything that was measured of it.

use super::case::Case;
use super::search::{OURS, Search, agree, is_complete};
use crate::measure::lab::{Lab, THREADS};
use crate::measure::table::seconds;
use crate::median::median;
use crate::shell;
use anyhow::{Context, Result};
use serde_json::{Value, json};

/// The samples of a case, in the order they were taken.
pub(crate) struct Measured {
    pub(crate) case: &'static Case,
    pub(crate) ours: Vec<Value>,
    /// Ours with one thread.
    pub(crate) single: Vec<Value>,
    /// `DuckDB` with one set a query.
    pub(crate) duckdb: Vec<Value>,
    /// `DuckDB` with several sets a query.
    pub(crate) batched: Vec<Value>,
    /// One run of ours in which only memory counts.
    pub(crate) memory: Value,
    /// One run of a slower algorithm of ours.
    pub(crate) check: Option<Value>,
}

impl Measured {
    /// Measures round by round; `None` when the table is not on this machine.
    pub(crate) fn take(lab: &Lab, case: &'static Case) -> Result<Option<Self>> {
        let Some(file) = case.data.file(lab)? else { return Ok(None) };
        println!("searching {}", case.key());
        let search = Search {
            file: &file,
            k: case.k,
            max_size: case.max_size,
            min_exposed: case.min_exposed,
            repeats: case.repeats,
        };
        let codes = case.times_faster.map(|_| case.data.codes(lab, &file)).transpose()?;
        let (mut ours, mut single, mut duckdb, mut batched) = (vec![], vec![], vec![], vec![]);
        for _ in 0..lab.rounds.min(case.rounds) {
            ours.push(search.ours(lab, OURS, THREADS)?);
            if case.scaling {
                single.push(search.ours(lab, OURS, "1")?);
            }
            let Some(codes) = codes.as_deref() else { continue };
            let least = ours[0]["min_exposed"].to_string();
            let peer = Search { file: codes, min_exposed: &least, ..search };
            for (method, samples, wanted) in
                [("plain", &mut duckdb, true), ("batched", &mut batched, case.batched)]
            {
                // A search that was stopped once would be stopped again.
                if wanted && samples.last().is_none_or(is_complete) {
                    samples.push(peer.duckdb(lab, method, THREADS)?);
                }
            }
        }
        let memory = search.memory(lab, THREADS)?;
        let check = case.checked_by.filter(|name| has_algorithm(lab, name).unwrap_or(false));
        let check = check.map(|name| search.patient(lab, name, THREADS)).transpose()?;
        let taken = Self { case, ours, single, duckdb, batched, memory, check };
        taken.confirm(|size| {
            let small = Search { max_size: Some(size), repeats: 1, ..search };
            small.ours(lab, OURS, THREADS)
        })?;
        Ok(Some(taken))
    }

    /// Fails unless all found the same.
    fn confirm(&self, ours_up_to: impl Fn(usize) -> Result<Value>) -> Result<()> {
        let groups = [
            ("another round of ours", self.ours.as_slice()),
            ("ours with one thread", &self.single),
            ("DuckDB", &self.duckdb),
            ("DuckDB with several sets a query", &self.batched),
            ("the slower algorithm", self.check.as_slice()),
        ];
        for (who, samples) in groups {
            for other in samples {
                agree(self.first(), other, who, &ours_up_to)
                    .with_context(|| format!("{}: the comparison is void", self.case.key()))?;
            }
        }
        Ok(())
    }

    /// The first sample of ours; each round leaves one.
    pub(crate) fn first(&self) -> &Value {
        &self.ours[0]
    }

    /// Rows and searched columns.
    pub(crate) fn shape(&self) -> String {
        format!("{} × {}", self.first()["rows"], self.first()["columns"])
    }

    /// Every sample, to be recorded.
    pub(crate) fn samples(&self) -> Value {
        json!({
            "ours": self.ours, "single": self.single, "duckdb": self.duckdb, "batched": self.batched,
            "memory": self.memory, "check": self.check,
        })
    }
}

/// The median of one figure over all rounds.
pub(crate) fn middle(samples: &[Value], key: &str) -> f64 {
    median(samples.iter().map(|sample| sample[key].as_f64().unwrap_or(f64::NAN)))
}

/// A median time; when a search was stopped, that it would have taken longer.
pub(crate) fn time(samples: &[Value], key: &str) -> String {
    let more = if samples.iter().all(is_complete) { "" } else { "> " };
    format!("{more}{}", seconds(middle(samples, key)))
}

/// The names of our algorithms, the default first.
pub(crate) fn algorithms(lab: &Lab) -> Result<Vec<String>> {
    let listed = shell::json_lines(lab.ours("lethe-bench").arg("discover-algorithms"))?;
    Ok(listed.iter().filter_map(|line| line["algorithm"].as_str().map(str::to_owned)).collect())
}

fn has_algorithm(lab: &Lab, name: &str) -> Result<bool> {
    Ok(algorithms(lab)?.iter().any(|known| known == name))
}

//! One table, searched.

use crate::measure::discover::{Data, OURS, Search, is_complete};
use crate::measure::lab::{Lab, THREADS};
use crate::median::median;
use anyhow::{Context, Result, bail};
use serde_json::Value;

/// Rounds beyond these say nothing new about growth.
const ROUNDS: u32 = 3;

/// The cost of one search.
pub(super) struct Point {
    pub(super) rows: u64,
    pub(super) columns: u64,
    pub(super) max_size: usize,
    pub(super) samples: Vec<Value>,
}

impl Point {
    /// What [`Self::csv`] lists.
    pub(super) const HEADER: &str = "rows,columns,searched_columns,max_size,minimal_sets,tests,seconds,read_seconds,\
                                     encoded_mib,peak_mib";

    /// Searches a table of generated patients.
    pub(super) fn take(lab: &Lab, rows: u64, columns: u64, max_size: usize) -> Result<Self> {
        let data = Data::Health { rows, columns };
        let file = data.file(lab)?.context("generated patients can always be made")?;
        println!("searching {rows} × {columns} up to size {max_size}");
        let search = Search { file: &file, k: 2, max_size: Some(max_size), min_exposed: "1", repeats: 3 };
        let samples: Vec<Value> =
            (0..lab.rounds.min(ROUNDS)).map(|_| search.ours(lab, OURS, THREADS)).collect::<Result<_>>()?;
        if !samples.iter().all(is_complete) {
            bail!("{rows} × {columns} up to size {max_size}: the search was stopped, so its cost is unknown");
        }
        Ok(Self { rows: lab.rows(rows), columns, max_size, samples })
    }

    pub(super) fn seconds(&self) -> f64 {
        self.middle("seconds")
    }

    /// A figure that is the same in every round.
    pub(super) fn figure(&self, key: &str) -> String {
        self.samples.first().map_or_else(String::new, |sample| sample[key].to_string())
    }

    /// The point as a line of figures.
    pub(super) fn csv(&self) -> String {
        let mut fields = vec![self.rows.to_string(), self.columns.to_string(), self.figure("columns")];
        fields.extend([self.max_size.to_string(), self.figure("sets"), self.figure("candidates")]);
        let measured = ["seconds", "read_seconds", "encoded_mib", "peak_mib"];
        fields.extend(measured.iter().map(|key| format!("{:.6}", self.middle(key))));
        fields.join(",")
    }

    fn middle(&self, key: &str) -> f64 {
        median(self.samples.iter().map(|sample| sample[key].as_f64().unwrap_or(f64::NAN)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_line_has_a_field_per_heading_and_medians() {
        let sample = |seconds: f64| {
            json!({"columns": 8, "sets": 5, "candidates": 40, "seconds": seconds, "read_seconds": 1.0,
                   "encoded_mib": 2.0, "peak_mib": 3.0})
        };
        let samples = vec![sample(9.0), sample(0.25), sample(0.5)];
        let point = Point { rows: 100, columns: 10, max_size: 2, samples };
        assert_eq!(point.csv(), "100,10,8,2,5,40,0.500000,1.000000,2.000000,3.000000");
        assert_eq!(point.csv().split(',').count(), Point::HEADER.split(',').count());
    }
}

//! The figures of all cases, one table a promise.

use super::measured::{Measured, middle, time};
use super::search::is_complete;
use crate::measure::lab::THREADS;
use crate::measure::table::{Table, ratio};
use serde_json::Value;

const GOAL_MEMORY: f64 = 2.0;
const GOAL_SCALING: f64 = 1.7;

/// Ours against `DuckDB`.
pub(super) fn against_duckdb(measured: &[Measured]) -> Table {
    let headings = [
        "data",
        "rows × columns",
        "k",
        "max size",
        "minimal sets",
        "DuckDB's tests",
        "ours",
        "ours with reading",
        "DuckDB",
        "ratio",
        "goal",
        "met",
        "DuckDB, batched",
        "ratio",
    ];
    let title = format!("All minimal quasi-identifiers, search time, {THREADS} threads each");
    let mut table = Table::new(title, &headings);
    for one in measured {
        let (Some(goal), false) = (one.case.times_faster, one.duckdb.is_empty()) else { continue };
        let (ours, duckdb) = (middle(&one.ours, "seconds"), middle(&one.duckdb, "seconds"));
        table.row([
            one.case.data.name(),
            one.shape(),
            one.case.k.to_string(),
            one.case.size(),
            one.first()["sets"].to_string(),
            format!("{}{}", at_least(&one.duckdb), one.duckdb[0]["candidates"]),
            time(&one.ours, "seconds"),
            time(&one.ours, "total_seconds"),
            time(&one.duckdb, "seconds"),
            format!("{}{}", at_least(&one.duckdb), ratio(duckdb, ours)),
            format!("≥ {goal}×"),
            met(one.ours.iter().all(is_complete) && duckdb / ours >= goal),
            if one.batched.is_empty() { "–".to_owned() } else { time(&one.batched, "seconds") },
            if one.batched.is_empty() {
                "–".to_owned()
            } else {
                format!("{}{}", at_least(&one.batched), ratio(middle(&one.batched, "seconds"), ours))
            },
        ]);
    }
    table
}

/// What comes before a figure of a search that was stopped.
fn at_least(samples: &[Value]) -> &'static str {
    if samples.iter().all(is_complete) { "" } else { "> " }
}

/// Ours against a time.
pub(super) fn against_time(measured: &[Measured]) -> Table {
    let headings = [
        "data",
        "rows × columns",
        "least exposed",
        "max size",
        "minimal sets",
        "largest",
        "tests",
        "ours",
        "goal",
        "met",
        "checked by",
    ];
    let mut table = Table::new(format!("Searches with a time to keep, {THREADS} threads"), &headings);
    for one in measured.iter().filter(|one| one.case.seconds.is_some() || one.case.times_faster.is_none()) {
        let complete = one.ours.iter().all(is_complete);
        let in_time = one.case.seconds.is_none_or(|goal| middle(&one.ours, "seconds") < goal);
        table.row([
            one.case.data.name(),
            one.shape(),
            one.case.min_exposed.to_owned(),
            one.case.size(),
            one.first()["sets"].to_string(),
            one.first()["largest"].to_string(),
            one.first()["candidates"].to_string(),
            time(&one.ours, "seconds"),
            one.case.seconds.map_or_else(|| "completes".to_owned(), |goal| format!("< {goal} s")),
            met(complete && in_time),
            checked_by(one),
        ]);
    }
    table
}

/// Who else found the same.
fn checked_by(one: &Measured) -> String {
    let named = |name: &str, samples: &[Value]| {
        let up_to = if samples.iter().all(is_complete) {
            String::new()
        } else {
            format!(" up to size {}", samples[0]["complete_to"])
        };
        format!("{name}{up_to} in {}", time(samples, "seconds"))
    };
    match (&one.check, one.duckdb.is_empty()) {
        (Some(check), _) => {
            let name = check["algorithm"].as_str().unwrap_or_default();
            named(name, std::slice::from_ref(check))
        }
        (None, false) => named("DuckDB", &one.duckdb),
        (None, true) => "nobody".to_owned(),
    }
}

/// The memory of our search.
pub(super) fn memory(measured: &[Measured]) -> Table {
    let headings = [
        "data",
        "encoded",
        "added by the search",
        "together",
        "ratio",
        "goal",
        "met",
        "process, with reading",
    ];
    let title = "Memory: the encoded table and what the search adds at its peak";
    let mut table = Table::new(title, &headings);
    for one in measured {
        let figure = |key: &str| one.memory[key].as_f64().unwrap_or(f64::NAN);
        let (encoded, extra) = (figure("encoded_mib"), figure("search_extra_mib"));
        let peak = encoded + extra;
        table.row([
            one.case.data.name(),
            mib(encoded),
            mib(extra),
            mib(peak),
            ratio(peak, encoded),
            format!("< {GOAL_MEMORY}×"),
            met(peak / encoded < GOAL_MEMORY),
            mib(figure("peak_mib")),
        ]);
    }
    table
}

/// One thread against two.
pub(super) fn scaling(measured: &[Measured]) -> Table {
    let headings = ["data", "rows × columns", "1 thread", "2 threads", "ratio", "goal", "met"];
    let mut table = Table::new("From one thread to two", &headings);
    for one in measured.iter().filter(|one| !one.single.is_empty()) {
        let (single, double) = (middle(&one.single, "seconds"), middle(&one.ours, "seconds"));
        table.row([
            one.case.data.name(),
            one.shape(),
            time(&one.single, "seconds"),
            time(&one.ours, "seconds"),
            ratio(single, double),
            format!("≥ {GOAL_SCALING}×"),
            met(single / double >= GOAL_SCALING),
        ]);
    }
    table
}

/// Our implementations of published algorithms against the default one.
pub(super) fn algorithms(shape: &str, samples: &[(String, Vec<Value>)]) -> Table {
    let title = format!("Our implementations of published algorithms, {shape}, k = 2, {THREADS} threads");
    let mut table = Table::new(title, &["algorithm", "minimal sets", "tests", "time", "to the default"]);
    let default = samples.first().map_or(f64::NAN, |(_, samples)| middle(samples, "seconds"));
    for (name, samples) in samples {
        table.row([
            name.clone(),
            samples[0]["sets"].to_string(),
            samples[0]["candidates"].to_string(),
            time(samples, "seconds"),
            ratio(middle(samples, "seconds"), default),
        ]);
    }
    table
}

fn met(met: bool) -> String {
    if met { "yes" } else { "NO" }.to_owned()
}

fn mib(value: f64) -> String {
    format!("{value:.1} MiB")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::discover::case::PROMISED;
    use serde_json::json;

    fn sample(seconds: f64, complete: bool) -> Value {
        json!({"seconds": seconds, "total_seconds": seconds + 1.0, "complete": complete, "rows": 9, "columns": 3,
               "sets": 5, "largest": 2, "candidates": 7, "complete_to": 2,
               "search_extra_mib": 1.0, "encoded_mib": 2.0, "peak_mib": 8.0, "algorithm": "minimal"})
    }

    fn measured(name: &str, duckdb: Vec<Value>) -> Measured {
        let case = PROMISED.iter().find(|case| case.data.name() == name).unwrap();
        let (ours, single) = (vec![sample(2.0, true)], vec![sample(3.0, true)]);
        Measured { case, ours, single, duckdb, batched: vec![], memory: sample(1.0, true), check: None }
    }

    #[test]
    fn a_peer_that_was_stopped_gives_a_lower_bound() {
        let one = [measured("lineitem", vec![sample(600.0, false)])];
        let text = against_duckdb(&one).to_string();
        assert!(text.contains("| > 600.00 s | > 300.00× | ≥ 25× | yes |"), "{text}");
        let [mut batched] = one;
        batched.batched = vec![sample(400.0, false)];
        let one = [batched];
        let text = against_duckdb(&one).to_string();
        assert!(text.contains("> 400.00 s | > 200.00× |"), "{text}");
        let text = against_time(&one).to_string();
        assert!(text.contains("| < 3 s | yes | DuckDB up to size 2 in > 600.00 s |"), "{text}");
    }

    #[test]
    fn missed_goals_are_said() {
        let one = [measured("survey", vec![sample(79.0, true)])];
        let text = against_duckdb(&one).to_string();
        assert!(text.contains("39.50× | ≥ 40× |  NO |"), "{text}");
        let text = scaling(&one).to_string();
        assert!(text.contains("1.50× | ≥ 1.7× |  NO |"), "{text}");
        let text = memory(&one).to_string();
        assert!(text.contains("1.50× | < 2× | yes |"), "{text}");
    }

    #[test]
    fn a_search_of_ours_that_was_stopped_meets_no_goal() {
        let mut one = measured("deep", Vec::new());
        one.ours[0]["complete"] = false.into();
        let text = against_time(&[one]).to_string();
        assert!(text.contains("| > 2.00 s | < 60 s |  NO |"), "{text}");
    }
}

//! Records that keep arriving: how many a second, in how much memory, and what a script with dicts does.

use super::Bench;
use super::lab::{Lab, THREADS};
use super::report::Report;
use super::table::{Table, ratio, seconds};
use crate::median::median;
use crate::shell;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

const ROWS: u64 = 1_000_000;
const COLUMNS: &str = "20";
const SETS: &str = "gender,age;gender,state;age,state;blood_type,gender;disease_1,gender;drug_1,age";
/// Columns in which nearly everybody is alone, so that nobody goes without stars.
const ALONE: &str = ";ssn;first_name,surname";
const K: &str = "5";
const BATCH: &str = "10000";
const DELAY: &str = "10";
/// The peer gets a part of the records.
const PEER_ROWS: u64 = 200_000;
/// What the claim promises.
const GOAL: f64 = 100_000.0;
/// Rounds beyond these say nothing new.
const ROUNDS: u32 = 3;

/// Streams.
pub(crate) struct Stream;

impl Bench for Stream {
    fn name(&self) -> &'static str {
        "stream"
    }

    fn question(&self) -> &'static str {
        "How many records a second does a stream take in, judge and release on two cores, how does its memory grow, and how does a \
         script with dicts of counters compare?"
    }

    fn measure(&self, lab: &Lab) -> Result<Report> {
        let usual = ["--exclude", "patient_id,ssn,first_name,surname", "--max-delay", DELAY];
        let hard = ["--exclude", "patient_id", "--max-delay", "2"];
        let model = lab.file("stream.model");
        let model = model.to_string_lossy();
        let with_model = [&usual[..], &["--model", &model]].concat();
        let all = SETS.to_owned() + ALONE;
        let mut cases = Vec::new();
        for rows in [ROWS, 2 * ROWS, 3 * ROWS] {
            cases.push(Case::take(lab, "as they come", rows, SETS, &usual)?);
        }
        for rows in [ROWS, 3 * ROWS] {
            cases.push(Case::take(lab, "nearly everybody alone", rows, &all, &hard)?);
        }
        let patient = ["--exclude", "patient_id", "--max-delay", DELAY];
        cases.push(Case::take(lab, "nearly everybody alone and held long", ROWS, &all, &patient)?);
        cases.push(Case::take(lab, "as they come, with --model", PEER_ROWS, SETS, &with_model)?);
        let dropping = [&usual[..], &["--overdue", "drop"]].concat();
        let small = Case::take(lab, "as they come, overdue ones dropped", PEER_ROWS, SETS, &dropping)?;
        let peer = peer(lab, &small)?;
        let samples = json!({
            "ours": cases.iter().chain([&small]).map(Case::sample).collect::<Vec<_>>(),
            "dicts": peer,
        });
        Ok(Report { tables: vec![speeds(&cases), compared(&small, &peer)], samples })
    }
}

/// One stream, measured some times.
struct Case {
    name: &'static str,
    rows: u64,
    runs: Vec<Value>,
}

impl Case {
    fn take(lab: &Lab, name: &'static str, rows: u64, sets: &str, more: &[&str]) -> Result<Self> {
        let rows = lab.rows(rows);
        let input = patients(lab, rows)?;
        println!("streaming {rows} records, {name}");
        let (state, output) = (lab.file("stream.state"), lab.file("stream-released.csv"));
        let runs = (0..lab.rounds.min(ROUNDS)).map(|_| {
            if state.exists() {
                fs::remove_dir_all(&state).context("an old state cannot be removed")?;
            }
            for old in [&output, &lab.file("stream.model")].into_iter().filter(|file| file.exists()) {
                fs::remove_file(old).context("an old release cannot be removed")?;
            }
            let report = lab.file("stream-report.json");
            let mut command = lab.peer("measure.py");
            // What the command prints must not get among what measuring it prints.
            command.args(["sh", "-c", "exec \"$@\" > \"$0\""]).arg(&report);
            command.arg(lab.ours("lethe").get_program()).arg("stream").arg(&input);
            command.arg("--state").arg(&state).args(["--sets", sets, "--k", K, "--batch", BATCH]);
            command.args(["--threads", THREADS, "--format", "json", "-o"]).arg(&output).args(more);
            let mut run = shell::json_lines(&mut command)?.pop().context("a measurement printed nothing")?;
            let report: Value = serde_json::from_slice(&fs::read(&report)?)?;
            // Not the names of files, which say where this machine keeps them.
            run["report"] = json!({"run": report["run"], "total": report["total"], "held": report["held"]});
            ensure!(run["report"]["run"]["taken"] == rows, "the stream did not take in all records");
            Ok(run)
        });
        Ok(Self { name, rows, runs: runs.collect::<Result<_>>()? })
    }

    fn middle(&self, field: &str) -> f64 {
        median(self.runs.iter().map(|run| run[field].as_f64().unwrap_or(f64::NAN)))
    }

    fn speed(&self) -> f64 {
        self.rows as f64 / self.middle("seconds")
    }

    fn total(&self, field: &str) -> &Value {
        &self.runs[0]["report"]["total"][field]
    }

    fn sample(&self) -> Value {
        json!({"case": self.name, "rows": self.rows, "runs": self.runs})
    }
}

/// Generated patients as text.
fn patients(lab: &Lab, rows: u64) -> Result<PathBuf> {
    let rows = rows.to_string();
    let file = lab.file(&format!("stream-health-{rows}.csv"));
    if !file.exists() {
        let request = ["--rows", &rows, "--columns", COLUMNS, "--seed", "7", "-q", "-o"];
        shell::run(lab.ours("lethe").args(["generate", "health"]).args(request).arg(&file))?;
    }
    Ok(file)
}

fn peer(lab: &Lab, ours: &Case) -> Result<Value> {
    let mut command = lab.peer("stream_dicts.py");
    command.arg(patients(lab, ours.rows)?).args([BATCH, K, DELAY, SETS]).arg(lab.file("stream-dicts.csv"));
    let peer = shell::json_lines(&mut command)?.pop().context("the peer printed nothing")?;
    for field in ["taken", "released", "dropped"] {
        ensure!(peer[field] == *ours.total(field), "ours and the peer differ in the records {field}");
    }
    Ok(peer)
}

fn speeds(cases: &[Case]) -> Table {
    let title = format!(
        "Generated patients of {COLUMNS} columns in batches of {BATCH}, k = {K}, from a file to a file with a durable state; goal: \
         {GOAL} records a second"
    );
    let headings = ["case", "records", "with stars", "held", "command", "records/s", "peak memory", "met"];
    let mut table = Table::new(title, &headings);
    for case in cases {
        table.row([
            case.name.to_owned(),
            case.rows.to_string(),
            case.total("suppressed").to_string(),
            case.runs[0]["report"]["held"].to_string(),
            seconds(case.middle("seconds")),
            format!("{:.0}", case.speed()),
            format!("{:.0} MiB", case.middle("peak_mib")),
            if case.speed() >= GOAL { "yes" } else { "NO" }.to_owned(),
        ]);
    }
    table
}

fn compared(ours: &Case, peer: &Value) -> Table {
    let title = "The same records released by a Python script with a dict of counters a column set, in memory only (overdue \
                 records dropped by both)";
    let mut table = Table::new(title, &["records", "released", "dropped", "ours", "dicts", "ratio"]);
    let theirs = peer["seconds"].as_f64().unwrap_or(f64::NAN);
    table.row([
        ours.rows.to_string(),
        peer["released"].to_string(),
        peer["dropped"].to_string(),
        seconds(ours.middle("seconds")),
        seconds(theirs),
        ratio(theirs, ours.middle("seconds")),
    ]);
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_goal_is_judged_by_the_median() {
        let run = |seconds: f64| {
            json!({"seconds": seconds, "peak_mib": 40.0,
                   "report": {"held": 3, "total": {"suppressed": 7}}})
        };
        let case = |seconds: [f64; 3]| Case {
            name: "x",
            rows: 1_000_000,
            runs: seconds.map(run).into_iter().collect(),
        };
        let text = speeds(&[case([5.0, 30.0, 8.0])]).to_string();
        assert!(text.contains("125000") && text.contains("yes"), "{text}");
        assert!(speeds(&[case([5.0, 30.0, 20.0])]).to_string().contains("NO"));
        let text =
            compared(&case([2.0; 3]), &json!({"seconds": 8.0, "released": 5, "dropped": 1})).to_string();
        assert!(text.contains("4.00×"), "{text}");
    }
}

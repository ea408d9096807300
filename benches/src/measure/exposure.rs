//! What values give away: all pairs of values counted and all records scored, against a group-by for each two columns.

use super::Bench;
use super::chart::{Chart, Line, amount};
use super::discover::Data;
use super::lab::{Lab, THREADS};
use super::report::{PICTURES, Report, keep};
use super::table::{Table, ratio, seconds};
use crate::median::median;
use crate::shell;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

const ROWS: u64 = 1_000_000;
const COLUMNS: &[u64] = &[10, 20, 40, 60, 80, 109];
/// The table whose graph is aggregated and whose candidates are checked.
const SMALL: (u64, u64) = (100_000, 20);
const AGGREGATES: [&str; 3] = ["exact", "implied", "threshold:0.95"];
/// Columns that name records: their graphs have as many nodes as there are records.
const NAMES: &str = "patient_id,ssn,first_name,surname";
/// What the claim promises for all columns.
const GOAL_SECONDS: f64 = 15.0;
const GOAL_MIB: f64 = 3.0 * 1024.0;
/// The peer is ended after so long; what is left is estimated.
const PEER_SECONDS: &str = "60";
/// Rounds beyond these say nothing new.
const ROUNDS: u32 = 3;

/// The inference graph.
pub(crate) struct Exposure;

impl Bench for Exposure {
    fn name(&self) -> &'static str {
        "exposure"
    }

    fn question(&self) -> &'static str {
        "How long does it take to count all pairs of values and to score all records, compared with a group-by for each two \
         columns in Polars, and what do aggregation and thresholds do?"
    }

    fn measure(&self, lab: &Lab) -> Result<Report> {
        let points: Vec<Point> =
            COLUMNS.iter().map(|&columns| Point::take(lab, columns)).collect::<Result<_>>()?;
        keep(lab, "exposure-columns.svg", PICTURES, &picture(&points, lab.rows(ROWS)))?;
        let small = Data::Health { rows: SMALL.0, columns: SMALL.1 };
        let small = small.file(lab)?.context("generated patients can always be made")?;
        let levels: Vec<(&str, Value)> = AGGREGATES
            .iter()
            .map(|&how| Ok((how, ours(lab, &small, &["--exclude", NAMES, "--aggregate", how])?)))
            .collect::<Result<_>>()?;
        let check = ours(lab, &small, &["--exclude", NAMES, "--check", "--k", "2"])?;
        let samples = json!({
            "columns": points.iter().map(Point::sample).collect::<Vec<_>>(),
            "levels": levels.iter().map(|(how, run)| json!({"how": how, "run": run})).collect::<Vec<_>>(),
            "check": check,
        });
        let tables = vec![
            over_columns(&points, lab.rows(ROWS)),
            aggregated(lab, &levels),
            checked(lab, &check["report"]),
        ];
        Ok(Report { tables, samples })
    }
}

/// One table.
struct Point {
    columns: u64,
    ours: Vec<Value>,
    peer: Value,
}

impl Point {
    fn take(lab: &Lab, columns: u64) -> Result<Self> {
        let data = Data::Health { rows: ROWS, columns };
        let file = data.file(lab)?.context("generated patients can always be made")?;
        println!("counting {} × {columns}", lab.rows(ROWS));
        let mut all = Vec::new();
        for _ in 0..lab.rounds.min(ROUNDS) {
            all.push(ours(lab, &file, &[])?);
        }
        let mut peer = lab.peer("exposure_polars.py");
        let peer = shell::json_lines(peer.arg(&file).arg(PEER_SECONDS))?
            .pop()
            .context("the peer printed nothing")?;
        let edges = &all[0]["report"]["edges"];
        ensure!(
            peer["edges"].is_null() || peer["edges"] == *edges,
            "ours and the peer count different edges"
        );
        Ok(Self { columns, ours: all, peer })
    }

    fn middle(&self, of: impl Fn(&Value) -> &Value) -> f64 {
        median(self.ours.iter().map(|run| of(run).as_f64().unwrap_or(f64::NAN)))
    }

    fn counted(&self) -> f64 {
        self.middle(|run| &run["report"]["elapsed_ms"]) / 1000.0
    }

    fn estimated(&self) -> f64 {
        self.peer["estimated_seconds"].as_f64().unwrap_or(f64::NAN)
    }

    fn sample(&self) -> Value {
        json!({"columns": self.columns, "ours": self.ours, "polars": self.peer})
    }
}

/// Runs `lethe exposure`; its time, peak memory and report without what is listed.
fn ours(lab: &Lab, file: &Path, more: &[&str]) -> Result<Value> {
    let output = lab.file("exposure-report.json");
    let mut command = lab.peer("measure.py");
    command.arg(lab.ours("lethe").get_program()).arg("exposure").arg(file);
    command
        .args(["--threads", THREADS, "--top", "0", "--format", "json", "-q", "-o"])
        .arg(&output)
        .args(more);
    let mut measured = shell::json_lines(&mut command)?.pop().context("a measurement printed nothing")?;
    measured["report"] = serde_json::from_slice(&fs::read(&output)?)?;
    Ok(measured)
}

fn picture(points: &[Point], rows: u64) -> String {
    let line = |name: &str, of: fn(&Point) -> f64| Line {
        name: name.to_owned(),
        points: points.iter().map(|point| (point.columns as f64, of(point))).collect(),
    };
    let lines = vec![
        line("counted and scored", Point::counted),
        line("Polars, counted only (estimated)", Point::estimated),
    ];
    let title = format!("All pairs of values of {} patients", amount(rows as f64));
    Chart { title, across: "columns", lines }.svg()
}

fn over_columns(points: &[Point], rows: u64) -> Table {
    let title = format!(
        "All pairs of values counted and all records scored, {rows} generated patients, against one group-by a column pair in Polars (counting \
         only, estimated from the pairs that {PEER_SECONDS} s suffice for); goal with all columns: {GOAL_SECONDS} s, {GOAL_MIB} MiB"
    );
    let headings = [
        "columns",
        "nodes",
        "edges",
        "counted and scored",
        "command",
        "peak memory",
        "Polars",
        "of pairs",
        "ratio",
        "met",
    ];
    let mut table = Table::new(title, &headings);
    for point in points {
        let report = &point.ours[0]["report"];
        let peak = point.middle(|run| &run["peak_mib"]);
        let is_goal = Some(&point.columns) == COLUMNS.last();
        let met = if point.counted() <= GOAL_SECONDS && peak <= GOAL_MIB { "yes" } else { "NO" };
        table.row([
            point.columns.to_string(),
            report["nodes"].to_string(),
            report["edges"].to_string(),
            seconds(point.counted()),
            seconds(point.middle(|run| &run["seconds"])),
            format!("{peak:.0} MiB"),
            seconds(point.estimated()),
            format!("{} of {}", point.peer["counted"], point.peer["pairs"]),
            ratio(point.estimated(), point.counted()),
            if is_goal { met } else { "" }.to_owned(),
        ]);
    }
    table
}

fn aggregated(lab: &Lab, levels: &[(&str, Value)]) -> Table {
    let title = format!(
        "Nodes made one, {} patients, {} columns without names; a step is the matrix of probabilities times a vector",
        lab.rows(SMALL.0),
        SMALL.1
    );
    let mut table = Table::new(
        title,
        &[
            "aggregate",
            "levels",
            "nodes",
            "left",
            "edges",
            "left",
            "error",
            "a step",
            "left",
            "saved",
            "made in",
            "command",
        ],
    );
    for (how, run) in levels {
        table.row(level_row(how, run));
    }
    table
}

/// What the levels of a run say, from the first to the last.
fn level_row(how: &str, run: &Value) -> [String; 12] {
    let levels = run["report"]["levels"].as_array().cloned().unwrap_or_default();
    let at =
        |level: Option<&Value>, key: &str| level.map_or_else(String::new, |level| level[key].to_string());
    let time = |level: &Value, key: &str| level[key].as_f64().unwrap_or(f64::NAN) / 1000.0;
    let step = |level: Option<&Value>| level.map_or(f64::NAN, |level| time(level, "step_ms"));
    [
        how.to_owned(),
        levels.len().to_string(),
        at(levels.first(), "nodes"),
        at(levels.last(), "nodes"),
        at(levels.first(), "edges"),
        at(levels.last(), "edges"),
        at(levels.last(), "error"),
        seconds(step(levels.first())),
        seconds(step(levels.last())),
        format!("{:.0} %", 100.0 * (1.0 - step(levels.last()) / step(levels.first()))),
        seconds(levels.iter().map(|level| time(level, "made_ms")).sum()),
        seconds(run["seconds"].as_f64().unwrap_or(f64::NAN)),
    ]
}

fn checked(lab: &Lab, report: &Value) -> Table {
    let title = format!(
        "Column pairs with a cycle that deviates by more than theta, held against those with a combination of one person; {} patients, {} \
         columns without names",
        lab.rows(SMALL.0),
        SMALL.1
    );
    let mut table =
        Table::new(title, &["theta", "candidates", "precision", "recall", "false positives", "missed"]);
    for check in report["check"].as_array().into_iter().flatten() {
        let share = |key: &str| check[key].as_f64().map_or("-".to_owned(), |share| format!("{share:.3}"));
        table.row([
            share("theta"),
            check["candidates"].to_string(),
            share("precision"),
            share("recall"),
            check["false_positives"].to_string(),
            check["false_negatives"].to_string(),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_saved_is_told() {
        let level = |nodes: u64, step: f64, made: f64| json!({"nodes": nodes, "edges": 9, "error": 0.0, "step_ms": step, "made_ms": made});
        let run = json!({"seconds": 3.0, "report": {"levels": [level(8, 40.0, 0.0), level(7, 30.0, 500.0), level(5, 10.0, 250.0)]}});
        let row = level_row("implied", &run).join(" ");
        assert!(row.contains("75 %") && row.starts_with("implied 3 8 5 9 9"), "{row}");
    }

    #[test]
    fn the_goal_is_judged_with_all_columns() {
        let run = |milliseconds: f64| {
            json!({"seconds": 20.0, "peak_mib": 900.0,
                   "report": {"nodes": 5, "edges": 8, "elapsed_ms": milliseconds}})
        };
        let peer = json!({"counted": 10, "pairs": 20, "estimated_seconds": 100.0});
        let point =
            |columns, milliseconds| Point { columns, ours: vec![run(milliseconds)], peer: peer.clone() };
        let text = over_columns(&[point(10, 10_000.0), point(109, 10_000.0)], 1000).to_string();
        assert!(text.contains("10.00×") && text.contains("10 of 20"), "{text}");
        assert_eq!(text.matches("yes").count(), 1, "{text}");
        let late = over_columns(&[point(109, 16_000.0)], 1000).to_string();
        assert!(late.contains("NO"), "{late}");
    }
}

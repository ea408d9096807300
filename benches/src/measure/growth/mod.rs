//! How the cost of finding quasi-identifiers grows with columns and with rows: measured, written down as figures and
//! drawn for the documentation.

mod point;

use super::Bench;
use super::chart::{Chart, Line, amount};
use super::lab::Lab;
use super::report::{PICTURES, RESULTS, Report, day, keep, now};
use super::table::{Table, seconds};
use anyhow::Result;
use point::Point;
use serde_json::json;

const COLUMNS: &[u64] = &[10, 20, 40, 60, 80, 109];
const COLUMNS_ROWS: u64 = 1_000_000;
const SIZES: &[usize] = &[2, 3];
const ROWS: &[u64] = &[10_000, 100_000, 1_000_000, 10_000_000];
const ROWS_COLUMNS: u64 = 20;
const ROWS_SIZE: usize = 3;

/// Cost over columns and rows.
pub(crate) struct Growth;

impl Bench for Growth {
    fn name(&self) -> &'static str {
        "growth"
    }

    fn question(&self) -> &'static str {
        "How does the time to find all minimal quasi-identifiers grow with the number of columns and of rows?"
    }

    fn measure(&self, lab: &Lab) -> Result<Report> {
        let mut by_columns = Vec::new();
        for &columns in COLUMNS {
            for &size in SIZES {
                by_columns.push(Point::take(lab, COLUMNS_ROWS, columns, size)?);
            }
        }
        let mut by_rows = Vec::new();
        for &rows in ROWS {
            by_rows.push(Point::take(lab, rows, ROWS_COLUMNS, ROWS_SIZE)?);
        }
        keep(lab, "find-qid-columns.svg", PICTURES, &over_columns(&by_columns, lab.rows(COLUMNS_ROWS)))?;
        keep(lab, "find-qid-rows.svg", PICTURES, &over_rows(&by_rows))?;
        let all = || by_columns.iter().chain(&by_rows);
        let lines: Vec<String> = all().map(Point::csv).collect();
        let csv = format!("{}\n{}\n", Point::HEADER, lines.join("\n"));
        keep(lab, &format!("{}-growth.csv", day(&now()?)), RESULTS, &csv)?;
        let tables = vec![table("Over columns", &by_columns), table("Over rows", &by_rows)];
        Ok(Report { tables, samples: json!(all().map(|point| &point.samples).collect::<Vec<_>>()) })
    }
}

fn over_columns(points: &[Point], rows: u64) -> String {
    let line = |&size: &usize| {
        let points = points.iter().filter(|point| point.max_size == size);
        let points = points.map(|point| (point.columns as f64, point.seconds())).collect();
        Line { name: format!("sets of up to {size} columns"), points }
    };
    let title = format!("Finding all minimal quasi-identifiers of {} patients, k = 2", amount(rows as f64));
    Chart { title, across: "columns", lines: SIZES.iter().map(line).collect() }.svg()
}

fn over_rows(points: &[Point]) -> String {
    let points = points.iter().map(|point| (point.rows as f64, point.seconds())).collect();
    let line = Line { name: format!("sets of up to {ROWS_SIZE} columns"), points };
    let title = format!("Finding all minimal quasi-identifiers of {ROWS_COLUMNS} columns, k = 2");
    Chart { title, across: "rows", lines: vec![line] }.svg()
}

fn table(title: &str, points: &[Point]) -> Table {
    let headings = ["rows", "columns", "searched", "max size", "minimal sets", "tests", "time"];
    let mut table = Table::new(format!("{title}, generated patients, k = 2"), &headings);
    for point in points {
        table.row([
            point.rows.to_string(),
            point.columns.to_string(),
            point.figure("columns"),
            point.max_size.to_string(),
            point.figure("sets"),
            point.figure("candidates"),
            seconds(point.seconds()),
        ]);
    }
    table
}

//! What an attack infers, as users read it.

use crate::output::{self, percent, printable};
use lethe::attack::AttackReport;
use lethe::data::wording::{counted, grouped};
use std::fmt::Write;

/// How surely sensitive values are inferred.
pub(super) fn inference(report: &AttackReport) -> String {
    if report.inference.is_empty() {
        return String::new();
    }
    let has_truth = report.correct.is_some();
    let mut headings = vec!["value inferred", "confidence", "records", "without linking"];
    headings.extend(has_truth.then_some("rightly"));
    let mut table = output::table(&headings);
    let mut lines = String::new();
    for column in &report.inference {
        for (at, sure) in column.confidence.iter().enumerate() {
            let name = if at == 0 { format!("'{}'", printable(&column.column)) } else { String::new() };
            let confidence = format!("at least {}", percent(sure.confidence, 1));
            let mut row = vec![name, confidence, grouped(sure.records), grouped(sure.baseline)];
            row.extend(sure.correct.map(grouped));
            table.add_row(row);
        }
        if let Some((confidence, gain)) = column.mean_confidence.zip(column.mean_gain) {
            // Writing to a String cannot fail.
            let _ = writeln!(
                lines,
                "'{}': mean confidence {}; the inferred values' mean share of the release is {}",
                printable(&column.column),
                percent(confidence, 1),
                percent(confidence - gain, 1),
            );
        }
    }
    format!("{table}\n{lines}")
}

/// Who can be reported to be in the release, or not to be.
pub(super) fn membership(report: &AttackReport) -> String {
    let found = &report.membership_inference;
    let (Some(absent), Some(truly), Some(falsely)) =
        (found.absent, found.true_positive_rate, found.false_positive_rate)
    else {
        return String::new();
    };
    format!(
        "Membership: a record fits {} of the known records and {} of {} that are not in the release (advantage {})\n",
        percent(truly, 1),
        percent(falsely, 1),
        grouped(absent),
        percent(found.advantage.unwrap_or(0.0), 1),
    )
}

/// What the same attack learns from the original.
pub(super) fn original(report: &AttackReport) -> String {
    let Some(original) = &report.original else { return String::new() };
    let share = original.reidentified as f64 / report.known.max(1) as f64;
    let chance = original.mean_success.map_or_else(String::new, |chance| {
        format!(", mean chance of naming a person's record {}", percent(chance, 4))
    });
    format!(
        "In the original ({}): {} re-identified ({}){chance}\n",
        counted(original.records, "record"),
        grouped(original.reidentified),
        percent(share, 2),
    )
}

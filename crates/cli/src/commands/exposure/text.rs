//! What is exposed, as users read it.

use crate::output::{self, printable};
use lethe::data::wording::{counted, grouped};
use lethe::exposure::ExposureReport;
use std::fmt::Write;

/// The whole report. Writing to a String cannot fail, here and below.
pub(super) fn text(report: &ExposureReport) -> String {
    let mut text = format!(
        "{}, {} values of {}, {} edges\nA record's values give each other away with probability {:.4} on average (sigma {:.4}); {} deviate by more \
         than {} sigma\n",
        counted(report.rows, "row"),
        grouped(report.nodes),
        counted(report.columns.len() as u64, "column"),
        grouped(report.edges),
        report.mean,
        report.sigma,
        counted(report.flagged_records, "record"),
        report.theta,
    );
    for part in [nodes, records, candidates, sets, certain, levels, release, checks] {
        part(report, &mut text);
    }
    let _ = write!(text, "Counted in {:.0} ms", report.elapsed_ms);
    text
}

fn shown(column: &str, value: Option<&String>) -> String {
    match value {
        Some(value) => format!("{} = {}", printable(column), printable(value)),
        None => printable(column),
    }
}

fn nodes(report: &ExposureReport, text: &mut String) {
    if !report.top_nodes.is_empty() {
        let mut table = output::table(&["value of", "records", "mean inference", "summed"]);
        for node in &report.top_nodes {
            table.add_row([
                shown(&node.column, node.value.as_ref()),
                grouped(node.count),
                format!("{:.4}", node.mcf),
                format!("{:.4}", node.scf),
            ]);
        }
        let _ = writeln!(text, "{table}");
    }
}

fn records(report: &ExposureReport, text: &mut String) {
    if !report.top_records.is_empty() {
        let mut table = output::table(&["row", "sum", "mean", "deviates by sigma"]);
        for record in &report.top_records {
            let numbers = [record.sum, record.mean, record.deviation].map(|number| format!("{number:.4}"));
            table.add_row([grouped(record.row)].into_iter().chain(numbers));
        }
        let _ = writeln!(text, "{table}");
    }
}

fn candidates(report: &ExposureReport, text: &mut String) {
    if !report.candidates.is_empty() {
        let mut table = output::table(&["columns", "deviate by sigma", "fewest records"]);
        for set in &report.candidates {
            let columns: Vec<String> = set.columns.iter().map(|column| printable(column)).collect();
            table.add_row([columns.join(", "), format!("{:.4}", set.deviation), grouped(set.fewest)]);
        }
        let _ = writeln!(text, "{table}\n{} candidates", grouped(report.candidate_sets));
    }
}

fn sets(report: &ExposureReport, text: &mut String) {
    if !report.sets.is_empty() {
        let headings =
            ["column set", "mean", "largest", "mean sum", "largest", "flagged records", "fewest records"];
        let mut table = output::table(&headings);
        for set in &report.sets {
            let columns: Vec<String> = set.columns.iter().map(|column| printable(column)).collect();
            let numbers = [set.mean, set.largest_mean, set.sum, set.largest_sum];
            let numbers = numbers.map(|number| format!("{number:.4}"));
            let counts = [set.flagged_records, set.fewest].map(grouped);
            table.add_row([columns.join(", ")].into_iter().chain(numbers).chain(counts));
        }
        let _ = writeln!(text, "{table}");
    }
}

fn certain(report: &ExposureReport, text: &mut String) {
    if !report.certain.is_empty() {
        let mut table = output::table(&["every record with", "has", "records", "share"]);
        for rule in &report.certain {
            let sensitive = if rule.sensitive { " (sensitive)" } else { "" };
            table.add_row([
                shown(&rule.from_column, rule.from_value.as_ref()),
                shown(&rule.to_column, rule.to_value.as_ref()) + sensitive,
                grouped(rule.support),
                format!("{:.4}", rule.probability),
            ]);
        }
        let _ = writeln!(text, "{table}\n{} inferences as certain", grouped(report.certain_inferences));
    }
}

fn levels(report: &ExposureReport, text: &mut String) {
    if let Some(levels) = &report.levels {
        let mut table = output::table(&[
            "level",
            "nodes",
            "edges",
            "error of a probability",
            "made in ms",
            "a step in ms",
        ]);
        for (at, level) in levels.iter().enumerate() {
            let error =
                if level.error > 0.0 { format!("at most {:.4}", level.error) } else { "none".to_owned() };
            let times = [level.made_ms, level.step_ms].map(|time| format!("{time:.3}"));
            let row = [at.to_string(), grouped(level.nodes), grouped(level.edges), error];
            table.add_row(row.into_iter().chain(times));
        }
        let _ = writeln!(text, "{table}");
    }
}

fn release(report: &ExposureReport, text: &mut String) {
    if let Some(release) = &report.release {
        let _ = writeln!(
            text,
            "Released {} edges of {}: {} lowered, {} raised by at most {:.4}, {} without a count, {} of values that are not named \
             left out\nChecked on the file: {} of fewer than {} records, none of which can be derived",
            grouped(release.edges),
            counted(release.column_pairs.len() as u64, "column pair"),
            grouped(release.lowered),
            grouped(release.raised),
            release.largest_change,
            grouped(release.suppressed),
            grouped(release.unnamed),
            counted(release.checked_pairs, "pair"),
            release.k,
        );
    }
}

fn checks(report: &ExposureReport, text: &mut String) {
    if let Some(checks) = &report.check {
        let mut table =
            output::table(&["theta", "candidates", "precision", "recall", "false positives", "missed"]);
        for check in checks {
            let share = |share: Option<f64>| share.map_or("-".to_owned(), |share| format!("{share:.4}"));
            table.add_row([
                format!("{:.4}", check.theta),
                grouped(check.candidates),
                share(check.precision),
                share(check.recall),
                grouped(check.false_positives),
                grouped(check.false_negatives),
            ]);
        }
        let _ = writeln!(text, "{table}");
    }
}

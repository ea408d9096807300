//! The report as users read it.

use super::{changes, groups, safepub, solutions};
use crate::output::{self, printable};
use lethe::anonymize::{
    Anonymization, Explanation, NearestMiss, PublishedColumn, Round, Solution, SuppressedValues,
};
use lethe::data::wording::grouped;
use std::fmt::Write;

/// Rounds of local recoding that are shown.
const ROUNDS: usize = 10;

/// The report in a few tables.
pub(crate) fn text(report: &Anonymization) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = match (&report.grouping, &report.solution) {
        _ if report.elimination.is_some() => {
            let changed = report.elimination.as_ref().map(|elimination| changes::text(report, elimination));
            writeln!(text, "{}", changed.unwrap_or_default())
        }
        (None, None) if changes::is_changing(report) => writeln!(text, "Nothing could be published."),
        (Some(grouping), _) => {
            writeln!(text, "{}\n{}", groups::sizes(grouping), groups::summary(report, grouping))
        }
        (None, Some(solution)) if report.account.is_some() => {
            writeln!(text, "{}\n{}", levels(report, solution), safepub::summary(report))
        }
        (None, Some(Solution { levels: None, rounds })) if rounds.is_empty() => {
            writeln!(text, "{}", summary(report))
        }
        (None, Some(solution)) => writeln!(text, "{}\n{}", levels(report, solution), summary(report)),
        (None, None) if groups::is_grouping(report) => writeln!(text, "No solution was found."),
        (None, None) => {
            writeln!(text, "No solution was found among {} combinations of levels.", space(report))
        }
    };
    if let Some(account) = &report.account {
        let _ = writeln!(text, "{}", safepub::account(account));
    }
    if !report.models.is_empty() {
        let _ = writeln!(text, "{}", crate::commands::verify::models_table(&report.models));
    }
    if let Some(miss) = &report.nearest_miss {
        text.push_str(&nearest(miss, report));
    }
    if let Some(explanation) = &report.explanation {
        text.push_str(&explained(explanation));
    }
    if let Some(solutions) = &report.solutions {
        text.push_str(&solutions::listed(solutions));
    }
    output::add_notes(&mut text, &report.notes);
    if let Some(output) = &report.output {
        let what = if changes::is_in_files(report) { "these files" } else { "this file" };
        let holds = if report.holds { "every model holds on" } else { "no guarantee is proven for" };
        let _ = writeln!(text, "{}: {holds} {what}.", printable(output));
    }
    text
}

/// A level for readers: `2 of 4 (e.g. [20, 40))`.
fn level_text(level: usize, column: &PublishedColumn) -> String {
    let top = column.top.unwrap_or(level);
    match (&column.example, level) {
        _ if level == top => format!("{level} of {top} (* only)"),
        (_, 0) => format!("0 of {top} (unchanged)"),
        (Some(example), _) => format!("{level} of {top} (e.g. {})", printable(example)),
        (None, _) => format!("{level} of {top}"),
    }
}

/// The level of each column; of local recoding, the rounds that publish most records.
fn levels(report: &Anonymization, solution: &Solution) -> output::Table {
    if let Some(levels) = &solution.levels {
        let mut table = output::table(&["column", "level", "hierarchy"]);
        for (column, level) in &levels.0 {
            let published = report.columns.iter().find(|published| published.name == *column);
            let default = published.and_then(|published| published.default_hierarchy.as_ref());
            let hierarchy = default
                .map(|hierarchy| format!("default: {}", printable(&lethe::hierarchy::describe(hierarchy))));
            let level =
                published.map_or_else(|| level.to_string(), |published| level_text(*level, published));
            table.add_row([printable(column), level, hierarchy.unwrap_or_default()]);
        }
        return table;
    }
    let mut rounds: Vec<&Round> = solution.rounds.iter().collect();
    rounds.sort_by_key(|round| std::cmp::Reverse(round.records));
    let mut table = output::table(&["records", "levels"]);
    for round in rounds.iter().take(ROUNDS) {
        let levels: Vec<String> =
            round.levels.0.iter().map(|(column, level)| format!("{} {level}", printable(column))).collect();
        table.add_row([grouped(round.records), levels.join(", ")]);
    }
    if rounds.len() > ROUNDS {
        let others = rounds[ROUNDS..].iter().map(|round| round.records).sum();
        table.add_row([grouped(others), format!("in {} more rounds; JSON has all", rounds.len() - ROUNDS)]);
    }
    table
}

fn summary(report: &Anonymization) -> String {
    let search = &report.search;
    let shown = match report.suppressed_values {
        Some(SuppressedValues::Kept) => "; their sensitive values are kept",
        Some(SuppressedValues::Hidden) => "; their sensitive values are hidden",
        None => "",
    };
    format!(
        "{}\n{} of {} records suppressed (up to {} allowed){shown}.\n\
         {} checks in a space of {} combinations of levels, {:.0} ms.",
        losses(report),
        grouped(report.suppressed),
        grouped(report.rows),
        grouped(report.suppression_limit),
        grouped(search.checked),
        space(report),
        search.elapsed_ms,
    )
}

/// What was lost, and what is known about losing less.
fn losses(report: &Anonymization) -> String {
    let search = &report.search;
    let measure = &search.quality;
    let proven = match (search.optimal, search.found, search.gap) {
        (true, ..) => ", proven to be the least".to_owned(),
        (false, Some(found), _) => {
            format!("; the search found {found:.6}, but more had to be suppressed afterwards")
        }
        (false, None, Some(gap)) => format!(", at most {gap:.4} above the least"),
        (false, None, None) => String::new(),
    };
    let Some(local) = report.local.filter(|local| local.used) else {
        return format!("{measure} {:.6}{proven}.", search.value.unwrap_or_default());
    };
    let before = local.loss_before.map_or_else(
        || "No levels for all are a solution".to_owned(),
        |before| format!("Best levels for all: {measure} {before:.6}{proven}"),
    );
    format!("{before}; recoded locally in {} rounds: {measure} {:.6}.", local.rounds, local.loss)
}

/// The combinations of levels; beyond what a double counts exactly, its magnitude.
fn space(report: &Anonymization) -> String {
    let space = report.search.space;
    if space < (1u64 << 53) as f64 { grouped(space as u64) } else { format!("{space:.1e}") }
}

fn nearest(miss: &NearestMiss, report: &Anonymization) -> String {
    let levels: Vec<String> =
        miss.levels.0.iter().map(|(column, level)| format!("{} {level}", printable(column))).collect();
    let blocking: Vec<String> = miss
        .blocking
        .iter()
        .map(|blocking| {
            format!("{} ({} records in classes that break it)", blocking.model, grouped(blocking.records))
        })
        .collect();
    let nearest = if groups::is_grouping(report) {
        // Groups need no levels.
        String::new()
    } else {
        format!(
            "The nearest miss: {}, where {} records would have to be suppressed and {} may be.\n",
            levels.join(", "),
            grouped(miss.suppressed),
            grouped(report.suppression_limit),
        )
    };
    format!("{nearest}In the way: {}.\n", blocking.join(", "))
}

fn explained(explanation: &Explanation) -> String {
    let mut lower = output::table(&["column", "one level lower", "loss", "suppressed", "broken there"]);
    for column in &explanation.columns {
        let broken: Vec<String> = column
            .broken
            .iter()
            .map(|broken| {
                format!(
                    "{}: {} records in {} classes",
                    broken.model,
                    grouped(broken.records),
                    grouped(broken.classes)
                )
            })
            .collect();
        let verdict = if column.holds { "a solution that loses more" } else { "no solution" };
        lower.add_row([
            printable(&column.column),
            verdict.to_owned(),
            format!("{:.6}", column.value),
            grouped(column.suppressed),
            broken.join("; "),
        ]);
    }
    let mut gains = output::table(&["weaker requirement", "gain", "loss then", "suppressed then"]);
    for gain in &explanation.relaxations {
        gains.add_row([
            printable(&gain.relaxation),
            format!("{:.6}", gain.gain),
            gain.value.map_or_else(|| "no solution".to_owned(), |value| format!("{value:.6}")),
            gain.suppressed.map_or_else(String::new, grouped),
        ]);
    }
    format!("Why these levels:\n{lower}\nWhat weaker requirements would gain:\n{gains}\n")
}

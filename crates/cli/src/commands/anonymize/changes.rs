//! What methods that change cells or part columns tell.

use crate::output::{self, printable};
use lethe::anonymize::{Anonymization, ColumnChanges, CompartmentReport, Elimination};
use lethe::data::wording::{counted, grouped};
use lethe::recipe_file::MethodName;

/// Columns and compartments that are shown; JSON has all.
const SHOWN: usize = 20;

/// Whether the method changes cells or parts columns.
pub(super) fn is_changing(report: &Anonymization) -> bool {
    report.method.parse().is_ok_and(MethodName::eliminates)
}

/// Whether the release is a folder.
pub(super) fn is_in_files(report: &Anonymization) -> bool {
    let parts = report.elimination.as_ref().and_then(|elimination| elimination.compartments.as_ref());
    parts.is_some_and(|parts| parts.split_rows.is_none())
}

/// The changed cells, the compartments, and a summary.
pub(super) fn text(report: &Anonymization, elimination: &Elimination) -> String {
    let mut parts = Vec::new();
    if !elimination.columns.is_empty() {
        parts.push(columns(elimination).to_string());
    }
    if let Some(compartments) = &elimination.compartments {
        parts.push(files(compartments).to_string());
        parts.push(split(compartments));
    }
    parts.push(summary(report, elimination));
    parts.join("\n")
}

fn columns(elimination: &Elimination) -> output::Table {
    let mut columns: Vec<&ColumnChanges> = elimination.columns.iter().collect();
    columns.sort_by_key(|changes| {
        (std::cmp::Reverse(changes.suppressed + changes.generalized + changes.falsified), &changes.column)
    });
    let mut table = output::table(&["column", "suppressed", "generalized", "falsified"]);
    for changes in columns.iter().take(SHOWN) {
        table.add_row([
            printable(&changes.column),
            grouped(changes.suppressed),
            grouped(changes.generalized),
            grouped(changes.falsified),
        ]);
    }
    if columns.len() > SHOWN {
        table.add_row([format!("{} more; JSON has all", columns.len() - SHOWN)]);
    }
    table
}

fn files(compartments: &CompartmentReport) -> output::Table {
    let mut table = output::table(&["compartment", "columns"]);
    for (at, part) in compartments.files.iter().enumerate().take(SHOWN) {
        let name = part.file.clone().unwrap_or_else(|| (at + 1).to_string());
        table.add_row([printable(&name), printable(&part.columns.join(", "))]);
    }
    if compartments.files.len() > SHOWN {
        table.add_row([format!("{} more; JSON has all", compartments.files.len() - SHOWN)]);
    }
    table
}

fn split(compartments: &CompartmentReport) -> String {
    let fewest = if compartments.fewest {
        "the fewest that cover all columns".to_owned()
    } else {
        format!("at least {} are needed", compartments.lower_bound)
    };
    let split = compartments
        .split_rows
        .map_or_else(String::new, |rows| format!(" {} split.", counted(rows, "record")));
    let rejoin = if compartments.found > 0 {
        "Joined again they re-identify records."
    } else if compartments.proven {
        "From the counts that they show, no join of them proves anything about fewer than k records."
    } else {
        "The attack that joins them again finds nobody, but that none could is not proven."
    };
    format!(
        "{}, {fewest}; {} of {} safe pairs of columns stay together.{split} {rejoin}",
        counted(compartments.files.len() as u64, "compartment"),
        grouped(compartments.pairs),
        grouped(compartments.safe_pairs),
    )
}

fn summary(report: &Anonymization, elimination: &Elimination) -> String {
    let knowledge = elimination.max_size.map_or_else(
        || "whatever columns are known".to_owned(),
        |size| format!("for whoever knows at most {}", counted(size as u64, "column")),
    );
    let least = match (elimination.cost, elimination.least_cost) {
        (Some(cost), Some(least)) if least > 0.0 => {
            format!(
                " At least {least:.0} cells must go, so that this is at most {:.2} times the fewest.",
                cost / least
            )
        }
        _ => String::new(),
    };
    format!(
        "{} of the cells changed ({:.2} %): {} suppressed, {} generalized, {} falsified; {knowledge}.{least}\n\
         {} column sets treated in {}, {:.0} ms.",
        grouped(elimination.altered_cells),
        100.0 * elimination.altered_share,
        grouped(elimination.suppressed_cells),
        grouped(elimination.generalized_cells),
        grouped(elimination.falsified_cells),
        grouped(elimination.sets),
        counted(elimination.rounds, "round"),
        report.search.elapsed_ms,
    )
}

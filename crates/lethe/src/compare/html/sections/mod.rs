//! The sections of the report.

mod associations;
mod distributions;
mod learning;
mod risk;

pub(crate) use associations::associations;
pub(crate) use distributions::distributions;
pub(crate) use learning::learning;
pub(crate) use risk::risk;

use crate::compare::{BeforeAfter, ColumnComparison, Comparison, NumberStatistics};
use lethe_data::wording::{counted, grouped};
use lethe_report::html::{heading, list, paragraph, percent, short, table, tiles};

pub(crate) fn summary(found: &Comparison) -> String {
    let bytes = |bytes: Option<u64>| bytes.map_or("unknown".to_owned(), grouped);
    tiles(&[
        (
            share(ratio(found.data_score.released, found.data_score.original)),
            "of the data score kept".to_owned(),
        ),
        (share(found.altered_share), format!("of {} cells altered", grouped(found.cells))),
        (figure(found.distortion), "distortion, 0 none, 1 all".to_owned()),
        (share(found.associations.preserved), "of associations preserved".to_owned()),
        (
            grouped(found.risk.released.unique_rows),
            format!("unique records, {} in the original", grouped(found.risk.original.unique_rows)),
        ),
        (grouped(found.rows.released), format!("rows, {} in the original", grouped(found.rows.original))),
        (
            bytes(found.bytes.released),
            format!(
                "bytes in {}, {} in the original",
                counted(found.tables, "table"),
                bytes(found.bytes.original)
            ),
        ),
    ])
}

pub(crate) fn data_score(found: &Comparison) -> String {
    let variants = [
        ("table-6.1", found.data_score.variants.table_6_1),
        ("equation-7", found.data_score.variants.equation_7),
    ];
    let row = |(name, score): (&str, BeforeAfter<f64>)| {
        [
            name.to_owned(),
            short(score.original),
            short(score.released),
            share(ratio(score.released, score.original)),
        ]
    };
    let altered = found.altered;
    let variants = variants.into_iter().map(row);
    table("Data score", &["variant", "original", "release", "kept"], variants)
        + &paragraph(&format!(
            "Altered cells: {} suppressed, {} generalized, {} falsified.",
            grouped(altered.suppressed),
            grouped(altered.generalized),
            grouped(altered.falsified)
        ))
}

pub(crate) fn columns(found: &Comparison) -> String {
    let row = |column: &ColumnComparison| {
        [
            column.name.clone(),
            column.value_type.clone(),
            share(ratio(column.data_score.released, column.data_score.original)),
            grouped(column.altered_cells),
            share(column.missing.released),
            format!("{} → {}", grouped(column.distinct.original), grouped(column.distinct.released)),
            figure(column.total_variation),
            figure(column.kolmogorov_smirnov),
            figure(column.wasserstein),
        ]
    };
    let headings = [
        "column",
        "type",
        "score kept",
        "altered cells",
        "missing",
        "distinct",
        "total variation",
        "Kolmogorov–Smirnov",
        "Wasserstein",
    ];
    paragraph(
        "Distances between the distributions of original and release: 0 is the same distribution, 1 nothing in common.",
    ) + &table("Columns before and after", &headings, found.columns.iter().map(row))
        + &statistics(found)
        + &queries(found)
}

/// Mean, spread and quantiles of the columns of numbers.
fn statistics(found: &Comparison) -> String {
    let row = |column: &ColumnComparison| {
        let BeforeAfter { original, released } = column.statistics?;
        let pair = |of: &dyn Fn(&NumberStatistics) -> Option<f64>| {
            format!("{} → {}", figure(original.as_ref().and_then(of)), figure(released.as_ref().and_then(of)))
        };
        Some([
            column.name.clone(),
            pair(&|one| Some(one.mean)),
            pair(&|one| Some(one.variance)),
            pair(&|one| one.quantiles[0]),
            pair(&|one| one.quantiles[1]),
            pair(&|one| one.median),
            pair(&|one| one.quantiles[2]),
            pair(&|one| one.quantiles[3]),
        ])
    };
    let rows: Vec<[String; 8]> = found.columns.iter().filter_map(row).collect();
    if rows.is_empty() {
        return String::new();
    }
    let headings = ["original → release", "mean", "variance", "5 %", "25 %", "median", "75 %", "95 %"];
    heading("Numbers")
        + &paragraph("An interval of the release counts as its midpoint.")
        + &table("Statistics of numbers", &headings, rows.into_iter())
}

fn queries(found: &Comparison) -> String {
    found.count_queries.map_or_else(String::new, |errors| {
        heading("Counting queries")
            + &paragraph(&format!(
                "Of {} random queries that count records in ranges of up to three columns, the release answers with a relative \
                 error of {} on average, half of them with at most {}.",
                grouped(errors.queries),
                percent(errors.mean_relative_error),
                percent(errors.median_relative_error)
            ))
    })
}

pub(crate) fn quality(found: &Comparison) -> String {
    if found.quality.values().all(Option::is_none) {
        return String::new();
    }
    let row = |(name, loss): (&String, &Option<f64>)| [name.replace('_', "-"), figure(*loss)];
    paragraph("Each measure from 0 (nothing lost) to 1 (everything suppressed).")
        + &table("Information loss", &["measure", "loss"], found.quality.iter().map(row))
}

pub(crate) fn notes(notes: &[String]) -> String {
    list(notes.iter().map(String::as_str))
}

pub(crate) fn figure(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), short)
}

pub(crate) fn share(share: Option<f64>) -> String {
    share.map_or("–".to_owned(), percent)
}

fn ratio(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| part / whole)
}

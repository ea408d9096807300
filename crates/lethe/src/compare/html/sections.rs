//! The sections of the report.

use crate::compare::report::{ChartBin, Comparison, ErrorRates, Learned};
use lethe_data::wording::grouped;
use lethe_report::html::{
    BarPair, bars, card, charts, heat_map, key, list, numbered_list, pairs, paragraph, short, soft_paragraph,
    table, tiles,
};

pub(super) fn summary(found: &Comparison) -> String {
    let score = ratio(found.data_score.released, found.data_score.original);
    let bytes = |bytes: Option<u64>| bytes.map_or("unknown".to_owned(), grouped);
    tiles(&[
        (percent(score), "of the data score kept".to_owned()),
        (percent(found.altered_share), format!("of {} cells altered", grouped(found.cells))),
        (optional(found.distortion), "distortion, 0 none, 1 all".to_owned()),
        (percent(found.associations.preserved), "of associations preserved".to_owned()),
        (
            grouped(found.risk.released.unique_rows),
            format!("rows alone, {} in the original", grouped(found.risk.original.unique_rows)),
        ),
        (grouped(found.rows.released), format!("rows, {} in the original", grouped(found.rows.original))),
        (
            bytes(found.bytes.released),
            format!(
                "bytes in {} {}, {} in the original",
                found.tables,
                if found.tables == 1 { "table" } else { "tables" },
                bytes(found.bytes.original)
            ),
        ),
    ])
}

pub(super) fn data_score(found: &Comparison) -> String {
    let variants = [
        ("table-6.1", found.data_score.variants.table_6_1),
        ("equation-7", found.data_score.variants.equation_7),
    ];
    let row = |(name, score): (&str, crate::compare::BeforeAfter<f64>)| {
        [
            name.to_owned(),
            short(score.original),
            short(score.released),
            percent(ratio(score.released, score.original)),
        ]
    };
    let altered = found.altered;
    table(&["variant", "original", "release", "kept"], variants.into_iter().map(row))
        + &paragraph(&format!(
            "Altered cells: {} suppressed, {} generalized, {} falsified.",
            grouped(altered.suppressed),
            grouped(altered.generalized),
            grouped(altered.falsified)
        ))
}

pub(super) fn columns(found: &Comparison, show_values: bool) -> String {
    let row = |column: &crate::compare::ColumnComparison| {
        [
            column.name.clone(),
            column.value_type.clone(),
            percent(ratio(column.data_score.released, column.data_score.original)),
            grouped(column.altered_cells),
            percent(column.missing.released),
            grouped(column.distinct.original),
            grouped(column.distinct.released),
            optional(column.total_variation),
            optional(column.kolmogorov_smirnov),
            optional(column.wasserstein),
        ]
    };
    let headings = [
        "column",
        "type",
        "score kept",
        "altered",
        "missing",
        "distinct before",
        "after",
        "total variation",
        "KS",
        "Wasserstein",
    ];
    let distribution = |(column, bins): (&crate::compare::ColumnComparison, &Vec<ChartBin>)| {
        let title = format!("Distribution of {} before and after", column.name);
        let bins: Vec<BarPair<'_>> = bins.iter().map(|bin| bar_pair(bin, show_values)).collect();
        card(Some(&column.name), &bars(&title, &bins, found.risk.k))
    };
    let cards = found.columns.iter().zip(&found.distributions).map(distribution).collect::<String>();
    let hint = if show_values {
        String::new()
    } else {
        soft_paragraph("Bars are numbered: their values are people's data.")
    };
    table(&headings, found.columns.iter().map(row)) + key() + &hint + &charts(&cards)
}

fn bar_pair(bin: &ChartBin, show_values: bool) -> BarPair<'_> {
    let label = if bin.name == "others" || bin.name == "missing" { "·" } else { bin.name.as_str() };
    let name = if show_values { &bin.values } else { &bin.name };
    BarPair { name, label, before: bin.before, after: bin.after }
}

pub(super) fn associations(found: &Comparison) -> String {
    let pairs = &found.associations.pairs;
    let mut names: Vec<&str> = Vec::new();
    for column in &found.columns {
        if pairs.iter().any(|pair| pair.columns.contains(&column.name)) {
            names.push(&column.name);
        }
    }
    if names.is_empty() {
        return String::new();
    }
    let at = |name: &str| names.iter().position(|other| *other == name);
    let mut before = vec![None; names.len() * names.len()];
    let mut after = before.clone();
    for pair in pairs {
        if let (Some(one), Some(other)) = (at(&pair.columns[0]), at(&pair.columns[1])) {
            for cell in [one * names.len() + other, other * names.len() + one] {
                before[cell] = Some(pair.original);
                after[cell] = Some(pair.released);
            }
        }
    }
    let map = |title: &str, strengths: &[Option<f64>]| {
        let map = heat_map(title, &names, |row, column| strengths[row * names.len() + column]);
        card(Some(title), &map)
    };
    let left_out = &found.associations.left_out;
    let others = if left_out.is_empty() {
        String::new()
    } else {
        soft_paragraph(&format!("Left out, with too many values: {}.", left_out.join(", ")))
    };
    let measures = format!(
        "Categories by Cramér's V, numbers and dates by correlation, mixed pairs by the correlation ratio; from {} rows.",
        grouped(found.associations.rows)
    );
    paragraph(&measures)
        + &charts(&(map("Original", &before) + &map("Release", &after)))
        + &numbered_list(names.iter().copied())
        + &others
}

pub(super) fn risk(found: &Comparison) -> String {
    let risk = &found.risk;
    let row = |name: &str, before: u64, after: u64| (name.to_owned(), before as f64, after as f64);
    let below = format!("rows in classes below {}", risk.k);
    let smallest = |class: Option<u64>| class.unwrap_or(0);
    let rows = [
        row("rows alone", risk.original.unique_rows, risk.released.unique_rows),
        row(&below, risk.original.rows_below_k, risk.released.rows_below_k),
        row("classes", risk.original.classes, risk.released.classes),
        row("smallest class", smallest(risk.original.min_class), smallest(risk.released.min_class)),
    ];
    let rows = rows.iter().map(|row| pairs(&row.0, std::slice::from_ref(row))).collect::<String>();
    paragraph(&format!("On {}.", risk.columns.join(", "))) + key() + &card(None, &rows)
}

pub(super) fn quality(found: &Comparison) -> String {
    if found.quality.values().all(Option::is_none) {
        return String::new();
    }
    let row = |(name, loss): (&String, &Option<f64>)| [name.replace('_', "-"), optional(*loss)];
    table(&["measure", "loss"], found.quality.iter().map(row))
}

pub(super) fn learning(found: &Comparison) -> String {
    let Some(learned) = &found.learning else { return String::new() };
    let row = |one: &Learned| {
        let rates = |rates: &ErrorRates| {
            [rates.precision, rates.recall, rates.false_positive_rate, rates.false_negative_rate].map(percent)
        };
        let rates: Vec<String> = rates(&one.rates)
            .into_iter()
            .zip(rates(&one.original_rates))
            .map(|(after, before)| format!("{after} ({before})"))
            .collect();
        let mut cells = vec![
            one.model.clone(),
            percent(Some(one.accuracy)),
            percent(Some(one.original_accuracy)),
            percent(Some(one.zero_r)),
            percent(one.relative),
        ];
        cells.extend(rates);
        cells
    };
    let headings = [
        "learner",
        "accuracy",
        "trained on the original",
        "ZeroR",
        "relative",
        "precision (original)",
        "recall",
        "false positives",
        "false negatives",
    ];
    let weights = learned.iter().filter_map(|one| Some((one, one.coefficients.as_ref()?)));
    let chart = |(one, weights): (&Learned, &Vec<crate::compare::FeatureWeight>)| {
        let mut rows: Vec<(String, f64, f64)> =
            weights.iter().map(|weight| (weight.feature.clone(), weight.original, weight.released)).collect();
        rows.sort_by(|one, other| other.1.total_cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
        rows.truncate(20);
        let heading = format!("Weights of features, {}", one.model);
        card(Some(&heading), &pairs("Weights of features", &rows))
    };
    table(&headings, learned.iter().map(row)) + key() + &weights.map(chart).collect::<String>()
}

pub(super) fn notes(found: &Comparison) -> String {
    list(found.notes.iter().map(String::as_str))
}

fn optional(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.4}"))
}

fn percent(share: Option<f64>) -> String {
    share.map_or("–".to_owned(), |share| format!("{:.2} %", share * 100.0))
}

fn ratio(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| part / whole)
}

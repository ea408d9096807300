//! Risk before and after: what attackers can expect, and how large classes are.

use super::{figure, share};
use crate::compare::{ClassFigures, ClassSizeRange, Comparison};
use lethe_data::wording::grouped;
use lethe_report::html::{BarPair, bars, card, charts, key, paragraph, table};
use std::collections::BTreeMap;

/// More columns than this are only counted.
const MOST_NAMED: usize = 20;

pub(crate) fn risk(found: &Comparison) -> String {
    let risk = &found.risk;
    let (before, after) = (&risk.original, &risk.released);
    let count = |name: String, of: fn(&ClassFigures) -> u64| [name, grouped(of(before)), grouped(of(after))];
    let smallest = |one: &ClassFigures| one.min_class.map_or("–".to_owned(), grouped);
    let attack =
        |of: fn(&crate::risk::Attack) -> f64, one: &ClassFigures| share(one.prosecutor.as_ref().map(of));
    let rows = [
        count("unique records".to_owned(), |one| one.unique_rows),
        count(format!("records in classes below {}", risk.k), |one| one.rows_below_k),
        ["smallest class".to_owned(), smallest(before), smallest(after)],
        ["mean class".to_owned(), figure(before.avg_class), figure(after.avg_class)],
        count("classes".to_owned(), |one| one.classes),
        count("suppressed records".to_owned(), |one| one.suppressed),
        [
            "prosecutor risk, highest".to_owned(),
            attack(|risk| risk.max, before),
            attack(|risk| risk.max, after),
        ],
        [
            format!("records with a prosecutor risk above 1/{}", risk.k),
            attack(|risk| risk.at_risk, before),
            attack(|risk| risk.at_risk, after),
        ],
        ["marketer risk".to_owned(), share(before.marketer), share(after.marketer)],
    ];
    let columns = if risk.columns.len() > MOST_NAMED {
        format!("{} columns", risk.columns.len())
    } else {
        risk.columns.join(", ")
    };
    let axis = "records in classes of this size";
    let chart = card(
        Some("Records by the size of their equivalence class"),
        &bars(
            "Records by the size of their equivalence class, before and after",
            axis,
            &by_size(&before.class_sizes, &after.class_sizes),
            0,
        ),
    );
    paragraph(&format!(
        "Records that are equal on {columns} form an equivalence class. A prosecutor knows that a person is in the table and \
         names one record of the class; a marketer attacks all records and counts how many are named right."
    )) + &table("Risk before and after", &["measure", "original", "release"], rows.into_iter())
        + key()
        + &charts(&chart)
}

fn by_size(before: &[ClassSizeRange], after: &[ClassSizeRange]) -> Vec<BarPair> {
    let mut rows: BTreeMap<(u64, u64), (f64, f64)> = BTreeMap::new();
    for one in before {
        rows.entry((one.from, one.to)).or_default().0 += one.rows as f64;
    }
    for one in after {
        rows.entry((one.from, one.to)).or_default().1 += one.rows as f64;
    }
    let label = |from: u64, to: u64| match (from, to) {
        (1, 1) => "1 (unique)".to_owned(),
        (from, to) if from == to => grouped(from),
        (from, to) => format!("{}–{}", grouped(from), grouped(to)),
    };
    rows.into_iter()
        .map(|((from, to), (before, after))| BarPair { label: label(from, to), before, after })
        .collect()
}

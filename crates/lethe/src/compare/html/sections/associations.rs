//! How columns hang together before and after.

use super::figure;
use crate::compare::{Comparison, PairReport};
use lethe_data::wording::{counted, grouped};
use lethe_report::html::{card, charts, heading, heat_map, paragraph, percent, short, soft_paragraph, table};

/// Larger maps cannot be read.
const MOST: usize = 20;
/// Pairs that are listed.
const MOST_PAIRS: usize = 10;

pub(crate) fn associations(found: &Comparison) -> String {
    let pairs = &found.associations.pairs;
    if pairs.is_empty() {
        return String::new();
    }
    let mut changed: Vec<&PairReport> = pairs.iter().collect();
    let change = |pair: &PairReport| (pair.original - pair.released).abs();
    changed.sort_by(|one, other| change(other).total_cmp(&change(one)));
    let (names, all) = mapped(found, &changed);
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
        let about = format!("Associations of columns, {}", title.to_lowercase());
        let map = heat_map(&about, &names, |row, column| strengths[row * names.len() + column]);
        card(Some(title), &map)
    };
    let kept = found.associations.preserved.map_or_else(String::new, |share| {
        format!("{} of the associations are preserved: one less their mean difference. ", percent(share))
    });
    let mut section = paragraph(&format!(
        "{kept}Categories are compared by Cramér's V, numbers and dates by Pearson's correlation, mixed pairs by the correlation \
         ratio, on {} rows. The darker a field, the stronger the association; numbers above the map are those of the rows.",
        grouped(found.associations.rows)
    ));
    section += &charts(&(map("Original", &before) + &map("Release", &after)));
    if names.len() < all {
        section += &soft_paragraph(&format!(
            "The maps show the {} columns of {} whose associations changed most.",
            names.len(),
            all
        ));
    }
    section += &largest(&changed);
    let left_out = &found.associations.left_out;
    if !left_out.is_empty() {
        section += &soft_paragraph(&format!(
            "{} left out, with too many values: {}.",
            counted(left_out.len() as u64, "column"),
            left_out.join(", ")
        ));
    }
    section
}

/// The columns of the maps in column order, and how many there would be.
fn mapped<'a>(found: &'a Comparison, changed: &[&'a PairReport]) -> (Vec<&'a str>, usize) {
    let names = found.columns.iter().map(|column| column.name.as_str());
    let has = |name: &str| changed.iter().any(|pair| pair.columns.iter().any(|column| column == name));
    let all: Vec<&str> = names.filter(|name| has(name)).collect();
    if all.len() <= MOST {
        let count = all.len();
        return (all, count);
    }
    let mut chosen: Vec<&str> = Vec::new();
    for name in changed.iter().flat_map(|pair| &pair.columns) {
        if chosen.len() < MOST && !chosen.contains(&name.as_str()) {
            chosen.push(name);
        }
    }
    let count = all.len();
    (all.into_iter().filter(|name| chosen.contains(name)).collect(), count)
}

fn largest(changed: &[&PairReport]) -> String {
    let differ = changed.iter().filter(|pair| (pair.original - pair.released).abs() >= 5e-4);
    let rows: Vec<[String; 6]> = differ
        .take(MOST_PAIRS)
        .map(|pair| {
            [
                pair.columns.join(" × "),
                pair.measure.clone(),
                short(pair.original),
                short(pair.released),
                short(pair.difference),
                figure(pair.contingency),
            ]
        })
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    let headings = ["columns", "measure", "original", "release", "difference", "contingency table"];
    heading("Largest changes")
        + &soft_paragraph(
            "The last column is the total variation distance between the contingency tables of the two columns, the original's \
             values counted under the labels of the release.",
        )
        + &table("Largest changes of associations", &headings, rows.into_iter())
}

//! Distributions of columns before and after.

use crate::compare::DRAWN_FROM;
use crate::compare::report::{ChartBin, Distribution};
use crate::compare::{ColumnComparison, Comparison};
use lethe_data::wording::counted;
use lethe_report::html::{BarPair, bars, card, charts, key, soft_paragraph};

/// More charts than this are not looked at.
const MOST: usize = 24;

/// Charts of the columns that the release shows: those that were protected first, then those that changed most.
pub(crate) fn distributions(found: &Comparison, show_values: bool) -> String {
    let all = found.columns.iter().zip(&found.distributions);
    let shown: Vec<_> = all.filter(|(column, _)| column.tables > 0).collect();
    let mut drawn: Vec<(&ColumnComparison, String)> = Vec::new();
    let mut flat = Vec::new();
    for (column, distribution) in shown {
        match chart(column, distribution, found.risk.k.max(DRAWN_FROM), show_values) {
            Some(chart) => drawn.push((column, chart)),
            None => flat.push(column.name.as_str()),
        }
    }
    let rank = |column: &ColumnComparison| match column.role.as_deref() {
        Some("quasi") => 0,
        Some("sensitive") => 1,
        _ => 2,
    };
    drawn.sort_by(|(one, _), (other, _)| {
        let changed = |column: &ColumnComparison| column.total_variation.unwrap_or(0.0);
        rank(one).cmp(&rank(other)).then(changed(other).total_cmp(&changed(one)))
    });
    let left_out = drawn.len().saturating_sub(MOST);
    let cards: String = drawn.into_iter().take(MOST).map(|(_, chart)| chart).collect();
    let mut notes = String::new();
    if left_out > 0 {
        notes += &soft_paragraph(&format!(
            "Not drawn: {} that changed less; the distances are in the table above.",
            counted(left_out as u64, "column")
        ));
    }
    if !flat.is_empty() {
        notes += &soft_paragraph(&format!(
            "No chart for {} with nothing to compare, because no value is frequent or everything is suppressed: {}.",
            counted(flat.len() as u64, "column"),
            flat.join(", ")
        ));
    }
    if cards.is_empty() && notes.is_empty() {
        return notes;
    }
    key().to_owned() + &charts(&cards) + &notes
}

/// A chart of a column; nothing where all bars are others or missing.
fn chart(
    column: &ColumnComparison,
    distribution: &Distribution,
    k: u64,
    show_values: bool,
) -> Option<String> {
    let by_value = || (distribution.by_value.as_slice(), show_values);
    let (bins, is_named) = match &distribution.by_label {
        Some(bins) if !show_values => (bins.as_slice(), true),
        _ => by_value(),
    };
    if bins.iter().all(|bin| bin.is_rest) {
        return None;
    }
    let title = format!("Distribution of {} before and after", column.name);
    let values = bins.iter().filter(|bin| !bin.is_rest).count();
    let label = |(at, bin): (usize, &ChartBin)| match () {
        () if is_named || bin.is_rest => bin.name.clone(),
        () if at == 0 => "lowest values".to_owned(),
        () if at + 1 == values => "highest values".to_owned(),
        () => "⋮".to_owned(),
    };
    let pair = |(at, bin): (usize, &ChartBin)| BarPair {
        label: label((at, bin)),
        before: bin.before,
        after: bin.after,
    };
    let rows: Vec<BarPair> = bins.iter().enumerate().map(pair).collect();
    Some(card(Some(&column.name), &bars(&title, "records", &rows, k)))
}

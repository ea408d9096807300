//! Distributions before and after over the labels that a release shows: what a chart may name, because it is published.

use crate::distances::Spread;
use crate::reading::Meaning;
use crate::{Shown, Values};

/// Labels of the release with the cells that they stand for.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelBin {
    /// What it holds.
    pub labels: Labels,
    /// Cells of the original whose values the labels stand for.
    pub before: f64,
    /// Cells of the release that show the labels.
    pub after: f64,
}

/// The labels in a bin, by their codes in the released column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// From the first to the last that enough cells show; both are the same where there is one.
    Named(u32, u32),
    /// Labels that are rare or too many, and values that no label stands for any more.
    Others,
    /// Cells that say nothing.
    Missing,
}

/// A label with the place of what it stands for.
struct Placed {
    code: u32,
    place: f64,
    before: f64,
    after: f64,
}

/// The bins of a column, at most `most` besides the others and what is missing; `None` where labels overlap or cannot be read, so
/// that no cell of the original is under one label only.
///
/// **Guarantee**: a bin names only labels that at least `k` cells of the release show.
pub fn label_bins(
    original: &Values<'_>,
    before: &Spread,
    shown: &Shown<'_>,
    most: usize,
    k: u64,
) -> Option<Vec<LabelBin>> {
    let (placed, hidden) = placed(original, before, shown)?;
    let missing: u64 =
        counted(shown).filter(|(_, meaning, _)| !meaning.is_shown()).map(|(.., cells)| cells).sum();
    let (mut bins, rest) =
        if original.is_ordered() { on_line(placed, most, k) } else { most_frequent(placed, most, k) };
    let others = LabelBin { before: rest.0 + hidden, after: rest.1, labels: Labels::Others };
    if others.before + others.after > 0.0 {
        bins.push(others);
    }
    if before.missing + missing > 0 {
        let (before, after) = (before.missing as f64, missing as f64);
        bins.push(LabelBin { before, after, labels: Labels::Missing });
    }
    Some(bins)
}

fn counted<'s>(shown: &'s Shown<'_>) -> impl Iterator<Item = (u32, &'s Meaning, u64)> {
    let all = (0u32..).zip(&shown.meanings).zip(&shown.counts);
    all.map(|((code, meaning), &count)| (code, meaning, count)).filter(|(.., count)| *count > 0)
}

/// Every label with the cells it stands for, and the cells of values that no label stands for.
fn placed(original: &Values<'_>, before: &Spread, shown: &Shown<'_>) -> Option<(Vec<Placed>, f64)> {
    let mut is_taken = vec![false; original.len()];
    let mut all = Vec::new();
    for (code, meaning, count) in counted(shown) {
        let mut one = Placed { code, place: f64::INFINITY, before: 0.0, after: count as f64 };
        let mut take = |value: u32| {
            let Some(first) = original.value(value) else { return true };
            let first = first as usize;
            if value as usize == first {
                if std::mem::replace(&mut is_taken[first], true) {
                    return false;
                }
                one.before += before.on_values[first];
            }
            one.place = one.place.min(original.position(value).unwrap_or_else(|| f64::from(value)));
            true
        };
        match meaning {
            Meaning::Nothing => continue,
            Meaning::Unread => return None,
            Meaning::Point(place) => one.place = *place,
            Meaning::Value(value) => take(*value).then_some(())?,
            Meaning::Label(covered) => covered.codes().all(&mut take).then_some(())?,
        }
        all.push(one);
    }
    let is_hidden = |(taken, _): &(&bool, &f64)| !**taken;
    let hidden = is_taken.iter().zip(&before.on_values).filter(is_hidden).map(|(_, cells)| cells).sum();
    all.sort_by(|one, other| one.place.total_cmp(&other.place).then(one.code.cmp(&other.code)));
    Some((all, hidden))
}

/// Cells before and after that have no bin of their own.
type Rest = (f64, f64);

/// Neighbours on a line that share a bin, with the first and last that may be named.
struct Group {
    number: usize,
    named: Option<(u32, u32)>,
    before: f64,
    after: f64,
}

/// Bins of equal width, or one a label where there are few.
fn on_line(placed: Vec<Placed>, most: usize, k: u64) -> (Vec<LabelBin>, Rest) {
    let few = placed.len() <= most;
    let (low, high) =
        (placed.first().map_or(0.0, |one| one.place), placed.last().map_or(0.0, |one| one.place));
    let bin_of = |index: usize, place: f64| {
        let share = if high > low { (place - low) / (high - low) } else { 0.0 };
        if few { index } else { ((share * most as f64) as usize).min(most - 1) }
    };
    let mut groups: Vec<Group> = Vec::new();
    for (index, one) in placed.into_iter().enumerate() {
        let number = bin_of(index, one.place);
        if groups.last().is_none_or(|last| last.number != number) {
            groups.push(Group { number, named: None, before: 0.0, after: 0.0 });
        }
        if let Some(last) = groups.last_mut() {
            if one.after >= k as f64 {
                last.named = Some((last.named.map_or(one.code, |named| named.0), one.code));
            }
            last.before += one.before;
            last.after += one.after;
        }
    }
    let mut rest = (0.0, 0.0);
    let mut named = Vec::new();
    for Group { named: labels, before, after, .. } in groups {
        match labels {
            Some((first, last)) => {
                named.push(LabelBin { labels: Labels::Named(first, last), before, after });
            }
            None => rest = (rest.0 + before, rest.1 + after),
        }
    }
    (named, rest)
}

fn most_frequent(mut placed: Vec<Placed>, most: usize, k: u64) -> (Vec<LabelBin>, Rest) {
    placed.sort_by(|one, other| {
        (other.after.total_cmp(&one.after))
            .then(other.before.total_cmp(&one.before))
            .then(one.code.cmp(&other.code))
    });
    let named = placed.iter().take(most).take_while(|one| one.after >= k as f64).count();
    let rest = placed[named..].iter().fold((0.0, 0.0), |sum, one| (sum.0 + one.before, sum.1 + one.after));
    let bin = |one: &Placed| LabelBin {
        labels: Labels::Named(one.code, one.code),
        before: one.before,
        after: one.after,
    };
    (placed[..named].iter().map(bin).collect(), rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Counterpart;
    use lethe_data::{Column, Context, Table, TypeChoice};
    use std::collections::HashMap;

    /// The bins of a column as texts.
    fn bins(original: &[&str], released: &[&str], most: usize, k: u64) -> Option<Vec<(String, f64, f64)>> {
        let table = |cells: &[&str]| {
            let column = Column::from_texts("c", cells.iter().map(|cell| Some(*cell)), TypeChoice::Infer);
            Table::new(vec![column.unwrap()]).unwrap()
        };
        let (original, release) = (table(original), [table(released)]);
        let context = Context::new(1).unwrap();
        let all = Counterpart::all(&original, &release, &HashMap::new(), &context);
        let shown = all[0].best().unwrap();
        let before = Spread::of_original(&all[0].original);
        let bins = label_bins(&all[0].original, &before, shown, most, k)?;
        let text = |code: u32| shown.column.dictionary().text(code).to_owned();
        let name = |labels: Labels| match labels {
            Labels::Named(first, last) if first == last => text(first),
            Labels::Named(first, last) => format!("{} … {}", text(first), text(last)),
            Labels::Others => "others".to_owned(),
            Labels::Missing => "missing".to_owned(),
        };
        Some(bins.into_iter().map(|bin| (name(bin.labels), bin.before, bin.after)).collect())
    }

    #[test]
    fn intervals_hold_the_original_values_under_them_in_order() {
        let found = bins(&["3", "11", "12", "25"], &["[10-19]", "[0-9]", "[10-19]", "*"], 9, 1).unwrap();
        let named = |name: &str, before, after| (name.to_owned(), before, after);
        assert_eq!(
            found,
            [
                named("[0-9]", 1.0, 1.0),
                named("[10-19]", 2.0, 2.0),
                named("others", 1.0, 0.0),
                named("missing", 0.0, 1.0)
            ]
        );
    }

    #[test]
    fn overlapping_labels_have_no_bins_and_rare_ones_no_name() {
        assert_eq!(bins(&["3", "11"], &["[0-11]", "[11-19]"], 9, 1), None);
        let found = bins(&["a", "a", "b", "a"], &["a", "a", "b", "a"], 9, 2).unwrap();
        assert_eq!(found, [("a".to_owned(), 3.0, 3.0), ("others".to_owned(), 1.0, 1.0)]);
    }

    #[test]
    fn many_numbers_share_bins_named_by_their_ends() {
        let cells: Vec<String> = (0..100).map(|number| number.to_string()).collect();
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        let found = bins(&cells, &cells, 4, 1).unwrap();
        assert_eq!(found.len(), 4);
        assert_eq!(found[0], ("0 … 24".to_owned(), 25.0, 25.0));
    }
}

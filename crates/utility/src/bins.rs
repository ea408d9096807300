//! Distributions before and after, in few bins for charts.

use crate::Values;
use crate::distances::Spread;

/// A part of a column's values, with the cells before and after.
#[derive(Clone, Debug, PartialEq)]
pub struct Bin {
    /// What it holds.
    pub content: Content,
    /// Cells of the original.
    pub before: f64,
    /// Cells of the release, labels spread over the values they stand for.
    pub after: f64,
}

/// The values in a bin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Content {
    /// Values from the code of the first to that of the last.
    Values(u32, u32),
    /// All values that are too many to have bins of their own, and what the original does not have.
    Others,
    /// Cells that show nothing.
    Missing,
}

/// The bins of a column: of equal width on a line, else its most frequent values; one for what is missing comes last.
pub fn bins(original: &Values<'_>, before: &Spread, after: &Spread, most: usize) -> Vec<Bin> {
    let mut bins = if original.is_ordered() && original.len() > most {
        on_line(original, before, after, most)
    } else {
        most_frequent(original, before, after, most)
    };
    if before.missing + after.missing > 0 {
        bins.push(Bin {
            content: Content::Missing,
            before: before.missing as f64,
            after: after.missing as f64,
        });
    }
    bins
}

fn on_line(original: &Values<'_>, before: &Spread, after: &Spread, most: usize) -> Vec<Bin> {
    let position = |code: u32| original.position(code).unwrap_or(0.0);
    let last = original.len() as u32 - 1;
    let (low, high) = (position(0), position(last));
    let bin_of = |place: f64| {
        let share = if high > low { (place - low) / (high - low) } else { 0.0 };
        ((share * most as f64) as usize).min(most - 1)
    };
    let mut bins: Vec<Option<Bin>> = vec![None; most];
    for code in 0..=last {
        let bin = bins[bin_of(position(code))].get_or_insert(Bin {
            content: Content::Values(code, code),
            before: 0.0,
            after: 0.0,
        });
        if let Content::Values(_, end) = &mut bin.content {
            *end = code;
        }
        bin.before += before.on_values[code as usize];
        bin.after += after.on_values[code as usize];
    }
    let mut others = after.unread as f64;
    for &(place, cells) in &after.points {
        match &mut bins[bin_of(place)] {
            Some(bin) => bin.after += cells,
            None => others += cells,
        }
    }
    bins.into_iter().flatten().chain(rest(0.0, others)).collect()
}

fn most_frequent(original: &Values<'_>, before: &Spread, after: &Spread, most: usize) -> Vec<Bin> {
    let mut codes: Vec<u32> =
        (0..original.len() as u32).filter(|&code| original.value(code) == Some(code)).collect();
    let ordered = codes.len() <= most;
    if !ordered {
        codes.sort_by(|&one, &other| {
            before.on_values[other as usize].total_cmp(&before.on_values[one as usize]).then(one.cmp(&other))
        });
    }
    let (own, others) = codes.split_at(codes.len().min(if ordered { most } else { most - 1 }));
    let sum =
        |spread: &Spread, codes: &[u32]| codes.iter().map(|&code| spread.on_values[code as usize]).sum();
    let bin = |&code: &u32| Bin {
        content: Content::Values(code, code),
        before: before.on_values[code as usize],
        after: after.on_values[code as usize],
    };
    let foreign: f64 = after.points.iter().map(|point| point.1).sum();
    let unread: f64 = sum(after, others);
    own.iter().map(bin).chain(rest(sum(before, others), unread + foreign + after.unread as f64)).collect()
}

fn rest(before: f64, after: f64) -> Option<Bin> {
    (before + after > 0.0).then_some(Bin { content: Content::Others, before, after })
}

//! How far the distribution of a released column is from the original's.

use crate::reading::{Covered, Meaning};
use crate::{Shown, Values};

/// Distances between two distributions of one column.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Distances {
    /// Half the sum of differences over all values, what is missing being one of them; `None` when one side has no rows.
    pub total_variation: Option<f64>,
    /// The largest difference of the shares of cells up to a value (Kolmogorov and Smirnov); for numbers and dates.
    pub kolmogorov_smirnov: Option<f64>,
    /// How far cells must be moved on average to make one distribution of the other, as a share of the original's range
    /// (Wasserstein, order 1); for numbers and dates.
    pub wasserstein: Option<f64>,
}

/// How often the release shows each value, its labels spread evenly over the values they stand for.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// Cells on each code of the original.
    pub on_values: Vec<f64>,
    /// Numbers and dates that the original does not have, ascending, with their cells.
    pub points: Vec<(f64, f64)>,
    /// Cells that say nothing.
    pub missing: u64,
    /// Cells with labels that cannot be read.
    pub unread: u64,
}

impl Spread {
    /// The original's own.
    pub fn of_original(original: &Values<'_>) -> Self {
        let mut spread =
            Self { on_values: vec![0.0; original.len()], points: Vec::new(), missing: 0, unread: 0 };
        for (code, count) in (0..).zip(original.column().histogram(None)) {
            match original.value(code) {
                Some(value) => spread.on_values[value as usize] += count as f64,
                None => spread.missing += count,
            }
        }
        spread
    }

    /// That of a released column.
    ///
    /// **Cost**: one step a label and value; a range of values costs no more than one.
    pub fn of_released(original: &Values<'_>, shown: &Shown<'_>) -> Self {
        let mut spread =
            Self { on_values: vec![0.0; original.len()], points: Vec::new(), missing: 0, unread: 0 };
        // What begins and what ends at a value.
        let mut steps = vec![0.0; original.len() + 1];
        let mut any_range = false;
        for (meaning, &count) in shown.meanings.iter().zip(&shown.counts).filter(|(_, count)| **count > 0) {
            match meaning {
                Meaning::Nothing => spread.missing += count,
                Meaning::Unread => spread.unread += count,
                Meaning::Value(value) => spread.on_values[*value as usize] += count as f64,
                Meaning::Point(point) => spread.points.push((*point, count as f64)),
                Meaning::Label(Covered::Range(first, end)) => {
                    let each = count as f64 / f64::from(end - first);
                    steps[*first as usize] += each;
                    steps[*end as usize] -= each;
                    any_range = true;
                }
                Meaning::Label(covered) => {
                    let each = count as f64 / covered.len() as f64;
                    covered.codes().for_each(|code| spread.on_values[code as usize] += each);
                }
            }
        }
        if any_range {
            spread.add_steps(&steps);
        }
        spread.gather(original);
        spread.points.sort_by(|one, other| one.0.total_cmp(&other.0));
        spread
    }

    fn add_steps(&mut self, steps: &[f64]) {
        let mut level = 0.0;
        for (cells, step) in self.on_values.iter_mut().zip(steps) {
            level += step;
            // Differences of doubles leave dust behind.
            *cells += f64::max(level, 0.0);
        }
    }

    /// Equal values in several spellings are one.
    fn gather(&mut self, original: &Values<'_>) {
        for code in 0..original.len() {
            match original.value(code as u32).map(|value| value as usize) {
                Some(value) if value != code => {
                    self.on_values[value] += std::mem::take(&mut self.on_values[code]);
                }
                _ => {}
            }
        }
    }

    /// All cells.
    fn cells(&self) -> f64 {
        self.read() + self.missing as f64 + self.unread as f64
    }

    /// Cells that are read.
    fn read(&self) -> f64 {
        self.on_values.iter().sum::<f64>() + self.points.iter().map(|point| point.1).sum::<f64>()
    }
}

impl Distances {
    /// The distances between two spreads over the values of a column.
    pub fn between(original: &Values<'_>, before: &Spread, after: &Spread) -> Self {
        let on_line = original.is_ordered().then(|| on_line(original, before, after)).flatten();
        Self {
            total_variation: total_variation(before, after),
            kolmogorov_smirnov: on_line.map(|(largest, _)| largest),
            wasserstein: on_line.and_then(|(_, moved)| moved),
        }
    }
}

fn total_variation(before: &Spread, after: &Spread) -> Option<f64> {
    let (all_before, all_after) = (before.cells(), after.cells());
    if all_before <= 0.0 || all_after <= 0.0 {
        return None;
    }
    let difference = |before: f64, after: f64| (before / all_before - after / all_after).abs();
    let values: f64 = before.on_values.iter().zip(&after.on_values).map(|(&b, &a)| difference(b, a)).sum();
    let foreign: f64 = after.points.iter().map(|point| point.1).sum();
    let rest = difference(before.missing as f64, after.missing as f64)
        + difference(before.unread as f64, after.unread as f64)
        + difference(0.0, foreign);
    Some(f64::midpoint(values, rest).clamp(0.0, 1.0))
}

/// The largest difference of the cumulated shares, and the area between them as a share of the original's range.
fn on_line(original: &Values<'_>, before: &Spread, after: &Spread) -> Option<(f64, Option<f64>)> {
    let (all_before, all_after) = (before.read(), after.read());
    if all_before <= 0.0 || all_after <= 0.0 {
        return None;
    }
    let mut places: Vec<(f64, f64)> = Vec::with_capacity(before.on_values.len() + after.points.len());
    for (code, (&b, &a)) in (0..).zip(before.on_values.iter().zip(&after.on_values)) {
        let place = original.position(code).filter(|_| b > 0.0 || a > 0.0);
        places.extend(place.map(|place| (place, b / all_before - a / all_after)));
    }
    places.extend(after.points.iter().map(|&(place, cells)| (place, -cells / all_after)));
    places.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (mut ahead, mut largest, mut area) = (0.0, 0.0, 0.0);
    let mut here: Option<f64> = None;
    for (place, difference) in places {
        if let Some(last) = here.filter(|&last| last < place) {
            largest = f64::max(largest, f64::abs(ahead));
            area += f64::abs(ahead) * (place - last);
        }
        ahead += difference;
        here = Some(place);
    }
    let occupied = |code: &u32| before.on_values[*code as usize] > 0.0;
    let codes = || 0..original.len() as u32;
    let first = codes().find(occupied).and_then(|code| original.position(code));
    let last = codes().rev().find(occupied).and_then(|code| original.position(code));
    let range = last.zip(first).map_or(0.0, |(last, first)| last - first);
    let moved = if range > 0.0 { Some(area / range) } else { (area <= 0.0).then_some(0.0) };
    Some((largest.clamp(0.0, 1.0), moved))
}

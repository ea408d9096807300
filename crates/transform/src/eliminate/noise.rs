//! Numbers changed at random, or to coarser ones, before combinations are looked at.
//!
//! None of this is truthful, and none of it makes a table safe by itself: noise makes values rarer, not more common. What is
//! left exposed is treated like any other cell. The draws depend on the whole table, so that nobody takes the noise off
//! again who knows the seed.
//!
//! **Paper**: Dimakopoulos 2022, Sections 2.9.1 and 2.9.2.

use crate::Result;
use crate::draws::Draws;
use lethe_data::{Column, Decimal, Table, TypeChoice, ValueType};

/// How numbers are changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Noise {
    /// To the nearest multiple of a round number, about this share of the column's range.
    Rounding(f64),
    /// Numbers and dates change places with others that are at most this share of the records away when all are sorted:
    /// every value stays as frequent as it was.
    RankSwap(f64),
    /// By a normal deviate with this share of the column's standard deviation; mean and variance stay what they were.
    Additive(f64),
    /// By a factor around 1 with this standard deviation; mean and variance stay what they were.
    Multiplicative(f64),
}

const PURPOSE: &str = "Lethe 2026 noise in a column of numbers";

/// The columns whose numbers were changed, by position; those without numbers are left out. Missing values stay missing, and
/// numbers keep as many places behind the point as their column has.
///
/// **Errors**: the numbers do not fit a column's type any more.
pub fn disturb(table: &Table, columns: &[usize], noise: Noise, seed: u64) -> Result<Vec<(usize, Column)>> {
    let mut draws = Draws::new(PURPOSE, seed, table);
    let mut disturbed = Vec::new();
    for &position in columns {
        let column = one(table.column(position), noise, &mut draws)?;
        disturbed.extend(column.map(|column| (position, column)));
    }
    Ok(disturbed)
}

fn one(column: &Column, noise: Noise, draws: &mut Draws) -> Result<Option<Column>> {
    let is_numeric = column.value_type().is_numeric();
    Ok(match noise {
        Noise::RankSwap(share) if is_numeric || column.value_type() == ValueType::Date => {
            Some(rank_swapped(column, share, draws))
        }
        Noise::Rounding(share) if is_numeric => Some(rounded(column, share)?),
        Noise::Additive(share) if is_numeric => {
            Some(with_moments_kept(column, |number, deviation| number + share * deviation * draws.normal())?)
        }
        Noise::Multiplicative(share) if is_numeric => {
            Some(with_moments_kept(column, |number, _| number * (1.0 + share * draws.normal()))?)
        }
        _ => None,
    })
}

/// Values in pairs that are near each other change places.
fn rank_swapped(column: &Column, share: f64, draws: &mut Draws) -> Column {
    let mut codes: Vec<u32> = column.codes().widened().collect();
    let null = column.dictionary().len() as u32;
    let mut rows: Vec<usize> = (0..codes.len()).filter(|&row| codes[row] != null).collect();
    rows.sort_by_key(|&row| codes[row]);
    let reach = ((rows.len() as f64 * share).floor() as usize).max(1);
    let mut is_free = vec![true; rows.len()];
    for rank in 0..rows.len() {
        let last = (rank + reach).min(rows.len() - 1);
        if !is_free[rank] || last == rank {
            continue;
        }
        let other = rank + 1 + draws.below((last - rank) as u64) as usize;
        // The nearest free one from there on, or before it.
        let free = (other..=last).chain((rank + 1..other).rev()).find(|&other| is_free[other]);
        if let Some(other) = free {
            codes.swap(rows[rank], rows[other]);
            (is_free[rank], is_free[other]) = (false, false);
        }
    }
    let codes = lethe_data::Codes::from_iter_within(column.domain(), codes.into_iter());
    Column::new(column.name(), column.dictionary().clone(), codes)
}

fn rounded(column: &Column, share: f64) -> Result<Column> {
    let numbers = numbers(column);
    let (low, high) = numbers
        .iter()
        .flatten()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &number| (low.min(number), high.max(number)));
    let step = round_step((high - low) * share, places(column));
    written(column, numbers.into_iter().map(|number| number.map(|number| (number / step).round() * step)))
}

/// The nearest of 1, 2, 5, 10, … that is at least as large; not finer than the column's last place.
fn round_step(wanted: f64, places: usize) -> f64 {
    let finest = 10f64.powi(-(places as i32));
    if !wanted.is_finite() || wanted <= finest {
        return finest;
    }
    let power = 10f64.powf(wanted.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].into_iter().map(|digit| digit * power).find(|&step| step >= wanted * 0.999_999);
    step.unwrap_or(10.0 * power)
}

/// Changes numbers and then moves and stretches all of them so that mean and variance are those of before, up to the
/// column's places behind the point.
fn with_moments_kept(column: &Column, mut change: impl FnMut(f64, f64) -> f64) -> Result<Column> {
    let before = numbers(column);
    let (mean, deviation) = moments(&before);
    let changed: Vec<Option<f64>> =
        before.iter().map(|number| number.map(|number| change(number, deviation))).collect();
    let (new_mean, new_deviation) = moments(&changed);
    let stretch = if new_deviation > 0.0 { deviation / new_deviation } else { 1.0 };
    let kept = changed.into_iter().map(|number| number.map(|number| mean + (number - new_mean) * stretch));
    written(column, kept)
}

/// The mean and the standard deviation.
fn moments(numbers: &[Option<f64>]) -> (f64, f64) {
    let count = numbers.iter().flatten().count().max(1) as f64;
    let mean = numbers.iter().flatten().sum::<f64>() / count;
    let variance = numbers.iter().flatten().map(|number| (number - mean).powi(2)).sum::<f64>() / count;
    (mean, variance.sqrt())
}

fn numbers(column: &Column) -> Vec<Option<f64>> {
    let dictionary = column.dictionary();
    let numbers: Vec<Option<f64>> = (0..dictionary.len() as u32)
        .map(|code| dictionary.value(code).as_decimal().map(Decimal::to_f64))
        .chain([None])
        .collect();
    column.codes().widened().map(|code| numbers[code as usize]).collect()
}

/// The most places behind the point that a value has.
fn places(column: &Column) -> usize {
    let places = |text: &str| text.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    column.dictionary().texts().map(places).max().unwrap_or(0).min(12)
}

fn written(column: &Column, numbers: impl Iterator<Item = Option<f64>>) -> Result<Column> {
    let places = places(column);
    let spelt = |number: f64| {
        let text = format!("{number:.places$}");
        // There is no negative zero in tables.
        if text.trim_start_matches('-').chars().all(|digit| matches!(digit, '0' | '.')) {
            return text.trim_start_matches('-').to_owned();
        }
        text
    };
    let texts: Vec<Option<String>> = numbers.map(|number| number.map(spelt)).collect();
    let choice = TypeChoice::Declared(column.value_type());
    Ok(Column::from_texts(column.name(), texts.iter().map(Option::as_deref), choice)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heights() -> Table {
        let cells: Vec<String> = (0..500).map(|row| (150 + row * 37 % 50).to_string()).collect();
        let cells = cells.iter().map(|cell| Some(cell.as_str())).chain([None]);
        Table::new(vec![Column::from_texts("height", cells, TypeChoice::Infer).unwrap()]).unwrap()
    }

    fn disturbed(noise: Noise) -> Column {
        disturb(&heights(), &[0], noise, 7).unwrap().remove(0).1
    }

    #[test]
    fn noise_keeps_mean_and_variance_and_what_is_missing() {
        let before = moments(&numbers(heights().column(0)));
        for noise in [Noise::Additive(0.2), Noise::Multiplicative(0.05)] {
            let column = disturbed(noise);
            assert_eq!(
                (column.nulls(), column.text(500), column.value_type()),
                (1, None, ValueType::Integer)
            );
            let after = moments(&numbers(&column));
            // Whole numbers are rounded, which adds at most half a unit each and 1/12 of variance.
            assert!(
                (before.0 - after.0).abs() < 0.1 && (before.1 - after.1).abs() < 0.1,
                "{before:?} {after:?}"
            );
            let changed = (0..500).filter(|&row| column.text(row) != heights().column(0).text(row)).count();
            assert!(changed > 250, "{changed}");
        }
    }

    #[test]
    fn ranks_are_swapped_within_reach_and_every_value_stays_as_frequent() {
        let table = heights();
        let column = disturbed(Noise::RankSwap(0.05));
        assert_eq!(column.histogram(None), table.column(0).histogram(None));
        let (before, after) = (numbers(table.column(0)), numbers(&column));
        let moved = before
            .iter()
            .zip(&after)
            .filter_map(|(before, after)| Some((before.as_ref()? - after.as_ref()?).abs()));
        let farthest = moved.fold(0.0, f64::max);
        // A twentieth of 500 records is 25 ranks, and every value has ten records.
        assert!(farthest > 0.0 && farthest <= 4.0, "{farthest}");
    }

    #[test]
    fn rounding_goes_to_multiples_of_a_round_number() {
        let column = disturbed(Noise::Rounding(0.1));
        assert!(numbers(&column).iter().flatten().all(|number| number % 5.0 == 0.0));
        assert!((round_step(0.07, 2) - 0.1).abs() < 1e-12);
        assert!((round_step(3.0, 0) - 5.0).abs() < 1e-12);
        assert!((round_step(0.0, 1) - 0.1).abs() < 1e-12);
    }

    #[test]
    fn texts_are_left_alone() {
        let table =
            Table::new(vec![Column::from_texts("c", ["x"].map(Some), TypeChoice::Infer).unwrap()]).unwrap();
        assert!(disturb(&table, &[0], Noise::Additive(1.0), 0).unwrap().is_empty());
    }
}

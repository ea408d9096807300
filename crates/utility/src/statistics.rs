//! Mean, median, variance and quantiles of a column of numbers, before and after.
//!
//! A label of the release counts as its middle: of an interval the midpoint of its ends, of another label the midpoint of the least and the
//! largest value that it stands for.

use crate::reading::Meaning;
use crate::{Shown, Values};
use lethe_data::ValueType;
use lethe_data::label::span;

/// Statistics of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// The cells with a number.
    pub cells: u64,
    /// The mean.
    pub mean: f64,
    /// The variance of a sample, with n − 1; 0 for a single number.
    pub variance: f64,
    /// The quantiles of [`SHARES`], between neighbours in proportion.
    pub quantiles: [f64; SHARES.len()],
}

/// The shares of cells at and below a quantile; the third is the median.
pub const SHARES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

impl Summary {
    /// Of the original; `None` where the column is not of numbers or has none.
    pub fn of_original(original: &Values<'_>) -> Option<Self> {
        is_numeric(original).then_some(())?;
        let counts = original.column().histogram(None);
        let number = |code: u32| original.value(code).and_then(|_| original.position(code));
        let numbers = (0..original.len() as u32).zip(counts);
        Self::of(numbers.filter_map(|(code, count)| Some((number(code)?, count))).collect())
    }

    /// Of the release; `None` where the column is not of numbers, or the release shows none.
    pub fn of_released(original: &Values<'_>, shown: &Shown<'_>) -> Option<Self> {
        is_numeric(original).then_some(())?;
        let texts = shown.column.dictionary().texts().zip(&shown.meanings).zip(&shown.counts);
        let number = |text: &str, meaning: &Meaning| match meaning {
            Meaning::Nothing | Meaning::Unread => None,
            Meaning::Value(value) => original.position(*value),
            Meaning::Point(point) => Some(*point),
            Meaning::Label(covered) => {
                let ends = span::of_numbers(text).map(|(low, high)| (low.to_f64(), high.to_f64()));
                let (low, high) = ends.or_else(|| {
                    let mut places = covered.codes().filter_map(|code| original.position(code));
                    let first = places.next()?;
                    Some(places.fold((first, first), |(low, high), place| (low.min(place), high.max(place))))
                })?;
                Some(f64::midpoint(low, high))
            }
        };
        Self::of(
            texts.filter_map(|((text, meaning), &count)| Some((number(text, meaning)?, count))).collect(),
        )
    }

    /// Of numbers, each with its cells; `None` without any.
    ///
    /// **Cost**: a sort.
    pub fn of(mut numbers: Vec<(f64, u64)>) -> Option<Self> {
        numbers.retain(|(number, count)| *count > 0 && number.is_finite());
        numbers.sort_by(|one, other| one.0.total_cmp(&other.0));
        let cells: u64 = numbers.iter().map(|(_, count)| count).sum();
        let sum = |of: &dyn Fn(f64) -> f64| {
            numbers.iter().map(|&(number, count)| of(number) * count as f64).sum::<f64>()
        };
        if cells == 0 {
            return None;
        }
        let mean = sum(&|number| number) / cells as f64;
        let squares = sum(&|number| (number - mean).powi(2));
        let at = |index: u64| {
            let mut below = 0;
            let found = numbers.iter().find(|(_, count)| {
                below += count;
                index < below
            });
            found.map_or(mean, |(number, _)| *number)
        };
        let quantile = |share: f64| {
            let place = share * (cells - 1) as f64;
            let (low, high) = (at(place.floor() as u64), at(place.ceil() as u64));
            low + (high - low) * place.fract()
        };
        Some(Self {
            cells,
            mean,
            variance: if cells > 1 { squares / (cells - 1) as f64 } else { 0.0 },
            quantiles: SHARES.map(quantile),
        })
    }
}

fn is_numeric(original: &Values<'_>) -> bool {
    matches!(original.value_type(), ValueType::Integer | ValueType::Decimal)
}

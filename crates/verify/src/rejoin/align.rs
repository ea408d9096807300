//! Do rows at the same place of two compartments belong together more often than chance allows?
//!
//! Where an order is harmless there is nothing to test. The test only tells a proven leak from a doubt: both fail. Under
//! a random order the expectation and the variance of every figure here are exact; rows at the first places are as good
//! as any.

use super::file::File;
use super::{Compartment, pairs};
use crate::Result;
use lethe_data::{Context, Error as DataError};
use rayon::prelude::*;

/// So many rows are compared.
const SAMPLE: usize = 20_000;
/// More standard deviations than this are no chance.
const SIGNIFICANT: f64 = 6.0;
/// Fewer agreeing rows prove nothing, as rare values may meet by chance.
const LEAST_AGREEING: f64 = 10.0;
/// So many of the rarer values of two columns must be expected to meet, for deviations to be about normal.
const LEAST_EXPECTED: f64 = 25.0;

/// The pairs of compartments in a common order, with the standard deviations from chance.
pub(super) fn in_common_order(
    compartments: &[Compartment<'_>],
    files: &[File],
    context: &Context,
) -> Result<Vec<(usize, usize, f64)>> {
    let doubtful = |number: usize| !compartments[number].order.is_harmless();
    let tested: Vec<(usize, usize)> =
        pairs(files.len()).filter(|&(one, two)| doubtful(one) || doubtful(two)).collect();
    let test = |&(one, two): &(usize, usize)| {
        context.check_cancelled()?;
        let deviation = deviation(&files[one], &files[two]);
        Ok(deviation.map(|deviation| (one, two, deviation)))
    };
    let found: Result<Vec<Option<_>>, DataError> = context.install(|| tested.par_iter().map(test).collect());
    Ok(found?.into_iter().flatten().collect())
}

/// The largest significant deviation from chance.
fn deviation(first: &File, second: &File) -> Option<f64> {
    let (one, two) = (Shown::of(first), Shown::of(second));
    let shared = one.iter().filter_map(|a| Some((a, two.iter().find(|b| b.column == a.column)?)));
    let agreeing = shared.filter_map(|(a, b)| agreement(&a.values, &b.values));
    let pairs = one.iter().flat_map(|a| two.iter().map(move |b| (a, b)));
    let associated = pairs.filter(|(a, b)| a.column != b.column).filter_map(|(a, b)| association(a, b));
    agreeing.chain(associated).max_by(f64::total_cmp)
}

/// A column at the first places.
struct Shown {
    column: usize,
    values: Vec<u32>,
    /// 1 where the value is the most frequent one.
    usual: Vec<f64>,
    /// The place of the value among all values, those that are equal sharing theirs.
    ranks: Vec<f64>,
}

impl Shown {
    fn of(file: &File) -> Vec<Self> {
        let rows = &file.classes.ids()[..file.classes.ids().len().min(SAMPLE)];
        let column = |place: usize| {
            let of_distinct: Vec<u32> = file.values(place).collect();
            let values: Vec<u32> = rows.iter().map(|&row| of_distinct[row as usize]).collect();
            let mut counts = vec![0u32; of_distinct.iter().max().map_or(0, |&largest| largest as usize + 1)];
            for &value in &values {
                counts[value as usize] += 1;
            }
            let usual = (0u32..).zip(&counts).max_by_key(|&(_, count)| count).map(|(value, _)| value);
            let mut before = 0.0;
            let middle: Vec<f64> = counts
                .iter()
                .map(|&count| {
                    before += f64::from(count);
                    before - f64::from(count) / 2.0
                })
                .collect();
            Self {
                column: file.columns[place],
                usual: values.iter().map(|&value| f64::from(u8::from(Some(value) == usual))).collect(),
                ranks: values.iter().map(|&value| middle[value as usize]).collect(),
                values,
            }
        };
        (0..file.columns.len()).map(column).collect()
    }

    /// The rows that do not show the most frequent value.
    fn unusual(&self) -> f64 {
        self.usual.iter().map(|usual| 1.0 - usual).sum()
    }
}

/// How far the number of rows that show the same value is above chance, if it is significant.
fn agreement(one: &[u32], two: &[u32]) -> Option<f64> {
    let rows = one.len() as f64;
    let largest = one.iter().chain(two).max()?;
    let mut counts = vec![[0f64; 2]; *largest as usize + 1];
    for (side, values) in [one, two].into_iter().enumerate() {
        for &value in values {
            counts[value as usize][side] += 1.0;
        }
    }
    let sum = |term: fn(f64, f64) -> f64| counts.iter().map(|&[a, b]| term(a, b)).sum::<f64>();
    let meetings = sum(|a, b| a * b);
    let expected = meetings / rows;
    // E[X(X−1)]: two places agree at once; places with the same value use up one row of it each.
    let twice = meetings * meetings - sum(|a, b| a * a * b * b) + sum(|a, b| a * (a - 1.0) * b * (b - 1.0));
    let variance = twice / (rows * (rows - 1.0)) + expected - expected * expected;
    let agreeing = one.iter().zip(two).filter(|(a, b)| a == b).count() as f64;
    let deviation = (agreeing - expected) / variance.sqrt();
    (agreeing >= LEAST_AGREEING && deviation.is_finite() && deviation > SIGNIFICANT).then_some(deviation)
}

/// How far the association of two columns is from chance, if it is significant.
fn association(one: &Shown, two: &Shown) -> Option<f64> {
    let rows = one.values.len() as f64;
    if one.unusual() * two.unusual() < LEAST_EXPECTED * rows {
        return None;
    }
    let scores = [(&one.usual, &two.usual), (&one.ranks, &two.ranks)];
    let deviations = scores.into_iter().map(|(a, b)| covariance_deviation(a, b).abs());
    deviations.filter(|deviation| deviation.is_finite() && *deviation > SIGNIFICANT).max_by(f64::total_cmp)
}

/// The sum of products in standard deviations from its expectation under a random order.
fn covariance_deviation(one: &[f64], two: &[f64]) -> f64 {
    let rows = one.len() as f64;
    let mean = |scores: &[f64]| scores.iter().sum::<f64>() / rows;
    let (a, b) = (mean(one), mean(two));
    let products: f64 = one.iter().zip(two).map(|(x, y)| (x - a) * (y - b)).sum();
    let square = |scores: &[f64], mean: f64| scores.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>();
    products / (square(one, a) * square(two, b) / (rows - 1.0)).sqrt()
}

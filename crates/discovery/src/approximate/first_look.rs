//! Which few columns tell most records apart? A greedy choice on drawn pairs.

use super::records::{Purpose, Records};
use super::separation::{ApproximateSeparation, BLOCK};
use super::{SampleOptions, bounds};
use crate::{Error, Result};
use lethe_data::{Codes, ColumnSet, Context, Table};
use rayon::prelude::*;
use serde::Serialize;

/// One column more.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ApproximateStep {
    /// The column's position in the table.
    pub column: usize,
    /// Its name.
    pub name: String,
    /// The separation of this column together with those of all steps before.
    pub separation: ApproximateSeparation,
}

/// Columns in the order of a greedy choice.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ApproximateFirstLook {
    /// Always true: the choice and the separations come from samples.
    pub approximate: bool,
    /// The separation to reach.
    pub alpha: f64,
    /// How likely the intervals of all steps are to hold together.
    pub confidence: f64,
    /// Pairs drawn to choose the columns; the steps name the pairs drawn to check the choice.
    pub sampled_pairs: u64,
    /// The columns chosen, the most separating first; later ones by what they add.
    pub steps: Vec<ApproximateStep>,
    /// After so many steps the separation is at least `alpha`, with the confidence above; `None`: after none of them.
    pub reached: Option<usize>,
}

/// A small set of columns with a separation of at least `alpha`, chosen greedily.
///
/// Each step takes the column that separates most of the drawn pairs that are still together; of equals the first. It
/// ends when `alpha` is exceeded by twice the error, or no column separates another pair. The choice fits its sample
/// too well, so the steps are measured on pairs drawn anew, with the risk divided among them.
///
/// **Guarantee**: with the confidence asked for, the exact separation of every step is within its interval, and so the
/// columns up to step `reached` separate at least `alpha`. That they are the fewest is not guaranteed: greedy choice
/// takes at most `1 + ln N` times as many columns as the fewest that separate the same `N` drawn pairs, when it runs
/// until no pair is left. The same for any number of threads.
/// **Paper**: Motwani & Xu 2007 (greedy set cover on drawn pairs); Hoeffding 1963, Theorem 1.
/// **Cost**: about `ln(2 / risk) / (2 · error²)` pairs twice, each compared on every column once; 8 bytes a pair and one
/// bit a pair and column.
/// **Errors**: `alpha` is not between 0 and 1, the options make no sense, memory is short, or the run is cancelled.
pub fn first_look(
    table: &Table,
    columns: &[usize],
    alpha: f64,
    options: &SampleOptions,
    context: &Context,
) -> Result<ApproximateFirstLook> {
    options.check()?;
    if !(alpha > 0.0 && alpha < 1.0) {
        return Err(Error::Separation { alpha });
    }
    let columns: Vec<usize> = ColumnSet::of(columns.iter().copied())?.iter().collect();
    let records = Records::of(table, context)?;
    let mut look = ApproximateFirstLook {
        approximate: true,
        alpha,
        confidence: options.confidence,
        sampled_pairs: 0,
        steps: Vec::new(),
        reached: None,
    };
    if records.total() < 2 {
        look.reached = Some(0);
        return Ok(look);
    }
    look.sampled_pairs = bounds::draws(1.0, options.error, options.risk() / 2.0);
    let enough = ((alpha + 2.0 * options.error) * look.sampled_pairs as f64).ceil() as u64;
    let chosen = choose(table, &columns, &records, look.sampled_pairs, enough, context)?;
    if chosen.is_empty() {
        return Ok(look);
    }
    let risk = options.risk() / chosen.len() as f64;
    let pairs = bounds::draws(1.0, options.error, risk / 2.0);
    let separated = measure(table, &chosen, &records, pairs, context)?;
    for (&column, separated) in chosen.iter().zip(separated) {
        let separation = ApproximateSeparation::of(separated, pairs, risk);
        look.steps.push(ApproximateStep { column, name: table.column(column).name().to_owned(), separation });
    }
    look.reached = look.steps.iter().position(|step| step.separation.lower >= alpha).map(|index| index + 1);
    Ok(look)
}

/// Columns in greedy order, until so many drawn pairs are separated or no column separates more.
fn choose(
    table: &Table,
    columns: &[usize],
    records: &Records,
    pairs: u64,
    enough: u64,
    context: &Context,
) -> Result<Vec<usize>> {
    let words = (pairs as usize).div_ceil(64);
    let mut memory = context.memory().reserve("drawn pairs");
    memory.try_grow(pairs as usize * 8 + words * 8 * (columns.len() + 1))?;
    context.install(|| {
        let drawn: Vec<(u32, u32)> = (0..pairs)
            .into_par_iter()
            .map(|index| records.pair(Purpose::Choice, index))
            .map(|(one, other)| (one as u32, other as u32))
            .collect();
        let separated = |&column: &usize| {
            context.check_cancelled()?;
            Ok(separated_bits(table.column(column).codes(), &drawn))
        };
        let separates: Vec<Vec<u64>> = columns.par_iter().map(separated).collect::<Result<_>>()?;
        let mut together: Vec<u64> = all_together(pairs);
        let mut chosen = Vec::new();
        let mut done = 0;
        while done < enough {
            context.check_cancelled()?;
            let gain = |bits: &Vec<u64>| {
                bits.iter().zip(&together).map(|(a, b)| u64::from((a & b).count_ones())).sum::<u64>()
            };
            let gains: Vec<u64> = separates.par_iter().map(gain).collect();
            let Some(best) = (0..gains.len()).rev().max_by_key(|&index| gains[index]) else { break };
            if gains[best] == 0 {
                break;
            }
            done += gains[best];
            together.iter_mut().zip(&separates[best]).for_each(|(left, bits)| *left &= !bits);
            chosen.push(columns[best]);
        }
        Ok(chosen)
    })
}

/// One bit a pair: whether its two rows have different codes.
fn separated_bits(codes: &Codes, pairs: &[(u32, u32)]) -> Vec<u64> {
    let differ = |&(one, other): &(u32, u32)| codes.get(one as usize) != codes.get(other as usize);
    pairs
        .chunks(64)
        .map(|chunk| {
            chunk.iter().enumerate().fold(0, |word, (bit, pair)| word | u64::from(differ(pair)) << bit)
        })
        .collect()
}

/// One set bit a pair.
fn all_together(pairs: u64) -> Vec<u64> {
    let full = (0..pairs / 64).map(|_| u64::MAX);
    full.chain((!pairs.is_multiple_of(64)).then(|| (1 << (pairs % 64)) - 1)).collect()
}

/// How many of newly drawn pairs each step separates together with the steps before.
fn measure(
    table: &Table,
    chosen: &[usize],
    records: &Records,
    pairs: u64,
    context: &Context,
) -> Result<Vec<u64>> {
    let columns: Vec<&Codes> = chosen.iter().map(|&column| table.column(column).codes()).collect();
    let count = |block: u64| -> Result<Vec<u64>> {
        context.check_cancelled()?;
        let mut first_separated = vec![0u64; columns.len()];
        for index in block * BLOCK..pairs.min((block + 1) * BLOCK) {
            let (one, other) = records.pair(Purpose::Check, index);
            if let Some(step) = columns.iter().position(|codes| codes.get(one) != codes.get(other)) {
                first_separated[step] += 1;
            }
        }
        Ok(first_separated)
    };
    let add = |a: Vec<u64>, b: Vec<u64>| Ok(a.iter().zip(&b).map(|(a, b)| a + b).collect());
    let nothing = || vec![0; columns.len()];
    let mut separated: Vec<u64> =
        context.install(|| (0..pairs.div_ceil(BLOCK)).into_par_iter().map(count).try_reduce(nothing, add))?;
    for step in 1..separated.len() {
        separated[step] += separated[step - 1];
    }
    Ok(separated)
}

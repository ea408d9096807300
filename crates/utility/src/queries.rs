//! How wrong the answers to counting queries are that a release gives.
//!
//! A query counts the records whose values lie in random ranges (numbers, dates) or sets (categories) of one to three columns. The release answers as if
//! the values behind a label were equally likely: a record counts with the share of its label's values that are asked for, one that shows nothing with the
//! share of all values.
//!
//! **Paper**: `LeFevre`, `DeWitt` & Ramakrishnan 2006, section 5 (random range queries on generalized tables); Xiao & Tao 2006 (relative error).

use crate::reading::{Covered, Meaning};
use crate::{Counterpart, Shown, Values};
use lethe_data::Context;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

/// The relative errors of random counting queries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QueryErrors {
    /// Queries that count at least one record of the original.
    pub queries: u64,
    /// The mean of |answer − truth| / truth.
    pub mean: f64,
    /// Their median.
    pub median: f64,
}

/// A query: for each of its columns, which values of the original are requested.
#[derive(Clone, Debug, PartialEq)]
pub struct Query(pub Vec<(usize, Vec<bool>)>);

/// Columns of a query.
const MOST_COLUMNS: usize = 3;

/// Asks so many random queries on these columns, by their position among the counterparts. `None` where nothing can be asked: no table of the release
/// shows one of the columns, or no query counts anybody.
///
/// **Guarantee**: the same tables, columns and seed give the same errors for any number of threads.
/// **Cost**: for each query a look at each row of both tables.
/// **Errors**: the run was cancelled.
pub fn query_errors(
    counterparts: &[Counterpart<'_>],
    columns: &[usize],
    queries: usize,
    context: &Context,
) -> lethe_data::Result<Option<QueryErrors>> {
    let part = |at: usize| counterparts[at].best().map(|shown| shown.part);
    // Columns that one table shows together.
    let Some(table) = columns.iter().find_map(|&at| part(at)) else { return Ok(None) };
    let columns: Vec<usize> = columns
        .iter()
        .copied()
        .filter(|&at| !counterparts[at].original.is_empty() && part(at) == Some(table))
        .collect();
    if columns.is_empty() {
        return Ok(None);
    }
    let ask = |number: usize| {
        context.check_cancelled()?;
        let query = draw(counterparts, &columns, context.seed(), number as u64);
        let truth = counted(counterparts, &query);
        Ok((truth > 0.0).then(|| (answered(counterparts, &query) - truth).abs() / truth))
    };
    let errors: lethe_data::Result<Vec<Option<f64>>> =
        context.install(|| (0..queries).into_par_iter().map(ask).collect());
    let mut errors: Vec<f64> = errors?.into_iter().flatten().collect();
    if errors.is_empty() {
        return Ok(None);
    }
    let mean = errors.iter().sum::<f64>() / errors.len() as f64;
    errors.sort_by(f64::total_cmp);
    let (low, high) = (errors[(errors.len() - 1) / 2], errors[errors.len() / 2]);
    Ok(Some(QueryErrors { queries: errors.len() as u64, mean, median: f64::midpoint(low, high) }))
}

fn draw(counterparts: &[Counterpart<'_>], columns: &[usize], seed: u64, number: u64) -> Query {
    let mut random =
        Xoshiro256PlusPlus::seed_from_u64(seed ^ number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let mut below = |bound: usize| ((u128::from(random.next_u64()) * bound as u128) >> 64) as usize;
    let wanted = 1 + below(columns.len().min(MOST_COLUMNS));
    let mut left = columns.to_vec();
    let chosen = (0..wanted).map(|_| {
        let at = left.swap_remove(below(left.len()));
        let original = &counterparts[at].original;
        let rows = original.column().len();
        let mut value = || if rows == 0 { 0 } else { original.column().codes().get(below(rows)) as usize };
        let (one, other) = (value(), value());
        let asked: Vec<bool> = if original.is_ordered() {
            (0..original.len()).map(|code| (one.min(other)..=one.max(other)).contains(&code)).collect()
        } else {
            // About half of the values, and at least that of one record.
            (0..original.len()).map(|code| code == one || below(2) == 0).collect()
        };
        (at, asked)
    });
    Query(chosen.collect())
}

/// The records of the original that a query counts.
pub fn counted(counterparts: &[Counterpart<'_>], query: &Query) -> f64 {
    let shares = query.0.iter().map(|(at, asked)| {
        let original = &counterparts[*at].original;
        let is_asked = |code: u32| {
            original.value(code).is_some() && asked.get(code as usize).is_some_and(|asked| *asked)
        };
        let by_code = (0..=original.len() as u32).map(|code| f64::from(u8::from(is_asked(code)))).collect();
        (original.column(), by_code)
    });
    sum(&shares.collect::<Vec<_>>())
}

/// The records that a release seems to have.
pub fn answered(counterparts: &[Counterpart<'_>], query: &Query) -> f64 {
    let shares = query.0.iter().filter_map(|(at, asked)| {
        let shown = counterparts[*at].best()?;
        Some((shown.column, shares(&counterparts[*at].original, shown, asked)))
    });
    sum(&shares.collect::<Vec<_>>())
}

fn sum(columns: &[(&lethe_data::Column, Vec<f64>)]) -> f64 {
    let rows = columns.first().map_or(0, |(column, _)| column.len());
    let of_row = |row: usize| {
        columns.iter().map(|(column, by_code)| by_code[column.codes().get(row) as usize]).product::<f64>()
    };
    (0..rows).map(of_row).sum()
}

/// The share of the values behind each label that is requested, null last.
fn shares(original: &Values<'_>, shown: &Shown<'_>, asked: &[bool]) -> Vec<f64> {
    let mut below = Vec::with_capacity(asked.len() + 1);
    let mut count = 0.0;
    below.push(count);
    for (code, asked) in asked.iter().enumerate() {
        count += f64::from(u8::from(*asked && original.value(code as u32).is_some()));
        below.push(count);
    }
    let all = count / asked.len().max(1) as f64;
    let of = |meaning: &Meaning| match meaning {
        Meaning::Nothing | Meaning::Unread => all,
        Meaning::Value(code) => f64::from(u8::from(asked[*code as usize])),
        Meaning::Point(place) => {
            // It lies in a range that is asked for when its neighbours among the original's values do.
            let is_below = |code: &u32| original.position(*code).is_some_and(|other| other < *place);
            let next = (0..asked.len() as u32).take_while(is_below).count();
            let is_asked = |at: usize| asked.get(at).is_some_and(|asked| *asked);
            f64::from(u8::from(next > 0 && is_asked(next - 1) && is_asked(next)))
        }
        Meaning::Label(Covered::Range(first, end)) => {
            (below[*end as usize] - below[*first as usize]) / f64::from(end - first)
        }
        Meaning::Label(covered) => {
            let such =
                covered.codes().filter(|code| asked[*code as usize] && original.value(*code).is_some());
            such.count() as f64 / covered.len() as f64
        }
    };
    shown.meanings.iter().map(of).collect()
}

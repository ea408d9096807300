//! The grouping kernel: how often does this combination of codes occur?
//!
//! Codes of the columns are packed into one integer a row. Where the space of possible keys is small, a key is the
//! index of its counter; where the keys that occur are few, each thread keeps a small hash table; otherwise rows are
//! split by hash into cache-sized parts. All ways give the same answer: keys are compared in full, and the strategy
//! is a matter of speed only. Keys wider than 128 bits are grouped by their leading columns first and refined.
//!
//! # Where is what?
//!
//! `data/src/group`: codes of the columns are packed into one integer a row (mixed radix). Key space small: the key is
//! an index (`direct.rs`). Few distinct keys in a sample: one hash table a thread (`local.rs`). Otherwise rows are
//! split by hash bits into cache-sized parts (`radix.rs`). Keys beyond 128 bits are grouped by their leading columns
//! first. See `docs/src/methods/grouping.md`.

mod classes;
mod counted;
mod direct;
mod hash_table;
mod key;
mod local;
mod radix;
#[cfg(test)]
mod tests;

pub use classes::Classes;
pub use counted::ClassCounts;

use crate::{Column, ColumnSet, Context, Error, Result, Table};
use counted::Keys;
use hash_table::HashTable;
use key::{Key, Packing, Part};
use rayon::prelude::*;
use std::ops::Range;

// The limits between strategies are small in this crate's own tests, so that small random tables reach all of them.

/// The largest key space that is addressed directly.
const DIRECT_LIMIT: u128 = if cfg!(test) { 1 << 6 } else { 1 << 22 };
/// The largest key space that is addressed directly with counters of one byte.
const DIRECT_BYTES_LIMIT: u128 = if cfg!(test) { 1 << 8 } else { 1 << 24 };
/// A key space up to this size is addressed directly however few the rows are.
const DIRECT_ALWAYS: u128 = if cfg!(test) { 1 << 4 } else { 1 << 12 };
/// Rows looked at to guess how many distinct keys there are.
const SAMPLE: usize = if cfg!(test) { 32 } else { 1 << 14 };
/// With more rows than this a thread of its own pays off.
const ROWS_PER_THREAD: usize = if cfg!(test) { 16 } else { 1 << 14 };
/// Blocks between two looks at the cancel token.
const BLOCKS_PER_CHECK: usize = 256;

struct Numbered {
    ids: Vec<u32>,
    first_rows: Vec<u32>,
}

/// The classes of rows that look alike on a set of columns. No column: all rows are one class.
///
/// **Cost**: one pass over the codes of the columns, and 4 bytes a row for the result.
/// **Errors**: the memory budget is too small, or the run is cancelled.
pub fn classes(table: &Table, set: &ColumnSet, context: &Context) -> Result<Classes> {
    classes_of(table, &set.iter().collect::<Vec<_>>(), context)
}

/// As [`classes`], for columns given by position; any number of them.
pub fn classes_of(table: &Table, columns: &[usize], context: &Context) -> Result<Classes> {
    let parts: Vec<Part<'_>> = columns.iter().map(|&index| Part::column(table.column(index))).collect();
    number_parts(&parts, table.rows(), table.weights(), context)
}

/// As [`classes`], for rows that are told apart by lists of numbers instead of columns: one number a row in each, with
/// one more than the largest that it can have.
///
/// **Errors**: as [`classes`], or a list has another length than the others or the weights, or too large a number.
pub fn classes_of_numbers(
    lists: &[(&[u32], usize)],
    rows: usize,
    weights: Option<&[u64]>,
    context: &Context,
) -> Result<Classes> {
    for &(list, domain) in lists {
        check_rows("(numbers)", list.len(), rows)?;
        if list.iter().any(|&number| number as usize >= domain) {
            return Err(Error::UnknownCode { column: "(numbers)".to_owned() });
        }
    }
    if let Some(weights) = weights {
        check_rows("(row weights)", weights.len(), rows)?;
    }
    let parts: Vec<Part<'_>> = lists.iter().map(|(list, domain)| Part::ids(list, *domain)).collect();
    number_parts(&parts, rows, weights, context)
}

/// Splits every class by one more column, which must be of the same table.
///
/// **Guarantee**: equal to grouping by all the columns at once, numbering included.
/// **Cost**: one pass over the class numbers and the column's codes.
pub fn refine(
    classes: &Classes,
    column: &Column,
    weights: Option<&[u64]>,
    context: &Context,
) -> Result<Classes> {
    column.check_len(classes.ids().len())?;
    column.check_codes()?;
    if let Some(weights) = weights {
        check_rows("(row weights)", weights.len(), column.len())?;
    }
    let parts = [Part::ids(classes.ids(), classes.len()), Part::column(column)];
    number_parts(&parts, column.len(), weights, context)
}

fn check_rows(what: &str, found: usize, expected: usize) -> Result<()> {
    if found == expected {
        return Ok(());
    }
    Err(Error::RaggedTable { column: what.to_owned(), found, expected })
}

/// The size of every class, without the rows.
///
/// **Cost**: one pass over the codes of the columns.
pub fn counts(table: &Table, set: &ColumnSet, context: &Context) -> Result<ClassCounts> {
    let columns: Vec<usize> = set.iter().collect();
    with_final_packing(table, &columns, context, |packing, weights, _| {
        count_packed(packing, weights, context)
    })
}

/// Every combination of codes that occurs on a set of columns, in column order, with the number of records that have
/// it; sorted by the codes.
pub fn combinations(table: &Table, set: &ColumnSet, context: &Context) -> Result<Vec<(Vec<u32>, u64)>> {
    let columns: Vec<usize> = set.iter().collect();
    let mut found = with_final_packing(table, &columns, context, |packing, weights, prefix| {
        let counted = count_packed(packing, weights, context)?;
        Ok((0..counted.len())
            .map(|class| {
                let mut codes = counted.codes(packing, class);
                if let Some(prefix) = prefix {
                    let row = prefix.first_rows()[codes.remove(0) as usize] as usize;
                    let folded = columns.len() - codes.len();
                    let leading = columns[..folded].iter().map(|&index| table.column(index).codes().get(row));
                    codes = leading.chain(codes).collect();
                }
                (codes, counted.counts[class])
            })
            .collect::<Vec<_>>())
    })?;
    found.sort_unstable();
    Ok(found)
}

/// Whether some class has fewer than `k` records: the early-exit form of [`counts`].
///
/// **Guarantee**: `true` exactly when `counts` has an entry below `k`.
/// **Cost**: at most that of `counts`; a positive answer usually needs a small part of it.
pub fn has_class_below(table: &Table, set: &ColumnSet, k: u64, context: &Context) -> Result<bool> {
    if table.rows() == 0 || k == 0 {
        return Ok(false);
    }
    if table.records() < k {
        return Ok(true);
    }
    let columns: Vec<usize> = set.iter().collect();
    with_final_packing(table, &columns, context, |packing, weights, prefix| {
        // Adding columns only splits classes, so a small class of the leading columns settles it.
        if prefix.is_some_and(|prefix| prefix.counts().iter().any(|&count| count < k)) {
            return Ok(true);
        }
        if weights.is_none() && k == 1 {
            return Ok(false);
        }
        match u8::try_from(k) {
            Ok(small) if weights.is_none() && is_direct(packing, DIRECT_BYTES_LIMIT) => {
                direct::any_below(packing, small, context)
            }
            _ if weights.is_none() && !is_direct(packing, DIRECT_LIMIT) => {
                any_below_hashed(packing, k, context)
            }
            _ => Ok(count_packed(packing, weights, context)?.counts.iter().any(|&count| count < k)),
        }
    })
}

fn any_below_hashed(packing: &Packing<'_>, k: u64, context: &Context) -> Result<bool> {
    let guess = Guess::about(packing);
    if guess.few {
        return Ok(count_packed(packing, None, context)?.counts.iter().any(|&count| count < k));
    }
    if packing.domain() <= u128::from(u64::MAX) {
        radix::any_below::<u64>(packing, k, guess.distinct_share, context)
    } else {
        radix::any_below::<u128>(packing, k, guess.distinct_share, context)
    }
}

/// Packs the columns, grouping leading ones first while the key would exceed 128 bits, and hands the last packing on.
fn with_final_packing<R>(
    table: &Table,
    columns: &[usize],
    context: &Context,
    finish: impl FnOnce(&Packing<'_>, Option<&[u64]>, Option<&Classes>) -> Result<R>,
) -> Result<R> {
    let parts: Vec<Part<'_>> = columns.iter().map(|&index| Part::column(table.column(index))).collect();
    let (packing, taken) = Packing::of_leading(&parts, table.rows());
    if taken == parts.len() {
        return finish(&packing, table.weights(), None);
    }
    let mut rest = taken;
    let mut prefix = number_parts(&parts[..rest], table.rows(), table.weights(), context)?;
    loop {
        let mut remaining = vec![Part::ids(prefix.ids(), prefix.len())];
        remaining.extend_from_slice(&parts[rest..]);
        let (packing, taken) = Packing::of_leading(&remaining, table.rows());
        if taken == remaining.len() {
            return finish(&packing, table.weights(), Some(&prefix));
        }
        rest += taken - 1;
        prefix = finish_numbering(number_packed(&packing, context)?, table.weights());
    }
}

fn number_parts(
    parts: &[Part<'_>],
    rows: usize,
    weights: Option<&[u64]>,
    context: &Context,
) -> Result<Classes> {
    if parts.is_empty() || rows == 0 {
        return Ok(Classes::single(rows, weights));
    }
    let mut reservation = context.memory().reserve("building classes");
    reservation.try_grow(rows * size_of::<u32>())?;
    let (packing, mut rest) = Packing::of_leading(parts, rows);
    let mut numbered = number_packed(&packing, context)?;
    while rest < parts.len() {
        let folded = finish_numbering(numbered, None);
        let mut remaining = vec![Part::ids(folded.ids(), folded.len())];
        remaining.extend_from_slice(&parts[rest..]);
        let (packing, taken) = Packing::of_leading(&remaining, rows);
        numbered = number_packed(&packing, context)?;
        rest += taken - 1;
    }
    Ok(finish_numbering(numbered, weights))
}

fn finish_numbering(numbered: Numbered, weights: Option<&[u64]>) -> Classes {
    Classes::new(numbered.ids, numbered.first_rows, weights)
}

fn number_packed(packing: &Packing<'_>, context: &Context) -> Result<Numbered> {
    if is_direct(packing, DIRECT_LIMIT) {
        let domain = packing.domain() as usize;
        return local::number(packing, context, || direct::DirectTable::new(domain));
    }
    let guess = Guess::about(packing);
    match (packing.domain() <= u128::from(u64::MAX), guess.few) {
        (true, true) => local::number(packing, context, || HashTable::<u64>::with_capacity(1 << 10)),
        (true, false) => radix::number::<u64>(packing, guess.distinct_share, context),
        (false, true) => local::number(packing, context, || HashTable::<u128>::with_capacity(1 << 10)),
        (false, false) => radix::number::<u128>(packing, guess.distinct_share, context),
    }
}

fn count_packed(packing: &Packing<'_>, weights: Option<&[u64]>, context: &Context) -> Result<ClassCounts> {
    if is_direct(packing, DIRECT_LIMIT) {
        let (keys, counts) = match weights {
            Some(weights) => direct::count_weighted(packing, weights, context)?,
            None => direct::count(packing, context)?,
        };
        return Ok(ClassCounts { keys: Keys::U32(keys), counts });
    }
    if packing.domain() <= u128::from(u64::MAX) {
        let (keys, counts) = count_hashed::<u64>(packing, weights, context)?;
        Ok(ClassCounts { keys: Keys::U64(keys), counts })
    } else {
        let (keys, counts) = count_hashed::<u128>(packing, weights, context)?;
        Ok(ClassCounts { keys: Keys::U128(keys), counts })
    }
}

fn count_hashed<K: Key>(
    packing: &Packing<'_>,
    weights: Option<&[u64]>,
    context: &Context,
) -> Result<(Vec<K>, Vec<u64>)> {
    if weights.is_none() {
        let guess = Guess::about(packing);
        return if guess.few {
            local::count(packing, context)
        } else {
            radix::count(packing, guess.distinct_share, context)
        };
    }
    let classes = finish_numbering(number_packed(packing, context)?, weights);
    let keys = classes.first_rows().iter().map(|&row| {
        let mut key = [K::default()];
        packing.fill(row as usize..row as usize + 1, &mut key);
        key[0]
    });
    Ok((keys.collect(), classes.counts().to_vec()))
}

fn is_direct(packing: &Packing<'_>, limit: u128) -> bool {
    let worthwhile = (packing.rows() as u128 * 8).max(DIRECT_ALWAYS);
    packing.domain() <= limit.min(worthwhile)
}

/// What a sample says about the keys; a wrong guess costs time, not correctness.
#[derive(Clone, Copy)]
struct Guess {
    /// Few distinct keys: one table a thread will do.
    few: bool,
    /// Distinct keys per row of the sample.
    distinct_share: f64,
}

impl Guess {
    /// Looks at evenly spread rows.
    fn about(packing: &Packing<'_>) -> Self {
        let rows = packing.rows();
        if rows <= SAMPLE {
            return Self { few: true, distinct_share: 1.0 };
        }
        let mut table = HashTable::<u128>::with_capacity(SAMPLE);
        let blocks = SAMPLE / key::BLOCK;
        let mut keys = vec![0u128; key::BLOCK];
        for block in 0..blocks {
            let start = (rows - key::BLOCK) / blocks * block;
            packing.fill(start..start + key::BLOCK, &mut keys);
            for &key in &keys {
                table.id(key);
            }
        }
        Self { few: table.len() <= SAMPLE / 4, distinct_share: table.len() as f64 / SAMPLE as f64 }
    }
}

/// Joins the results of several tasks, in order and in parallel.
fn concatenate<K: Key>(parts: Vec<(Vec<K>, Vec<u64>)>, context: &Context) -> (Vec<K>, Vec<u64>) {
    let total = parts.iter().map(|(keys, _)| keys.len()).sum();
    let mut keys = vec![K::default(); total];
    let mut counts = vec![0u64; total];
    let (mut keys_left, mut counts_left) = (keys.as_mut_slice(), counts.as_mut_slice());
    let mut places = Vec::with_capacity(parts.len());
    for part in parts {
        let (key_place, rest) = keys_left.split_at_mut(part.0.len());
        keys_left = rest;
        let (count_place, rest) = counts_left.split_at_mut(part.0.len());
        counts_left = rest;
        places.push((part, key_place, count_place));
    }
    context.install(|| {
        places.into_par_iter().for_each(|((part_keys, part_counts), key_place, count_place)| {
            key_place.copy_from_slice(&part_keys);
            count_place.copy_from_slice(&part_counts);
        });
    });
    (keys, counts)
}

/// Contiguous ranges of rows, one a thread, fewer when the rows are few.
fn row_ranges(rows: usize, threads: usize) -> Vec<Range<usize>> {
    let shares = threads.min(rows / ROWS_PER_THREAD).max(1);
    (0..shares).map(|share| rows * share / shares..rows * (share + 1) / shares).collect()
}

/// Visits the keys of a range of rows block by block, watching for cancellation.
fn scan<K: Key>(
    packing: &Packing<'_>,
    rows: Range<usize>,
    context: &Context,
    mut visit: impl FnMut(usize, &[K]),
) -> Result<()> {
    let stride = BLOCKS_PER_CHECK * key::BLOCK;
    let mut start = rows.start;
    while start < rows.end {
        context.check_cancelled()?;
        let end = rows.end.min(start + stride);
        packing.for_each_block(start..end, &mut visit);
        start = end;
    }
    Ok(())
}

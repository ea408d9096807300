//! Grouping many distinct keys: first split the rows by a few bits of the key's hash so that each part fits the
//! cache, then group part by part.
//!
//! Parts are independent (equal keys have equal hashes), so they are worked on in parallel and, where only "is there
//! a small class?" is asked, a few parts can answer before the rest is looked at.

use super::hash_table::HashTable;
use super::key::{Key, Packing};
use super::{Numbered, row_ranges, scan};
use crate::{Context, Result};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Rows a part should have: 16 bytes a slot at half load is half a megabyte of table.
const ROWS_PER_PART: usize = if cfg!(test) { 16 } else { 1 << 14 };
const MAX_BITS: u32 = 9;

/// The number of hash bits to split `rows` by.
fn bits_for(rows: usize) -> u32 {
    (rows / ROWS_PER_PART).max(2).ilog2().clamp(1, MAX_BITS)
}

fn part_of(hash: u64, bits: u32) -> usize {
    (hash >> (64 - bits)) as usize
}

/// The keys of one range of rows, split into parts; within a part in row order.
struct Share<K> {
    buffers: Vec<Vec<K>>,
    /// The part of each row, where the way back to rows is needed.
    parts: Vec<u16>,
}

fn split<K: Key>(
    packing: &Packing<'_>,
    context: &Context,
    bits: u32,
    wanted: &Range<usize>,
    keep_parts: bool,
) -> Result<Vec<Share<K>>> {
    let ranges = row_ranges(packing.rows(), context.threads());
    context.install(|| {
        ranges
            .into_par_iter()
            .map(|range| {
                let expected = range.len() >> bits;
                let capacity = expected + expected / 8 + 16;
                let mut share = Share {
                    buffers: wanted.clone().map(|_| Vec::with_capacity(capacity)).collect(),
                    parts: Vec::with_capacity(if keep_parts { range.len() } else { 0 }),
                };
                scan(packing, range, context, |_, keys: &[K]| {
                    for &key in keys {
                        let part = part_of(key.hash(), bits);
                        if wanted.contains(&part) {
                            share.buffers[part - wanted.start].push(key);
                        }
                        if keep_parts {
                            share.parts.push(part as u16);
                        }
                    }
                })?;
                Ok(share)
            })
            .collect()
    })
}

/// The keys that occur and how many rows have each, part by part.
pub(super) fn count<K: Key>(
    packing: &Packing<'_>,
    distinct_share: f64,
    context: &Context,
) -> Result<(Vec<K>, Vec<u64>)> {
    let bits = bits_for(packing.rows());
    let mut reservation = context.memory().reserve("counting classes");
    let (mut keys, mut counts) = (Vec::new(), Vec::new());
    for wanted in passes(packing, context, bits, size_of::<K>()) {
        reservation.try_grow(packing.rows() / (1 << bits) * wanted.len() * size_of::<K>())?;
        let shares = split::<K>(packing, context, bits, &wanted, false)?;
        let parts: Vec<(Vec<K>, Vec<u64>)> = context.install(|| {
            (0..wanted.len()).into_par_iter().map(|part| count_part(&shares, part, distinct_share)).collect()
        });
        let (pass_keys, pass_counts) = super::concatenate(parts, context);
        if keys.is_empty() {
            (keys, counts) = (pass_keys, pass_counts);
        } else {
            keys.extend(pass_keys);
            counts.extend(pass_counts);
        }
        reservation.shrink(usize::MAX);
        context.check_cancelled()?;
    }
    Ok((keys, counts))
}

/// A table with room for the distinct keys to be expected; more of them make it grow.
fn table_for<K: Key>(shares: &[Share<K>], part: usize, distinct_share: f64) -> HashTable<K> {
    let rows: usize = shares.iter().map(|share| share.buffers[part].len()).sum();
    HashTable::with_capacity((rows as f64 * distinct_share) as usize)
}

fn count_part<K: Key>(shares: &[Share<K>], part: usize, distinct_share: f64) -> (Vec<K>, Vec<u64>) {
    let mut table = table_for(shares, part, distinct_share);
    let mut counts: Vec<u64> = Vec::new();
    for &key in shares.iter().flat_map(|share| &share.buffers[part]) {
        let id = table.id(key) as usize;
        if id == counts.len() {
            counts.push(0);
        }
        counts[id] += 1;
    }
    (table.into_keys(), counts)
}

/// How many parts to hold at once so that their buffers fit the memory budget.
fn passes(packing: &Packing<'_>, context: &Context, bits: u32, bytes_per_row: usize) -> Vec<Range<usize>> {
    let parts = 1usize << bits;
    let part_bytes = (packing.rows() >> bits).max(1) * bytes_per_row;
    let fitting = usize::try_from(context.memory().left() / 2).unwrap_or(usize::MAX) / part_bytes;
    let step = fitting.clamp(1, parts);
    (0..parts).step_by(step).map(|start| start..parts.min(start + step)).collect()
}

/// Whether some key occurs in fewer than `k` rows. A sixteenth of the parts is looked at first: where small classes
/// are common, the answer is there.
pub(super) fn any_below<K: Key>(
    packing: &Packing<'_>,
    k: u64,
    distinct_share: f64,
    context: &Context,
) -> Result<bool> {
    let bits = bits_for(packing.rows());
    let parts = 1usize << bits;
    let probe = (parts / 16).max(1);
    let mut reservation = context.memory().reserve("counting classes");
    let later = passes(packing, context, bits, size_of::<K>());
    let later =
        later.into_iter().map(|range| range.start.max(probe)..range.end).filter(|range| !range.is_empty());
    for wanted in std::iter::once(0..probe).chain(later) {
        reservation.try_grow((packing.rows() >> bits) * wanted.len() * size_of::<K>())?;
        let shares = split::<K>(packing, context, bits, &wanted, false)?;
        let found = AtomicBool::new(false);
        context.install(|| {
            (0..wanted.len()).into_par_iter().for_each(|part| {
                if !found.load(Ordering::Relaxed)
                    && count_part(&shares, part, distinct_share).1.iter().any(|&count| count < k)
                {
                    found.store(true, Ordering::Relaxed);
                }
            });
        });
        if found.into_inner() {
            return Ok(true);
        }
        reservation.shrink(usize::MAX);
        context.check_cancelled()?;
    }
    Ok(false)
}

/// The keys of one part, numbered within the part.
struct NumberedPart {
    /// For each share, the number of each of its keys in row order.
    ids: Vec<Vec<u32>>,
    /// For each share, the first number that was new in it; one more entry for the total.
    new_from: Vec<u32>,
}

fn number_part<K: Key>(shares: &[Share<K>], part: usize, distinct_share: f64) -> NumberedPart {
    let mut table = table_for(shares, part, distinct_share);
    let mut numbered = NumberedPart { ids: Vec::with_capacity(shares.len()), new_from: vec![0] };
    for share in shares {
        numbered.ids.push(share.buffers[part].iter().map(|&key| table.id(key)).collect());
        numbered.new_from.push(table.len() as u32);
    }
    numbered
}

/// Numbers the rows in order of first occurrence of their keys.
///
/// Within a part, keys are numbered in row order, so the keys that are new in a share are consecutive numbers and
/// show up in its rows in ascending order. Walking a share's rows therefore meets every first occurrence exactly when
/// a part's next new number turns up, and the share can hand out final numbers without knowing the others' rows.
pub(super) fn number<K: Key>(
    packing: &Packing<'_>,
    distinct_share: f64,
    context: &Context,
) -> Result<Numbered> {
    let rows = packing.rows();
    let bits = bits_for(rows);
    let mut reservation = context.memory().reserve("building classes");
    reservation.try_grow(rows * (size_of::<K>() + 10))?;
    let shares = split::<K>(packing, context, bits, &(0..1 << bits), true)?;
    context.check_cancelled()?;
    context.install(|| {
        let parts: Vec<NumberedPart> = (0..1usize << bits)
            .into_par_iter()
            .map(|part| number_part(&shares, part, distinct_share))
            .collect();
        let bases = running_sums(parts.iter().map(|part| part.new_from[shares.len()]));
        let classes = bases[parts.len()] as usize;
        let new_in_share =
            |share: usize| parts.iter().map(move |p| p.new_from[share + 1] - p.new_from[share]).sum();
        let first_ids = running_sums((0..shares.len()).map(new_in_share));

        let final_ids: Vec<AtomicU32> = (0..classes).map(|_| AtomicU32::new(0)).collect();
        let walked: Vec<(Vec<u32>, Vec<u32>)> = row_ranges(rows, context.threads())
            .into_par_iter()
            .enumerate()
            .map(|(share, range)| {
                let mut cursors = vec![0usize; parts.len()];
                let mut next_new: Vec<u32> = parts.iter().map(|part| part.new_from[share]).collect();
                let mut first_rows = Vec::with_capacity((first_ids[share + 1] - first_ids[share]) as usize);
                let provisional = range.zip(&shares[share].parts).map(|(row, &part)| {
                    let part = part as usize;
                    let local = parts[part].ids[share][cursors[part]];
                    cursors[part] += 1;
                    let id = bases[part] + local;
                    if local == next_new[part] {
                        next_new[part] += 1;
                        let final_id = first_ids[share] + first_rows.len() as u32;
                        final_ids[id as usize].store(final_id, Ordering::Relaxed);
                        first_rows.push(row as u32);
                    }
                    id
                });
                (provisional.collect(), first_rows)
            })
            .collect();
        drop(parts);
        let mut ids = Vec::with_capacity(rows);
        let mut first_rows = Vec::with_capacity(classes);
        for (provisional, firsts) in walked {
            ids.extend(provisional);
            first_rows.extend(firsts);
        }
        ids.par_iter_mut().for_each(|id| *id = final_ids[*id as usize].load(Ordering::Relaxed));
        Ok(Numbered { ids, first_rows })
    })
}

fn running_sums(amounts: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut sums = vec![0];
    let mut sum = 0;
    for amount in amounts {
        sum += amount;
        sums.push(sum);
    }
    sums
}

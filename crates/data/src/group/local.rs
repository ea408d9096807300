//! Numbering rows when the distinct keys are few enough for each thread to keep its own table.

use super::hash_table::HashTable;
use super::key::{Key, Packing};
use super::{Numbered, row_ranges, scan};
use crate::{Context, Result};
use rayon::prelude::*;

/// Something that numbers distinct keys from zero in order of first occurrence.
pub(super) trait Numberer<K>: Send {
    fn id(&mut self, key: K) -> u32;
    fn into_keys(self) -> Vec<K>;
}

impl<K: Key> Numberer<K> for HashTable<K> {
    #[inline]
    fn id(&mut self, key: K) -> u32 {
        HashTable::id(self, key)
    }
    fn into_keys(self) -> Vec<K> {
        HashTable::into_keys(self)
    }
}

struct Share<K> {
    keys: Vec<K>,
    first_rows: Vec<u32>,
}

/// Numbers the rows in order of first occurrence of their keys.
///
/// Each thread numbers a range of rows by itself. Ranges are then merged from the first row on, so a key gets its
/// final number where it occurs first, whatever the number of ranges.
pub(super) fn number<K: Key, N: Numberer<K>>(
    packing: &Packing<'_>,
    context: &Context,
    make: impl Fn() -> N + Sync,
) -> Result<Numbered> {
    let mut ids = vec![0u32; packing.rows()];
    let ranges = row_ranges(packing.rows(), context.threads());
    let mut chunks = Vec::with_capacity(ranges.len());
    let mut remaining = ids.as_mut_slice();
    for range in ranges {
        let (chunk, rest) = remaining.split_at_mut(range.len());
        remaining = rest;
        chunks.push((range, chunk));
    }
    context
        .install(|| {
            let shares: Vec<Share<K>> = chunks
                .par_iter_mut()
                .map(|(range, chunk)| {
                    let mut table = make();
                    let mut first_rows = Vec::new();
                    let offset = range.start;
                    scan(packing, range.clone(), context, |start, keys| {
                        for (position, &key) in keys.iter().enumerate() {
                            let id = table.id(key);
                            if id as usize == first_rows.len() {
                                first_rows.push((start + position) as u32);
                            }
                            chunk[start - offset + position] = id;
                        }
                    })?;
                    Ok(Share { keys: table.into_keys(), first_rows })
                })
                .collect::<Result<_>>()?;
            let (maps, first_rows) = merge(shares, make());
            chunks.par_iter_mut().zip(&maps).skip(1).for_each(|((_, chunk), map)| {
                chunk.iter_mut().for_each(|id| *id = map[*id as usize]);
            });
            Ok(Numbered { ids: Vec::new(), first_rows })
        })
        .map(|numbered: Numbered| Numbered { ids, ..numbered })
}

fn merge<K: Copy, N: Numberer<K>>(shares: Vec<Share<K>>, mut table: N) -> (Vec<Vec<u32>>, Vec<u32>) {
    let mut first_rows = Vec::new();
    let mut maps = Vec::with_capacity(shares.len());
    for share in shares {
        let map = share.keys.iter().zip(&share.first_rows).map(|(&key, &row)| {
            let id = table.id(key);
            if id as usize == first_rows.len() {
                first_rows.push(row);
            }
            id
        });
        maps.push(map.collect());
    }
    (maps, first_rows)
}

/// The keys that occur, in order of first occurrence, and how many rows have each.
pub(super) fn count<K: Key>(packing: &Packing<'_>, context: &Context) -> Result<(Vec<K>, Vec<u64>)> {
    let ranges = row_ranges(packing.rows(), context.threads());
    let shares: Vec<(Vec<K>, Vec<u64>)> = context.install(|| {
        ranges
            .into_par_iter()
            .map(|range| {
                let mut table = HashTable::with_capacity(1 << 10);
                let mut counts: Vec<u64> = Vec::new();
                scan(packing, range, context, |_, keys| {
                    for &key in keys {
                        let id = table.id(key) as usize;
                        if id == counts.len() {
                            counts.push(0);
                        }
                        counts[id] += 1;
                    }
                })?;
                Ok((table.into_keys(), counts))
            })
            .collect::<Result<_>>()
    })?;
    let mut table = HashTable::with_capacity(1 << 10);
    let mut totals = Vec::new();
    for (keys, counts) in shares {
        for (key, count) in keys.into_iter().zip(counts) {
            let id = table.id(key) as usize;
            if id == totals.len() {
                totals.push(0);
            }
            totals[id] += count;
        }
    }
    Ok((table.into_keys(), totals))
}

//! Counting by direct addressing: the packed key is the index of its counter.
//!
//! Nothing is hashed and nothing compared, because the key is a bijection of the codes. Each thread counts its own
//! rows into its own counters; the counters are then added up.

use super::key::Packing;
use super::local::Numberer;
use super::{row_ranges, scan};
use crate::{Context, Result};
use rayon::prelude::*;
use std::ops::Range;

/// Counters summed up by one task.
const SLOTS_PER_TASK: usize = 1 << 15;
const LANES: usize = 4;
/// Four sets of this many counters of four bytes fit the first-level cache.
const MANY_LANES_UP_TO: usize = 1 << 11;

/// Numbers keys through an array over the whole key space.
pub(super) struct DirectTable {
    /// The number of a key plus one; zero while unseen, so that fresh pages need no writing.
    slots: Vec<u32>,
    keys: Vec<u32>,
}

impl DirectTable {
    pub(super) fn new(domain: usize) -> Self {
        Self { slots: vec![0; domain], keys: Vec::new() }
    }
}

impl Numberer<u32> for DirectTable {
    #[inline]
    fn id(&mut self, key: u32) -> u32 {
        let slot = &mut self.slots[key as usize];
        if *slot == 0 {
            self.keys.push(key);
            *slot = self.keys.len() as u32;
        }
        *slot - 1
    }

    fn into_keys(self) -> Vec<u32> {
        self.keys
    }
}

/// The keys that occur, ascending, and how many rows have each.
pub(super) fn count(packing: &Packing<'_>, context: &Context) -> Result<(Vec<u32>, Vec<u64>)> {
    let domain = packing.domain() as usize;
    let tables = per_thread(packing, context, |counter: &mut u32| *counter += 1)?;
    let summands: Vec<&[u32]> = tables.iter().flat_map(|table| table.chunks_exact(domain)).collect();
    let parts = context.install(|| {
        let starts = (0..domain).into_par_iter().step_by(SLOTS_PER_TASK);
        starts.map(|start| occurring(&summands, start..domain.min(start + SLOTS_PER_TASK))).collect()
    });
    Ok(super::concatenate(parts, context))
}

/// The keys of a range that occur, with the sums of their counters; rows are fewer than 2^32, so sums are too.
fn occurring(summands: &[&[u32]], range: Range<usize>) -> (Vec<u32>, Vec<u64>) {
    let mut sums = vec![0u32; range.len()];
    for counters in summands {
        sums.iter_mut().zip(&counters[range.clone()]).for_each(|(sum, more)| *sum += more);
    }
    let found = sums.iter().filter(|&&sum| sum > 0).count();
    let (mut keys, mut counts) = (Vec::with_capacity(found), Vec::with_capacity(found));
    for (key, &sum) in range.zip(&sums) {
        if sum > 0 {
            keys.push(key as u32);
            counts.push(u64::from(sum));
        }
    }
    (keys, counts)
}

/// The keys that occur, ascending, and the weight of the rows that have each. A row of weight zero still occurs.
pub(super) fn count_weighted(
    packing: &Packing<'_>,
    weights: &[u64],
    context: &Context,
) -> Result<(Vec<u32>, Vec<u64>)> {
    let domain = packing.domain() as usize;
    let mut reservation = context.memory().reserve("counting classes");
    reservation.try_grow(domain * 9)?;
    let mut seen = vec![false; domain];
    let mut sums = vec![0u64; domain];
    scan(packing, 0..packing.rows(), context, |start, keys: &[u32]| {
        for (&key, weight) in keys.iter().zip(&weights[start..]) {
            seen[key as usize] = true;
            sums[key as usize] += weight;
        }
    })?;
    Ok((0..domain as u32).filter(|&key| seen[key as usize]).map(|key| (key, sums[key as usize])).unzip())
}

/// Whether some key occurs in fewer than `k` rows, with one byte a counter that stops at 255.
pub(super) fn any_below(packing: &Packing<'_>, k: u8, context: &Context) -> Result<bool> {
    let domain = packing.domain() as usize;
    let tables = per_thread(packing, context, |counter: &mut u8| *counter = counter.saturating_add(1))?;
    let summands: Vec<&[u8]> = tables.iter().flat_map(|table| table.chunks_exact(domain)).collect();
    let any_small = |start: usize| {
        let range = start..domain.min(start + SLOTS_PER_TASK);
        let mut sums = vec![0u8; range.len()];
        for counters in &summands {
            sums.iter_mut()
                .zip(&counters[range.clone()])
                .for_each(|(sum, more)| *sum = sum.saturating_add(*more));
        }
        // A count of zero wraps around to 255, so "0 < count < k" is one comparison.
        sums.iter().fold(false, |any, sum| any | (sum.wrapping_sub(1) < k - 1))
    };
    Ok(context.install(|| (0..domain).into_par_iter().step_by(SLOTS_PER_TASK).any(any_small)))
}

/// One or more sets of counters a thread, all of which add up to the counts.
fn per_thread<C: Copy + Default + Send>(
    packing: &Packing<'_>,
    context: &Context,
    increment: impl Fn(&mut C) + Sync,
) -> Result<Vec<Vec<C>>> {
    let domain = packing.domain() as usize;
    let lanes = if domain <= MANY_LANES_UP_TO { LANES } else { 1 };
    let ranges = row_ranges(packing.rows(), context.threads());
    let mut reservation = context.memory().reserve("counting classes");
    reservation.try_grow(domain * lanes * size_of::<C>() * ranges.len())?;
    context.install(|| {
        ranges
            .into_par_iter()
            .map(|range| {
                let mut counters = vec![C::default(); domain * lanes];
                scan(packing, range, context, |_, keys: &[u32]| {
                    if lanes == LANES {
                        take_turns(&mut counters, keys, &increment);
                    } else {
                        for &key in keys {
                            increment(&mut counters[key as usize]);
                        }
                    }
                })?;
                Ok(counters)
            })
            .collect()
    })
}

/// Equal keys one after the other make the processor wait for the counter it has just written, so four sets of
/// counters take turns.
#[inline]
fn take_turns<C>(counters: &mut [C], keys: &[u32], increment: impl Fn(&mut C)) {
    let domain = counters.len() / LANES;
    let (first, rest) = counters.split_at_mut(domain);
    let (second, rest) = rest.split_at_mut(domain);
    let (third, fourth) = rest.split_at_mut(domain);
    let (quads, tail) = keys.as_chunks::<LANES>();
    for &[a, b, c, d] in quads {
        increment(&mut first[a as usize]);
        increment(&mut second[b as usize]);
        increment(&mut third[c as usize]);
        increment(&mut fourth[d as usize]);
    }
    for &key in tail {
        increment(&mut first[key as usize]);
    }
}

//! Counting by direct addressing: the packed key is the index of its counter.
//!
//! Nothing is hashed and nothing compared, because the key is a bijection of the codes. Each thread counts its own
//! rows into its own counters; the counters are then added up.

use super::key::{Key, Packing};
use super::local::Numberer;
use super::{row_ranges, scan};
use crate::{Context, Result};
use rayon::prelude::*;

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
    let tables = per_thread(
        packing,
        context,
        domain * 4,
        || vec![0u32; domain],
        |counters, keys: &[u32]| {
            for &key in keys {
                counters[key as usize] += 1;
            }
        },
    )?;
    let occurring = (0..domain).filter_map(|key| {
        let count: u64 = tables.iter().map(|table| u64::from(table[key])).sum();
        (count > 0).then_some((key as u32, count))
    });
    Ok(occurring.unzip())
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
    let mut tables = per_thread(
        packing,
        context,
        domain,
        || vec![0u8; domain],
        |counters, keys: &[u32]| {
            for &key in keys {
                let counter = &mut counters[key as usize];
                *counter = counter.saturating_add(1);
            }
        },
    )?;
    let Some(mut total) = tables.pop() else { return Ok(false) };
    for table in &tables {
        total.iter_mut().zip(table).for_each(|(sum, more)| *sum = sum.saturating_add(*more));
    }
    // A count of zero wraps around to 255, so "0 < count < k" is one comparison.
    Ok(total.chunks(4096).any(|chunk| chunk.iter().fold(false, |any, c| any | (c.wrapping_sub(1) < k - 1))))
}

fn per_thread<T: Send, K: Key>(
    packing: &Packing<'_>,
    context: &Context,
    bytes: usize,
    make: impl Fn() -> T + Sync,
    count: impl Fn(&mut T, &[K]) + Sync,
) -> Result<Vec<T>> {
    let ranges = row_ranges(packing.rows(), context.threads());
    let mut reservation = context.memory().reserve("counting classes");
    reservation.try_grow(bytes * ranges.len())?;
    context.install(|| {
        ranges
            .into_par_iter()
            .map(|range| {
                let mut counters = make();
                scan(packing, range, context, |_, keys| count(&mut counters, keys))?;
                Ok(counters)
            })
            .collect()
    })
}

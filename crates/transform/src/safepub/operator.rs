//! Sampling and suppression: the part that makes the promise.

use super::Error;
use super::records::Records;
use lethe_data::Context;
use lethe_num::{Coin, Decide};
use std::collections::BTreeMap;

/// Flips between two looks at the cancel token.
const FLIPS_PER_CHECK: u64 = 1 << 20;

/// Records who are published with the same values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What each generalized column shows: a node of its level.
    pub nodes: Vec<u32>,
    /// The code of the column that is published as it is, zero without one.
    pub label: u32,
    /// How many records.
    pub records: u64,
}

/// Keeps every person by the flip of a coin of their own.
///
/// **Cost**: a random word for each person.
pub fn sample<D: Decide>(
    records: &Records,
    coin: &Coin,
    decide: &mut D,
    context: &Context,
) -> Result<Records, Error<D::Error>> {
    let mut flips = 0u64;
    let mut counts = Vec::with_capacity(records.len());
    for &count in records.counts() {
        let mut kept = 0;
        for _ in 0..count {
            if flips.is_multiple_of(FLIPS_PER_CHECK) {
                context.check_cancelled()?;
            }
            flips += 1;
            kept += u64::from(decide.flip(coin).map_err(Error::Random)?);
        }
        counts.push(kept);
    }
    Ok(records.with_counts(counts))
}

/// What the sampled records show on these levels, without those that fewer than k share.
///
/// **Guarantee**: a set without order, in the order of its values. Nothing else is read from the records.
pub fn publish(sampled: &Records, levels: &[usize], k: u64) -> Vec<Group> {
    let mut groups: BTreeMap<(Vec<u32>, u32), u64> = BTreeMap::new();
    for record in (0..sampled.len() as u32).filter(|&record| sampled.counts()[record as usize] > 0) {
        let nodes = levels.iter().enumerate().map(|(at, &level)| sampled.node(at, level, record)).collect();
        *groups.entry((nodes, sampled.labels()[record as usize])).or_default() +=
            sampled.counts()[record as usize];
    }
    let groups = groups.into_iter().filter(|&(_, records)| records >= k);
    groups.map(|((nodes, label), records)| Group { nodes, label, records }).collect()
}

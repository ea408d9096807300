//! Values as far apart as the level on which they meet.

use super::super::fraction::refuse;
use super::super::{Distribution, Histogram};
use super::NAME;
use super::whole::Whole;
use crate::Result;
use lethe_data::hierarchy::BoundHierarchy;

/// Classes of so many distinct values are worked on without an allocation.
const SMALL: usize = 64;

/// The published formula sums, over the inner nodes of the hierarchy, the node's height times the smaller of what its
/// children have too much and what they lack. What stays after the children have helped each other is passed on to the
/// parent: with `e(X)` what the class has more of below `X` than the table, the smaller of the two is
/// `Σ max(0, e(child)) − max(0, e(X))`. In a hierarchy of levels the heights therefore cancel but for one a level, and the
/// distance is the mean over the levels below the root of the equal distance between the generalized distributions:
/// `Σ levels Σ nodes max(0, e(X)) / H`. Nodes without records of the class add nothing, so only ancestors of its values
/// are visited.
#[derive(Clone, Debug)]
pub(super) struct Hierarchical {
    /// The position of each code in an order in which the leaves below each node are neighbours.
    positions: Vec<u32>,
    levels: Vec<Level>,
    records: u64,
}

#[derive(Clone, Debug)]
struct Level {
    /// The node at each position.
    nodes: Vec<u32>,
    /// The records of the table below each node.
    counts: Vec<u64>,
}

impl Hierarchical {
    pub(super) fn new(reference: &Distribution, hierarchy: &BoundHierarchy) -> Result<Self> {
        let height = hierarchy.height() - 1;
        if height == 0 {
            return Err(refuse(NAME, "the sensitive column's hierarchy is a mere root; it needs levels"));
        }
        let values = hierarchy.codes(0).len();
        if reference.counts().len() != values {
            return Err(refuse(NAME, "the hierarchy is not of the sensitive column"));
        }
        let paths: Vec<Vec<u32>> = (0..height).map(|level| nodes(hierarchy, level)).collect();
        let mut order: Vec<usize> = (0..values).collect();
        order.sort_by_key(|&code| (0..height).rev().map(|level| paths[level][code]).collect::<Vec<u32>>());
        let mut positions = vec![0; values];
        for (position, &code) in order.iter().enumerate() {
            positions[code] = position as u32;
        }
        let level = |path: &Vec<u32>| {
            let mut counts = vec![0; path.iter().max().map_or(0, |&node| node as usize + 1)];
            for (&node, &count) in path.iter().zip(reference.counts()) {
                counts[node as usize] += count;
            }
            Level { nodes: order.iter().map(|&code| path[code]).collect(), counts }
        };
        let levels = paths.iter().map(level).collect();
        Ok(Self { positions, levels, records: reference.records() })
    }

    /// The levels below the root.
    pub(super) fn height(&self) -> u64 {
        self.levels.len() as u64
    }

    /// The records of the table below each node, by level.
    pub(super) fn counts(&self) -> Vec<&[u64]> {
        self.levels.iter().map(|level| level.counts.as_slice()).collect()
    }

    /// The distance in units of `1 / (n · N · H)`; `None` for a class with a value that the column lacks.
    pub(super) fn work<W: Whole>(&self, size: u64, histogram: Histogram<'_>, limit: W) -> Option<W> {
        if histogram.len() <= SMALL {
            self.climb(size, histogram, &mut [(0, 0); SMALL][..histogram.len()], limit)
        } else {
            self.climb(size, histogram, &mut vec![(0, 0); histogram.len()], limit)
        }
    }

    /// As for equal distances, level by level: at most for a value with too many on every level.
    pub(super) fn reach(&self, size: u64, histogram: Histogram<'_>) -> u128 {
        let mut parts: Vec<(u32, u64)> = histogram
            .iter()
            .filter_map(|&(code, count)| Some((*self.positions.get(code as usize)?, count)))
            .collect();
        parts.sort_unstable_by_key(|&(position, _)| position);
        let mut sum = 0;
        for level in &self.levels {
            let used = merge(&mut parts, &level.nodes);
            parts.truncate(used);
            let expected = |position: u32| level.counts[level.nodes[position as usize] as usize];
            let too_many = parts.iter().filter(|&&(position, count)| {
                u128::from(count) * u128::from(self.records)
                    > u128::from(expected(position)) * u128::from(size)
            });
            let share: u64 = too_many.map(|&(position, _)| expected(position)).sum();
            sum += u128::from(self.records.saturating_sub(share));
        }
        sum
    }

    fn climb<W: Whole>(
        &self,
        size: u64,
        histogram: Histogram<'_>,
        parts: &mut [(u32, u64)],
        limit: W,
    ) -> Option<W> {
        for (part, &(code, count)) in parts.iter_mut().zip(histogram) {
            *part = (*self.positions.get(code as usize)?, count);
        }
        parts.sort_unstable_by_key(|&(position, _)| position);
        let mut used = parts.len();
        let (records, size) = (W::from(self.records), W::from(size));
        let mut sum = W::default();
        for level in &self.levels {
            used = merge(&mut parts[..used], &level.nodes);
            for &(position, count) in &parts[..used] {
                let expected = level.counts[level.nodes[position as usize] as usize];
                sum += (W::from(count) * records).less(W::from(expected) * size);
            }
            if sum > limit {
                break;
            }
        }
        Some(sum)
    }
}

/// The node of each code on a level below the root, each value that the hierarchy lacks at a node of its own.
fn nodes(hierarchy: &BoundHierarchy, level: usize) -> Vec<u32> {
    let suppressed = hierarchy.suppressed_code(level);
    let mut next = hierarchy.domain(level) as u32;
    let own = |&node: &u32| {
        if Some(node) != suppressed {
            return node;
        }
        next += 1;
        next - 1
    };
    hierarchy.codes(level).iter().map(own).collect()
}

/// Adds up neighbours at the same node; returns how many are left.
fn merge(parts: &mut [(u32, u64)], nodes: &[u32]) -> usize {
    let mut used = 0;
    for at in 0..parts.len() {
        let (position, count) = parts[at];
        if used > 0 && nodes[parts[used - 1].0 as usize] == nodes[position as usize] {
            parts[used - 1].1 += count;
        } else {
            parts[used] = (position, count);
            used += 1;
        }
    }
    used
}

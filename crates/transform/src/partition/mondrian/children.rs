//! Cuts into the children of a common node.

use super::cut::Rule;
use super::{Cut, Pile};
use crate::partition::GroupModels;
use std::ops::Range;

/// How many times more is borrowed when the models ask for more than records.
const TRIES: usize = 4;

/// The cut into the children of a node. Children that do not satisfy the models by themselves stay together, with as many
/// of the smallest others as it takes: one, then two more, then four, so that there are few looks at the records.
pub(super) fn by_children(
    pile: &impl Pile,
    axis: usize,
    nodes: &[u32],
    group_models: &GroupModels<'_>,
) -> Option<Cut> {
    let mut children = Children::new(pile, axis, nodes, group_models);
    let mut pulled = 1;
    loop {
        let alone = children.list.iter().filter(|child| child.alone).count();
        let Some(together) = children.together() else {
            return (alone > 1).then(|| children.cut());
        };
        if alone == 0 {
            return None;
        }
        if together >= group_models.least() {
            let cut = children.cut();
            // The side of those who stay together is the last one.
            if group_models.size_is_enough() || pile.sides_hold(&cut).last() == Some(&true) {
                return Some(cut);
            }
        }
        if alone == 1 {
            return None;
        }
        children.pull(pulled.min(alone - 1));
        pulled *= 2;
    }
}

/// The cut into the children of a node where those who cannot stand alone are too few even together: they borrow from the
/// child with the most records. So one outlier costs a few records their labels, and not everyone.
pub(super) fn by_lending(
    pile: &impl Pile,
    axis: usize,
    nodes: &[u32],
    group_models: &GroupModels<'_>,
) -> Option<Cut> {
    let mut children = Children::new(pile, axis, nodes, group_models);
    let together = children.together()?;
    let of_alone = children.list.iter().enumerate().filter(|(_, child)| child.alone);
    // The first of the largest.
    let (lender, most) =
        of_alone.map(|(at, child)| (at, child.records)).rev().max_by_key(|(_, records)| *records)?;
    let side = children.list[..lender].iter().filter(|child| child.alone).count();
    let mut wanted = group_models.least().saturating_sub(together).max(1);
    for _ in 0..TRIES {
        let lent = children.lend(lender, wanted)?;
        if most - lent < group_models.least().max(1) {
            return None;
        }
        let cut = children.cut();
        if group_models.size_is_enough() {
            return Some(cut);
        }
        let holds = pile.sides_hold(&cut);
        if !holds[side] {
            return None;
        }
        if holds.last() == Some(&true) {
            return Some(cut);
        }
        wanted = 2 * lent;
    }
    None
}

/// The children of a common node that occur.
struct Children {
    axis: usize,
    /// The places that occur, with their records.
    counts: Vec<(u32, u64)>,
    /// Ascending by their places.
    list: Vec<Child>,
    /// Places whose records stay together although their child stands alone, ascending.
    lent: Vec<u32>,
}

struct Child {
    /// Its places among the counts.
    places: Range<usize>,
    records: u64,
    alone: bool,
}

impl Children {
    /// Those that satisfy the models by themselves stand alone.
    fn new(pile: &impl Pile, axis: usize, nodes: &[u32], group_models: &GroupModels<'_>) -> Self {
        let counts = pile.counts(axis);
        let same = |one: &(u32, u64), other: &(u32, u64)| nodes[one.0 as usize] == nodes[other.0 as usize];
        let mut list: Vec<Child> = Vec::new();
        for of_child in counts.chunk_by(same) {
            let start = list.last().map_or(0, |child| child.places.end);
            let records = of_child.iter().map(|(_, records)| records).sum();
            list.push(Child { places: start..start + of_child.len(), records, alone: true });
        }
        let mut children = Self { axis, counts, list, lent: Vec::new() };
        if group_models.size_is_enough() {
            for child in &mut children.list {
                child.alone = child.records >= group_models.least();
            }
        } else {
            let holds = pile.sides_hold(&children.cut());
            children.list.iter_mut().zip(holds).for_each(|(child, holds)| child.alone = holds);
        }
        children
    }

    /// The records of those who stay together; `None` where every child stands alone.
    fn together(&self) -> Option<u64> {
        let together = || self.list.iter().filter(|child| !child.alone);
        together().next()?;
        Some(together().map(|child| child.records).sum())
    }

    /// So many of the smallest that stand alone join those who stay together.
    fn pull(&mut self, count: usize) {
        let mut alone: Vec<&mut Child> = self.list.iter_mut().filter(|child| child.alone).collect();
        alone.sort_by_key(|child| child.records);
        alone.into_iter().take(count).for_each(|child| child.alone = false);
    }

    /// The places of a child that have the fewest records stay with the others, as many as have so many records together; how
    /// many they have. `None` where the child has not as many.
    fn lend(&mut self, lender: usize, wanted: u64) -> Option<u64> {
        let counts = &self.counts[self.list[lender].places.clone()];
        let mut places: Vec<(u64, u32)> = counts
            .iter()
            .filter(|(_, records)| *records > 0)
            .map(|&(place, records)| (records, place))
            .collect();
        places.sort_unstable();
        let mut sum = 0;
        let last = places.iter().position(|(records, _)| {
            sum += records;
            sum >= wanted
        })?;
        places.truncate(last + 1);
        // The last and largest may make others superfluous.
        let needed = places.into_iter().rev().filter(|(records, _)| {
            let superfluous = sum - records >= wanted;
            sum -= if superfluous { *records } else { 0 };
            !superfluous
        });
        self.lent = needed.map(|(_, place)| place).collect();
        self.lent.sort_unstable();
        Some(sum)
    }

    /// A side for each child that stands alone, and a last one for those who stay together.
    fn cut(&self) -> Cut {
        let alone = self.list.iter().filter(|child| child.alone).count();
        let mut sides: Vec<(u32, usize)> = Vec::new();
        let mut next = 0;
        for child in &self.list {
            for &(place, _) in &self.counts[child.places.clone()] {
                let stays = !child.alone || self.lent.binary_search(&place).is_ok();
                let side = if stays { alone } else { next };
                if sides.last().is_none_or(|(_, before)| *before != side) {
                    sides.push((place, side));
                }
            }
            next += usize::from(child.alone);
        }
        let any_together = alone < self.list.len() || !self.lent.is_empty();
        Cut { axis: self.axis, rule: Rule::Children { sides, count: alone + usize::from(any_together) } }
    }
}

//! Where records are cut.

use super::cut::Rule;
use super::{Cut, Pile};
use crate::partition::axis::Cuts;
use crate::partition::{Axis, Crowd};

/// How many places are tried around the median when the models ask for more than people.
const TRIES: usize = 4;

/// The cut along the widest axis that leaves every side satisfying the models; `None` where no axis allows one.
///
/// On an axis without a hierarchy it is the cut nearest to the median, null apart from values where both sides stand it.
/// On an axis with one, records go to the children of their common node. Children that do not satisfy the models by
/// themselves stay together, with as many of the smallest others as it takes.
pub fn choose(pile: &impl Pile, axes: &[Axis], crowd: &Crowd<'_>) -> Option<Cut> {
    if pile.people() < 2 * crowd.least() {
        return None;
    }
    let width = |axis: usize| {
        let (first, last) = pile.extent().ranges[axis];
        axes[axis].width(first, last)
    };
    let mut order: Vec<(usize, f64)> = (0..axes.len()).map(|axis| (axis, width(axis))).collect();
    order.sort_by(|one, other| other.1.total_cmp(&one.1));
    order.into_iter().find_map(|(axis, _)| {
        let (first, last) = pile.extent().ranges[axis];
        match axes[axis].cuts(first, last) {
            Cuts::None => None,
            Cuts::Children(nodes) => by_children(pile, axis, nodes, crowd),
            Cuts::Anywhere { null } => by_median(pile, axis, null, crowd),
        }
    })
}

fn by_median(pile: &impl Pile, axis: usize, null: Option<u32>, crowd: &Crowd<'_>) -> Option<Cut> {
    let counts = pile.counts(axis);
    let (total, least) = (pile.people(), crowd.least());
    let mut before = 0;
    let mut cuts: Vec<(u64, u32)> = Vec::new();
    for &(place, people) in &counts[..counts.len() - 1] {
        before += people;
        if before >= least && total - before >= least {
            cuts.push((before.abs_diff(total - before), place));
        }
    }
    // The last value is where null begins to be apart.
    let before_null = null.and_then(|_| counts.len().checked_sub(2)).map(|at| counts[at].0);
    let of_null = cuts.iter().copied().filter(|(_, place)| Some(*place) == before_null);
    let of_null: Vec<(u64, u32)> = of_null.collect();
    cuts.sort_unstable();
    let tries = if crowd.size_is_enough() { 1 } else { TRIES };
    let cuts = of_null.into_iter().chain(cuts.into_iter().take(tries));
    cuts.map(|(_, place)| Cut { axis, rule: Rule::After(place) })
        .find(|cut| crowd.size_is_enough() || pile.sides_hold(cut).into_iter().all(|holds| holds))
}

/// A child of a common node.
struct Child {
    first: u32,
    people: u64,
    alone: bool,
}

fn by_children(pile: &impl Pile, axis: usize, nodes: &[u32], crowd: &Crowd<'_>) -> Option<Cut> {
    let mut children: Vec<Child> = Vec::new();
    let mut last = None;
    for (place, people) in pile.counts(axis) {
        let node = nodes[place as usize];
        match children.last_mut() {
            Some(child) if last == Some(node) => child.people += people,
            _ => children.push(Child { first: place, people, alone: true }),
        }
        last = Some(node);
    }
    let everyone = cut_of(&children, axis);
    if crowd.size_is_enough() {
        for child in &mut children {
            child.alone = child.people >= crowd.least();
        }
    } else {
        let holds = pile.sides_hold(&everyone);
        children.iter_mut().zip(holds).for_each(|(child, holds)| child.alone = holds);
    }
    loop {
        let together: u64 = children.iter().filter(|child| !child.alone).map(|child| child.people).sum();
        let any_together = children.iter().any(|child| !child.alone);
        let sides = children.iter().filter(|child| child.alone).count() + usize::from(any_together);
        if sides < 2 || children.iter().all(|child| !child.alone) {
            return None;
        }
        let enough = !any_together || together >= crowd.least();
        if enough {
            let cut = cut_of(&children, axis);
            // The side of those who stay together is the last one.
            if crowd.size_is_enough() || !any_together || pile.sides_hold(&cut).last() == Some(&true) {
                return Some(cut);
            }
        }
        let smallest = children.iter_mut().filter(|child| child.alone).min_by_key(|child| child.people)?;
        smallest.alone = false;
    }
}

fn cut_of(children: &[Child], axis: usize) -> Cut {
    let alone = children.iter().filter(|child| child.alone).count();
    let mut next = 0;
    let side = |child: &Child| {
        let side = if child.alone { next } else { alone };
        next += usize::from(child.alone);
        (child.first, side)
    };
    let sides: Vec<(u32, usize)> = children.iter().map(side).collect();
    let count = alone + usize::from(alone < children.len());
    Cut { axis, rule: Rule::Children { sides, count } }
}

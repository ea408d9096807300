//! Where records are cut.

use super::children::{by_children, by_lending};
use super::cut::Rule;
use super::{Cut, Pile};
use crate::partition::axis::Cuts;
use crate::partition::{Axis, GroupModels};

/// How many places are tried around the median when the models ask for more than records.
const TRIES: usize = 4;

/// The cut along the widest axis that leaves every side satisfying the models; `None` where no axis allows one.
///
/// On an axis without a hierarchy it is the cut nearest to the median, null apart from values where both sides stand it.
/// On an axis with one, records go to the children of their common node. Children that do not satisfy the models by
/// themselves stay together, with as many of the smallest others as it takes. Only where no axis can be cut like this do
/// children that are too few together borrow records from the largest child: whoever is lent loses labels, so a cut without
/// is better.
pub fn choose(pile: &impl Pile, axes: &[Axis], group_models: &GroupModels<'_>) -> Option<Cut> {
    if pile.records() < 2 * group_models.least() {
        return None;
    }
    let width = |axis: usize| {
        let (first, last) = pile.extent().ranges[axis];
        axes[axis].width(first, last)
    };
    let mut order: Vec<(usize, f64)> = (0..axes.len()).map(|axis| (axis, width(axis))).collect();
    order.sort_by(|one, other| other.1.total_cmp(&one.1));
    let cuts = |axis: usize| {
        let (first, last) = pile.extent().ranges[axis];
        axes[axis].cuts(first, last)
    };
    let plain = order.iter().find_map(|&(axis, _)| match cuts(axis) {
        Cuts::None => None,
        Cuts::Children(nodes) => by_children(pile, axis, nodes, group_models),
        Cuts::Anywhere { null } => by_median(pile, axis, null, group_models),
    });
    let lending = |&(axis, _): &(usize, f64)| match cuts(axis) {
        Cuts::Children(nodes) => by_lending(pile, axis, nodes, group_models),
        Cuts::None | Cuts::Anywhere { .. } => None,
    };
    plain.or_else(|| order.iter().find_map(lending))
}

fn by_median(
    pile: &impl Pile,
    axis: usize,
    null: Option<u32>,
    group_models: &GroupModels<'_>,
) -> Option<Cut> {
    let counts = pile.counts(axis);
    let (total, least) = (pile.records(), group_models.least());
    let mut before = 0;
    let mut cuts: Vec<(u64, u32)> = Vec::new();
    for &(place, records) in &counts[..counts.len() - 1] {
        before += records;
        if before >= least && total - before >= least {
            cuts.push((before.abs_diff(total - before), place));
        }
    }
    // The last value is where null begins to be apart.
    let before_null = null.and_then(|_| counts.len().checked_sub(2)).map(|at| counts[at].0);
    let of_null = cuts.iter().copied().filter(|(_, place)| Some(*place) == before_null);
    let of_null: Vec<(u64, u32)> = of_null.collect();
    cuts.sort_unstable();
    let tries = if group_models.size_is_enough() { 1 } else { TRIES };
    let cuts = of_null.into_iter().chain(cuts.into_iter().take(tries));
    cuts.map(|(_, place)| Cut { axis, rule: Rule::After(place) })
        .find(|cut| group_models.size_is_enough() || pile.sides_hold(cut).into_iter().all(|holds| holds))
}

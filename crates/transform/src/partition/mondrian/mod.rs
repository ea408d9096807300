//! Mondrian: cut the table, then its parts, for as long as every part satisfies the models.
//!
//! **Paper**: `LeFevre`, `DeWitt` and Ramakrishnan 2006; Dimakopoulos 2022, section 2.4.3.

mod children;
mod choose;
mod cut;
mod pile;
mod relaxed;

pub use choose::choose;
pub use cut::Cut;
pub use pile::Pile;

use super::{Axis, Extent, GroupModels, Groups, Split, Units};
use lethe_data::{Context, Task};
use pile::Members;
use rayon::prelude::*;

/// Parts of more units are worked on by several threads.
const WORTH_A_THREAD: usize = 1 << 11;

/// Parts of at most so many records are never cut on disk.
pub const SMALL_PART: u64 = 1 << 16;

/// Cuts units into groups.
#[derive(Clone, Copy, Debug)]
pub struct Cutter<'a> {
    /// The quasi-identifying columns.
    pub axes: &'a [Axis],
    /// The units.
    pub units: &'a Units,
    /// What every group must satisfy.
    pub group_models: &'a GroupModels<'a>,
    /// What happens to ties.
    pub split: Split,
    /// Parts of at most so many records are not cut any further.
    pub enough: u64,
}

impl Cutter<'_> {
    /// Cuts all units, which together satisfy the models.
    ///
    /// **Guarantee**: every group satisfies the models. Strictly cut, no further cut of a group along one axis leaves both
    /// sides satisfying them, as far as [`choose()`] looks. The groups do not depend on the number of threads. When the
    /// context is cancelled, parts are left as large as they are.
    ///
    /// **Cost**: one look at each unit and axis for each cut that it takes part in, about log₂(units / k) of them.
    pub fn cut(&self, context: &Context) -> Groups {
        let everyone: Vec<u32> = (0..self.units.len() as u32).collect();
        let task = context.task("cutting", Some(self.units.len() as u64));
        context.install(|| self.cut_into_groups(everyone, context, Some(&task)))
    }

    /// Cuts some units, which together satisfy the models, as [`Self::cut`] does.
    pub(super) fn cut_some(&self, units: &[u32], context: &Context) -> Groups {
        self.cut_into_groups(units.to_vec(), context, None)
    }

    fn cut_into_groups(&self, mut members: Vec<u32>, context: &Context, task: Option<&Task>) -> Groups {
        let sizes = self.cut_part(&mut members, context, task);
        let mut groups = Groups::default();
        let mut rest = members.as_slice();
        for size in sizes {
            let (group, others) = rest.split_at(size);
            groups.push(group);
            rest = others;
        }
        groups
    }

    /// The sizes of the groups that a part is cut into; its members are put in their order.
    fn cut_part(&self, members: &mut [u32], context: &Context, task: Option<&Task>) -> Vec<usize> {
        let records = members.iter().map(|&unit| self.units.records(unit)).sum();
        let done = records <= self.enough || members.len() < 2 || context.cancel_token().is_cancelled();
        let sides = if done { Vec::new() } else { self.divide(members, records) };
        if sides.len() < 2 {
            if let Some(task) = task {
                task.advance(members.len() as u64);
            }
            return vec![members.len()];
        }
        let in_parallel = members.len() > WORTH_A_THREAD;
        let mut parts = Vec::with_capacity(sides.len());
        let mut rest = members;
        for size in sides {
            let (part, others) = rest.split_at_mut(size);
            parts.push(part);
            rest = others;
        }
        if in_parallel {
            let sizes = parts.into_par_iter().map(|part| self.cut_part(part, context, task));
            return sizes.collect::<Vec<_>>().concat();
        }
        parts.into_iter().flat_map(|part| self.cut_part(part, context, task)).collect()
    }

    /// Puts the members of each side of the best cut next to each other; the sizes of the sides.
    fn divide(&self, members: &mut [u32], records: u64) -> Vec<usize> {
        if records < 2 * self.group_models.least() {
            return Vec::new();
        }
        let extent = Extent::over(self.units, members);
        if self.split == Split::Relaxed
            && records <= relaxed::AT_MOST
            && let Some(sides) = self.divide_relaxed(members, &extent, records)
        {
            return sides;
        }
        let pile = Members {
            units: self.units,
            group_models: self.group_models,
            ids: members,
            extent: &extent,
            records,
        };
        choose(&pile, self.axes, self.group_models).map_or_else(Vec::new, |cut| self.apply(&cut, members))
    }

    /// Sorts members by side, those of a side in their order.
    fn apply(&self, cut: &Cut, members: &mut [u32]) -> Vec<usize> {
        let side = |unit: u32| cut.side(self.units.places(unit)[cut.axis]);
        let mut sizes = vec![0; cut.sides()];
        for &unit in &*members {
            sizes[side(unit)] += 1;
        }
        let mut next = Vec::with_capacity(sizes.len());
        let mut start = 0;
        for size in &sizes {
            next.push(start);
            start += size;
        }
        let before = members.to_vec();
        for unit in before {
            let place = &mut next[side(unit)];
            members[*place] = unit;
            *place += 1;
        }
        sizes
    }
}

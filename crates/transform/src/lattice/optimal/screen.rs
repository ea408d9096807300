//! Who is suppressed in a whole region, and what that costs at least.

use super::region::Region;
use crate::lattice::bound::Bound;
use crate::lattice::engine::{Checked, Engine};
use crate::lattice::group::Plan;
use crate::lattice::rows::Rows;
use crate::lattice::scratch::Scratch;
use crate::lattice::tally::Tally;
use crate::lattice::view::NodeView;
use std::sync::Arc;

impl<const W: usize> Engine<'_, W> {
    /// Finds the records that are suppressed everywhere in a region; how many there are, or at least more than the limit
    /// allows.
    pub(super) fn screen(&self, region: &Region<W>, scratch: &mut Scratch<W>) -> u64 {
        let plan = Plan::at(region.rows.levels(), &region.ceiling, self.dimensions(), &self.layout);
        let allowed = self.problem.limit.saturating_sub(self.base.records() - region.rows.records());
        scratch.sieve.shake(&region.rows, &plan, &self.needs, allowed)
    }

    /// The records of the rows that did not fall through the sieve.
    pub(crate) fn remaining(&self, rows: &Rows<W>, scratch: &Scratch<W>) -> Arc<Tally> {
        let mut tally = rows.tally.as_ref().clone();
        for row in (0..rows.len()).filter(|&row| scratch.sieve.has_fallen(row)) {
            tally.remove(&rows.keys[row], rows.weights[row], &self.layout);
        }
        Arc::new(tally)
    }

    /// A loss that no node between `floor` and the ceiling falls below, when only the records of the tally may be
    /// published. Measures that are no sums over cells need rows without the others.
    pub(super) fn bound(
        &self,
        rows: &Rows<W>,
        tally: &Tally,
        floor: &[usize],
        scratch: &mut Scratch<W>,
    ) -> Bound {
        if self.sums_only {
            scratch.clear_classes();
        } else {
            self.group_all(rows, floor, scratch);
        }
        let view = NodeView::of_records(self, rows, tally, floor, &scratch.keep, scratch);
        self.bound_of(&view)
    }

    /// As [`Engine::bound`] for all records of the rows, where that takes no counting.
    pub(super) fn bound_of_sums(
        &self,
        rows: &Rows<W>,
        floor: &[usize],
        scratch: &mut Scratch<W>,
    ) -> Option<Bound> {
        self.sums_only.then(|| self.bound(rows, &rows.tally, floor, scratch))
    }

    /// As [`Engine::bound`], when so many more records are known to be lost, whoever they are: at worst those whose cells
    /// cost most.
    pub(super) fn bound_with_lost(&self, region: &Region<W>, lost: u64, scratch: &mut Scratch<W>) -> Bound {
        scratch.clear_classes();
        let (rows, tally, floor) = (&region.rows, &region.tally, &region.floor);
        let view = NodeView::of_records(self, rows, tally, floor, &scratch.keep, scratch);
        self.bound_of(&view.with_lost(lost, tally))
    }

    fn bound_of(&self, part: &NodeView<'_, W>) -> Bound {
        let measure = self.problem.measure;
        Bound { value: measure.bound(part), ranks: measure.ranks_bound(part) }
    }

    /// The most general node of a region whose rows hold nobody who is suppressed there.
    pub(super) fn ceiling_solution(&self, region: &Region<W>, scratch: &mut Scratch<W>) -> Checked {
        if self.sums_only {
            scratch.clear_classes();
        } else {
            self.group_all(&region.rows, &region.ceiling, scratch);
        }
        let view =
            NodeView::of_records(self, &region.rows, &region.tally, &region.ceiling, &scratch.keep, scratch);
        Checked {
            levels: region.ceiling.clone(),
            suppressed: self.base.records() - region.tally.records,
            classes: view.classes(),
            holds: true,
            value: self.problem.measure.value(&view),
            ranks: self.problem.measure.ranks(&view),
        }
    }

    /// Groups rows in which everybody may be published.
    fn group_all(&self, rows: &Rows<W>, levels: &[usize], scratch: &mut Scratch<W>) {
        let plan = Plan::at(rows.levels(), levels, self.dimensions(), &self.layout);
        scratch.grouper.number(rows, &plan);
        scratch.measure_classes(rows);
        scratch.keep.clear();
        scratch.keep.extend(scratch.sizes.iter().map(|&size| size > 0));
    }
}

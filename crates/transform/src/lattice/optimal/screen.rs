//! Who is suppressed in a whole region, and what that costs at least.

use crate::lattice::engine::Engine;
use crate::lattice::group::Plan;
use crate::lattice::rows::Rows;
use crate::lattice::scratch::Scratch;
use crate::lattice::view::NodeView;

/// Sensitive columns with more values are not screened for too few of them.
const MASK_VALUES: usize = 64;

impl<const W: usize> Engine<'_, W> {
    /// Counts the classes at a region's ceiling and keeps those that could be published somewhere in it; the people in
    /// the others.
    pub(super) fn screen(&self, rows: &Rows<W>, ceiling: &[usize], scratch: &mut Scratch<W>) -> u64 {
        let plan = Plan::at(&rows.levels, ceiling, self.dimensions(), &self.layout);
        scratch.grouper.number(rows, &plan);
        scratch.measure_classes(rows);
        scratch.keep.clear();
        let least = self.least_size.max(1);
        let classes = scratch.sizes.iter().zip(&scratch.populations);
        let keep = classes.map(|(&size, &population)| size >= least && population >= self.least_population);
        scratch.keep.extend(keep);
        self.screen_distinct(rows, scratch);
        let classes = scratch.sizes.iter().zip(&scratch.keep);
        classes.filter(|(_, keep)| !**keep).map(|(size, _)| size).sum()
    }

    fn screen_distinct(&self, rows: &Rows<W>, scratch: &mut Scratch<W>) {
        let slots = self.least_distinct.iter().zip(&self.layout.extra);
        for (&least, field) in
            slots.filter(|(least, field)| **least > 1 && field.domain() <= MASK_VALUES as u64)
        {
            let mut masks = vec![0u64; scratch.keep.len()];
            for ((&class, key), &weight) in scratch.grouper.ids().iter().zip(&rows.keys).zip(&rows.weights) {
                if weight > 0 {
                    masks[class as usize] |= 1 << field.get(key);
                }
            }
            for (keep, mask) in scratch.keep.iter_mut().zip(masks) {
                *keep &= mask.count_ones() as usize >= least;
            }
        }
    }

    /// A loss that no node between `floor` and the ceiling falls below, by rows of the people who may be published.
    pub(super) fn bound(&self, rows: &Rows<W>, floor: &[usize], scratch: &mut Scratch<W>) -> f64 {
        if self.problem.measure.bound_needs_classes() {
            let plan = Plan::at(&rows.levels, floor, self.dimensions(), &self.layout);
            scratch.grouper.number(rows, &plan);
            scratch.measure_classes(rows);
            scratch.keep.clear();
            let keep = scratch.sizes.iter().map(|&size| size > 0);
            scratch.keep.extend(keep);
        } else {
            // Sums over cells need no classes: nobody of these rows is lost at the floor.
            scratch.clear_classes();
        }
        self.problem.measure.bound(&NodeView::new(self, rows, floor, &scratch.keep, scratch))
    }
}

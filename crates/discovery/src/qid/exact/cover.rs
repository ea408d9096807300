//! Large safe sets, each of which vouches for all its subsets.

use lethe_data::ColumnSet;

/// Safe sets, none of which contains another.
#[derive(Default)]
pub(super) struct Cover {
    sets: Vec<ColumnSet>,
}

impl Cover {
    /// The sets, in no particular order.
    pub(super) fn sets(&self) -> &[ColumnSet] {
        &self.sets
    }

    /// Whether a set is contained in one that is known to be safe.
    pub(super) fn has(&self, set: &ColumnSet) -> bool {
        self.sets.iter().any(|safe| set.is_subset(safe))
    }

    /// Adds a safe set, unless it is known to be one.
    pub(super) fn add(&mut self, set: ColumnSet) {
        if !self.has(&set) {
            self.sets.retain(|safe| !safe.is_subset(&set));
            self.sets.push(set);
        }
    }
}

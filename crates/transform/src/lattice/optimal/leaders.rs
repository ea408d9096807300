//! The best solutions known.

use crate::lattice::engine::Checked;

/// The best solutions that a search has met, best first and each once.
pub(super) struct Leaders {
    most: usize,
    solutions: Vec<Checked>,
}

impl Leaders {
    /// None so far, of so many that are looked for.
    pub(super) fn new(most: usize) -> Self {
        Self { most: most.max(1), solutions: Vec::new() }
    }

    /// What a solution must beat to be among them; nothing while there are too few.
    pub(super) fn to_beat(&self) -> Option<&Checked> {
        self.solutions.get(self.most - 1)
    }

    /// Takes note of a solution; whether it is now the best.
    pub(super) fn offer(&mut self, solution: Checked) -> bool {
        let at = self.solutions.partition_point(|known| known.beats(&solution));
        let is_known = self.solutions.get(at).is_some_and(|known| known.levels == solution.levels);
        if is_known || at >= self.most {
            return false;
        }
        self.solutions.insert(at, solution);
        self.solutions.truncate(self.most);
        at == 0
    }

    pub(super) fn into_solutions(self) -> Vec<Checked> {
        self.solutions
    }
}

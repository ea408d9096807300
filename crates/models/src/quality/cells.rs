//! Measures that are sums over cells.

use super::{Aggregate, Domain, View};

/// The cost of every cell that a release can have, in whole units so that sums do not depend on their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellCosts {
    /// The costs in each quasi-identifying column.
    pub columns: Vec<ColumnCosts>,
}

/// The cost of every node of a column's hierarchy.
///
/// **Guarantee**: along a path from a leaf to the root costs never fall, and none is above `whole`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnCosts {
    /// By level, then by node code of the bound hierarchy.
    pub levels: Vec<Vec<u64>>,
    /// The cost of a suppressed cell.
    pub whole: u64,
}

impl ColumnCosts {
    /// The costs of a column's nodes, given the cost of a level's node.
    pub(super) fn of(domain: &Domain, whole: u64, cost: impl Fn(usize, u32) -> u64) -> Self {
        let hierarchy = &domain.hierarchy;
        let of_level = |level| (0..hierarchy.domain(level) as u32).map(|node| cost(level, node)).collect();
        Self { levels: (0..hierarchy.height()).map(of_level).collect(), whole }
    }

    /// The loss of a column: the costs of the cells that were kept, and all of the others, per person.
    pub fn loss(&self, kept: u128, suppressed: u64, people: u64) -> f64 {
        let most = u128::from(self.whole) * u128::from(people);
        if most == 0 {
            return if people > 0 { suppressed as f64 / people as f64 } else { 0.0 };
        }
        (kept + u128::from(self.whole) * u128::from(suppressed)) as f64 / most as f64
    }
}

/// What all measures that are sums over cells do with their costs.
#[derive(Clone, Debug)]
pub(super) struct CellLoss {
    pub(super) costs: CellCosts,
    aggregate: Aggregate,
    pub(super) weights: Vec<f64>,
}

impl CellLoss {
    pub(super) fn new(
        domains: &[Domain],
        aggregate: Aggregate,
        column_costs: impl Fn(&Domain) -> ColumnCosts,
    ) -> Self {
        let columns = domains.iter().map(column_costs).collect();
        Self { costs: CellCosts { columns }, aggregate, weights: weights(domains) }
    }

    /// The same, where columns count by the most that they can lose.
    pub(super) fn weighted_by_most(mut self) -> Self {
        let most: Vec<f64> = self.costs.columns.iter().map(|column| column.whole as f64).collect();
        self.weights = super::aggregate::weights_by_most(&self.weights, &most);
        self
    }

    pub(super) fn value(&self, release: &dyn View) -> f64 {
        self.aggregate.combine(&self.columns(release), &self.weights)
    }

    /// Cells of kept records cost at least what they cost on the lowest levels.
    pub(super) fn bound(&self, part: &dyn View) -> f64 {
        self.aggregate.combine_below(&self.columns(part), &self.weights)
    }

    fn columns(&self, view: &dyn View) -> Vec<f64> {
        let sums = self.costs.columns.iter().zip(view.cell_sums());
        sums.map(|(column, &sum)| column.loss(sum, view.suppressed(), view.people())).collect()
    }
}

/// How much each column counts.
pub(super) fn weights(domains: &[Domain]) -> Vec<f64> {
    domains.iter().map(|domain| domain.weight).collect()
}

/// Makes a measure of a struct that holds nothing but a [`CellLoss`].
macro_rules! cell_measure {
    ($measure:ident is $name:literal) => {
        impl super::Measure for $measure {
            fn name(&self) -> &'static str {
                $name
            }

            fn costs(&self) -> Option<&super::CellCosts> {
                Some(&self.0.costs)
            }

            fn column_weights(&self) -> &[f64] {
                &self.0.weights
            }

            fn value(&self, release: &dyn super::View) -> f64 {
                self.0.value(release)
            }

            /// The loss of `part` itself: costs never fall on the way up.
            fn bound(&self, part: &dyn super::View) -> f64 {
                self.0.bound(part)
            }
        }
    };
}
pub(super) use cell_measure;

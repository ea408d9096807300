//! NCP: the share of the domain that a label covers, where a single value costs nothing.

use super::cells::CellLoss;
use super::{Aggregate, CellCosts, ColumnCosts, Domain, Measure, View};

/// The normalized certainty penalty: the mean over cells of leaves / |domain|, 0 where a label stands for one leaf, 1
/// where the cell is suppressed.
///
/// A node above a single leaf tells as much as the leaf, so it costs nothing on any level (Ghinita et al. 2007 define
/// it by the number of leaves, too).
///
/// **Paper**: Xu et al. 2006; Dimakopoulos 2022, section 3.6.2.
///
/// **Cost**: one addition a kept class and column.
#[derive(Clone, Debug)]
pub struct Ncp(CellLoss);

impl Ncp {
    /// The penalty over these columns.
    pub fn new(domains: &[Domain], aggregate: Aggregate) -> Self {
        Self(CellLoss::new(domains, aggregate, column_costs))
    }
}

fn column_costs(domain: &Domain) -> ColumnCosts {
    let hierarchy = &domain.hierarchy;
    let cost = |level, node| match hierarchy.leaves_under(level, node) as u64 {
        0 | 1 => 0,
        leaves => leaves,
    };
    ColumnCosts::of(domain, hierarchy.hierarchy().leaf_count() as u64, cost)
}

impl Measure for Ncp {
    fn name(&self) -> &'static str {
        "ncp"
    }

    fn costs(&self) -> Option<&CellCosts> {
        Some(&self.0.costs)
    }

    fn column_weights(&self) -> &[f64] {
        &self.0.weights
    }

    fn value(&self, release: &dyn View) -> f64 {
        self.0.value(release)
    }

    /// The loss of `part` itself: costs never fall on the way up.
    fn bound(&self, part: &dyn View) -> f64 {
        self.0.bound(part)
    }
}

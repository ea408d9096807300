//! NCP: the share of the domain that a label covers, where a single value costs nothing.

use super::cells::{CellLoss, cell_measure};
use super::{Aggregate, ColumnCosts, Domain};

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

cell_measure!(Ncp is "ncp");

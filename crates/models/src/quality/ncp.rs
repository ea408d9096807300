//! NCP: the share of the domain that a label covers, where a single value costs nothing.

use super::cells::{CellLoss, cell_measure};
use super::registry::MeasureEntry;
use super::{Aggregate, ColumnCosts, Domain};

/// The measure in the registry.
pub(super) static ENTRY: MeasureEntry = MeasureEntry::new(
    "ncp",
    "the share of a column's domain that a label covers, nothing for a single value",
    |subject| Ok(Box::new(Ncp::new(subject.domains, subject.aggregate))),
);

/// The normalized certainty penalty: the mean over cells of leaves / |domain|, 0 where a label stands for one leaf, 1
/// where the cell is suppressed.
///
/// A node above a single leaf shows as much as the leaf, so it costs nothing on any level (Ghinita et al. 2007 define
/// it by the number of leaves, too). A span counts the values that it covers.
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
    let of_values = |values: u64| if values > 1 { values } else { 0 };
    let cost = |level, node| of_values(hierarchy.leaves_under(level, node) as u64);
    ColumnCosts::of(domain, hierarchy.hierarchy().leaf_count() as u64, cost, of_values)
}

cell_measure!(Ncp is "ncp");

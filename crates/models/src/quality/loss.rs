//! Loss: the share of the domain that a label covers.

use super::cells::{CellLoss, cell_measure};
use super::{Aggregate, ColumnCosts, Domain};

/// The mean over cells of (leaves − 1) / (|domain| − 1), where a suppressed cell costs 1.
///
/// **Paper**: Iyengar 2002; Bild 2024, section 2.1.5.
///
/// **Cost**: one addition a kept class and column.
#[derive(Clone, Debug)]
pub struct Loss(CellLoss);

impl Loss {
    /// The loss over these columns.
    pub fn new(domains: &[Domain], aggregate: Aggregate) -> Self {
        Self(CellLoss::new(domains, aggregate, column_costs))
    }
}

fn column_costs(domain: &Domain) -> ColumnCosts {
    let hierarchy = &domain.hierarchy;
    let cost = |level, node| (hierarchy.leaves_under(level, node) as u64).saturating_sub(1);
    ColumnCosts::of(domain, (hierarchy.hierarchy().leaf_count() as u64).saturating_sub(1), cost)
}

cell_measure!(Loss is "loss");

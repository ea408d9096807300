//! Loss: the share of the domain that a label covers.

use super::cells::{CellLoss, cell_measure};
use super::registry::MeasureEntry;
use super::{Aggregate, ColumnCosts, Domain, WeightedLoss};

/// The measure in the registry.
pub(super) static ENTRY: MeasureEntry = MeasureEntry {
    weighs_suppression: true,
    ..MeasureEntry::new(
        "loss",
        "the share of a column's domain that a label covers beyond one value",
        |subject| {
            let (domains, aggregate) = (subject.domains, subject.aggregate);
            Ok(match subject.gs_factor {
                None => Box::new(Loss::new(domains, aggregate)),
                Some(gs_factor) => Box::new(WeightedLoss::new(domains, aggregate, gs_factor)?),
            })
        },
    )
};

/// The mean over cells of (leaves − 1) / (|domain| − 1), where a suppressed cell costs 1, and a span counts the values
/// that it covers.
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
    let beyond_one = |values: u64| values.saturating_sub(1);
    let cost = |level, node| beyond_one(hierarchy.leaves_under(level, node) as u64);
    ColumnCosts::of(domain, beyond_one(hierarchy.hierarchy().leaf_count() as u64), cost, beyond_one)
}

cell_measure!(Loss is "loss");

//! Ambiguity: how many original records a published one could have been.

use super::cells::{CellLoss, cell_measure};
use super::logarithm::log2_units;
use super::registry::MeasureEntry;
use super::{Aggregate, ColumnCosts, Domain};

/// The measure in the registry.
pub(super) static ENTRY: MeasureEntry = MeasureEntry::new(
    "ambiguity",
    "how many original records a published one could have been, on a logarithmic scale",
    |subject| Ok(Box::new(Ambiguity::new(subject.domains, subject.aggregate))),
);

/// The mean over records of log(combinations) / log(all combinations): the combinations of leaves that the record's
/// labels stand for, and those of the whole domain, which a suppressed record stands for. A span stands for the values
/// that it covers.
///
/// The logarithm of a product is the sum of the columns' logarithms, so a column counts by the logarithm of its domain
/// (times its weight), and a record's share is a sum over its cells. Logarithms are rounded to 2⁻³².
///
/// **Paper**: Goldberger and Tassa 2010, whose ambiguity metric is the mean of the product itself.
///
/// **Cost**: one addition a kept class and column.
#[derive(Clone, Debug)]
pub struct Ambiguity(CellLoss);

impl Ambiguity {
    /// The ambiguity over these columns.
    pub fn new(domains: &[Domain], aggregate: Aggregate) -> Self {
        Self(CellLoss::new(domains, aggregate, column_costs).weighted_by_most())
    }
}

fn column_costs(domain: &Domain) -> ColumnCosts {
    let hierarchy = &domain.hierarchy;
    let cost = |level, node| log2_units(hierarchy.leaves_under(level, node) as u64);
    ColumnCosts::of(domain, log2_units(hierarchy.hierarchy().leaf_count() as u64), cost, log2_units)
}

cell_measure!(Ambiguity is "ambiguity");

//! Precision: how far up its hierarchy a column was generalized.

use super::cells::{CellLoss, cell_measure};
use super::registry::MeasureEntry;
use super::{Aggregate, ColumnCosts, Domain};

/// The measure in the registry.
pub(super) static ENTRY: MeasureEntry =
    MeasureEntry::new("precision", "how far up its hierarchy a column was generalized", |subject| {
        Ok(Box::new(Precision::new(subject.domains, subject.aggregate)))
    });

/// The mean over cells of level / (height − 1), the generalization intensity, where a suppressed cell costs 1.
///
/// Every kept cell of a column costs the same, whatever label it shows; a value that the hierarchy does not have is
/// published as the root on every level and costs 1. [`super::Total`] looks at labels. A span is on no level; it costs
/// (covered − 1) / (leaves − 1).
///
/// **Paper**: Sweeney 2002 (whose Prec is one minus this); Bild 2024, section 2.1.5.
///
/// **Cost**: one addition a kept class and column.
#[derive(Clone, Debug)]
pub struct Precision(CellLoss);

impl Precision {
    /// The precision lost over these columns.
    pub fn new(domains: &[Domain], aggregate: Aggregate) -> Self {
        Self(CellLoss::new(domains, aggregate, column_costs))
    }
}

fn column_costs(domain: &Domain) -> ColumnCosts {
    let hierarchy = &domain.hierarchy;
    let top = hierarchy.height() - 1;
    let cost = |level, node| {
        let unknown = hierarchy.suppressed_code(level) == Some(node);
        if unknown { top as u64 } else { level as u64 }
    };
    let of_level = |level| (0..hierarchy.domain(level) as u32).map(|node| cost(level, node)).collect();
    ColumnCosts::of_ways_up(domain, (0..hierarchy.height()).map(of_level).collect())
}

cell_measure!(Precision is "precision");

//! Loss: the share of the domain that a label covers.

use super::{Aggregate, CellCosts, ColumnCosts, Domain, Measure, View};

/// The mean over cells of (leaves − 1) / (|domain| − 1), where a suppressed cell costs 1.
///
/// **Paper**: Iyengar 2002; Bild 2024, section 2.1.5.
///
/// **Cost**: one addition a kept class and column.
#[derive(Clone, Debug)]
pub struct Loss {
    costs: CellCosts,
    aggregate: Aggregate,
    weights: Vec<f64>,
}

impl Loss {
    /// The loss over these columns.
    pub fn new(domains: &[Domain], aggregate: Aggregate) -> Self {
        let columns = domains.iter().map(column_costs).collect();
        let weights = domains.iter().map(|domain| domain.weight).collect();
        Self { costs: CellCosts { columns }, aggregate, weights }
    }

    fn of(&self, view: &dyn View) -> f64 {
        let sums = self.costs.columns.iter().zip(view.cell_sums());
        let losses: Vec<f64> =
            sums.map(|(column, &sum)| column.loss(sum, view.suppressed(), view.people())).collect();
        self.aggregate.combine(&losses, &self.weights)
    }
}

fn column_costs(domain: &Domain) -> ColumnCosts {
    let hierarchy = &domain.hierarchy;
    let cost = |level, node| hierarchy.leaves_under(level, node) as u64 - 1;
    let levels = (0..hierarchy.height())
        .map(|level| (0..hierarchy.domain(level) as u32).map(|node| cost(level, node)).collect())
        .collect();
    ColumnCosts { levels, whole: hierarchy.hierarchy().leaf_count() as u64 - 1 }
}

impl Measure for Loss {
    fn name(&self) -> &'static str {
        "loss"
    }

    fn costs(&self) -> Option<&CellCosts> {
        Some(&self.costs)
    }

    fn value(&self, release: &dyn View) -> f64 {
        self.of(release)
    }

    /// Cells of kept records cost at least what they cost on the lowest levels.
    fn bound(&self, part: &dyn View) -> f64 {
        self.of(part)
    }
}

//! Loss in which suppression counts more or less than generalization does.

use super::aggregate::{combine, combine_below, ranks};
use super::cells::CellLoss;
use super::measure::nodes_off_levels;
use super::registry::problem;
use super::{Aggregate, CellCosts, ColumnCosts, Domain, Measure, View};
use crate::Result;
use lethe_data::Decimal;

/// The digits after the point that a factor may have, so that costs stay whole numbers.
const DIGITS: i32 = 6;

/// [`super::Loss`] with a factor from 0 to 1 that weighs generalization (0.5 and less: as it is; 1: not at all) against
/// suppression (0: not at all; 0.5 and more: as it is).
///
/// With g = min(1, 2 − 2·factor) and s = min(1, 2·factor), a published cell costs g·(leaves − 1) / (|domain| − g), and a
/// suppressed one c + s·(1 − c), where c is what its label would cost if it were published.
///
/// **Paper**: the generalization-suppression factor of the reference implementation of the field; its published losses are
/// met to the last digits.
///
/// **Cost**: one addition a kept class and column.
#[derive(Clone, Debug)]
pub struct WeightedLoss {
    cells: CellLoss,
    /// s.
    suppression: f64,
    /// What all records would cost on a level if all were published; by column and level.
    published: Vec<Vec<u128>>,
}

impl WeightedLoss {
    /// The loss over these columns.
    ///
    /// **Errors**: the factor is not between 0 and 1, or has more than 6 digits after the point.
    pub fn new(domains: &[Domain], aggregate: Aggregate, gs_factor: Decimal) -> Result<Self> {
        let one = 10_i128.pow(DIGITS.unsigned_abs());
        let factor = gs_factor.scaled_to(-DIGITS).filter(|factor| (0..=one).contains(factor));
        let factor = factor.ok_or_else(|| {
            problem("quality", "`gs_factor` must be between 0 and 1, with at most 6 digits after the point")
        })?;
        let generalization = (2 * one - 2 * factor).min(one) as u64;
        let cells =
            CellLoss::new(domains, aggregate, |domain| column_costs(domain, generalization, one as u64));
        let published = domains.iter().zip(&cells.costs.columns).map(published).collect();
        Ok(Self { cells, suppression: ((2 * factor).min(one)) as f64 / one as f64, published })
    }

    fn columns(&self, view: &dyn View) -> Vec<f64> {
        let mut losses = self.cells.columns(view);
        if self.suppression < 1.0 {
            for (at, (loss, costs)) in losses.iter_mut().zip(&self.cells.costs.columns).enumerate() {
                let published = costs.loss(self.published_sum(at, view), 0, view.records());
                *loss = self.suppression * *loss + (1.0 - self.suppression) * published;
            }
        }
        losses
    }

    fn published_sum(&self, at: usize, view: &dyn View) -> u128 {
        let costs = &self.cells.costs.columns[at].levels;
        match nodes_off_levels(view, at, self.published[at].len()) {
            Some(nodes) => {
                let cost = |level: usize, node: u32| u128::from(costs[level][node as usize]);
                let nodes = nodes.iter();
                nodes.map(|on| cost(on.level, on.node) * u128::from(on.kept + on.suppressed)).sum()
            }
            None => self.published[at][view.levels()[at]],
        }
    }
}

/// Costs in units of 1 / (one · (|domain| − g)).
fn column_costs(domain: &Domain, generalization: u64, one: u64) -> ColumnCosts {
    let hierarchy = &domain.hierarchy;
    let beyond_one = |values: u64| values.saturating_sub(1) * generalization;
    let cost = |level, node| beyond_one(hierarchy.leaves_under(level, node) as u64);
    let leaves = (hierarchy.hierarchy().leaf_count() as u64).max(1);
    ColumnCosts::of(domain, one * leaves - generalization, cost, beyond_one)
}

/// What all records of a column cost on each level.
fn published((domain, costs): (&Domain, &ColumnCosts)) -> Vec<u128> {
    let of_level = |level: usize| {
        let codes = domain.hierarchy.codes(level).iter().zip(&domain.counts);
        codes.map(|(&node, &count)| u128::from(costs.levels[level][node as usize]) * u128::from(count)).sum()
    };
    (0..domain.hierarchy.height()).map(of_level).collect()
}

impl Measure for WeightedLoss {
    fn name(&self) -> &'static str {
        "loss"
    }

    fn costs(&self) -> Option<&CellCosts> {
        Some(&self.cells.costs)
    }

    fn column_weights(&self) -> &[f64] {
        &self.cells.weights
    }

    fn value(&self, release: &dyn View) -> f64 {
        combine(self.cells.aggregate, &self.columns(release), &self.cells.weights)
    }

    /// The loss of `part` itself: costs never fall on the way up, and neither does what all records would cost.
    fn bound(&self, part: &dyn View) -> f64 {
        combine_below(self.cells.aggregate, &self.columns(part), &self.cells.weights)
    }

    fn ranks(&self, release: &dyn View) -> Vec<f64> {
        ranks(self.cells.aggregate, &self.columns(release), &self.cells.weights)
    }

    fn ranks_bound(&self, part: &dyn View) -> Vec<f64> {
        self.ranks(part)
    }
}

//! Measures that are sums over cells.

use super::aggregate::{combine, combine_below, ranks};
use super::{Aggregate, Covers, Domain, View};

/// The cost of every cell that a release can have, in whole units so that sums do not depend on their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellCosts {
    /// The costs in each quasi-identifying column.
    pub columns: Vec<ColumnCosts>,
}

/// The cost of every node of a column's hierarchy, and of its spans.
///
/// **Guarantee**: along a path from a leaf to the root costs never fall, that of a span is no less than that of one within
/// it, and none is above `whole`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnCosts {
    /// By level, then by node code of the bound hierarchy; after the levels, where there are any, the spans by number.
    pub levels: Vec<Vec<u64>>,
    /// The cost of a suppressed cell.
    pub whole: u64,
}

impl ColumnCosts {
    /// The costs of a column's nodes and spans, given the cost of a level's node and that of a span that covers so many
    /// values.
    pub(super) fn of(
        domain: &Domain,
        whole: u64,
        cost: impl Fn(usize, u32) -> u64,
        span_cost: impl Fn(u64) -> u64,
    ) -> Self {
        let hierarchy = &domain.hierarchy;
        let of_level = |level| (0..hierarchy.domain(level) as u32).map(|node| cost(level, node)).collect();
        let levels = (0..hierarchy.height()).map(of_level).collect();
        Self { levels, whole }.with_spans(domain, span_cost)
    }

    fn with_spans(mut self, domain: &Domain, span_cost: impl Fn(u64) -> u64) -> Self {
        if !domain.spans.is_empty() {
            // A column may have more values than its hierarchy; a span of them tells no less than nothing.
            let cost = |span: &Covers| span_cost(span.len() as u64).min(self.whole);
            self.levels.push(domain.spans.iter().map(cost).collect());
        }
        self
    }

    /// The costs of a column whose nodes cost levels: that of each, by level and node, and that of suppression. A span is
    /// as far on the way to the top as it is on the way from one value to all of them.
    pub(super) fn of_ways_up(domain: &Domain, mut levels: Vec<Vec<u64>>) -> Self {
        let hierarchy = &domain.hierarchy;
        // Where leaves and root are one level, only suppression loses anything.
        let top = (hierarchy.height() - 1).max(1) as u64;
        if domain.spans.is_empty() {
            return Self { levels, whole: top };
        }
        let beyond_one = (hierarchy.hierarchy().leaf_count() as u64).saturating_sub(1).max(1);
        levels.iter_mut().flatten().for_each(|cost| *cost *= beyond_one);
        Self { levels, whole: top * beyond_one }
            .with_spans(domain, |covered| covered.saturating_sub(1).saturating_mul(top))
    }

    /// The loss of a column: the costs of the cells that were kept, and all of the others, per person.
    pub fn loss(&self, kept: u128, suppressed: u64, records: u64) -> f64 {
        let most = u128::from(self.whole) * u128::from(records);
        if most == 0 {
            return if records > 0 { suppressed as f64 / records as f64 } else { 0.0 };
        }
        (kept + u128::from(self.whole) * u128::from(suppressed)) as f64 / most as f64
    }
}

/// What all measures that are sums over cells do with their costs.
#[derive(Clone, Debug)]
pub(super) struct CellLoss {
    pub(super) costs: CellCosts,
    pub(super) aggregate: Aggregate,
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
        combine(self.aggregate, &self.columns(release), &self.weights)
    }

    /// Cells of kept records cost at least what they cost on the lowest levels.
    pub(super) fn bound(&self, part: &dyn View) -> f64 {
        combine_below(self.aggregate, &self.columns(part), &self.weights)
    }

    /// Of a release, or of a part whose ranks none of its region falls below.
    pub(super) fn ranks(&self, view: &dyn View) -> Vec<f64> {
        ranks(self.aggregate, &self.columns(view), &self.weights)
    }

    pub(super) fn columns(&self, view: &dyn View) -> Vec<f64> {
        let sums = self.costs.columns.iter().zip(view.cell_sums());
        sums.map(|(column, &sum)| column.loss(sum, view.suppressed(), view.records())).collect()
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

            fn ranks(&self, release: &dyn super::View) -> Vec<f64> {
                self.0.ranks(release)
            }

            fn ranks_bound(&self, part: &dyn super::View) -> Vec<f64> {
                self.0.ranks(part)
            }
        }
    };
}
pub(super) use cell_measure;

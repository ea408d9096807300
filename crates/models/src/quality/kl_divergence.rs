//! KL divergence: how far the distribution of the records is from the one that the release implies.

use super::cells::CellLoss;
use super::logarithm::{count_log2_units, log2_units};
use super::registry::{MeasureEntry, problem};
use super::{Aggregate, CellCosts, ColumnCosts, Domain, Measure, View};

/// The measure in the registry.
pub(super) static ENTRY: MeasureEntry = MeasureEntry {
    needs_combinations: true,
    ..MeasureEntry::new(
        "kl-divergence",
        "how far the distribution of the records is from the one that the release implies",
        |subject| {
            let missing = || problem("kl-divergence", "needs the original combinations of values");
            Ok(Box::new(KlDivergence::new(subject.domains, subject.combinations.ok_or_else(missing)?)))
        },
    )
};

/// The divergence of the original distribution over combinations of values from the one that a release implies, of the
/// divergence when everything is suppressed.
///
/// A release implies that the records of a class are spread evenly over the combinations of values that its labels stand
/// for, and suppressed records, a class of their own, over all combinations. In bits, with o records of each original
/// combination, s records of each published class, c combinations that its labels stand for, S suppressed records and D
/// combinations in all, records · divergence = Σ s·log₂(c/s) + S·log₂(D/S) + Σ o·log₂ o. Values of a column are its
/// leaves, null where it occurs, and values that the hierarchy does not have; a span stands for those it covers. Columns have no weights here. A release
/// that misleads more than none at all has 1. Logarithms are rounded to 2⁻³².
///
/// **Paper**: Kullback and Leibler 1951; Kifer and Gehrke 2006, section 2.
///
/// **Cost**: one logarithm a class.
#[derive(Clone, Debug)]
pub struct KlDivergence {
    cells: CellLoss,
    /// The logarithm of the number of combinations.
    domain: i128,
    /// Σ o·log₂ o of the original combinations.
    original: i128,
}

impl KlDivergence {
    /// The divergence over these columns, given the records of each original combination of their values, in any order.
    pub fn new(domains: &[Domain], combinations: &[u64]) -> Self {
        let cells = CellLoss::new(domains, Aggregate::Mean, column_costs);
        let domain = cells.costs.columns.iter().map(|column| i128::from(column.whole)).sum();
        let original = combinations.iter().map(|&records| count_log2_units(records)).sum();
        Self { cells, domain, original }
    }

    fn share(&self, divergence: i128, view: &dyn View) -> f64 {
        let records = view.records();
        if records == 0 {
            return 0.0;
        }
        let most = i128::from(records) * self.domain - count_log2_units(records) + self.original;
        // Nothing to lose, but for rounding in the last unit of each person.
        if most <= i128::from(records) * 2 || view.suppressed() == records {
            return view.suppressed() as f64 / records as f64;
        }
        (divergence as f64 / most as f64).clamp(0.0, 1.0)
    }
}

fn column_costs(domain: &Domain) -> ColumnCosts {
    let hierarchy = &domain.hierarchy;
    let (top, unknown) = (hierarchy.height() - 1, hierarchy.unknown() as u64);
    let whole = log2_units(
        hierarchy.hierarchy().leaf_count() as u64 + u64::from(hierarchy.null_code(0).is_some()) + unknown,
    );
    let cost = |level, node| {
        if level == top {
            whole
        } else if hierarchy.suppressed_code(level) == Some(node) {
            log2_units(unknown)
        } else {
            log2_units(hierarchy.leaves_under(level, node) as u64)
        }
    };
    ColumnCosts::of(domain, whole, cost, log2_units)
}

impl Measure for KlDivergence {
    fn name(&self) -> &'static str {
        "kl-divergence"
    }

    fn costs(&self) -> Option<&CellCosts> {
        Some(&self.cells.costs)
    }

    fn bound_needs_classes(&self) -> bool {
        true
    }

    fn value(&self, release: &dyn View) -> f64 {
        let mut divergence = self.original - count_log2_units(release.suppressed());
        divergence += i128::from(release.suppressed()) * self.domain;
        divergence += release.cell_sums().iter().map(|&sum| sum as i128).sum::<i128>();
        release.visit_classes(&mut |class| divergence -= count_log2_units(class.size));
        self.share(divergence, release)
    }

    /// Merged classes diverge at least as much as their parts (the log sum inequality). A class that a release of the
    /// region suppresses loses at least s·log₂(D/N), so each class counts with the smaller of that and its own.
    fn bound(&self, part: &dyn View) -> f64 {
        let suppressed = self.domain - i128::from(log2_units(part.records()));
        let mut least = self.original + i128::from(part.suppressed()) * suppressed;
        let levels = part.levels();
        part.visit_classes(&mut |class| {
            let cells = self.cells.costs.columns.iter().zip(levels).zip(class.nodes);
            let spread: i128 =
                cells.map(|((column, &level), &node)| i128::from(column.levels[level][node as usize])).sum();
            let kept = spread - i128::from(log2_units(class.size));
            least += i128::from(class.size) * kept.min(suppressed);
        });
        // Each logarithm of the sum is off by half a unit at most, and each person has a few.
        let slack = i128::from(part.records()) * (levels.len() as i128 + 4);
        self.share(least - slack, part) * (1.0 - 1e-12)
    }
}

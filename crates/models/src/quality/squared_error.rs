//! Squared error: how far numbers are from what is published for them.

use super::aggregate::{combine, combine_below, ranks};
use super::measure::nodes_off_levels;
use super::registry::{MeasureEntry, problem};
use super::span::CoveredSums;
use super::{Aggregate, Covers, Domain, Measure, MixedNode, View};

/// The measure in the registry.
pub(super) static ENTRY: MeasureEntry =
    MeasureEntry::new("squared-error", "how far numbers are from what is published for them", |subject| {
        let measure = SquaredError::new(subject.domains, subject.aggregate);
        if !measure.has_columns() {
            return Err(problem("squared-error", "needs a quasi-identifying column of numbers"));
        }
        Ok(Box::new(measure))
    });

/// The squared error of numbers of which each is replaced by the mean of its node, and that by the mean of the column
/// where the record is suppressed; of the sum of squares about the column's mean.
///
/// Means are over the records of the table. Both steps count by themselves: a column loses Σ (x − m(node))² over all
/// records and Σ (m(node) − m)² over suppressed ones. Nulls have no number and no part in it. A number that the hierarchy
/// does not have is published as the root, so the column's mean stands for it. A span is replaced by the mean of the
/// records whose values it covers. Columns of other values do not count.
///
/// **Paper**: Domingo-Ferrer and Mateo-Sanz 2002 (SSE / SST) for the principle.
///
/// **Cost**: one multiplication a column and node of suppressed records.
#[derive(Clone, Debug)]
pub struct SquaredError {
    columns: Vec<NumberColumn>,
    aggregate: Aggregate,
    weights: Vec<f64>,
}

#[derive(Clone, Debug)]
struct NumberColumn {
    /// The column's place among the quasi-identifying ones.
    index: usize,
    /// What generalizing everybody to a level loses; never falls from level to level.
    levels: Vec<f64>,
    /// By level and node, spans last: what generalizing one person to it loses on average, and what suppressing one loses
    /// further.
    nodes: Vec<Vec<NodeError>>,
    /// What suppressing everybody loses.
    most: f64,
}

#[derive(Clone, Copy, Debug, Default)]
struct NodeError {
    within: f64,
    beyond: f64,
}

impl SquaredError {
    /// The squared error over those of these columns that have numbers.
    pub fn new(domains: &[Domain], aggregate: Aggregate) -> Self {
        let of_numbers = |(index, domain)| NumberColumn::new(index, domain);
        let columns: Vec<NumberColumn> = domains.iter().enumerate().filter_map(of_numbers).collect();
        let weights = columns.iter().map(|column| domains[column.index].weight).collect();
        Self { columns, aggregate, weights }
    }

    /// Whether any column has numbers; without, a release loses nothing.
    pub fn has_columns(&self) -> bool {
        !self.columns.is_empty()
    }
}

impl NumberColumn {
    fn new(index: usize, domain: &Domain) -> Option<Self> {
        let numbers = domain.numbers.as_ref()?;
        let records = || numbers.iter().zip(&domain.counts).filter_map(|(x, &n)| Some(((*x)?, n as f64)));
        let count: f64 = records().map(|(_, n)| n).sum();
        let mean = if count > 0.0 { records().map(|(x, n)| x * n).sum::<f64>() / count } else { 0.0 };
        let mut levels: Vec<f64> = Vec::with_capacity(domain.hierarchy.height());
        let mut nodes = Vec::with_capacity(domain.hierarchy.height());
        for level in 0..domain.hierarchy.height() {
            let (errors, sum) = level_errors(domain, numbers, mean, level);
            // Rounding must not let a higher level lose less.
            levels.push(sum.max(levels.last().copied().unwrap_or(0.0)));
            nodes.push(errors);
        }
        nodes.push(span_errors(domain, numbers, mean));
        let most = levels.last().copied().unwrap_or(0.0);
        Some(Self { index, levels, nodes, most })
    }

    fn share(&self, lost: f64, view: &dyn View) -> f64 {
        let records = view.records();
        if records == 0 {
            0.0
        } else if self.most <= 0.0 || view.suppressed() == records {
            view.suppressed() as f64 / records as f64
        } else {
            (lost / self.most).min(1.0)
        }
    }

    /// What the levels of a view lose at least; nothing is said of spans.
    fn least(&self, part: &dyn View) -> f64 {
        self.levels.get(part.levels()[self.index]).copied().unwrap_or(0.0)
    }

    fn lost(&self, view: &dyn View) -> f64 {
        if let Some(mixed) = nodes_off_levels(view, self.index, self.levels.len()) {
            let lost = |on: &MixedNode| {
                let node = self.nodes[on.level][on.node as usize];
                node.within * (on.kept + on.suppressed) as f64 + node.beyond * on.suppressed as f64
            };
            return mixed.iter().map(lost).sum();
        }
        let level = view.levels()[self.index];
        let mut lost = self.levels[level];
        if view.suppressed() > 0 {
            let suppressed = view.suppressed_nodes(self.index);
            let beyond = suppressed.iter().zip(&self.nodes[level]);
            lost += beyond.map(|(&records, node)| records as f64 * node.beyond).sum::<f64>();
        }
        lost
    }
}

/// The error of a span's records about the mean of those of the table whose values it covers.
fn span_errors(domain: &Domain, numbers: &[Option<f64>], mean: f64) -> Vec<NodeError> {
    let moment = |power: i32| {
        let with_number =
            |(x, &n): (&Option<f64>, &u64)| x.map_or(0.0, |x| (x - mean).powi(power) * n as f64);
        CoveredSums::new(numbers.iter().zip(&domain.counts).map(with_number))
    };
    let (counted, sums, squares) = (moment(0), moment(1), moment(2));
    let records = CoveredSums::new(domain.counts.iter().copied());
    let error = |span: &Covers| {
        let (with_number, all) = (counted.of(span), records.of(span) as f64);
        if with_number <= 0.0 {
            return NodeError::default();
        }
        let beyond = sums.of(span).powi(2) / with_number;
        // A single value is its own mean, whatever rounding says.
        let within = if span.len() < 2 { 0.0 } else { (squares.of(span) - beyond).max(0.0) };
        NodeError { within: within / all, beyond: beyond / all }
    };
    domain.spans.iter().map(error).collect()
}

fn level_errors(domain: &Domain, numbers: &[Option<f64>], mean: f64, level: usize) -> (Vec<NodeError>, f64) {
    let hierarchy = &domain.hierarchy;
    let unknown = hierarchy.suppressed_code(level);
    let nodes = hierarchy.codes(level).iter().zip(&domain.counts);
    // Numbers are taken from the mean, so that large ones do not drown their differences.
    let records = || {
        nodes
            .clone()
            .zip(numbers)
            .filter_map(|((&node, &n), x)| Some((node as usize, (*x)? - mean, n as f64)))
    };
    let mut all = vec![0_u64; hierarchy.domain(level)];
    for (&node, &count) in nodes.clone() {
        all[node as usize] += count;
    }
    // Means are taken step by step, so that the mean of a single number is that number.
    let mut with_number = vec![0.0; all.len()];
    let mut means = vec![0.0; all.len()];
    for (node, x, n) in records().filter(|&(node, _, n)| n > 0.0 && Some(node as u32) != unknown) {
        with_number[node] += n;
        means[node] += (x - means[node]) * (n / with_number[node]);
    }
    let mut within = vec![0.0; means.len()];
    for (node, x, n) in records() {
        within[node] += (x - means[node]).powi(2) * n;
    }
    let total = within.iter().sum();
    let per_person = |sum: f64, records: u64| if records == 0 { 0.0 } else { sum / records as f64 };
    // A node's records without a number (null at the root) lose nothing by themselves, so all share what is lost.
    let errors = (0..means.len()).map(|node| NodeError {
        within: per_person(within[node], all[node]),
        beyond: per_person(means[node].powi(2) * with_number[node], all[node]),
    });
    (errors.collect(), total)
}

impl Measure for SquaredError {
    fn name(&self) -> &'static str {
        "squared-error"
    }

    fn value(&self, release: &dyn View) -> f64 {
        combine(self.aggregate, &self.losses(release), &self.weights)
    }

    /// What the levels of `part` lose. Suppressed records add to it, but less so on higher levels, so they count with
    /// nothing.
    fn bound(&self, part: &dyn View) -> f64 {
        let share = |column: &NumberColumn| column.share(column.least(part), part);
        let losses: Vec<f64> = self.columns.iter().map(share).collect();
        combine_below(self.aggregate, &losses, &self.weights)
    }

    fn ranks(&self, release: &dyn View) -> Vec<f64> {
        ranks(self.aggregate, &self.losses(release), &self.weights)
    }
}

impl SquaredError {
    fn losses(&self, release: &dyn View) -> Vec<f64> {
        self.columns.iter().map(|column| column.share(column.lost(release), release)).collect()
    }
}

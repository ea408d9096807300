//! Non-uniform entropy: how many bits about the original values are gone.

use super::aggregate::{combine, combine_below, ranks, weights_by_most};
use super::cells::weights;
use super::logarithm::{count_log2_units, units_in_bits};
use super::measure::nodes_off_levels;
use super::registry::MeasureEntry;
use super::span::CoveredSums;
use super::{Aggregate, Covers, Domain, Measure, MixedNode, View};

/// The measure in the registry.
pub(super) static ENTRY: MeasureEntry =
    MeasureEntry::new("entropy", "how many bits about the original values are gone", |subject| {
        Ok(Box::new(Entropy::new(subject.domains, subject.aggregate)))
    });

/// The measure without suppression in the registry.
pub(super) static MONOTONE_ENTRY: MeasureEntry =
    MeasureEntry::new("entropy-monotone", "entropy that takes no notice of suppression", |subject| {
        Ok(Box::new(MonotoneEntropy(Entropy::new(subject.domains, subject.aggregate))))
    });

/// The bits that the published labels leave open about the original values, of those that the columns hold.
///
/// A column loses Σ log₂(N(node) / N(value)) over all records, where N counts the records of the table with the node of
/// a person and with its value, and Σ sᵥ · log₂(S / sᵥ) over the nodes v of the S suppressed records. All suppressed,
/// that is the records times the column's entropy. The value is the columns' weighted sum, divided by its largest: a
/// column counts by its weight times its entropy. With equal weights the order of releases is that of the sum itself.
/// The records of a span are those of the table whose values it covers.
///
/// **Paper**: De Waal and Willenborg 1999, Gionis and Tassa 2009; Bild 2024, section 2.1.5. Dividing suppressed records
/// by node is what the reference implementation of the field does.
///
/// **Cost**: one logarithm a column and node of suppressed records.
#[derive(Clone, Debug)]
pub struct Entropy {
    columns: Vec<ColumnBits>,
    aggregate: Aggregate,
    weights: Vec<f64>,
}

#[derive(Clone, Debug)]
struct ColumnBits {
    /// What generalizing everybody to a level loses; never falls from level to level.
    levels: Vec<f64>,
    /// What generalizing one person to a node loses on average over the records of the node; spans last.
    nodes: Vec<Vec<f64>>,
    /// What suppressing everybody loses.
    most: f64,
}

impl Entropy {
    /// The entropy over these columns.
    pub fn new(domains: &[Domain], aggregate: Aggregate) -> Self {
        let columns: Vec<ColumnBits> = domains.iter().map(ColumnBits::new).collect();
        let most: Vec<f64> = columns.iter().map(|column| column.most).collect();
        let weights = weights_by_most(&weights(domains), &most);
        Self { columns, aggregate, weights }
    }

    /// The bits that a release loses, over all columns without weights: what implementations that do not normalise
    /// report.
    pub fn bits(&self, release: &dyn View) -> f64 {
        self.columns.iter().enumerate().map(|(index, column)| column.bits(index, release)).sum()
    }

    fn columns(&self, view: &dyn View) -> Vec<f64> {
        let share = |(index, column): (usize, &ColumnBits)| column.share(index, view);
        self.columns.iter().enumerate().map(share).collect()
    }
}

impl ColumnBits {
    fn new(domain: &Domain) -> Self {
        let mut levels: Vec<f64> = Vec::with_capacity(domain.hierarchy.height());
        let mut nodes = Vec::with_capacity(domain.hierarchy.height());
        for level in 0..domain.hierarchy.height() {
            let codes = domain.hierarchy.codes(level);
            let mut records = vec![0_u64; domain.hierarchy.domain(level)];
            for (&node, &count) in codes.iter().zip(&domain.counts) {
                records[node as usize] += count;
            }
            let mut bits = vec![0.0; records.len()];
            for (&node, &count) in codes.iter().zip(&domain.counts).filter(|(_, count)| **count > 0) {
                bits[node as usize] += bits_of_part(count, records[node as usize]);
            }
            // Rounding must not let a higher level lose less.
            let below = levels.last().copied().unwrap_or(0.0);
            levels.push(bits.iter().sum::<f64>().max(below));
            let mean = |(bits, &records): (f64, &u64)| if records == 0 { 0.0 } else { bits / records as f64 };
            nodes.push(bits.into_iter().zip(&records).map(mean).collect());
        }
        nodes.push(span_bits(domain));
        let most = levels.last().copied().unwrap_or(0.0);
        Self { levels, nodes, most }
    }

    fn bits(&self, index: usize, view: &dyn View) -> f64 {
        let suppressed = view.suppressed();
        if let Some(mixed) = nodes_off_levels(view, index, self.levels.len()) {
            let bits = |node: &MixedNode| self.generalized(node) + bits_of_part(node.suppressed, suppressed);
            return mixed.iter().map(bits).sum();
        }
        let mut bits = self.levels[view.levels()[index]];
        if suppressed > 0 {
            let nodes = view.suppressed_nodes(index);
            bits += nodes.into_iter().map(|records| bits_of_part(records, suppressed)).sum::<f64>();
        }
        bits
    }

    /// What the labels of all records leave open, suppressed or not.
    fn bits_of_labels(&self, index: usize, view: &dyn View) -> f64 {
        match nodes_off_levels(view, index, self.levels.len()) {
            Some(mixed) => mixed.iter().map(|node| self.generalized(node)).sum(),
            None => self.levels[view.levels()[index]],
        }
    }

    fn generalized(&self, node: &MixedNode) -> f64 {
        self.nodes[node.level][node.node as usize] * (node.kept + node.suppressed) as f64
    }

    fn share(&self, index: usize, view: &dyn View) -> f64 {
        let records = view.records();
        if records == 0 {
            0.0
        } else if self.most <= 0.0 || view.suppressed() == records {
            view.suppressed() as f64 / records as f64
        } else {
            (self.bits(index, view) / self.most).min(1.0)
        }
    }

    /// The same where suppression does not count.
    fn share_of_labels(&self, index: usize, view: &dyn View) -> f64 {
        if self.most <= 0.0 || view.records() == 0 {
            return 0.0;
        }
        (self.bits_of_labels(index, view) / self.most).min(1.0)
    }
}

/// What one person loses on average over the records whose values a span covers: N·log₂ N − Σ n·log₂ n, of N. In whole
/// units, so that a span with one value that occurs loses nothing.
fn span_bits(domain: &Domain) -> Vec<f64> {
    let records = CoveredSums::new(domain.counts.iter().copied());
    let units = CoveredSums::new(domain.counts.iter().map(|&count| count_log2_units(count)));
    let mean = |span: &Covers| match records.of(span) {
        0 => 0.0,
        all => units_in_bits((count_log2_units(all) - units.of(span)).max(0)) / all as f64,
    };
    domain.spans.iter().map(mean).collect()
}

/// `part · log2(whole / part)`.
fn bits_of_part(part: u64, whole: u64) -> f64 {
    if part == 0 { 0.0 } else { part as f64 * (whole as f64 / part as f64).log2() }
}

impl Measure for Entropy {
    fn name(&self) -> &'static str {
        "entropy"
    }

    fn value(&self, release: &dyn View) -> f64 {
        combine(self.aggregate, &self.columns(release), &self.weights)
    }

    /// The value of `part` itself, less what rounding may have added.
    ///
    /// With X the original value, V its node and S who is suppressed, a column loses N·H(X|V) + S·H(V|S). A higher node
    /// W adds N·H(V|W) to the first and takes S·H(V|W, S) from the second, which is no more. Further suppressed records
    /// only add to the second.
    fn bound(&self, part: &dyn View) -> f64 {
        combine_below(self.aggregate, &self.columns(part), &self.weights) * (1.0 - 1e-11)
    }

    fn ranks(&self, release: &dyn View) -> Vec<f64> {
        ranks(self.aggregate, &self.columns(release), &self.weights)
    }
}

/// Entropy that takes no notice of suppression: what the labels of all records leave open, suppressed or not.
///
/// It never falls from level to level, whatever is suppressed, but it charges nothing for suppression: a release of
/// nothing does not have 1.
///
/// **Paper**: the monotone variant that the reference implementation of the field offers beside [`Entropy`].
///
/// **Cost**: nothing but a look at the level of each column.
#[derive(Clone, Debug)]
pub struct MonotoneEntropy(Entropy);

impl MonotoneEntropy {
    fn columns(&self, view: &dyn View) -> Vec<f64> {
        let columns = self.0.columns.iter().enumerate();
        columns.map(|(index, column)| column.share_of_labels(index, view)).collect()
    }
}

impl Measure for MonotoneEntropy {
    fn name(&self) -> &'static str {
        "entropy-monotone"
    }

    fn value(&self, release: &dyn View) -> f64 {
        combine(self.0.aggregate, &self.columns(release), &self.0.weights)
    }

    /// The value of `part` itself: levels never lose less than those below, and nothing else counts.
    fn bound(&self, part: &dyn View) -> f64 {
        combine_below(self.0.aggregate, &self.columns(part), &self.0.weights)
    }

    fn ranks(&self, release: &dyn View) -> Vec<f64> {
        ranks(self.0.aggregate, &self.columns(release), &self.0.weights)
    }
}

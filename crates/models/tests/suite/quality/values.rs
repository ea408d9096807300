//! Values equal those of the plain definitions.

#![expect(clippy::float_cmp, reason = "these figures are exact")]

use crate::quality::oracle::Plain;
use crate::quality::sample::{AGGREGATES, FACTORS, samples};
use crate::quality::spans::{Spanned, spanned};
use lethe_models::quality::{Aggregate, KeptClass, MixedNode, TableView, View, report};
use proptest::prelude::*;

/// Shows classes from the last to the first, and forgets what views need not know.
struct Reversed<'a>(TableView<'a>);

impl View for Reversed<'_> {
    fn records(&self) -> u64 {
        self.0.records()
    }
    fn suppressed(&self) -> u64 {
        self.0.suppressed()
    }
    fn levels(&self) -> &[usize] {
        self.0.levels()
    }
    fn kept_classes(&self) -> u64 {
        self.0.kept_classes()
    }
    fn cell_sums(&self) -> &[u128] {
        self.0.cell_sums()
    }
    fn visit_classes(&self, visit: &mut dyn FnMut(KeptClass<'_>)) {
        let mut classes = Vec::new();
        self.0.visit_classes(&mut |class| {
            classes.push((
                class.size,
                class.nodes.to_vec(),
                class.labels.iter().rev().copied().collect::<Vec<_>>(),
            ));
        });
        for (size, nodes, labels) in classes.iter().rev() {
            visit(KeptClass { size: *size, nodes, labels });
        }
    }
    fn suppressed_nodes(&self, column: usize) -> Vec<u64> {
        // Nodes that nobody has may be named or not.
        [self.0.suppressed_nodes(column), vec![0; 3]].concat()
    }
    fn suppressed_squares(&self) -> Option<u128> {
        self.0.suppressed_squares()
    }
}

/// Tells a full-domain release as if it were a local one.
struct Mixed<'a>(TableView<'a>, Vec<Vec<MixedNode>>);

impl View for Mixed<'_> {
    fn records(&self) -> u64 {
        self.0.records()
    }
    fn suppressed(&self) -> u64 {
        self.0.suppressed()
    }
    fn levels(&self) -> &[usize] {
        &[]
    }
    fn kept_classes(&self) -> u64 {
        self.0.kept_classes()
    }
    fn cell_sums(&self) -> &[u128] {
        self.0.cell_sums()
    }
    fn visit_classes(&self, visit: &mut dyn FnMut(KeptClass<'_>)) {
        self.0.visit_classes(visit);
    }
    fn suppressed_nodes(&self, _: usize) -> Vec<u64> {
        Vec::new()
    }
    fn suppressed_squares(&self) -> Option<u128> {
        self.0.suppressed_squares()
    }
    fn mixed_nodes(&self, column: usize) -> Option<Vec<MixedNode>> {
        Some(self.1[column].clone())
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn values_are_those_of_the_definitions(
        sample in samples(), seed in any::<prop::sample::Index>(), dice in any::<u64>(), sparse in any::<u64>(),
    ) {
        let known = sample.known();
        let lattice = sample.levels_above(&vec![0; sample.columns.len()]);
        let levels = &lattice[seed.index(lattice.len())];
        let rows = sample.records.len();
        let lost = sample.suppress(levels, &vec![false; rows], dice & sparse & (sparse >> 7));
        let release = known.full_domain(&sample, levels, &lost);
        let nodes: Vec<Vec<MixedNode>> = (0..sample.columns.len()).map(|column| mixed(&known, &sample, column, levels[column], &lost)).collect();
        for aggregate in AGGREGATES {
            let plain = Plain { sample: &sample, levels: vec![levels.clone(); rows], lost: &lost, aggregate };
            for measure in known.measures(aggregate) {
                let value = release.value(measure.as_ref());
                let wanted = plain.value(measure.name());
                prop_assert!((value - wanted).abs() < 1e-7, "{} {aggregate:?}: {value}, not {wanted}", measure.name());
                prop_assert!((0.0..=1.0).contains(&value), "{}: {value}", measure.name());
                let reversed = measure.value(&Reversed(release.view(measure.as_ref())));
                prop_assert_eq!(value.to_bits(), reversed.to_bits(), "{} depends on the order", measure.name());
                let mixed = measure.value(&Mixed(release.view(measure.as_ref()), nodes.clone()));
                prop_assert!((value - mixed).abs() < 1e-9, "{}: {value}, told per record {mixed}", measure.name());
            }
            let subject = known.subject(aggregate);
            let quality = report(&subject, |measure| Ok::<_, lethe_models::Error>(release.value(measure))).unwrap();
            let json = serde_json::to_value(quality).unwrap();
            for measure in known.measures(aggregate) {
                if let Some(value) = json.get(measure.name().replace('-', "_")) {
                    prop_assert_eq!(value.as_f64().unwrap().to_bits(), release.value(measure.as_ref()).to_bits());
                }
            }
            prop_assert_eq!(json.as_object().unwrap().len(), 8);
        }
    }

    #[test]
    fn nothing_changed_loses_nothing_and_all_suppressed_loses_all(sample in samples(), seed in any::<prop::sample::Index>()) {
        let known = sample.known();
        let lattice = sample.levels_above(&vec![0; sample.columns.len()]);
        let levels = &lattice[seed.index(lattice.len())];
        let rows = sample.records.len();
        let all = known.full_domain(&sample, levels, &vec![true; rows]);
        let zero = vec![0; sample.columns.len()];
        let none = known.full_domain(&sample, &zero, &vec![false; rows]);
        let unknown = known.domains.iter().any(|domain| domain.hierarchy.unknown() > 0);
        for aggregate in AGGREGATES {
            for measure in known.measures(aggregate) {
                let name = measure.name();
                if !name.ends_with("-monotone") {
                    let value = all.value(measure.as_ref());
                    prop_assert!((value - 1.0).abs() < 1e-12, "{name} of nothing: {value}");
                }
                // These count what is alike in the original, too.
                let absolute = ["discernibility", "discernibility-monotone", "group-size", "classification"];
                if !unknown && !absolute.contains(&name) {
                    prop_assert_eq!(none.value(measure.as_ref()), 0.0, "{}", name);
                }
            }
        }
    }

    #[test]
    fn a_factor_weighs_suppression_against_generalization(case in spanned()) {
        let Spanned { sample, entries, lost } = &case;
        let known = sample.known();
        let release = known.release(sample, entries, lost);
        for aggregate in AGGREGATES {
            let plain = Plain { sample, levels: entries.clone(), lost, aggregate };
            for factor in FACTORS {
                let measure = known.weighted_loss(aggregate, factor);
                let losses = plain.weighted_losses(factor.parse().unwrap());
                let (value, wanted) = (release.value(measure.as_ref()), plain.combine(&losses, &vec![1.0; losses.len()]));
                prop_assert!((value - wanted).abs() < 1e-9, "{factor} {aggregate:?}: {value}, not {wanted}");
                let ranks = measure.ranks(&release.view(measure.as_ref()));
                if aggregate == Aggregate::Rank {
                    let weights: Vec<f64> = sample.columns.iter().map(|column| column.weight).collect();
                    let most = weights.iter().copied().fold(0.0, f64::max);
                    let mut wanted: Vec<f64> = losses.iter().zip(&weights).map(|(l, w)| l * w / most).collect();
                    wanted.sort_by(|a, b| b.total_cmp(a));
                    prop_assert_eq!(ranks.len(), wanted.len());
                    prop_assert!(ranks.iter().zip(&wanted).all(|(a, b)| (a - b).abs() < 1e-9), "{ranks:?}, not {wanted:?}");
                } else {
                    prop_assert!(ranks.is_empty());
                }
            }
            let plain_loss = &known.measures(aggregate)[0];
            let half = known.weighted_loss(aggregate, "0.5");
            prop_assert!((release.value(plain_loss.as_ref()) - release.value(half.as_ref())).abs() < 1e-12);
        }
    }

    #[test]
    fn costs_never_fall_on_the_way_up(sample in samples()) {
        let known = sample.known();
        for measure in known.measures(AGGREGATES[0]) {
            for (index, costs) in measure.costs().map_or(&[][..], |costs| &costs.columns).iter().enumerate() {
                for row in 0..sample.records.len() {
                    let cell = |level| known.cell(row, index, level);
                    let path: Vec<u64> = (0..sample.columns[index].height())
                        .map(|level| costs.levels[level][cell(level).node as usize]).collect();
                    prop_assert!(path.is_sorted() && path.iter().all(|&cost| cost <= costs.whole), "{}", measure.name());
                }
            }
        }
    }
}

fn mixed(
    known: &crate::quality::sample::Known,
    sample: &crate::quality::sample::Sample,
    column: usize,
    level: usize,
    lost: &[bool],
) -> Vec<MixedNode> {
    let count = |node: u32, gone: bool| {
        let rows =
            (0..lost.len()).filter(|&row| known.cell(row, column, level).node == node && lost[row] == gone);
        rows.map(|row| sample.records[row]).sum()
    };
    let nodes = 0..known.domains[column].hierarchy.domain(level) as u32;
    nodes
        .map(|node| MixedNode { level, node, kept: count(node, false), suppressed: count(node, true) })
        .collect()
}

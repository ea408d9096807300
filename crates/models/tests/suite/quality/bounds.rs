//! Bounds hold for every release of a region.

use crate::quality::sample::{AGGREGATES, FACTORS, samples};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn no_release_of_a_region_is_below_its_bound(
        sample in samples(),
        seed in any::<prop::sample::Index>(),
        dice in prop::collection::vec(any::<u64>(), 5),
    ) {
        let known = sample.known();
        let lattice = sample.levels_above(&vec![0; sample.columns.len()]);
        let least = &lattice[seed.index(lattice.len())];
        let nobody = vec![false; sample.records.len()];
        let lost = sample.suppress(least, &nobody, dice[0] & dice[1] & dice[2]);
        let part = known.full_domain(&sample, least, &lost);
        for aggregate in AGGREGATES {
            let mut measures = known.measures(aggregate);
            measures.extend(FACTORS.map(|factor| known.weighted_loss(aggregate, factor)));
            let bounds: Vec<(f64, Vec<f64>)> = measures
                .iter()
                .map(|measure| (measure, part.view(measure.as_ref())))
                .map(|(measure, view)| (measure.bound(&view), measure.ranks_bound(&view)))
                .collect();
            for levels in sample.levels_above(least) {
                for extra in [0, dice[3] & dice[4], dice[3] & dice[1] & dice[4], u64::MAX] {
                    let release = known.full_domain(&sample, &levels, &sample.suppress(&levels, &lost, extra));
                    for (measure, (bound, ranks_bound)) in measures.iter().zip(&bounds) {
                        let value = release.value(measure.as_ref());
                        prop_assert!(*bound <= value, "{} {aggregate:?}: {value} below {bound}", measure.name());
                        let ranks = measure.ranks(&release.view(measure.as_ref()));
                        let below = ranks.iter().zip(ranks_bound).find(|(rank, bound)| rank < bound);
                        prop_assert!(below.is_none(), "{} {aggregate:?}: {below:?}", measure.name());
                    }
                }
            }
        }
    }

    /// A bound that is far below the release that is the part itself would hold, and be of no use.
    #[test]
    fn bounds_are_the_values_of_the_part_where_they_can_be(sample in samples(), seed in any::<prop::sample::Index>(), dice in any::<u64>()) {
        let known = sample.known();
        let lattice = sample.levels_above(&vec![0; sample.columns.len()]);
        let levels = &lattice[seed.index(lattice.len())];
        let lost = sample.suppress(levels, &vec![false; sample.records.len()], dice & (dice >> 9));
        let part = known.full_domain(&sample, levels, &lost);
        for aggregate in AGGREGATES {
            for measure in known.measures(aggregate) {
                let view = part.view(measure.as_ref());
                let (bound, value) = (measure.bound(&view), measure.value(&view));
                if !["kl-divergence", "squared-error"].contains(&measure.name()) {
                    prop_assert!(value - bound <= 1e-10, "{}: {bound} for {value}", measure.name());
                }
            }
        }
    }
}

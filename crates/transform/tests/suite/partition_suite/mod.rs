//! Mondrian and clustering on random tables, against what their groups must satisfy.

mod axes;
mod case;
mod outliers;

use case::{Case, Model, Quasi, Row, cases, check};
use lethe_data::Context;
use lethe_transform::partition::{
    Algorithm, ClusterStats, Clusterer, Cutter, GroupModels, Groups, Records, SMALL_PART, Shown, Split, Units,
};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn contexts(seed: u64) -> [Context; 2] {
    [1, 2].map(|threads| Context::new(threads).unwrap().with_seed(seed))
}

fn check_clusters(case: &Case) -> Result<(), TestCaseError> {
    let contexts = contexts(case.seed);
    let built = case.build(&contexts[0]);
    let Some(group_models) = built.group_models() else { return Ok(()) };
    for algorithm in Algorithm::ALL {
        let clusterer =
            Clusterer { axes: &built.axes, units: &built.units, group_models: &group_models, algorithm };
        let clustered = clusterer.cluster(&contexts[0]);
        prop_assert_eq!(
            &clustered,
            &clusterer.cluster(&contexts[1]),
            "{:?}: another number of threads",
            algorithm
        );
        check(case, &built, &clustered.groups)?;
        for group in clustered.groups.iter().filter(|_| case.model == Model::Records) {
            let largest = group.iter().map(|&unit| built.units.records(unit)).max().unwrap();
            prop_assert!(
                built.records(group) <= 2 * case.k - 2 + largest.max(1),
                "{algorithm:?}: a cluster of {} people",
                built.records(group)
            );
        }
        if algorithm == Algorithm::Hybrid {
            let (axes, units, split) = (&built.axes, &built.units, Split::Strict);
            let cut = Cutter { axes, units, group_models: &group_models, split, enough: 1 }.cut(&contexts[0]);
            let (loss, of_cut) = (built.loss(&clustered.groups), built.loss(&cut));
            prop_assert!(loss <= of_cut + 1e-4, "hybrid loses {loss}, Mondrian {of_cut}");
        }
    }
    Ok(())
}

fn check_cuts(case: &Case) -> Result<(), TestCaseError> {
    let contexts = contexts(case.seed);
    let built = case.build(&contexts[0]);
    let Some(group_models) = built.group_models() else { return Ok(()) };
    for split in [Split::Strict, Split::Relaxed] {
        let cutter =
            Cutter { axes: &built.axes, units: &built.units, group_models: &group_models, split, enough: 1 };
        let groups = cutter.cut(&contexts[0]);
        prop_assert_eq!(&groups, &cutter.cut(&contexts[1]));
        check(case, &built, &groups)?;
        if case.model == Model::Records {
            no_cut_is_left(case, &built, &groups)?;
        }
        if split == Split::Strict && case.quasi.len() == 1 && case.quasi[0].levels.is_none() {
            let place = |&unit: &u32| built.units.places(unit)[0];
            let mut ranges: Vec<(u32, u32)> = groups
                .iter()
                .map(|group| (group.iter().map(place).min().unwrap(), group.iter().map(place).max().unwrap()))
                .collect();
            ranges.sort_unstable();
            prop_assert!(ranges.windows(2).all(|pair| pair[0].1 < pair[1].0), "{ranges:?} overlap");
        }
    }
    Ok(())
}

/// No group can be cut in two between any two values of a column without a hierarchy.
fn no_cut_is_left(case: &Case, built: &case::Built, groups: &Groups) -> Result<(), TestCaseError> {
    let lines = (0..case.quasi.len()).filter(|&at| case.quasi[at].levels.is_none());
    for (axis, group) in lines.flat_map(|axis| groups.iter().map(move |group| (axis, group))) {
        let places: BTreeSet<u32> = group.iter().map(|&unit| built.units.places(unit)[axis]).collect();
        for &last in places.iter().take(places.len() - 1) {
            let (below, above): (Vec<u32>, Vec<u32>) =
                group.iter().partition(|&&unit| built.units.places(unit)[axis] <= last);
            prop_assert!(
                built.records(&below) < case.k || built.records(&above) < case.k,
                "{group:?} can be cut"
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn clusters_satisfy_the_models(case in cases(1..60)) {
        check_clusters(&case)?;
    }

    #[test]
    fn tiny_tables_are_clustered(case in cases(1..8)) {
        check_clusters(&case)?;
    }

    #[test]
    fn cuts_satisfy_the_models(case in cases(1..80)) {
        check_cuts(&case)?;
    }
}

/// A table of one value a column and row, given by a function.
fn table(columns: usize, rows: usize, k: u64, cell: impl Fn(usize, usize) -> usize) -> Case {
    let quasi = |at: usize| {
        let values = (0..rows).map(|row| cell(row, at)).max().unwrap() + 1;
        let levels = at.is_multiple_of(2).then(|| vec![4, 4]);
        Quasi { values, levels, numbers: true, weight: 1.0 }
    };
    let row = |row: usize| Row {
        cells: (0..columns).map(|at| Some(cell(row, at))).collect(),
        sensitive: row % 3,
        weight: 1,
    };
    Case {
        quasi: (0..columns).map(quasi).collect(),
        rows: (0..rows).map(row).collect(),
        weighted: false,
        k,
        model: Model::Records,
        seed: 7,
    }
}

/// A value that looks random.
fn mixed(row: usize, column: usize) -> usize {
    let mut mixed = (row as u64 * 4 + column as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed >> 40) as usize
}

#[test]
fn identical_rows_are_one_cluster() {
    let case = table(2, 20, 3, |_, _| 0);
    let context = Context::new(1).unwrap();
    let built = case.build(&context);
    let group_models = built.group_models().unwrap();
    for algorithm in Algorithm::ALL {
        let clusterer =
            Clusterer { axes: &built.axes, units: &built.units, group_models: &group_models, algorithm };
        let clustered = clusterer.cluster(&context);
        assert_eq!(clustered.groups, Groups::new([[0]]));
        assert_eq!(clustered.stats.set_aside, 1);
    }
}

#[test]
fn unique_rows_fill_clusters_of_k_to_twice_k() {
    check_clusters(&table(3, 150, 4, |row, column| if column == 0 { row } else { mixed(row, column) % 50 }))
        .unwrap();
}

#[test]
fn heavy_ties_are_clustered() {
    check_clusters(&table(3, 200, 5, |row, column| mixed(row, column) % 3)).unwrap();
}

/// Several parts, which are clustered by themselves.
#[test]
fn large_tables_are_clustered_part_by_part() {
    let case = table(3, 5000, 5, |row, column| mixed(row, column) % 60);
    let contexts = contexts(3);
    let built = case.build(&contexts[0]);
    let group_models = built.group_models().unwrap();
    for algorithm in Algorithm::ALL {
        let clusterer =
            Clusterer { axes: &built.axes, units: &built.units, group_models: &group_models, algorithm };
        let clustered = clusterer.cluster(&contexts[0]);
        assert_eq!(clustered, clusterer.cluster(&contexts[1]));
        let sizes = || clustered.groups.iter().map(|group| built.records(group));
        assert_eq!(sizes().sum::<u64>(), 5000);
        assert!(sizes().all(|records| records >= 5));
    }
}

/// Parts that are cut off first and clustered by themselves, as from disk, have the clusters that they have in the whole.
#[test]
fn clusters_depend_on_their_part_alone() {
    let case = table(3, 6000, 5, |row, column| mixed(row, column) % 50);
    let context = Context::new(2).unwrap().with_seed(11);
    let built = case.build(&context);
    let group_models = built.group_models().unwrap();
    let (axes, units) = (&built.axes, &built.units);
    let parts =
        Cutter { axes, units, group_models: &group_models, split: Split::Strict, enough: 2500 }.cut(&context);
    assert!(parts.len() > 1);
    for algorithm in Algorithm::ALL {
        let whole = Clusterer { axes, units, group_models: &group_models, algorithm }.cluster(&context);
        let mut joined = (Groups::default(), ClusterStats::default());
        for part in parts.iter() {
            let mut ids = part.to_vec();
            ids.sort_unstable();
            let record = |&unit: &u32| {
                let people = built.units.records(unit) as usize;
                std::iter::repeat_n(built.units.places(unit).iter().copied(), people)
            };
            let places: Vec<u32> = ids.iter().flat_map(record).flatten().collect();
            let records = Records { places: &places, sensitive: &[], domains: &[], records: None };
            let (units, _) = Units::of_records(&records, axes, &context);
            assert_eq!(units.len(), ids.len());
            let of_part =
                Clusterer { axes, units: &units, group_models: &group_models, algorithm }.cluster(&context);
            for group in of_part.groups.iter() {
                joined.0.push(&group.iter().map(|&unit| ids[unit as usize]).collect::<Vec<u32>>());
            }
            joined.1 += of_part.stats;
        }
        assert_eq!((whole.groups, whole.stats), joined, "{algorithm:?}");
    }
}

/// Mondrian cannot cut a column with nothing but a root above its values; it is divided in order all the same.
#[test]
fn a_flat_column_of_unique_values_is_clustered() {
    let mut case = table(1, 3000, 5, |row, _| row);
    case.quasi[0].levels = Some(Vec::new());
    let context = Context::new(1).unwrap();
    let built = case.build(&context);
    let group_models = built.group_models().unwrap();
    let clusterer = Clusterer {
        axes: &built.axes,
        units: &built.units,
        group_models: &group_models,
        algorithm: Algorithm::Hybrid,
    };
    let clustered = clusterer.cluster(&context);
    assert!(clustered.groups.iter().all(|group| (5..10).contains(&built.records(group))));
    assert_eq!(built.axes[0].shown([0, 1]), Shown::Level(1));
}

/// On disk a part that cannot be cut may be too large for memory, so that it has to stay whole. It does so in memory.
#[test]
fn a_large_part_that_cannot_be_cut_is_one_cluster() {
    for (rows, is_whole) in [(SMALL_PART as usize, false), (SMALL_PART as usize + 1, true)] {
        let mut case = table(1, rows, 400, |row, _| row);
        case.quasi[0].levels = Some(Vec::new());
        let context = Context::new(1).unwrap();
        let built = case.build(&context);
        let group_models = built.group_models().unwrap();
        let (axes, units, algorithm) = (&built.axes, &built.units, Algorithm::KMember);
        let clustered = Clusterer { axes, units, group_models: &group_models, algorithm }.cluster(&context);
        assert_eq!(clustered.groups.len() == 1, is_whole);
    }
}

#[test]
fn a_cancelled_run_leaves_parts_that_satisfy_the_models() {
    let case = table(3, 3000, 5, |row, column| mixed(row, column) % 60);
    let context = Context::new(1).unwrap();
    let built = case.build(&context);
    let group_models = built.group_models().unwrap();
    context.cancel_token().cancel();
    for algorithm in Algorithm::ALL {
        let clusterer =
            Clusterer { axes: &built.axes, units: &built.units, group_models: &group_models, algorithm };
        let groups = clusterer.cluster(&context).groups;
        assert!(groups.iter().all(|group| built.records(group) >= 5));
        assert_eq!(groups.iter().map(|group| built.records(group)).sum::<u64>(), 3000);
    }
}

#[test]
fn nobody_is_no_group() {
    let case = table(1, 3, 2, |row, _| row);
    let context = Context::new(1).unwrap();
    let built = case.build(&context);
    let group_models = GroupModels::new(&built.requirements, "test").unwrap();
    let units = Units::default();
    for algorithm in Algorithm::ALL {
        let clusterer =
            Clusterer { axes: &built.axes, units: &units, group_models: &group_models, algorithm };
        assert!(clusterer.cluster(&context).groups.is_empty());
    }
}

#[test]
fn algorithms_have_names() {
    for algorithm in Algorithm::ALL {
        assert_eq!(Algorithm::named(algorithm.name()), Some(algorithm));
    }
    assert_eq!(Algorithm::named("k-means"), None);
}

//! The sets, how few they are, and how they hang together.

use super::oracle::{CONTEXTS, Small, set, small};
use lethe_data::ColumnSet;
use lethe_transform::compartment::{Algorithm, Compartments, Cover, Options, compartments, is_acyclic};
use proptest::prelude::*;

fn ask(small: &Small, cover: Cover, algorithm: Algorithm, shared: &[usize]) -> Compartments {
    let table = small.table();
    let options = Options { cover, algorithm, shared: shared.to_vec() };
    let [one, two] = [0, 1].map(|i| compartments(&small.question(&table), &options, &CONTEXTS[i]).unwrap());
    assert_eq!(one, two, "threads make no difference");
    one
}

/// The fewest of some sets that have every element of any.
fn fewest<E: Ord>(sets: &[Vec<E>]) -> usize {
    let covered = |chosen: usize| {
        let chosen = sets.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1);
        chosen.flat_map(|(_, set)| set).collect::<std::collections::BTreeSet<_>>().len()
    };
    let all = (1usize << sets.len()) - 1;
    (0..=all)
        .filter(|&chosen| covered(chosen) == covered(all))
        .map(|c| c.count_ones() as usize)
        .min()
        .unwrap()
}

fn columns(bits: usize) -> Vec<usize> {
    (0..16).filter(|column| bits >> column & 1 == 1).collect()
}

fn elements_of_pairs(bits: usize, maximal: &[usize]) -> Vec<(usize, usize)> {
    let list = columns(bits);
    let mut pairs: Vec<(usize, usize)> =
        list.iter().flat_map(|&a| list.iter().filter(move |&&b| a < b).map(move |&b| (a, b))).collect();
    let is_single =
        |&&c: &&usize| maximal.iter().all(|&other| other >> c & 1 == 0 || other.is_power_of_two());
    pairs.extend(list.iter().filter(is_single).map(|&c| (c, c)));
    pairs
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn all_compartments_are_the_maximal_safe_sets(small in small(6, 12)) {
        let found = ask(&small, Cover::All, Algorithm::Borders, &[]);
        let maximal = small.maximal();
        let mut sets = found.sets.clone();
        sets.sort();
        prop_assert_eq!(sets, maximal.iter().map(|&bits| set(bits)).collect::<Vec<_>>());
        prop_assert_eq!(found.maximal, Some(maximal.len() as u64));
        let alone: Vec<usize> = (0..6).filter(|column| !small.is_safe(1 << column)).collect();
        prop_assert_eq!(&found.alone, &alone);
        let safe_pairs = (0..64usize).filter(|bits| bits.count_ones() == 2 && small.is_safe(*bits)).count();
        prop_assert_eq!((found.pairs, found.safe_pairs), (safe_pairs as u64, safe_pairs as u64));
        prop_assert!(found.complete);
    }

    #[test]
    fn the_fewest_sets_cover_all_columns_safely_and_acyclically(small in small(6, 12), shared in prop::collection::vec(0usize..6, 0..3)) {
        let maximal = small.maximal();
        for shared in [&[][..], &shared] {
            let found = ask(&small, Cover::Columns, Algorithm::Borders, shared);
            let covered = found.sets.iter().fold(ColumnSet::default(), |all, set| all.union(set));
            let others = ColumnSet::of((0..6).filter(|column| !found.alone.contains(column))).unwrap();
            prop_assert_eq!(covered, others);
            prop_assert!(found.sets.iter().all(|set| small.is_safe(set.iter().fold(0, |bits, c| bits | 1 << c))));
            prop_assert!(found.acyclic && is_acyclic(&found.sets));
            let optimum = fewest(&maximal.iter().map(|&bits| columns(bits)).collect::<Vec<_>>());
            prop_assert!(found.lower_bound <= optimum && found.sets.len() >= optimum);
            if shared.is_empty() {
                prop_assert!(found.fewest && found.sets.len() == optimum);
            }
            for (index, a) in found.sets.iter().enumerate() {
                for b in &found.sets[index + 1..] {
                    let unbounded = Small { max_size: None, ..small.clone() };
                    let anonymous = |set: &ColumnSet| unbounded.is_safe(set.iter().fold(0, |bits, c| bits | 1 << c));
                    prop_assert!(a.intersection(b).len() <= 1 || anonymous(a) && anonymous(b));
                }
                for &column in shared {
                    prop_assert_eq!(found.unshared.contains(&(index, column)), !a.contains(column));
                }
            }
        }
    }

    #[test]
    fn the_fewest_sets_cover_all_safe_pairs(small in small(5, 12)) {
        let maximal = small.maximal();
        let found = ask(&small, Cover::Pairs, Algorithm::Borders, &[]);
        let optimum = fewest(&maximal.iter().map(|&bits| elements_of_pairs(bits, &maximal)).collect::<Vec<_>>());
        prop_assert_eq!((found.sets.len(), found.fewest, found.pairs), (optimum, true, found.safe_pairs));
        prop_assert_eq!(found.acyclic, is_acyclic(&found.sets));
    }

    #[test]
    fn cliques_are_safe_inside_maximal_sets_and_keep_no_more_pairs(small in small(6, 12)) {
        let maximal: Vec<ColumnSet> = small.maximal().into_iter().map(set).collect();
        let [all, cover] = [Cover::All, Cover::Columns].map(|cover| ask(&small, cover, Algorithm::Cliques, &[]));
        for clique in all.sets.iter().chain(&cover.sets) {
            prop_assert!(maximal.iter().any(|set| clique.is_subset(set)));
        }
        prop_assert!(all.pairs <= all.safe_pairs);
        let borders = ask(&small, Cover::Columns, Algorithm::Borders, &[]);
        prop_assert!(cover.sets.len() >= borders.sets.len());
        let union = |sets: &[ColumnSet]| sets.iter().fold(ColumnSet::default(), |all, set| all.union(set));
        prop_assert_eq!(union(&cover.sets), union(&borders.sets));
    }

    #[test]
    fn sets_of_many_columns_are_grown_safely(small in small(24, 6), bounded in any::<bool>()) {
        let max_size = bounded.then_some(2);
        let small = Small { max_size, k: 2, ..small };
        let found = ask(&small, Cover::Columns, Algorithm::Borders, &[3]);
        let covered: usize = found.sets.iter().fold(ColumnSet::default(), |all, set| all.union(set)).len();
        prop_assert_eq!(covered + found.alone.len(), 24);
        prop_assert!(found.acyclic && found.lower_bound <= found.sets.len());
        let pairs = ask(&small, Cover::Pairs, Algorithm::Borders, &[]);
        prop_assert_eq!((pairs.pairs, pairs.complete), (pairs.safe_pairs, true));
        let table = small.table();
        for set in found.sets.iter().chain(&pairs.sets) {
            let limits = lethe_discovery::qid::Limits { k: 2, max_size, ..Default::default() };
            let question = lethe_discovery::qid::Question::new(&table, set.iter(), limits).unwrap();
            let list: Vec<usize> = set.iter().collect();
            let pairs = list.iter().flat_map(|&a| list.iter().map(move |&b| ColumnSet::of([a, b]).unwrap()));
            let knowable: Vec<ColumnSet> = if bounded { pairs.collect() } else { vec![set.clone()] };
            for known in &knowable {
                prop_assert!(!question.is_exposing(known, &CONTEXTS[0]).unwrap());
            }
        }
    }
}

#[test]
fn odd_tables_have_odd_compartments() {
    let of = |rows: Vec<Vec<u8>>, k, max_size| Small { rows, width: 3, weights: None, k, max_size };
    for cover in [Cover::Columns, Cover::Pairs, Cover::All] {
        for max_size in [None, Some(1), Some(2), Some(7)] {
            let empty = ask(&of(Vec::new(), 3, max_size), cover, Algorithm::Borders, &[]);
            assert_eq!((empty.sets, empty.alone.len(), empty.lower_bound), (vec![set(0b111)], 0, 1));
            for rows in [vec![vec![1, 1, 1]], vec![vec![1, 2, 1]; 4]] {
                let few = ask(&of(rows, 5, max_size), cover, Algorithm::Borders, &[0]);
                assert_eq!((few.sets.len(), few.alone, few.lower_bound), (0, vec![0, 1, 2], 0));
                assert!(few.acyclic && few.complete && few.fewest);
            }
        }
    }
}

#[test]
fn questions_that_make_no_sense_are_refused() {
    let small = Small { rows: vec![vec![1; 30]; 4], width: 30, weights: None, k: 2, max_size: None };
    let table = small.table();
    let ask = |options: Options| compartments(&small.question(&table), &options, &CONTEXTS[0]);
    let stranger = ask(Options { shared: vec![30], ..Options::default() });
    let cliques = ask(Options { algorithm: Algorithm::Cliques, ..Options::default() });
    for error in [stranger.unwrap_err(), cliques.unwrap_err()] {
        assert_eq!(error.fault(), lethe_data::Fault::Request);
    }
}

//! What the sets mean, held to brute force.

use crate::qid::support::{CONTEXTS, Case, case};
use lethe_data::{CancelToken, ColumnSet, Fault, Table};
use lethe_discovery::qid::{
    ColumnRisk, Dependency, Limits, RankingOptions, column_risk, coverage, dependencies, smallest_without,
    standalone, union_coverage, witnesses,
};
use lethe_discovery::{ProfileOptions, profile};
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap};

fn rows(case: &Case, set: &ColumnSet) -> Vec<usize> {
    case.exposed_rows(&set.iter().collect::<Vec<_>>())
}

fn union(case: &Case, sets: impl Iterator<Item = ColumnSet>) -> u64 {
    case.records(sets.flat_map(|set| rows(case, &set)).collect::<BTreeSet<usize>>())
}

fn subsets(columns: usize, masks: &[usize]) -> Vec<ColumnSet> {
    let of = |mask: usize| ColumnSet::of((0..columns).filter(|column| mask >> column & 1 == 1)).unwrap();
    masks.iter().map(|mask| of(mask % (1 << columns))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn coverage_and_witnesses_equal_brute_force(
        case in case(5, 24),
        masks in prop::collection::vec(1usize..32, 0..6),
        limit in 0usize..20,
    ) {
        let table = case.table();
        let question = case.question(&table);
        let sets = subsets(case.columns.len(), &masks);
        for context in CONTEXTS.iter() {
            let each: Vec<u64> = sets.iter().map(|set| case.records(rows(&case, set))).collect();
            prop_assert_eq!(coverage(&question, &sets, context).unwrap(), each);
            let together = union(&case, sets.iter().cloned());
            prop_assert_eq!(union_coverage(&question, &sets, context).unwrap(), together);
            for set in &sets {
                let first: Vec<u32> = rows(&case, set).into_iter().take(limit).map(|row| row as u32).collect();
                prop_assert_eq!(witnesses(&question, set, limit, context).unwrap(), first);
            }
        }
    }

    #[test]
    fn the_ranking_equals_unions_without_each_column(case in case(6, 24), max_sets in 0usize..6) {
        let table = case.table();
        let question = case.question(&table);
        let minimal = case.minimal();
        let exposed = union(&case, minimal.iter().cloned());
        for context in CONTEXTS.iter() {
            let all = column_risk(&question, &minimal, &RankingOptions::default(), context).unwrap();
            prop_assert_eq!(all.exposed, Some(exposed));
            prop_assert_eq!(all.columns.len(), question.columns().len());
            for risk in &all.columns {
                let without = minimal.iter().filter(|set| !set.contains(risk.column));
                prop_assert_eq!(risk.sets, minimal.len() - without.clone().count());
                prop_assert_eq!(risk.still_exposed, Some(union(&case, without.cloned())));
            }
            let order = |risk: &ColumnRisk| (risk.still_exposed, minimal.len() - risk.sets, risk.column);
            prop_assert!(all.columns.is_sorted_by_key(order));
            // With fewer sets, figures are absent or the same.
            let some = column_risk(&question, &minimal, &RankingOptions { max_sets, ..RankingOptions::default() }, context).unwrap();
            if some.exposed.is_some() {
                prop_assert_eq!(some, all);
            } else {
                prop_assert!(max_sets < minimal.len());
                prop_assert!(some.columns.iter().all(|risk| risk.still_exposed.is_none()));
                prop_assert!(some.columns.is_sorted_by_key(|risk| minimal.len() - risk.sets));
            }
        }
    }

    #[test]
    fn dependencies_equal_brute_force(case in case(6, 24)) {
        let table = case.table();
        let records: Vec<usize> = (0..case.rows()).filter(|&row| case.records([row]) > 0).collect();
        let determines = |from: usize, to: usize| {
            records.iter().all(|&a| records.iter().all(|&b| {
                case.columns[from][a] != case.columns[from][b] || case.columns[to][a] == case.columns[to][b]
            }))
        };
        let values = |column: usize| records.iter().map(|&row| case.columns[column][row]).collect::<BTreeSet<_>>().len();
        let mut expected: Vec<Dependency> =
            case.searched.iter().filter(|&&column| values(column) == 1).map(|&column| Dependency::Constant(column)).collect();
        for &from in case.searched.iter().filter(|&&from| values(from) > 1) {
            for &to in case.searched.iter().filter(|&&to| to != from && values(to) > 1) {
                if determines(from, to) {
                    expected.push(Dependency::Determines { from, to });
                }
            }
        }
        for context in CONTEXTS.iter() {
            prop_assert_eq!(dependencies(&table, &case.searched, context).unwrap(), expected.clone());
        }
    }

    #[test]
    fn standalone_columns_are_those_of_the_profile(case in case(6, 8), threshold in 0.01f64..=1.0) {
        let (table, context) = (case.table(), &CONTEXTS[1]);
        let options = ProfileOptions { standalone_threshold: threshold, ..ProfileOptions::default() };
        let profile = profile(&table, &options, context).unwrap();
        let expected: Vec<usize> =
            case.searched.iter().copied().filter(|&column| profile.columns[column].standalone).collect();
        prop_assert_eq!(standalone(&table, &case.searched, threshold, context).unwrap(), expected);
    }
}

#[test]
fn a_column_all_of_whose_values_differ_stands_alone_unless_records_share_them() {
    let columns = vec![(0..4).map(Some).collect(), vec![Some(1), Some(1), Some(2), None], vec![None; 4]];
    let case = Case::new(columns, Limits::default());
    let context = &CONTEXTS[0];
    let of = |table: &Table, threshold| standalone(table, &[2, 1, 0], threshold, context).unwrap();
    assert_eq!(of(&case.table(), 1.0), [0]);
    assert_eq!(of(&case.table(), 0.5), [1, 0]);
    assert_eq!(of(&Case { weights: Some(vec![1, 1, 1, 2]), ..case.clone() }.table(), 1.0), [0; 0]);
    assert_eq!(standalone(&case.table(), &[0], 0.0, context).unwrap_err().fault(), Fault::Request);
}

#[test]
fn without_a_column_the_smallest_of_the_other_sets_remains() {
    let minimal = subsets(5, &[0b0_0001, 0b0_0110, 0b1_1010]);
    assert_eq!(smallest_without(&[0, 1, 2, 3, 4], &minimal), [Some(2), Some(1), Some(1), Some(1), Some(1)]);
    assert_eq!(smallest_without(&[0, 1], &minimal[..1]), [None, Some(1)]);
    assert_eq!(smallest_without(&[7], &[]), [None]);
}

#[test]
fn large_tables_are_counted_like_small_ones() {
    let cell =
        |row: u32, column: u32| Some((row.wrapping_mul(2_654_435_761).rotate_left(column * 7) % 97) as u8);
    let rows = 33_000u32;
    let columns: Vec<Vec<Option<u8>>> =
        (0..3).map(|column| (0..rows).map(|row| cell(row, column)).collect()).collect();
    let case = Case::new(columns, Limits { k: 3, ..Limits::default() });
    let table = case.table();
    let question = case.question(&table);
    let sets = subsets(3, &[0b011, 0b101, 0b110]);
    let mut exposed = BTreeSet::new();
    for set in &sets {
        let mut classes: HashMap<Vec<Option<u8>>, Vec<usize>> = HashMap::new();
        for row in 0..rows as usize {
            classes
                .entry(set.iter().map(|column| case.columns[column][row]).collect())
                .or_default()
                .push(row);
        }
        exposed.extend(classes.into_values().filter(|rows| rows.len() < 3).flatten());
    }
    assert!(exposed.len() > 100 && exposed.len() < rows as usize);
    for context in CONTEXTS.iter() {
        assert_eq!(union_coverage(&question, &sets, context).unwrap(), exposed.len() as u64);
    }
}

#[test]
fn cancelling_ends_every_analysis() {
    let token = CancelToken::default();
    token.cancel();
    let context = CONTEXTS[1].clone().with_cancel(token);
    let case = Case::new(vec![vec![Some(1), Some(2)]; 2], Limits::default());
    let table = case.table();
    let (question, sets) = (case.question(&table), subsets(2, &[1]));
    let options = RankingOptions::default();
    let faults = [
        coverage(&question, &sets, &context).err(),
        union_coverage(&question, &sets, &context).err(),
        column_risk(&question, &sets, &options, &context).err(),
        dependencies(&table, &[0, 1], &context).err(),
        standalone(&table, &[0], 1.0, &context).err(),
    ]
    .map(|error| error.map(|error| error.fault()));
    assert_eq!(faults, [Some(Fault::Limit); 5]);
}

//! Every strategy against a naive map: with and without weights, at several thread counts, and (with
//! `LETHE_FORCE_COLLISIONS`) when all hashes are equal.

use super::*;
use crate::{ByteSize, Codes, Dictionary, MemoryBudget, TypeChoice};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A table given by its codes; a domain of `d` codes is a column of `d` values, the last of them null.
#[derive(Clone, Debug)]
struct Case {
    columns: Vec<(u32, Vec<u32>)>,
    weights: Option<Vec<u64>>,
    k: u64,
}

impl Case {
    fn table(&self) -> Table {
        let columns = self.columns.iter().enumerate().map(|(index, (domain, codes))| {
            let texts: Vec<String> = (0..domain - 1).map(|value| format!("{value:06}")).collect();
            let dictionary = Dictionary::of_texts(texts.iter().map(String::as_str));
            let codes = Codes::from_iter_within(*domain as usize, codes.iter().copied());
            Column::new(format!("c{index}"), Arc::new(dictionary), codes)
        });
        let table = Table::new(columns.collect()).unwrap();
        match &self.weights {
            Some(weights) => table.with_weights(weights.clone()).unwrap(),
            None => table,
        }
    }

    fn naive(&self, rows: usize) -> (Vec<u32>, Vec<u64>, BTreeMap<Vec<u32>, u64>) {
        let mut numbers: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
        let mut counts: BTreeMap<Vec<u32>, u64> = BTreeMap::new();
        let (mut ids, mut sizes) = (Vec::new(), Vec::new());
        for row in 0..rows {
            let key: Vec<u32> = self.columns.iter().map(|(_, codes)| codes[row]).collect();
            let next = numbers.len() as u32;
            let id = *numbers.entry(key.clone()).or_insert(next);
            let weight = self.weights.as_ref().map_or(1, |w| w[row]);
            if id as usize == sizes.len() {
                sizes.push(0);
            }
            sizes[id as usize] += weight;
            *counts.entry(key).or_default() += weight;
            ids.push(id);
        }
        (ids, sizes, counts)
    }
}

fn cases() -> impl Strategy<Value = Case> {
    let domains = prop::collection::vec(prop_oneof![1u32..4, 2u32..40, Just(300), Just(70_000)], 1..12);
    (0usize..120, domains, any::<bool>(), 1u64..6, 1u32..60).prop_flat_map(
        |(rows, domains, weighted, k, skew)| {
            let columns: Vec<_> = domains
                .into_iter()
                .map(|domain| {
                    // A skew keeps few codes in use, so that classes with several rows exist.
                    prop::collection::vec(prop_oneof![0..domain.min(skew), 0..domain], rows)
                        .prop_map(move |c| (domain, c))
                })
                .collect();
            let weights = prop::collection::vec(0u64..4, rows).prop_map(move |w| weighted.then_some(w));
            (columns, weights).prop_map(move |(columns, weights)| Case { columns, weights, k })
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn every_way_of_grouping_equals_the_naive_map(case in cases(), threads in prop_oneof![Just(1), Just(2), Just(8)]) {
        let context = Context::new(threads).unwrap();
        let table = case.table();
        let set = ColumnSet::all(table.columns().len()).unwrap();
        let (ids, sizes, expected) = case.naive(table.rows());

        let grouped = classes(&table, &set, &context).unwrap();
        let lists: Vec<(&[u32], usize)> =
            case.columns.iter().map(|(domain, codes)| (codes.as_slice(), *domain as usize)).collect();
        let listed = classes_of_numbers(&lists, table.rows(), table.weights(), &context).unwrap();
        prop_assert_eq!(&listed, &grouped);
        prop_assert_eq!(grouped.ids(), &ids[..]);
        prop_assert_eq!(grouped.counts(), &sizes[..]);
        for (class, &row) in grouped.first_rows().iter().enumerate() {
            prop_assert_eq!(ids.iter().position(|&id| id as usize == class), Some(row as usize));
        }

        let mut refined = classes_of(&table, &[], &context).unwrap();
        for column in table.columns() {
            refined = refine(&refined, column, table.weights(), &context).unwrap();
        }
        prop_assert_eq!(&refined, &grouped);

        let mut counted = counts(&table, &set, &context).unwrap().counts().to_vec();
        counted.sort_unstable();
        let mut sorted: Vec<u64> = expected.values().copied().collect();
        sorted.sort_unstable();
        prop_assert_eq!(counted, sorted);
        let listed: Vec<_> = expected.clone().into_iter().collect();
        prop_assert_eq!(combinations(&table, &set, &context).unwrap(), listed);

        let below = expected.values().any(|&count| count < case.k);
        prop_assert_eq!(has_class_below(&table, &set, case.k, &context).unwrap(), below);
        prop_assert_eq!(has_class_below(&table, &set, 300, &context).unwrap(), expected.values().any(|&c| c < 300));

        let collapsed = table.collapse(&context).unwrap();
        prop_assert_eq!(collapsed.rows(), expected.len());
        prop_assert_eq!(combinations(&collapsed, &set, &context).unwrap(), combinations(&table, &set, &context).unwrap());
    }

    #[test]
    fn a_small_memory_budget_changes_no_answer(case in cases(), budget in 2_000u64..40_000) {
        let free = Context::new(2).unwrap();
        let tight = Context::new(2).unwrap().with_memory(MemoryBudget::limited(ByteSize(budget)));
        let table = case.table();
        let set = ColumnSet::all(table.columns().len()).unwrap();
        if let Ok(answer) = has_class_below(&table, &set, case.k, &tight) {
            prop_assert_eq!(answer, has_class_below(&table, &set, case.k, &free).unwrap());
        }
        if let Ok(counted) = counts(&table, &set, &tight) {
            let expected = counts(&table, &set, &free).unwrap();
            prop_assert_eq!(counted.counts(), expected.counts());
        }
        prop_assert_eq!(tight.memory().left(), budget);
    }
}

#[test]
fn a_cancelled_run_stops_with_an_error() {
    let context = Context::new(1).unwrap();
    let table =
        Table::new(vec![Column::from_texts("a", [Some("x"), None], TypeChoice::Infer).unwrap()]).unwrap();
    context.cancel_token().cancel();
    let set = ColumnSet::of([0]).unwrap();
    assert!(matches!(classes(&table, &set, &context), Err(crate::Error::Cancelled)));
}

#[test]
fn a_budget_for_one_part_at_a_time_still_counts_everything() {
    let codes = |step: u32| (0..120).map(|row| row * step % 113).collect();
    let case = Case { columns: vec![(70_000, codes(7)), (70_000, codes(31))], weights: None, k: 2 };
    let (table, set) = (case.table(), ColumnSet::all(2).unwrap());
    let tight = Context::new(1).unwrap().with_memory(MemoryBudget::limited(ByteSize(600)));
    let (_, mut expected, _) = case.naive(table.rows());
    let mut counted = counts(&table, &set, &tight).unwrap().counts().to_vec();
    expected.sort_unstable();
    counted.sort_unstable();
    assert_eq!(counted, expected);
    assert_eq!(has_class_below(&table, &set, 2, &tight).unwrap(), expected[0] < 2);
    let tighter = Context::new(1).unwrap().with_memory(MemoryBudget::limited(ByteSize(100)));
    assert!(matches!(counts(&table, &set, &tighter), Err(crate::Error::MemoryExceeded { .. })));
}

#[test]
fn lists_of_numbers_that_do_not_fit_are_refused() {
    let context = Context::new(1).unwrap();
    let classes = |lists: &[(&[u32], usize)], weights: Option<&[u64]>| {
        classes_of_numbers(lists, 2, weights, &context).map(|classes| classes.ids().to_vec())
    };
    assert_eq!(classes(&[(&[0, 1], 2), (&[0, 0], 1)], None).unwrap(), [0, 1]);
    assert_eq!(classes(&[], Some(&[3, 4])).unwrap(), [0, 0]);
    assert!(matches!(classes(&[(&[0, 2], 2)], None), Err(Error::UnknownCode { .. })));
    assert!(matches!(classes(&[(&[0], 2)], None), Err(Error::RaggedTable { .. })));
    assert!(matches!(classes(&[(&[0, 1], 2)], Some(&[1])), Err(Error::RaggedTable { .. })));
}

//! Counts and measures against the plainest way.

use super::*;
use crate::{Measures, RuleOptions};
use lethe_data::{ByteSize, Column, MemoryBudget, TypeChoice};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Mutex;

type Rows = Vec<(Vec<Option<u8>>, u64)>;

fn table(rows: &Rows, width: usize, is_weighted: bool) -> Table {
    let columns = (0..width).map(|place| {
        let texts: Vec<Option<String>> =
            rows.iter().map(|(row, _)| row[place].map(|value| format!("v{value}"))).collect();
        let texts = texts.iter().map(Option::as_deref);
        Column::from_texts(&format!("c{place}"), texts, TypeChoice::Infer).unwrap()
    });
    let table = Table::new(columns.collect()).unwrap();
    if is_weighted {
        table.with_weights(rows.iter().map(|(_, weight)| *weight).collect()).unwrap()
    } else {
        table
    }
}

fn naive(table: &Table, width: usize) -> Vec<PairCounts> {
    let mut all = Vec::new();
    for left in 0..width {
        for right in left + 1..width {
            let mut counts: BTreeMap<(u32, u32), u64> = BTreeMap::new();
            for row in 0..table.rows() {
                if table.column(left).text(row).is_some() && table.column(right).text(row).is_some() {
                    let codes = (table.column(left).codes().get(row), table.column(right).codes().get(row));
                    *counts.entry(codes).or_default() += table.weights().map_or(1, |weights| weights[row]);
                }
            }
            let pairs = counts.into_iter().map(|((left, right), records)| Pair { left, right, records });
            all.push(PairCounts { left, right, pairs: pairs.filter(|pair| pair.records > 0).collect() });
        }
    }
    all
}

fn tables() -> impl Strategy<Value = (Rows, usize, bool)> {
    (1usize..5).prop_flat_map(|width| {
        let cell = prop_oneof![1 => Just(None), 4 => (0u8..3).prop_map(Some), 4 => (0u8..40).prop_map(Some)];
        let row = (prop::collection::vec(cell, width), 0u64..4);
        (prop::collection::vec(row, 0..60), Just(width), any::<bool>())
    })
}

proptest! {
    #[test]
    fn counts_are_those_of_the_plainest_way((rows, width, is_weighted) in tables(), few in any::<bool>()) {
        let table = table(&rows, width, is_weighted);
        let columns: Vec<usize> = (0..width).collect();
        let nodes = Nodes::of(&table, &columns);
        let expected = naive(&table, width);
        for threads in [1, 3] {
            let mut context = Context::new(threads).unwrap();
            if few {
                // What the plan takes, and little more.
                let plan = super::count_pairs(width) * 2 * size_of::<usize>() as u64;
                let left = if threads == 1 { 900 } else { 30 };
                context = context.with_memory(MemoryBudget::limited(ByteSize(plan + left)));
            }
            let counted = Mutex::new(Vec::new());
            for_each(&table, &nodes, &context, |pairs| {
                counted.lock().unwrap().push(pairs);
                Ok(())
            })
            .unwrap();
            let mut counted = counted.into_inner().unwrap();
            counted.sort_by_key(|pairs| (pairs.left, pairs.right));
            prop_assert_eq!(&counted, &expected);
            let mut in_order = Vec::new();
            for_each_in_order(&table, &nodes, &context, |pairs| {
                in_order.push(pairs);
                Ok(())
            })
            .unwrap();
            prop_assert_eq!(&in_order, &expected);
        }
    }

    #[test]
    fn measures_are_sums_over_counts((rows, width, is_weighted) in tables()) {
        let table = table(&rows, width, is_weighted);
        let columns: Vec<usize> = (0..width).collect();
        let nodes = Nodes::of(&table, &columns);
        let counts = naive(&table, width);
        let options = RuleOptions { share: (2, 3), min_support: 2 };
        let measure = |threads: usize| Measures::of(&table, &nodes, &options, &Context::new(threads).unwrap()).unwrap();
        let measured = measure(1);
        prop_assert_eq!(&measured, &measure(3));
        let records = table.records();
        let mut rules = 0;
        for counts in &counts {
            for pair in counts.pairs.iter().filter(|pair| pair.records >= 2) {
                let (left, right) =
                    (nodes.records(counts.left)[pair.left as usize], nodes.records(counts.right)[pair.right as usize]);
                rules += usize::from(3 * pair.records >= 2 * left && 3 * right < 2 * records);
                rules += usize::from(3 * pair.records >= 2 * right && 3 * left < 2 * records);
            }
        }
        prop_assert_eq!(measured.rules().len(), rules);
        for (pair, counts) in measured.column_pairs().iter().zip(&counts) {
            prop_assert_eq!((pair.left, pair.right, pair.cycles), (counts.left, counts.right, counts.pairs.len() as u64));
            prop_assert_eq!(pair.fewest, counts.pairs.iter().map(|pair| pair.records).min().unwrap_or(0));
        }
        let edges: usize = counts.iter().map(|counts| 2 * counts.pairs.len()).sum();
        prop_assert_eq!(measured.edges(), edges as u64);
        for row in 0..table.rows() {
            if table.weights().is_some_and(|weights| weights[row] == 0) {
                continue;
            }
            let mut sum = 0.0;
            for counts in &counts {
                let (left, right) = (table.column(counts.left).codes().get(row), table.column(counts.right).codes().get(row));
                if let Some(pair) = counts.pairs.iter().find(|pair| (pair.left, pair.right) == (left, right)) {
                    sum += pair.records as f64 / nodes.records(counts.left)[left as usize] as f64;
                    sum += pair.records as f64 / nodes.records(counts.right)[right as usize] as f64;
                }
            }
            prop_assert!((measured.records().sum(row) - sum).abs() < 1e-9, "{} {}", measured.records().sum(row), sum);
        }
        for (place, column) in columns.iter().enumerate() {
            for (code, &records) in (0..).zip(nodes.records(*column)) {
                let beside = counts.iter().flat_map(|counts| {
                    counts.pairs.iter().filter(move |pair| {
                        (counts.left, pair.left) == (place, code) || (counts.right, pair.right) == (place, code)
                    })
                });
                let (degree, mass) = beside.fold((0, 0), |(degree, mass), pair| (degree + 1, mass + pair.records));
                prop_assert_eq!(measured.degree(place, code), degree);
                if records > 0 {
                    prop_assert!((measured.scf(place, code, records) - mass as f64 / records as f64).abs() < 1e-12);
                }
            }
        }
    }
}

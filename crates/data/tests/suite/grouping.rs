//! The kernel at its real limits between strategies, on tables large enough to reach them.

use lethe_data::{Codes, Column, ColumnSet, Context, Dictionary, Table, group};
use std::collections::HashMap;
use std::sync::Arc;

/// A column of pseudo-random codes, skewed towards zero.
fn column(index: u64, domain: u32, rows: usize) -> Column {
    let mut state = index.wrapping_mul(0x9E37_79B9_7F4A_7C15) + 1;
    let codes = (0..rows).map(|_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let uniform = (state >> 11) as f64 / (1u64 << 53) as f64;
        ((uniform * uniform * f64::from(domain)) as u32).min(domain - 1)
    });
    let texts: Vec<String> = (0..domain).map(|value| format!("{value:06}")).collect();
    let dictionary = Arc::new(Dictionary::of_texts(texts.iter().map(String::as_str)));
    Column::new(format!("c{index}"), dictionary, Codes::from_iter_within(domain as usize, codes))
}

fn naive(table: &Table) -> (Vec<u32>, Vec<u64>) {
    let mut numbers: HashMap<Vec<u32>, u32> = HashMap::new();
    let (mut ids, mut counts) = (Vec::new(), Vec::new());
    for row in 0..table.rows() {
        let key = table.columns().iter().map(|c| c.codes().get(row)).collect();
        let next = numbers.len() as u32;
        let id = *numbers.entry(key).or_insert(next);
        if id as usize == counts.len() {
            counts.push(0);
        }
        counts[id as usize] += 1;
        ids.push(id);
    }
    (ids, counts)
}

#[test]
fn direct_local_and_radix_grouping_equal_the_naive_map_at_1_2_and_8_threads() {
    let are_collisions_forced = std::env::var_os("LETHE_FORCE_COLLISIONS").is_some();
    let rows = if are_collisions_forced { 3_000 } else { 150_000 };
    for domains in [
        &[7, 30, 300][..],                                                // direct
        &[2; 40],                                                         // 64-bit keys, many of them
        &[3, 70_000, 70_000, 9],                                          // 64-bit keys, nearly all distinct
        &[70_000; 6],                                                     // 128-bit keys
        &[70_000, 3, 2, 70_000, 300, 70_000, 70_000, 300, 300, 300, 300], // wider than 128 bits
    ] {
        let columns =
            domains.iter().enumerate().map(|(i, &domain)| column(i as u64 + 1, domain, rows)).collect();
        let table = Table::new(columns).unwrap();
        let set = ColumnSet::all(domains.len()).unwrap();
        let (ids, counts) = naive(&table);
        let mut sorted = counts.clone();
        sorted.sort_unstable();
        let mut order: Option<Vec<u64>> = None;
        for threads in [1, 2, 8] {
            let context = Context::new(threads).unwrap();
            let classes = group::classes(&table, &set, &context).unwrap();
            assert_eq!((classes.ids(), classes.counts()), (&ids[..], &counts[..]));
            let counted = group::counts(&table, &set, &context).unwrap().counts().to_vec();
            assert_eq!(
                order.get_or_insert(counted.clone()),
                &counted,
                "the order depends on the thread count"
            );
            let mut counted = counted;
            counted.sort_unstable();
            assert_eq!(counted, sorted);
            for k in [1, 2, 5, 300, rows as u64 + 1] {
                let expected = counts.iter().any(|&count| count < k);
                assert_eq!(group::has_class_below(&table, &set, k, &context).unwrap(), expected);
            }
        }
    }
}

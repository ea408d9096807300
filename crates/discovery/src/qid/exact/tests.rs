//! The exact search against the plain one, with limits so small that little tables reach every way to an answer.

use super::Exact;
use crate::qid::algorithms::Minimal;
use crate::qid::{Algorithm, Limits, Nulls, Question};
use lethe_data::{ByteSize, Column, ColumnSet, Context, MemoryBudget, Table, TypeChoice};
use proptest::prelude::*;
use std::sync::LazyLock;

static ONE: LazyLock<Context> = LazyLock::new(|| Context::new(1).unwrap());
static MANY: LazyLock<Context> = LazyLock::new(|| Context::new(4).unwrap());

/// Columns of skewed numbers, some of them copies or coarser copies of the first.
fn table() -> impl Strategy<Value = Table> {
    let column = (1u32..40, 0u32..4, 0u32..20);
    (20usize..400, prop::collection::vec(column, 1..10), any::<u64>(), any::<bool>()).prop_map(
        |(rows, columns, seed, weighted)| {
            let mut state = seed | 1;
            let mut random = |limit: u64| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                (state >> 16) % limit
            };
            let first: Vec<u64> = (0..rows).map(|_| random(12).min(random(12))).collect();
            let mut made = Vec::new();
            for (index, (domain, kind, nulls)) in columns.into_iter().enumerate() {
                let cells: Vec<Option<String>> = (0..rows)
                    .map(|row| {
                        let value = match kind {
                            0 => first[row],
                            1 => first[row] / 3,
                            2 => random(u64::from(domain)),
                            _ => random(u64::from(domain)).min(random(u64::from(domain))),
                        };
                        (nulls == 0 || random(u64::from(nulls) * 4) > 0).then(|| value.to_string())
                    })
                    .collect();
                let texts = cells.iter().map(Option::as_deref);
                made.push(Column::from_texts(&format!("c{index}"), texts, TypeChoice::Infer).unwrap());
            }
            let table = Table::new(made).unwrap();
            if weighted { table.with_weights((0..rows).map(|_| random(4)).collect()).unwrap() } else { table }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn every_way_to_an_answer_gives_the_answer_of_plain_counting(
        table in table(),
        k in prop_oneof![2u64..6, Just(300u64)],
        min_exposed in prop_oneof![Just(1u64), 2u64..40],
        max_size in prop_oneof![Just(None), (1usize..4).prop_map(Some)],
        wildcard in any::<bool>(),
    ) {
        let nulls = if wildcard { Nulls::Wildcard } else { Nulls::Value };
        let limits = Limits { k, min_exposed, max_size, nulls };
        let question = Question::new(&table, 0..table.columns().len(), limits).unwrap();
        let plain = Minimal.find(&question, &ONE).unwrap();
        for context in [&*ONE, &*MANY] {
            let exact = Exact.find(&question, context).unwrap();
            prop_assert_eq!(&exact.minimal, &plain.minimal);
            prop_assert!(exact.complete);
        }
        let tight = ONE.clone().with_memory(MemoryBudget::limited(ByteSize(8000)));
        let exact = Exact.find(&question, &tight).unwrap();
        prop_assert!(exact.minimal.iter().all(|set| plain.minimal.contains(set)));
        // Only the results themselves may not fit, and the classes that wildcards are joined by.
        let roomy = plain.minimal.len() <= 4 && nulls == Nulls::Value;
        prop_assert!(exact.minimal == plain.minimal || !exact.complete && !roomy);
        let known = |set: &&ColumnSet| set.len() <= exact.complete_to;
        prop_assert!(exact.minimal.iter().filter(known).eq(plain.minimal.iter().filter(known)));
    }
}

//! Two passes over parts of a table against the whole.

use crate::models::made::{Rows, context, model, rows, table};
use lethe_exposure::{Measures, Model, Nodes, RecordMoments, RuleOptions};
use proptest::prelude::*;

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

proptest! {
    #[test]
    fn parts_flag_the_records_that_the_whole_flags(all in rows(4, 40), parts in 1usize..5, threads in 1usize..3) {
        let parts: Vec<Rows> =
            (0..parts).map(|part| all.iter().skip(part).step_by(parts).cloned().collect()).collect();
        let context = context(threads);
        let models: Vec<Model> = parts.iter().map(|part| model(&table(&NAMES, part))).collect();
        let merged = Model::merge(&models).unwrap();
        let sums: Vec<_> =
            parts.iter().map(|part| merged.record_sums(&table(&NAMES, part), &context).unwrap()).collect();
        let mut moments = RecordMoments::default();
        sums.iter().rev().for_each(|sums| moments.merge(&RecordMoments::of(sums, None)));
        let spread = moments.finish();

        let whole = table(&NAMES, &all);
        let nodes = Nodes::of(&whole, &[0, 1, 2, 3]);
        let measures = Measures::of(&whole, &nodes, &RuleOptions::default(), &context).unwrap();
        let expected = RecordMoments::of(measures.records(), None);
        prop_assert_eq!(&moments, &expected);
        prop_assert_eq!(&spread, &expected.finish());
        for (row, _) in all.iter().enumerate() {
            let (part, place) = (&sums[row % parts.len()], row / parts.len());
            prop_assert_eq!(part.sum(place).to_bits(), measures.records().sum(row).to_bits());
            prop_assert_eq!(spread.deviation(part, place).to_bits(), spread.deviation(measures.records(), row).to_bits());
        }
    }
}

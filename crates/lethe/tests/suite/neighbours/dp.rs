//! With the same noise, one row more changes an answer by what it is worth by itself.

use crate::neighbours::files::{Folder, context, options, record, with};
use lethe::dp::{Bounds, Budget, Query, Rational, Release, release};
use lethe::{Location, ReadOptions};
use proptest::prelude::*;

fn asked(query: Query, data: Location, read: &ReadOptions) -> Release {
    Release {
        data,
        read: read.clone(),
        query,
        budget: Budget { epsilon: "1".parse().unwrap(), delta: Rational::ZERO },
        ledger: None,
        label: None,
        insecure_seed: Some(3),
    }
}

fn answers(query: &Query, data: &Location, read: &ReadOptions) -> Vec<f64> {
    let answer = release(&asked(query.clone(), data.clone(), read), &context()).unwrap().answer;
    match answer.counts {
        Some(counts) => counts.into_iter().map(|noisy| noisy.count).collect(),
        None => vec![answer.value.unwrap()],
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn one_row_more_is_one_more_in_one_place(
        records in prop::collection::vec(record(), 0..12),
        one in record(),
        at in any::<prop::sample::Index>(),
        read in options(),
    ) {
        let folder = Folder::new();
        let at = at.index(records.len() + 1);
        let without = folder.write("without.csv", records.iter().map(String::as_str));
        let more = folder.write("with.csv", with(&records, &one, at));
        let alone = folder.write("one.csv", [one.as_str()]);
        let nobody = folder.write("nobody.csv", []);
        let number = |n: i64| Rational::from(n);
        let bounds = Bounds { lower: number(-2), upper: number(40), grid: number(1) };
        let values = ["", "30", "1", "1.0", "01", "unknown", "a,b"].map(str::to_owned).to_vec();
        for query in [
            Query::Count { column: None, values: Vec::new() },
            Query::Histogram { column: "a".to_owned(), values, others: true },
            Query::Sum { column: "b".to_owned(), bounds },
        ] {
            // What the row adds among others is what it adds to nobody.
            let difference = |more: &Location, less: &Location| -> Vec<f64> {
                let (more, less) = (answers(&query, more, &read), answers(&query, less, &read));
                more.into_iter().zip(less).map(|(more, less)| more - less).collect()
            };
            prop_assert_eq!(difference(&more, &without), difference(&alone, &nobody));
        }
    }
}

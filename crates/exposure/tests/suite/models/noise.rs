//! Counts with noise.

use crate::models::made::{model, rows, table};
use lethe_exposure::Model;
use lethe_exposure::model::Epsilon;
use lethe_num::Entropy;
use proptest::prelude::*;
use std::convert::Infallible;

struct Seeded(u64);

impl Entropy for Seeded {
    type Error = Infallible;

    fn word(&mut self) -> Result<u64, Infallible> {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Ok(word ^ (word >> 31))
    }
}

proptest! {
    #[test]
    fn noisy_counts_are_a_possible_model(rows in rows(3, 60), seed in any::<u64>(), k in 2u64..8) {
        let exact = model(&table(&["a", "b", "c"], &rows)).per_record();
        let noisy = exact.sanitize_with_noise(k, Epsilon::new(2, 1).unwrap(), &mut Seeded(seed)).unwrap().model;
        let tables: Vec<_> = noisy.tables().map(|(_, _, pairs)| pairs.to_vec()).collect();
        let treatments = noisy.treatments().to_vec();
        let again = Model::from_counts(noisy.records(), noisy.columns().to_vec(), tables, treatments, false);
        prop_assert_eq!(again.unwrap().per_record(), noisy.clone());
        prop_assert!(noisy.is_noisy() && noisy.bounds(0, 1).is_none());
        prop_assert!(noisy.values() <= exact.values() && noisy.pairs() <= exact.pairs());
        let merged = Model::merge(&[noisy.clone(), exact.clone()]).unwrap();
        prop_assert!(merged.is_noisy() && merged.is_merged());
        prop_assert!(noisy.sanitize(k).is_err());
    }
}

/// Tries to falsify the promise: how often do neighbours show somebody's own value?
#[test]
fn a_person_alone_is_shown_as_rarely_as_delta_says() {
    let mut records = vec![vec![Some(0)]; 30];
    records.push(vec![Some(1)]);
    let unknown = model(&table(&["a"], &records));
    let exact = unknown.clone().per_record();
    let epsilon = Epsilon::new(1, 1).unwrap();
    // Noise for one person's part of the counts is nothing where one person may have more than that.
    for of_others in [unknown.clone(), Model::merge(&[unknown, exact.clone()]).unwrap()] {
        assert!(of_others.sanitize_with_noise(6, epsilon, &mut Seeded(7)).is_err());
        assert!(of_others.sanitize(2).is_ok());
    }
    let mut bits = Seeded(7);
    let runs = 20_000;
    let mut shown = 0;
    let mut delta = 0.0;
    for _ in 0..runs {
        let noisy = exact.sanitize_with_noise(6, epsilon, &mut bits).unwrap().model;
        shown += u32::from(noisy.columns()[0].values.len() == 2);
        delta = noisy.treatments()[0].delta();
    }
    // Rate 1/2 and one cell: e^(-5/2) / (1 + e^(-1/2)) = 0.0511.
    assert!((delta - 0.051_1).abs() < 1e-4, "{delta}");
    let expected = delta * f64::from(runs);
    assert!((f64::from(shown) - expected).abs() < 6.0 * expected.sqrt(), "{shown} {expected}");
}

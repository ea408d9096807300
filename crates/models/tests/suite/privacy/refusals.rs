//! Parameters that no table could satisfy, or that mean nothing, are refused.

use crate::privacy::examples::d;
use lethe_data::Fault;
use lethe_models::privacy::*;

fn refused<T: std::fmt::Debug>(result: lethe_models::Result<T>, about: &str) {
    let error = result.expect_err(about);
    assert_eq!(error.fault(), Fault::Request);
    assert!(error.to_string().contains(about), "{error} should speak of {about}");
}

#[test]
fn sizes_and_risks() {
    refused(KAnonymity::asked(0), "k must be at least 1");
    refused(KMap::new(0), "k must be at least 1");
    refused(KMap::estimated(3, 11, 10, d("0.01")), "population");
    refused(KMap::estimated(3, 0, 0, d("0.01")), "population");
    refused(KMap::estimated(3, 1, 10, d("0")), "significance");
    refused(km_anonymity(2, 0), "m must be at least 1");
    refused(km_anonymity(0, 2), "k must be at least 1");
    refused(DeltaPresence::new(d("0.5"), d("0.4")), "minimum");
    refused(DeltaPresence::new(d("-0.1"), d("0.4")), "minimum");
    refused(DeltaPresence::new(d("0"), d("0")), "maximum");
    refused(DeltaPresence::new(d("0"), d("1.1")), "maximum");
    refused(ReidentificationRisk::prosecutor(d("0")), "risk");
    refused(ReidentificationRisk::journalist(d("1.01")), "risk");
    refused(AverageRisk::new(d("0")), "risk");
    refused(MarketerRisk::new(d("2")), "risk");
}

#[test]
fn models_of_sensitive_values() {
    let two = Distribution::from_counts(vec![5, 0, 5]);
    refused(DistinctDiversity::new(0, 3, &two), "need 3 distinct values, but the sensitive column has 2");
    refused(DistinctDiversity::new(0, 0, &two), "l must be at least 1");
    refused(EntropyDiversity::new(0, d("2.1"), &two), "3 distinct values");
    refused(EntropyDiversity::new(0, d("0.9"), &two), "l must be at least 1");
    refused(RecursiveDiversity::new(0, d("0"), 2, &two), "c must be above 0");
    refused(RecursiveDiversity::new(0, d("1"), 2, &two), "3 distinct values");
    refused(PositiveRecursiveDiversity::new(0, d("2"), 1, &[], &two), "at least 2");
    refused(PositiveRecursiveDiversity::new(0, d("2"), 2, &[3], &two), "does not occur");
    let limits = (d("2"), d("0.6"));
    refused(NegativePositiveRecursiveDiversity::new(0, limits, 2, &[], &[0, 2], &two), "c2");
    let limits = (d("2"), d("0.1"));
    refused(NegativePositiveRecursiveDiversity::new(0, limits, 2, &[], &[1], &two), "does not occur");
    refused(Closeness::equal(0, d("-0.1"), &two), "t must be");
    refused(Closeness::ordered(0, d("1.1"), &two), "t must be");
    for order in [&[0][..], &[0, 0], &[0, 7], &[]] {
        refused(
            Closeness::ordered_by(0, d("0.1"), &Distribution::from_counts(vec![1, 1]), order),
            "every value once",
        );
    }
    refused(BetaLikeness::basic(0, d("0"), &two), "beta");
    refused(DeltaDisclosure::new(0, d("0"), &two), "delta");
    refused(AlphaK::new(0, 2, d("0.4"), None, &two), "too few values");
    refused(AlphaK::new(0, 0, d("0.5"), None, &two), "k must be");
    refused(AlphaK::new(0, 2, d("0.5"), Some(&[9]), &two), "does not occur");
    refused(lkc_privacy(0, 0, 2, d("0.5"), None, &two), "l must be");
}

#[test]
fn an_empty_table_is_no_reason_to_refuse() {
    let nobody = Distribution::from_counts(vec![]);
    assert!(DistinctDiversity::new(0, 3, &nobody).is_ok());
    assert!(EntropyDiversity::new(0, d("3"), &nobody).is_ok());
    assert!(RecursiveDiversity::new(0, d("3"), 3, &nobody).is_ok());
    assert!(BetaLikeness::enhanced(0, d("3"), &nobody).is_ok());
    assert!(DeltaDisclosure::new(0, d("3"), &nobody).is_ok());
    assert!(AlphaK::new(0, 2, d("0.1"), None, &nobody).is_ok());
}

#[test]
fn models_over_known_columns_carry_their_scope() {
    let two = Distribution::from_counts(vec![5, 0, 5]);
    let lkc = lkc_privacy(0, 2, 3, d("0.5"), None, &two).unwrap();
    assert_eq!((lkc.scope, lkc.model.name()), (Scope::Known(2), "lkc-privacy"));
    let km = km_anonymity(3, 2).unwrap();
    assert_eq!((km.scope, km.model.name()), (Scope::Known(2), "km-anonymity"));
}

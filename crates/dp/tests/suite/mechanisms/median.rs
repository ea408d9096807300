//! The median mechanism, every path of it.

use super::{budget, verdict};
use lethe_dp::falsify::{Distribution, distribution};
use lethe_dp::mechanism::MechanismError;
use lethe_dp::mechanism::median::{Answer, Median, Parameters};
use lethe_num::{Rational, Verdict, ratio};

fn parameters(queries: u32, hard: u32) -> Parameters {
    // Two thresholds for one query; with more, one threshold keeps the number of paths small.
    let gamma = if queries == 1 { ratio(1, 10) } else { ratio(1, 1) };
    Parameters { queries, hard, candidate_rows: 4, accuracy: ratio(1, 2).unwrap(), gamma }
}

/// What is answered when two values have so many of three rows, and the same query is asked, then the opposite one.
fn answers(counts: [u64; 2], parameters: &Parameters, epsilon: &str) -> Distribution<Vec<Answer>> {
    distribution(80, |random| {
        let mut median = Median::new(2, 3, parameters, &epsilon.parse().unwrap()).unwrap();
        let mut ask = |query: u32| {
            let chosen = if query == 0 { [true, false] } else { [false, true] };
            median.ask(&chosen, &counts, random).unwrap()
        };
        (0..parameters.queries).map(&mut ask).collect()
    })
}

#[test]
fn all_answers_together_keep_the_promise() {
    let guarantee = budget("1", "0");
    for (queries, hard) in [(1, 1), (2, 1), (2, 2)] {
        let parameters = parameters(queries, hard);
        for ones in 0..3 {
            let one = answers([ones, 3 - ones], &parameters, "1");
            let other = answers([ones + 1, 2 - ones], &parameters, "1");
            assert_eq!(verdict(&one, &other, &guarantee), Verdict::True, "{queries} {hard} {ones}");
        }
    }
}

#[test]
fn a_doubled_epsilon_is_caught() {
    let guarantee = budget("1", "0");
    let (one, other) = (answers([0, 3], &parameters(1, 1), "2"), answers([1, 2], &parameters(1, 1), "2"));
    assert_eq!(verdict(&one, &other, &guarantee), Verdict::False);
}

#[test]
fn halting_and_easy_answers_happen() {
    let all = answers([3, 0], &parameters(2, 1), "30");
    assert!(all.keys().any(|answers| matches!(answers[1], Answer::Halted)));
    assert!(all.keys().any(|answers| matches!(answers[..], [Answer::Easy(_), Answer::Easy(_)])));
    // The first answers are the same whatever comes later, and shares lie between 0 and 1.
    for answer in all.keys().flatten() {
        if let Answer::Easy(share) | Answer::Hard(share) = answer {
            assert!(*share >= Rational::ZERO && *share <= Rational::ONE);
        }
    }
}

#[test]
fn hard_answers_leave_only_candidates_that_agree() {
    // With a large budget everything is decided by the score: all rows have the first value, most candidates do not.
    let wide =
        Parameters { queries: 3, hard: 3, candidate_rows: 100, accuracy: ratio(1, 2).unwrap(), gamma: None };
    let mut random = super::samplers::Seeded(5);
    let mut median = Median::new(2, 1_000_000, &wide, &"30".parse().unwrap()).unwrap();
    let counts = [1_000_000, 0];
    let first = median.ask(&[true, false], &counts, &mut random).unwrap();
    let Answer::Hard(share) = first else { panic!("the median of all candidates is one half") };
    assert!(share > ratio(999, 1000).unwrap());
    assert_eq!(median.candidates(), 2);
    // The same query follows from the candidates now.
    assert!(matches!(median.ask(&[true, false], &counts, &mut random).unwrap(), Answer::Easy(_)));
    assert!(matches!(median.ask(&[false, true], &counts, &mut random).unwrap(), Answer::Easy(_)));
    // No query is left.
    assert_eq!(median.ask(&[true, false], &counts, &mut random).unwrap(), Answer::Halted);
}

#[test]
fn parameters_that_make_no_sense_are_refused() {
    let new = |parameters: &Parameters, rows| Median::new(2, rows, parameters, &"1".parse().unwrap());
    let good = parameters(1, 1);
    assert!(matches!(new(&good, 0), Err(MechanismError::Median(_))));
    for bad in [
        Parameters { queries: 0, ..good.clone() },
        Parameters { hard: 0, ..good.clone() },
        Parameters { candidate_rows: 0, ..good.clone() },
        Parameters { accuracy: Rational::ZERO, ..good.clone() },
        Parameters { accuracy: Rational::ONE, ..good.clone() },
        Parameters { gamma: Some(Rational::ZERO), ..good.clone() },
    ] {
        assert!(matches!(new(&bad, 3), Err(MechanismError::Median(_))), "{bad:?}");
    }
    let published = Parameters { candidate_rows: 84_000_000, ..good };
    assert!(new(&published, 3).is_err());
}

//! The tail of a Poisson distribution that is known not to be zero.

use lethe_num::{Interval, Rational};

/// Terms below this share of the largest are replaced by a bound of their sum.
const NEGLIGIBLE: f64 = 1e-30;

/// Parameters beyond this would take millions of terms to show little.
const LARGEST: f64 = 1e10;

/// The smallest count that a zero-truncated Poisson variable with mean parameter `k · records / population` reaches with a
/// proven probability of at most `significance`; `u64::MAX` when no count is proven to be so rare.
///
/// **Guarantee**: a count is returned only when the exact probability is small enough; one that cannot be decided is
/// passed over for the next.
pub(super) fn rare_from(k: u64, records: u64, population: u64, significance: &Rational) -> u64 {
    let exact = Rational::from(k) * Rational::from(records) / Rational::from(population);
    let lambda = Interval::around(&exact);
    if records == 0 || *significance >= Rational::ONE {
        return 1;
    }
    if lambda.hi() > LARGEST {
        return u64::MAX;
    }
    // The largest term λⁱ/i! is near i = λ; all terms are relative to it, so that none overflows.
    let middle = (lambda.hi() as u64).max(1);
    let upper = upper_terms(lambda, middle);
    let lower = lower_terms(lambda, middle);
    let all = sum(&upper.terms) + upper.rest + sum(&lower.terms) + lower.rest;
    let limit = Interval::around(significance) * all;
    // From the largest count downwards: the tail grows with each term until it is not provably small any more.
    let mut tail = upper.rest;
    if !tail.at_most(limit).is_proven() {
        return u64::MAX;
    }
    let mut needed = middle + upper.terms.len() as u64;
    let descending = upper.terms.iter().rev().chain(&lower.terms);
    for &term in descending {
        tail = tail + term;
        if !tail.at_most(limit).is_proven() {
            break;
        }
        needed -= 1;
    }
    needed.max(1)
}

struct Terms {
    /// Terms of successive counts away from the middle.
    terms: Vec<Interval>,
    /// The sum of all further ones.
    rest: Interval,
}

fn sum(terms: &[Interval]) -> Interval {
    terms.iter().fold(Interval::point(0.0), |sum, &term| sum + term)
}

/// The terms of `middle` and above.
fn upper_terms(lambda: Interval, middle: u64) -> Terms {
    let mut terms = vec![Interval::point(1.0)];
    let mut term = terms[0];
    let mut count = middle;
    loop {
        count += 1;
        let Some(ratio) = lambda.checked_div(Interval::from_u64(count)) else {
            unreachable!("counts are positive")
        };
        term = term * ratio;
        // Ratios fall, so what follows is less than a geometric series with this ratio.
        if ratio.hi() < 1.0 && term.hi() / (1.0 - ratio.hi()) < NEGLIGIBLE {
            return Terms { terms, rest: Interval::enclosing(0.0, 2.0 * NEGLIGIBLE) };
        }
        terms.push(term);
    }
}

/// The terms below `middle`, descending, down to the count 1.
fn lower_terms(lambda: Interval, middle: u64) -> Terms {
    let mut terms = Vec::new();
    let mut term = Interval::point(1.0);
    for count in (2..=middle).rev() {
        let Some(ratio) = Interval::from_u64(count).checked_div(lambda) else {
            return Terms { terms, rest: Interval::enclosing(0.0, f64::INFINITY) };
        };
        term = term * ratio;
        // Below the middle terms fall, so each of the fewer than `count` that follow is at most this one.
        if term.hi() * (count as f64) < NEGLIGIBLE {
            return Terms { terms, rest: Interval::enclosing(0.0, 2.0 * NEGLIGIBLE) };
        }
        terms.push(term);
    }
    Terms { terms, rest: Interval::point(0.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_num::ratio;

    fn plain(lambda: f64, alpha: f64) -> u64 {
        let (mut term, mut below) = ((-lambda).exp() / -(-lambda).exp_m1(), 0.0);
        for count in 1.. {
            if 1.0 - below <= alpha {
                return count;
            }
            term *= lambda / count as f64;
            below += term;
        }
        unreachable!()
    }

    #[test]
    fn adult_among_the_population_of_the_united_states() {
        assert_eq!(rare_from(3, 30_162, 317_238_626, &ratio(1, 100).unwrap()), 2);
    }

    #[test]
    fn the_rare_count_agrees_with_a_plain_sum() {
        for records in [1, 10, 500, 5_000, 10_000] {
            for k in [1, 2, 5, 20, 100, 400] {
                let found = rare_from(k, records, 10_000, &ratio(1, 20).unwrap());
                assert_eq!(found, plain(k as f64 * records as f64 / 10_000.0, 0.05), "{k} {records}");
            }
        }
    }

    #[test]
    fn large_parameters_neither_overflow_nor_take_long() {
        let needed = rare_from(10_000_000, 1, 2, &ratio(1, 100).unwrap());
        // Normal approximation: λ + 2.326 √λ.
        assert!((5_005_190..5_005_220).contains(&needed), "{needed}");
        assert_eq!(rare_from(3, 0, 10, &ratio(1, 100).unwrap()), 1);
        assert_eq!(rare_from(3, 5, 10, &Rational::ONE), 1);
    }
}

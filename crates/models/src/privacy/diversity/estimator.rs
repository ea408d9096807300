//! Ways to estimate the entropy of a distribution from counts.
//!
//! Both have the form `H = f(n) − Σ ci f(ci) / n`: Shannon's with the logarithm for `f`, Grassberger's with a function that
//! corrects what small samples do to it.

use lethe_num::Interval;

/// Counts below this have their term at hand.
const TABULATED: u64 = 4096;
/// Euler's constant lies strictly between the neighbours of this double.
const EULER: f64 = 0.577_215_664_901_532_9;

lethe_recipe::words! {
    /// How the entropy of the values of a class is computed from their counts.
    #[derive(Default)]
    pub enum Estimator is "estimator" {
        /// The entropy of the counts themselves.
        #[default]
        Shannon = "shannon",
        /// An estimate of the entropy of the distribution that the counts were drawn from, which is larger for small classes.
        Grassberger = "grassberger",
    }
}

/// `c · f(c)` for counts, the small ones from a table.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    estimator: Estimator,
    table: Vec<Interval>,
}

impl Terms {
    /// The terms for counts up to about `records`.
    pub(super) fn new(estimator: Estimator, records: u64) -> Self {
        let counts = 0..=records.min(TABULATED);
        let table = match estimator {
            Estimator::Shannon => counts.map(|count| times(count, logarithm(count))).collect(),
            Estimator::Grassberger => {
                // Without −γ − ln 2, which every count has and which cancels: 2/1 + 2/3 + … up to half the count.
                let mut odd = Interval::point(0.0);
                let term = |count: u64| {
                    if count > 0 && count.is_multiple_of(2) {
                        odd = odd + over_odd(count - 1);
                    }
                    times(count, odd)
                };
                counts.map(term).collect()
            }
        };
        Self { estimator, table }
    }

    /// `count · f(count)`.
    #[inline]
    pub(super) fn of(&self, count: u64) -> Interval {
        self.table.get(count as usize).copied().unwrap_or_else(|| match self.estimator {
            Estimator::Shannon => times(count, logarithm(count)),
            Estimator::Grassberger => times(count, large_odd_sum(count / 2)),
        })
    }
}

fn times(count: u64, value: Interval) -> Interval {
    // Neither nothing nor, with Shannon, one person has a term; zero stays exact.
    if count == 0 || value == Interval::point(0.0) {
        Interval::point(0.0)
    } else {
        Interval::from_u64(count) * value
    }
}

fn logarithm(count: u64) -> Interval {
    if count <= 1 { Interval::point(0.0) } else { Interval::from_u64(count).ln().unwrap_or(Interval::ALL) }
}

fn over_odd(odd: u64) -> Interval {
    Interval::point(2.0).checked_div(Interval::from_u64(odd)).unwrap_or(Interval::ALL)
}

/// `2/1 + 2/3 + … + 2/(2m − 1)`, which is twice the harmonic number of `2m` less that of `m`. From the expansion of harmonic
/// numbers, `H(m) = ln m + γ + 1/(2m) − 1/(12m²) + ε` with `0 < ε < 1/(120m⁴)`, it is `ln m + 2 ln 2 + γ + 1/(24m²)` and an
/// error between `−1/(120m⁴)` and `1/(960m⁴)`.
fn large_odd_sum(m: u64) -> Interval {
    let m = Interval::from_u64(m);
    let inverse = Interval::point(1.0).checked_div(m * m).unwrap_or(Interval::ALL);
    let euler = Interval::enclosing(EULER.next_down(), EULER.next_up());
    let error = Interval::enclosing(-1.0 / 119.0, 1.0 / 959.0) * (inverse * inverse);
    let logarithm = (m * Interval::point(4.0)).ln().unwrap_or(Interval::ALL);
    let correction = inverse.checked_div(Interval::point(24.0)).unwrap_or(Interval::ALL);
    logarithm + euler + correction + error
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_num::{Natural, Rational};

    #[test]
    fn the_expansion_agrees_with_the_sum() {
        let scale = Rational::from(Natural::from(10u8).pow(40));
        let mut sum = Rational::ZERO;
        for m in 1..=3000u64 {
            // Cut to forty digits, so that fractions stay small: the error stays below 10⁻³⁶.
            let term = Rational::from(2u8) * &scale / Rational::from(2 * m - 1);
            sum += Rational::from(term.floor());
            if m < 1000 || m % 100 > 0 {
                continue;
            }
            let (low, high) = (&sum / &scale, (&sum + Rational::from(m)) / &scale);
            let found = large_odd_sum(m);
            assert!(Rational::try_from(found.lo()).unwrap() <= low, "{m}");
            assert!(Rational::try_from(found.hi()).unwrap() >= high, "{m}");
            assert!(found.hi() - found.lo() < 1e-13, "{m} {found:?}");
        }
    }

    #[test]
    fn table_and_expansion_agree_where_they_meet() {
        let terms = Terms::new(Estimator::Grassberger, u64::MAX);
        for count in [2000, 3001, 4095, 4096] {
            let (table, expansion) = (terms.of(count), times(count, large_odd_sum(count / 2)));
            assert!(table.lo() <= expansion.hi() && expansion.lo() <= table.hi(), "{count}");
        }
        assert!(terms.of(5000).lo() > terms.of(4096).hi());
        assert_eq!(terms.of(1), Interval::point(0.0));
        assert!(terms.of(2).contains(4.0) && terms.of(3).contains(6.0));
    }
}

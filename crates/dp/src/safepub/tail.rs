//! The chance that a class shows more about one person than e^epsilon allows.
//!
//! A class of n records is published with j of them with the binomial chance f(j; n, beta). With one person more or less that chance
//! changes by n(1 − beta) / (n − j), which is more than e^epsilon exactly when j > gamma·n with gamma = 1 − (1 − beta)e^−epsilon. So
//! delta is the largest chance, over all n, of j > gamma·n and j ≥ k. Among the classes for which k is the least j above gamma·n the
//! largest has the largest chance, so only n = ⌈k/gamma⌉ − 1 has to be looked at for each k, and every larger k as well.

use crate::Epsilon;
use lethe_num::{Enclosure, Natural, Rational, decide};

/// The quantities of one sampling chance and one epsilon.
pub(super) struct Tail {
    /// e^−epsilon of the sampling: the chance to be left out.
    left_out: Epsilon,
    /// 1 − gamma = e^−(epsilon of the sampling + epsilon of the promise).
    margin: Epsilon,
    /// epsilon of the promise.
    promised: Epsilon,
}

impl Tail {
    /// For records that are left out with the chance e^−sampling, and a promise that is at least as large.
    pub(super) fn new(sampling: &Epsilon, promised: &Epsilon) -> Self {
        Self {
            left_out: sampling.clone(),
            margin: sampling.clone() + promised.clone(),
            promised: promised.clone(),
        }
    }

    /// beta within bounds; `None` for budgets out of range.
    pub(super) fn beta(&self, bits: u32) -> Option<Enclosure> {
        Some(&Enclosure::integer(1, bits) - &self.left_out.exp_neg(bits)?)
    }

    fn gamma(&self, bits: u32) -> Option<Enclosure> {
        Some(&Enclosure::integer(1, bits) - &self.margin.exp_neg(bits)?)
    }

    /// ⌈k/gamma⌉ − 1: the size of the class for which k is the least number that shows too much; `None` when it cannot be decided.
    pub(super) fn class_size(&self, k: u64) -> Option<u64> {
        if let Some(grown) = self.margin.rational_exp() {
            // gamma = (grown − 1) / grown.
            let quotient = Rational::from(k) * grown / (grown - Rational::ONE);
            return u64::try_from(quotient.ceil() - Rational::ONE.ceil()).ok();
        }
        // gamma is no fraction, so k / gamma is never whole, and enough bits tell between which whole numbers it lies.
        let mut size = None;
        decide(|bits| {
            let within = self.gamma(bits).and_then(|gamma| Enclosure::integer(k, bits).checked_div(&gamma));
            let (Some(lo), Some(hi)) =
                (within.as_ref().map(Enclosure::lo), within.as_ref().map(Enclosure::hi))
            else {
                return lethe_num::Verdict::Undecided;
            };
            if lo.floor() != hi.floor() {
                return lethe_num::Verdict::Undecided;
            }
            size = u64::try_from(lo.floor()).ok();
            lethe_num::Verdict::True
        });
        size
    }

    /// The least k whose class size is at least n + 1, so that classes up to n do not count any more; `None` when undecided.
    pub(super) fn beyond(&self, n: u64) -> Option<u64> {
        // The class size grows by at least one with k and is at least k, so k is at most n + 1; gamma is below 1.
        let (mut low, mut high) = (1u64, n.checked_add(1)?);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.class_size(middle)? > n { high = middle } else { low = middle + 1 }
        }
        Some(low)
    }

    /// The chance that at least k of `class_size(k)` records are kept.
    pub(super) fn chance(&self, k: u64, size: u64, bits: u32) -> Option<Enclosure> {
        let beta = self.beta(bits)?;
        let rest = self.left_out.exp_neg(bits)?;
        let zero = Enclosure::integer(0, bits);
        if k > size {
            return Some(zero);
        }
        let odds = beta.checked_div(&rest)?;
        let mut term = &Enclosure::around(&Rational::from(binomial(size, k)), bits)
            * &(&beta.powi(k) * &rest.powi(size - k));
        let mut sum = term.clone();
        let one = Enclosure::integer(1, bits);
        for j in k..size {
            let step = &Enclosure::around(&(Rational::from(size - j) / Rational::from(j + 1)), bits) * &odds;
            term = &term * &step;
            // Steps become smaller, so what is left from here is below a geometric series.
            if step.less_than(&one).is_proven() && (j - k) % 8 == 7 {
                let left = term.checked_div(&(&one - &step))?;
                let negligible = &sum
                    * &Enclosure::around(
                        &Rational::from_parts(1.into(), Natural::ONE << bits as usize),
                        bits,
                    );
                if left.at_most(&negligible).is_proven() {
                    return Some(&sum + &zero.or(&left));
                }
            }
            sum = &sum + &term;
        }
        Some(sum)
    }

    /// The same chance as a fraction, where beta is one.
    pub(super) fn exact_chance(&self, k: u64, size: u64) -> Option<Rational> {
        let grown = self.left_out.rational_exp()?;
        // With grown = p/q: beta = (p − q)/p, and the sum of C(n, j)(p − q)^j q^(n − j) over p^n.
        let (p, q) = (Natural::try_from(grown.numerator().clone()).ok()?, grown.denominator().clone());
        let kept = &p - &q;
        let mut sum = Natural::ZERO;
        for j in k..=size {
            sum += binomial(size, j) * kept.pow(j as usize) * q.pow((size - j) as usize);
        }
        Some(Rational::from_parts(sum.into(), p.pow(size as usize)))
    }

    /// The exponent of Hoeffding's (1963) bound: the chance is at most e^(−size · exponent) for every class of that size.
    pub(super) fn decay(&self, bits: u32) -> Option<Enclosure> {
        let (beta, gamma) = (self.beta(bits)?, self.gamma(bits)?);
        let margin = self.margin.exp_neg(bits)?;
        // gamma ln(gamma / beta) + (1 − gamma) ln((1 − gamma) / (1 − beta)), and the last logarithm is −epsilon.
        let gain = &gamma * &gamma.checked_div(&beta)?.ln()?;
        Some(&gain - &(&margin * &self.promised.within(bits)))
    }
}

/// n over k.
fn binomial(n: u64, k: u64) -> Natural {
    (0..k.min(n - k)).fold(Natural::ONE, |product, i| product * (n - i) / (i + 1))
}

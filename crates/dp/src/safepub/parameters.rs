//! The smallest k, and a proof that it is.

use super::tail::Tail;
use crate::Epsilon;
use lethe_num::{Enclosure, FIRST_BITS, Rational, Verdict, decide};

/// The largest k that is looked for. Budgets that need a larger one leave nothing of a table.
const LARGEST_K: u64 = 200_000;

/// What sampling and suppression need for a promise.
#[derive(Clone, Debug)]
pub struct Parameters {
    epsilon: Epsilon,
    delta: Rational,
    k: u64,
    at_k: Enclosure,
    below_k: Option<Enclosure>,
}

/// Why there are no parameters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    /// epsilon is zero or less, or too large to be meant.
    #[error("epsilon must be above 0 and below 4294967296")]
    Epsilon,
    /// delta is not between 0 and 1.
    #[error("delta must be above 0 and below 1")]
    Delta,
    /// The class size that is needed is beyond anything a table has.
    #[error(
        "epsilon and delta need groups of more than {LARGEST_K} records: choose a smaller epsilon or a larger delta"
    )]
    TooLarge,
    /// The comparison with delta stayed open at every precision.
    #[error("whether delta is kept cannot be decided: change delta a little")]
    Undecided,
}

impl Parameters {
    /// The parameters for a promise.
    ///
    /// **Guarantee**: [`Parameters::k`] is the smallest k with d(k, beta, epsilon) ≤ delta for beta = 1 − e^−epsilon: every larger
    /// class is within delta by bounds, and k − 1 exceeds it by bounds, or exactly where the numbers are fractions.
    /// **Cost**: milliseconds; k is looked for from above, and each candidate is one sum of a few dozen terms.
    pub fn new(epsilon: &Epsilon, delta: &Rational) -> Result<Self, ParameterError> {
        if !epsilon.is_positive() || epsilon.clone().times(2).exp(FIRST_BITS).is_none() {
            return Err(ParameterError::Epsilon);
        }
        if *delta <= Rational::ZERO || *delta >= Rational::ONE {
            return Err(ParameterError::Delta);
        }
        let tail = Tail::new(epsilon, epsilon);
        let mut k = safe_from(&tail, delta)?;
        while k > 1 && !exceeds(&tail, k - 1, delta)? {
            k -= 1;
        }
        let below_k = (k > 1).then(|| at(&tail, k - 1)).transpose()?;
        Ok(Self { epsilon: epsilon.clone(), delta: delta.clone(), k, at_k: supremum(&tail, k)?, below_k })
    }

    /// The promise's epsilon.
    pub fn epsilon(&self) -> &Epsilon {
        &self.epsilon
    }

    /// The promise's delta.
    pub fn delta(&self) -> &Rational {
        &self.delta
    }

    /// The smallest class that is published.
    pub fn k(&self) -> u64 {
        self.k
    }

    /// The sampling chance 1 − e^−epsilon with so many bits.
    pub fn beta(&self, bits: u32) -> Enclosure {
        // Budgets out of range were refused.
        Tail::new(&self.epsilon, &self.epsilon).beta(bits).unwrap_or_else(|| Enclosure::integer(0, bits))
    }

    /// The exact delta at k, within bounds.
    pub fn delta_at_k(&self) -> &Enclosure {
        &self.at_k
    }

    /// A delta that k − 1 would need at least, within bounds; `None` at k = 1.
    pub fn delta_below_k(&self) -> Option<&Enclosure> {
        self.below_k.as_ref()
    }

    /// The delta with which the same sampling and suppression keep a larger epsilon.
    ///
    /// **Paper**: Bild et al. (2018), Theorem 11.
    pub fn smoothness(&self, epsilon: &Epsilon) -> Result<Enclosure, ParameterError> {
        if !self.epsilon.at_most(epsilon)
            || (self.epsilon.clone() + epsilon.clone()).exp(FIRST_BITS).is_none()
        {
            return Err(ParameterError::Epsilon);
        }
        supremum(&Tail::new(&self.epsilon, epsilon), self.k)
    }
}

/// A k from which on Hoeffding's bound keeps delta.
fn safe_from(tail: &Tail, delta: &Rational) -> Result<u64, ParameterError> {
    let needed = decay_of(tail)?;
    let bits = needed.bits();
    let logarithm = Enclosure::around(delta, bits).ln().ok_or(ParameterError::Delta)?;
    let size = (-&logarithm).checked_div(&needed).ok_or(ParameterError::Undecided)?.hi().ceil();
    // gamma is below 1, so a class size above this makes k too large as well.
    let size = u64::try_from(size).ok().filter(|&size| size <= 1 << 40).ok_or(ParameterError::TooLarge)?;
    let k = tail.beyond(size.saturating_sub(1)).ok_or(ParameterError::Undecided)?;
    if k > LARGEST_K { Err(ParameterError::TooLarge) } else { Ok(k) }
}

/// The exponent of the bound with enough bits to be surely positive.
fn decay_of(tail: &Tail) -> Result<Enclosure, ParameterError> {
    let mut found = None;
    decide(|bits| {
        found = tail.decay(bits);
        let zero = Enclosure::integer(0, bits);
        found.as_ref().map_or(Verdict::Undecided, |decay| zero.less_than(decay))
    });
    found.ok_or(ParameterError::Epsilon)
}

/// Whether the class of k shows too much with a chance above delta.
fn exceeds(tail: &Tail, k: u64, delta: &Rational) -> Result<bool, ParameterError> {
    let size = tail.class_size(k).ok_or(ParameterError::Undecided)?;
    let verdict = decide(|bits| {
        let chance = tail.chance(k, size, bits);
        chance.map_or(Verdict::Undecided, |chance| Enclosure::around(delta, bits).less_than(&chance))
    });
    match verdict {
        Verdict::True => Ok(true),
        Verdict::False => Ok(false),
        // Equal, to thousands of digits: with fractions that can be, and equal does not exceed.
        Verdict::Undecided => {
            tail.exact_chance(k, size).map(|chance| chance > *delta).ok_or(ParameterError::Undecided)
        }
    }
}

fn at(tail: &Tail, k: u64) -> Result<Enclosure, ParameterError> {
    let size = tail.class_size(k).ok_or(ParameterError::Undecided)?;
    tail.chance(k, size, FIRST_BITS).ok_or(ParameterError::Epsilon)
}

/// The largest chance of k and every number above.
fn supremum(tail: &Tail, k: u64) -> Result<Enclosure, ParameterError> {
    let decay = decay_of(tail)?;
    let mut found = at(tail, k)?;
    for next in k + 1.. {
        let size = tail.class_size(next).ok_or(ParameterError::Undecided)?;
        let bound =
            (-&(&Enclosure::integer(size, decay.bits()) * &decay)).exp().ok_or(ParameterError::Epsilon)?;
        // From here on every chance is below the bound, and that below what was found.
        if bound.at_most(&found).is_proven() {
            break;
        }
        if next > 2 * LARGEST_K {
            return Err(ParameterError::Undecided);
        }
        found = found.larger_of(&tail.chance(next, size, FIRST_BITS).ok_or(ParameterError::Epsilon)?);
    }
    Ok(found)
}

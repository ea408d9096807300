//! Whether two distributions are as close as promised.

use super::Distribution;
use crate::Epsilon;
use lethe_num::{Enclosure, Rational, Verdict};

/// What the distributions show about a promise.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The exact delta that the pair of inputs needs at this epsilon, within bounds.
    pub delta: Enclosure,
    /// Whether that is at most the promised delta.
    pub holds: Verdict,
}

/// The definition of Bild et al. (2018): outputs whose chance grows by more than e^epsilon have a chance of at most delta together.
///
/// Outputs for which the bounds do not decide count for the upper bound only. Returns `None` for budgets out of range.
pub fn probabilistic<O: Ord>(
    with: &Distribution<O>,
    without: &Distribution<O>,
    epsilon: &Epsilon,
    delta: &Rational,
) -> Option<Finding> {
    sum_over(with, without, epsilon, delta, |chance, limit| match limit.less_than(chance) {
        Verdict::True => chance.clone(),
        Verdict::False => nothing(chance),
        Verdict::Undecided => nothing(chance).or(chance),
    })
}

/// The common definition: the chance of any set of outputs is at most e^epsilon times the other chance plus delta.
///
/// The worst set holds the outputs whose chance grows by more than e^epsilon; what counts is by how much. Returns `None` for budgets
/// out of range.
pub fn approximate<O: Ord>(
    with: &Distribution<O>,
    without: &Distribution<O>,
    epsilon: &Epsilon,
    delta: &Rational,
) -> Option<Finding> {
    sum_over(with, without, epsilon, delta, |chance, limit| nothing(chance).larger_of(&(chance - limit)))
}

/// Adds up what each output contributes, given its chance and e^epsilon times its chance without the person.
fn sum_over<O: Ord>(
    with: &Distribution<O>,
    without: &Distribution<O>,
    epsilon: &Epsilon,
    delta: &Rational,
    contribution: impl Fn(&Enclosure, &Enclosure) -> Enclosure,
) -> Option<Finding> {
    let bits = with.values().next().map_or(lethe_num::FIRST_BITS, Enclosure::bits);
    let growth = epsilon.exp(bits)?;
    let zero = Enclosure::integer(0, bits);
    let mut sum = zero.clone();
    for (output, chance) in with {
        let limit = &growth * without.get(output).unwrap_or(&zero);
        sum = &sum + &contribution(chance, &limit);
    }
    let holds = sum.at_most(&Enclosure::around(delta, bits));
    Some(Finding { delta: sum, holds })
}

fn nothing(like: &Enclosure) -> Enclosure {
    Enclosure::integer(0, like.bits())
}

#[cfg(test)]
mod tests;

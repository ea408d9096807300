//! The exponential mechanism's choice: tickets that win in proportion to e^x, exactly.

use crate::{Enclosure, Entropy, Natural, Rational};

/// Weights are kept as whole multiples of 2^-64 of the reference weight.
const SCALE: u32 = 64;
/// A weight above 2^28 times the reference makes a new reference, so that the sum of 2^32 weights fits.
const HEADROOM: u32 = 28;

/// Tickets with weights e^x for fractions x.
///
/// **Guarantee**: [`WeightedDraw::draw`] returns each ticket with exactly the chance of its weight over the sum of all, when the bits are
/// fair and independent. No weight is rounded: bounds decide, and where they do not, finer bounds are made.
#[derive(Clone, Debug, Default)]
pub struct WeightedDraw {
    tickets: Vec<Ticket>,
    /// The exponent whose weight counts as one.
    reference: Rational,
}

#[derive(Clone, Debug)]
struct Ticket {
    exponent: Rational,
    /// The weight over the reference weight, in multiples of 2^-64, rounded down and up.
    units: (u128, u128),
}

impl WeightedDraw {
    /// A lottery without tickets.
    pub fn new() -> Self {
        Self::default()
    }

    /// A lottery with a ticket of the weight e^exponent for each exponent, numbered in their order.
    pub fn of(exponents: impl IntoIterator<Item = Rational>) -> Self {
        let exponents: Vec<Rational> = exponents.into_iter().collect();
        // Against the heaviest, no other ticket needs a new reference.
        let reference = exponents.iter().max().cloned().unwrap_or_default();
        let mut weighted_draw = Self { tickets: Vec::with_capacity(exponents.len()), reference };
        for exponent in exponents {
            weighted_draw.push(exponent);
        }
        weighted_draw
    }

    /// The number of tickets.
    pub fn len(&self) -> usize {
        self.tickets.len()
    }

    /// Whether there is no ticket.
    pub fn is_empty(&self) -> bool {
        self.tickets.is_empty()
    }

    /// Adds a ticket of the weight e^exponent; it gets the next number.
    pub fn add(&mut self, exponent: Rational) {
        if self.tickets.is_empty() {
            self.reference.clone_from(&exponent);
        }
        self.push(exponent);
    }

    fn push(&mut self, exponent: Rational) {
        // Neighbours often weigh the same, and an exponential costs more than everything else here.
        if let Some(last) = self.tickets.last().filter(|last| last.exponent == exponent) {
            let units = last.units;
            self.tickets.push(Ticket { exponent, units });
            return;
        }
        let units = self.units(&exponent).unwrap_or_else(|| {
            self.reference.clone_from(&exponent);
            for ticket in &mut self.tickets {
                ticket.units = units_over(&self.reference, &ticket.exponent).unwrap_or((0, 1));
            }
            (1 << SCALE, 1 << SCALE)
        });
        self.tickets.push(Ticket { exponent, units });
    }

    /// Takes a ticket out; the last one gets its number.
    pub fn swap_remove(&mut self, ticket: usize) {
        self.tickets.swap_remove(ticket);
    }

    /// The chance of a ticket with so many bits.
    pub fn chance(&self, ticket: usize, bits: u32) -> Enclosure {
        let weights = self.weights(bits);
        let sum = weights.iter().fold(Enclosure::integer(0, bits), |sum, weight| &sum + weight);
        weights[ticket]
            .checked_div(&sum)
            .unwrap_or_else(|| Enclosure::integer(0, bits).or(&Enclosure::integer(1, bits)))
    }

    /// The number of the ticket that wins; `None` when there is no ticket.
    ///
    /// **Cost**: one pass over the tickets with whole numbers; bounds of more precision once in about 2^40 draws.
    /// **Errors**: there are no random bits.
    pub fn draw<E: Entropy>(&self, bits: &mut E) -> Result<Option<usize>, E::Error> {
        if self.tickets.len() <= 1 {
            return Ok(self.tickets.len().checked_sub(1));
        }
        let word = bits.word()?;
        if let Some(ticket) = self.first_look(word) {
            return Ok(Some(ticket));
        }
        self.look_closer(Natural::from(word), bits)
    }

    /// The winner if a word decides already: the random number lies from `word` to `word + 1` multiples of 2^-64 of the sum.
    fn first_look(&self, word: u64) -> Option<usize> {
        let (least_sum, most_sum) =
            self.tickets.iter().fold((0u128, 0u128), |(lo, hi), t| (lo + t.units.0, hi + t.units.1));
        let least = scaled(least_sum, u128::from(word), false);
        let most = scaled(most_sum, u128::from(word) + 1, true);
        let (mut lo, mut hi) = (0u128, 0u128);
        for (number, ticket) in self.tickets.iter().enumerate() {
            let starts_at_most = hi;
            lo += ticket.units.0;
            hi += ticket.units.1;
            if most <= lo {
                return (starts_at_most <= least).then_some(number);
            }
        }
        None
    }

    fn look_closer<E: Entropy>(&self, mut drawn: Natural, bits: &mut E) -> Result<Option<usize>, E::Error> {
        let mut length = u64::BITS;
        loop {
            if let Some(ticket) = self.look(&drawn, length, length + 64) {
                return Ok(Some(ticket));
            }
            drawn = (drawn << u64::BITS as usize) + Natural::from(bits.word()?);
            length += u64::BITS;
        }
    }

    /// The winner if so many bits of the random number and of the weights decide.
    fn look(&self, drawn: &Natural, length: u32, bits: u32) -> Option<usize> {
        let unit = Natural::ONE << length as usize;
        let around =
            |number: Natural| Enclosure::around(&Rational::from_parts(number.into(), unit.clone()), bits);
        let weights = self.weights(bits);
        let zero = Enclosure::integer(0, bits);
        let sum = weights.iter().fold(zero.clone(), |sum, weight| &sum + weight);
        let least = &around(drawn.clone()) * &sum;
        let most = &around(drawn + Natural::ONE) * &sum;
        let mut reached = zero;
        for (number, weight) in weights.iter().enumerate() {
            let starts = reached.clone();
            reached = &reached + weight;
            let ends_here = number + 1 == weights.len() || most.at_most(&reached).is_proven();
            if ends_here {
                return (number == 0 || starts.at_most(&least).is_proven()).then_some(number);
            }
        }
        None
    }

    /// The weights over the heaviest one. The reference may be gone, and so much heavier that nothing could be told apart beside it.
    fn weights(&self, bits: u32) -> Vec<Enclosure> {
        let heaviest = self.tickets.iter().map(|ticket| &ticket.exponent).max();
        let heaviest = heaviest.unwrap_or(&self.reference);
        self.tickets.iter().map(|ticket| weight_over(heaviest, &ticket.exponent, bits)).collect()
    }

    fn units(&self, exponent: &Rational) -> Option<(u128, u128)> {
        units_over(&self.reference, exponent)
    }
}

/// e^(exponent − reference); exponents that are out of range beyond the reference do not occur, since they make a new one.
fn weight_over(reference: &Rational, exponent: &Rational, bits: u32) -> Enclosure {
    Enclosure::around(&(exponent - reference), bits).exp().unwrap_or_else(|| Enclosure::integer(1, bits))
}

/// The weight in multiples of 2^-64 of the reference, or `None` when it needs a new reference.
fn units_over(reference: &Rational, exponent: &Rational) -> Option<(u128, u128)> {
    let units = Enclosure::around(&(exponent - reference), SCALE + HEADROOM + 8).exp()?.units(SCALE)?;
    (units.1 < 1 << (SCALE + HEADROOM)).then_some(units)
}

/// sum · part / 2^64, rounded down or up; the sum is below 2^127, the part at most 2^64.
fn scaled(sum: u128, part: u128, up: bool) -> u128 {
    let (high, low) = (sum >> 64, sum & u128::from(u64::MAX));
    let low = low * part;
    let carry = u128::from(up && low & u128::from(u64::MAX) != 0);
    high * part + (low >> 64) + carry
}

#[cfg(test)]
mod tests;

//! Roots, powers, the exponential and the logarithm of bounds.

use super::Enclosure;
use crate::dyadic::{Dyadic, Toward};

/// Exponentials of numbers of this many binary digits before the point are refused: nobody means them.
const LARGEST_EXPONENT: i64 = 32;

impl Enclosure {
    /// The square root, or `None` when the number may be negative.
    pub fn sqrt(&self) -> Option<Self> {
        if self.lo.is_negative() {
            return None;
        }
        let bits = self.bits;
        Some(Self::between(self.lo.root(bits, Toward::Below), self.hi.root(bits, Toward::Above), bits))
    }

    /// The power with a whole exponent.
    #[must_use]
    pub fn powi(&self, exponent: u64) -> Self {
        let mut result = Self::integer(1, self.bits);
        let highest = u64::BITS - exponent.leading_zeros();
        for bit in (0..highest).rev() {
            // A square is not the product of two independent numbers, but the product's bounds hold for it too.
            result = &result * &result;
            if exponent >> bit & 1 == 1 {
                result = &result * self;
            }
        }
        result
    }

    /// The power of a number that is surely positive; `None` otherwise or when it is out of range.
    pub fn pow(&self, exponent: &Self) -> Option<Self> {
        (&self.ln()? * exponent).exp()
    }

    /// The exponential; `None` when the argument is above 2^32.
    pub fn exp(&self) -> Option<Self> {
        let lo = exp_of(&self.lo, self.bits)?.lo;
        let hi = exp_of(&self.hi, self.bits)?.hi;
        Some(Self::between(lo, hi, self.bits))
    }

    /// The natural logarithm, or `None` when the argument may be zero or less.
    pub fn ln(&self) -> Option<Self> {
        if self.lo.is_zero() || self.lo.is_negative() {
            return None;
        }
        Some(Self::between(ln_of(&self.lo, self.bits).lo, ln_of(&self.hi, self.bits).hi, self.bits))
    }

    fn with_bits(self, bits: u32) -> Self {
        Self { lo: self.lo.rounded(bits, Toward::Below), hi: self.hi.rounded(bits, Toward::Above), bits }
    }

    fn shifted(&self, by: i64) -> Self {
        Self { lo: self.lo.shifted(by), hi: self.hi.shifted(by), bits: self.bits }
    }
}

/// The exponential of a number: of its 2^n-th part by the series, squared n times.
fn exp_of(x: &Dyadic, bits: u32) -> Option<Enclosure> {
    if x.is_zero() {
        return Some(Enclosure::integer(1, bits));
    }
    if x.top() > LARGEST_EXPONENT {
        let tiny = Dyadic::power(-(1 << LARGEST_EXPONENT));
        return x.is_negative().then(|| Enclosure::between(Dyadic::integer(0), tiny, bits));
    }
    // The smaller the part, the fewer terms and the more squares: both grow with the root of the precision.
    let smallness = i64::from(bits.isqrt() / 2 + 2);
    let squares = (x.top() + smallness).max(0);
    // Each square doubles the relative width, so a bit is added for each.
    let work = bits + squares as u32 + 12;
    let part = Enclosure::point(x.clone(), work.max(x.mantissa_bits())).shifted(-squares).with_bits(work);
    // |part| is below 2^-smallness, so a term is below the one before by as many bits.
    let terms = u64::from(work) / smallness as u64 + 1;
    // 1 + r(1 + r/2(1 + r/3(…))): the innermost rest lies between -2 and 2, since |r| is below 1/2.
    let mut rest = Enclosure::between(Dyadic::integer(-2), Dyadic::integer(2), work);
    let one = Enclosure::integer(1, work);
    for term in (1..=terms).rev() {
        let scaled = (&part * &rest).over_integer(term);
        rest = &one + &scaled;
    }
    for _ in 0..squares {
        rest = &rest * &rest;
    }
    Some(rest.with_bits(bits))
}

/// The logarithm of a positive number: `x = m · 2^e` with m near 1, and `ln m = 2 artanh((m − 1) / (m + 1))`.
fn ln_of(x: &Dyadic, bits: u32) -> Enclosure {
    let mut exponent = x.top();
    let mut mantissa = x.shifted(-exponent);
    // From 1/2 to 1; below about 0.7 it is nearer to 1 when doubled.
    if mantissa < Dyadic::new(181.into(), -8) {
        mantissa = mantissa.shifted(1);
        exponent -= 1;
    }
    let work = bits + 16 + (64 - exponent.unsigned_abs().leading_zeros());
    let one = Dyadic::integer(1);
    let exactly = x.mantissa_bits() + 2;
    let above =
        Enclosure::point(mantissa.plus(&one, exactly, Toward::Below), exactly.max(work)).with_bits(work);
    // Exact, so that nothing cancels near 1.
    let difference = mantissa.plus(&one.negated(), exactly, Toward::Below);
    if difference.is_zero() && exponent == 0 {
        return Enclosure::integer(0, bits);
    }
    let difference = Enclosure::point(difference, exactly.max(work)).with_bits(work);
    let Some(s) = difference.checked_div(&above) else {
        unreachable!("the mantissa is positive, so the sum is above 1")
    };
    let near = double_area_tangent(&s);
    if exponent == 0 {
        return near.with_bits(bits);
    }
    let third = Enclosure::integer(1, work).over_integer(3);
    let ln_2 = double_area_tangent(&third);
    let factor = Enclosure::point(Dyadic::integer(exponent), work);
    (&near + &(&factor * &ln_2)).with_bits(bits)
}

/// Twice the area tangent of bounds within ±1/3: s + s³/3 + s⁵/5 + …
fn double_area_tangent(s: &Enclosure) -> Enclosure {
    let work = s.bits;
    let square = s * s;
    let terms = u64::from(work) / 3 + 1;
    // What follows n terms is s^(2n+1) times a sum between 0 and 1 / (1 − s²), which is below 2.
    let mut rest = Enclosure::between(Dyadic::integer(0), Dyadic::integer(2), work);
    for term in (0..terms).rev() {
        rest = &Enclosure::integer(1, work).over_integer(2 * term + 1) + &(&square * &rest);
    }
    (s * &rest).shifted(1)
}

impl Enclosure {
    /// A positive whole number divides without asking for zero.
    fn over_integer(&self, divisor: u64) -> Self {
        let divisor = Dyadic::integer(divisor.max(1));
        let lo = self.lo.over(&divisor, self.bits, Toward::Below);
        Self::between(lo, self.hi.over(&divisor, self.bits, Toward::Above), self.bits)
    }
}

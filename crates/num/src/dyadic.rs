//! Numbers m · 2^e with whole m and e: what bounds of any precision are made of.

use crate::Rational;
use dashu_int::ops::{BitTest, DivEuclid, SquareRoot, UnsignedAbs};
use dashu_int::{IBig, UBig};
use std::cmp::Ordering;

/// Which way a result that does not fit is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Toward {
    Below,
    Above,
}

/// The number `mantissa · 2^exponent`.
#[derive(Clone, Debug)]
pub(crate) struct Dyadic {
    mantissa: IBig,
    exponent: i64,
}

impl Dyadic {
    pub(crate) fn new(mantissa: IBig, exponent: i64) -> Self {
        if mantissa.is_zero() { Self { mantissa, exponent: 0 } } else { Self { mantissa, exponent } }
    }

    pub(crate) fn integer(value: impl Into<IBig>) -> Self {
        Self::new(value.into(), 0)
    }

    /// 2^exponent.
    pub(crate) fn power(exponent: i64) -> Self {
        Self::new(IBig::ONE, exponent)
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.mantissa.is_zero()
    }

    pub(crate) fn is_negative(&self) -> bool {
        self.mantissa < IBig::ZERO
    }

    /// One more than the position of the highest bit: the number's size is below 2^top and at least 2^(top − 1).
    pub(crate) fn top(&self) -> i64 {
        self.exponent + length(&self.mantissa)
    }

    /// How many bits the mantissa has.
    pub(crate) fn mantissa_bits(&self) -> u32 {
        length(&self.mantissa) as u32
    }

    pub(crate) fn negated(&self) -> Self {
        Self::new(-self.mantissa.clone(), self.exponent)
    }

    /// The number times 2^by.
    pub(crate) fn shifted(&self, by: i64) -> Self {
        Self::new(self.mantissa.clone(), self.exponent.saturating_add(by))
    }

    /// The number with at most so many bits.
    pub(crate) fn rounded(self, bits: u32, toward: Toward) -> Self {
        let excess = length(&self.mantissa) - i64::from(bits);
        if excess <= 0 {
            return self;
        }
        Self::new(shift_right(self.mantissa, excess as usize, toward), self.exponent + excess)
    }

    pub(crate) fn plus(&self, other: &Self, bits: u32, toward: Toward) -> Self {
        if self.is_zero() {
            return other.clone().rounded(bits, toward);
        }
        if other.is_zero() {
            return self.clone().rounded(bits, toward);
        }
        let (large, small) = if self.top() >= other.top() { (self, other) } else { (other, self) };
        // A number far below the last bit that can be kept only matters by its sign.
        let floor = large.exponent.min(large.top() - i64::from(bits)) - 2;
        let stand_in;
        let small = if small.top() < floor {
            let sign = if small.is_negative() { -IBig::ONE } else { IBig::ONE };
            let keeps = small.is_negative() == (toward == Toward::Below);
            stand_in = Self::new(if keeps { sign } else { IBig::ZERO }, floor);
            &stand_in
        } else {
            small
        };
        if small.is_zero() {
            return large.clone().rounded(bits, toward);
        }
        let exponent = large.exponent.min(small.exponent);
        let sum = (&large.mantissa << (large.exponent - exponent) as usize)
            + (&small.mantissa << (small.exponent - exponent) as usize);
        Self::new(sum, exponent).rounded(bits, toward)
    }

    pub(crate) fn times(&self, other: &Self, bits: u32, toward: Toward) -> Self {
        Self::new(&self.mantissa * &other.mantissa, self.exponent + other.exponent).rounded(bits, toward)
    }

    /// The quotient; the divisor is not zero.
    pub(crate) fn over(&self, divisor: &Self, bits: u32, toward: Toward) -> Self {
        let (dividend, divisor) = if divisor.is_negative() {
            (self.negated(), divisor.negated())
        } else {
            (self.clone(), divisor.clone())
        };
        let missing = i64::from(bits) + 1 + length(&divisor.mantissa) - length(&dividend.mantissa);
        let shift = missing.max(0);
        let scaled = dividend.mantissa << shift as usize;
        let quotient = match toward {
            Toward::Below => scaled.div_euclid(&divisor.mantissa),
            Toward::Above => -((-scaled).div_euclid(&divisor.mantissa)),
        };
        Self::new(quotient, dividend.exponent - divisor.exponent - shift).rounded(bits, toward)
    }

    /// The square root of a number that is not negative.
    pub(crate) fn root(&self, bits: u32, toward: Toward) -> Self {
        let wanted = 2 * i64::from(bits) + 2;
        let mut shift = (wanted - length(&self.mantissa)).max(0);
        // The exponent has to be even.
        shift += (self.exponent - shift).rem_euclid(2);
        let scaled: UBig = (self.mantissa.clone() << shift as usize).unsigned_abs();
        let floor = scaled.sqrt();
        let is_exact = &floor * &floor == scaled;
        let root = if is_exact || toward == Toward::Below { floor } else { floor + UBig::ONE };
        Self::new(IBig::from(root), (self.exponent - shift) / 2).rounded(bits, toward)
    }

    /// The nearest number with so many bits below or above a fraction.
    pub(crate) fn from_ratio(value: &Rational, bits: u32, toward: Toward) -> Self {
        let denominator = Self::integer(IBig::from(value.denominator().clone()));
        Self::integer(value.numerator().clone()).over(&denominator, bits, toward)
    }

    pub(crate) fn to_ratio(&self) -> Rational {
        let size = self.exponent.unsigned_abs() as usize;
        if self.exponent >= 0 {
            Rational::from(&self.mantissa << size)
        } else {
            Rational::from_parts(self.mantissa.clone(), UBig::ONE << size)
        }
    }

    /// The largest whole number at most, or the smallest at least, this one times 2^scale; `None` above 2^256.
    pub(crate) fn to_units(&self, scale: i64, toward: Toward) -> Option<IBig> {
        let shifted = self.shifted(scale);
        if shifted.top() > 256 {
            return None;
        }
        if shifted.exponent >= 0 {
            return Some(shifted.mantissa << shifted.exponent as usize);
        }
        // Shifting by more than the length only leaves the sign.
        let by = shifted.exponent.unsigned_abs().min(length(&shifted.mantissa) as u64 + 1);
        Some(shift_right(shifted.mantissa, by as usize, toward))
    }

    /// The nearest normal double, or zero, below or above.
    pub(crate) fn to_f64(&self, toward: Toward) -> f64 {
        let short = self.clone().rounded(53, toward);
        if short.is_zero() {
            return 0.0;
        }
        let sign = if short.is_negative() { -1.0 } else { 1.0 };
        let grows = short.is_negative() == (toward == Toward::Below);
        if short.top() > 1024 {
            return sign * if grows { f64::INFINITY } else { f64::MAX };
        }
        if short.top() < -1021 {
            return sign * if grows { f64::MIN_POSITIVE } else { 0.0 };
        }
        // At most 53 bits are a double exactly, and so is every product with a power of two that stays normal.
        let half = short.exponent / 2;
        short.mantissa.to_f64().value() * normal_power(half) * normal_power(short.exponent - half)
    }
}

/// 2^exponent for exponents of normal doubles.
fn normal_power(exponent: i64) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

impl PartialEq for Dyadic {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Dyadic {}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = |x: &Self| x.mantissa.cmp(&IBig::ZERO);
        if sign(self) != sign(other) {
            return sign(self).cmp(&sign(other));
        }
        if self.is_zero() {
            return Ordering::Equal;
        }
        if self.top() != other.top() {
            let by_size = self.top().cmp(&other.top());
            return if self.is_negative() { by_size.reverse() } else { by_size };
        }
        let exponent = self.exponent.min(other.exponent);
        let align = |x: &Self| &x.mantissa << (x.exponent - exponent) as usize;
        align(self).cmp(&align(other))
    }
}

/// The number of bits of the size of a number.
fn length(value: &IBig) -> i64 {
    value.bit_len() as i64
}

fn shift_right(value: IBig, by: usize, toward: Toward) -> IBig {
    match toward {
        // Shifting a negative number rounds it down too; a test says so.
        Toward::Below => value >> by,
        Toward::Above => -(-value >> by),
    }
}

//! The values a column can take, made once and shared by all its blocks.

use crate::Result;
use lethe_data::calendar::{day_number, iso_date};
use lethe_data::{Dictionary, TypeChoice, ValueType};
use std::sync::Arc;

/// A fixed list of distinct values. Columns draw *items* (positions in the order the values were given); the
/// dictionary holds them in value order, as the rest of Lethe expects.
#[derive(Clone, Debug)]
pub(crate) struct Domain {
    dictionary: Arc<Dictionary>,
    codes: Arc<[u32]>,
}

impl Domain {
    /// A domain of distinct texts of one type.
    pub(crate) fn new<T: AsRef<str>>(
        value_type: ValueType,
        texts: impl IntoIterator<Item = T>,
    ) -> Result<Self> {
        let mut arena = lethe_data::TextArena::default();
        for text in texts {
            arena.push(text.as_ref());
        }
        let built = Dictionary::build("", &arena, TypeChoice::Declared(value_type), |_| false)?;
        Ok(Self { dictionary: Arc::new(built.dictionary), codes: built.codes.into() })
    }

    /// Texts.
    pub(crate) fn texts<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Result<Self> {
        Self::new(ValueType::Text, texts)
    }

    /// Item 0 is `false`, item 1 is `true`.
    pub(crate) fn booleans() -> Result<Self> {
        Self::new(ValueType::Boolean, ["false", "true"])
    }

    /// The days from `first` to `last` by day number; item 0 is the first.
    pub(crate) fn days(first: i32, last: i32) -> Result<Self> {
        Self::new(ValueType::Date, (first..=last).map(iso_date))
    }

    /// The numbers of a scale; item `i` is its step `i`.
    pub(crate) fn numbers(scale: Scale) -> Result<Self> {
        let value_type = if scale.decimals == 0 { ValueType::Integer } else { ValueType::Decimal };
        Self::new(value_type, (0..scale.steps()).map(|step| scale.text(step)))
    }

    pub(crate) fn dictionary(&self) -> &Arc<Dictionary> {
        &self.dictionary
    }

    /// The code of an item.
    #[inline]
    pub(crate) fn code(&self, item: u32) -> u32 {
        self.codes[item as usize]
    }

    /// The spelling of an item.
    pub(crate) fn text(&self, item: u32) -> &str {
        self.dictionary.text(self.code(item))
    }

    /// The number of items.
    pub(crate) fn len(&self) -> u32 {
        self.codes.len() as u32
    }
}

/// The day number of a calendar date of this crate's world.
pub(crate) fn day(year: i32, month: u32, day: u32) -> i32 {
    // Only dates written in this crate's source come here, and all of them exist.
    day_number(year, month, day).unwrap_or_default()
}

/// Numbers from `low` to `high` written with a fixed number of decimals; both ends are counted in the last decimal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    pub(crate) low: i32,
    pub(crate) high: i32,
    pub(crate) decimals: u32,
}

impl Scale {
    pub(crate) const fn new(low: i32, high: i32, decimals: u32) -> Self {
        Self { low, high, decimals }
    }

    fn unit(self) -> i32 {
        10i32.pow(self.decimals)
    }

    /// How many numbers there are.
    pub(crate) fn steps(self) -> u32 {
        (self.high - self.low) as u32 + 1
    }

    /// The step nearest to a number; the ends catch what lies beyond them.
    #[inline]
    pub(crate) fn nearest(self, number: f64) -> u32 {
        let units = (number * f64::from(self.unit())).round();
        (units.clamp(f64::from(self.low), f64::from(self.high)) as i32 - self.low) as u32
    }

    /// The spelling of a step.
    pub(crate) fn text(self, step: u32) -> String {
        self.write(self.low + step as i32)
    }

    /// The spelling of a number counted in the last decimal.
    pub(crate) fn write(self, units: i32) -> String {
        if self.decimals == 0 {
            return units.to_string();
        }
        let sign = if units < 0 { "-" } else { "" };
        let (whole, fraction) = (units.abs() / self.unit(), units.abs() % self.unit());
        format!("{sign}{whole}.{fraction:0width$}", width = self.decimals as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_writes_and_finds_its_numbers() {
        let scale = Scale::new(-15, 1200, 1);
        assert_eq!(scale.text(0), "-1.5");
        assert_eq!(scale.text(scale.nearest(36.64)), "36.6");
        assert_eq!(scale.text(scale.nearest(1e9)), "120.0");
        assert_eq!(scale.text(scale.nearest(0.0)), "0.0");
    }

    #[test]
    fn items_keep_the_order_given_and_codes_that_of_values() {
        let domain = Domain::new(ValueType::Integer, ["10", "9"]).unwrap();
        assert_eq!((domain.code(0), domain.code(1)), (1, 0));
        assert_eq!(domain.text(0), "10");
    }
}

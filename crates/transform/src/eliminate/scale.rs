//! How far apart the values of a column are.

use lethe_data::{Column, Decimal, ValueType};

/// The numbers that a column's codes stand for: themselves, or days.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    numbers: Vec<Option<f64>>,
    range: f64,
}

impl Scale {
    /// A column without numbers.
    pub(super) const NONE: Self = Self { numbers: Vec::new(), range: 0.0 };

    /// The scale of a column of numbers or dates; `None` for others.
    pub(super) fn of(column: &Column) -> Option<Self> {
        let dictionary = column.dictionary();
        let number = |code: u32| match column.value_type() {
            ValueType::Date => dictionary.value(code).as_day().map(f64::from),
            _ => dictionary.value(code).as_decimal().map(Decimal::to_f64),
        };
        let has_scale = column.value_type().is_numeric() || column.value_type() == ValueType::Date;
        has_scale.then(|| {
            let numbers: Vec<Option<f64>> = (0..dictionary.len() as u32).map(number).collect();
            let (first, last) = (numbers.iter().flatten().next(), numbers.iter().flatten().next_back());
            let range = first.zip(last).map_or(0.0, |(first, last)| last - first);
            Self { numbers, range }
        })
    }

    /// The number of a code; `None` for null.
    pub(super) fn number(&self, code: u32) -> Option<f64> {
        self.numbers.get(code as usize).copied().flatten()
    }

    /// How far two values are apart, as a share of the column's range.
    pub(super) fn distance(&self, left: u32, right: u32) -> f64 {
        match (self.number(left), self.number(right)) {
            (Some(left), Some(right)) if self.range > 0.0 => (left - right).abs() / self.range,
            _ => f64::from(u8::from(left != right)),
        }
    }

    /// The nearest of some codes, ascending and at least one; the smaller of two that are equally near.
    pub(super) fn nearest(&self, code: u32, among: &[u32]) -> u32 {
        let at = among.partition_point(|&other| other < code);
        match (at.checked_sub(1).map(|before| among[before]), among.get(at)) {
            (Some(before), Some(&after)) if self.distance(code, after) < self.distance(code, before) => after,
            (Some(before), _) => before,
            (None, Some(&after)) => after,
            (None, None) => code,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_data::TypeChoice;

    #[test]
    fn the_nearest_is_by_value() {
        let column = Column::from_texts("c", ["1", "2", "10", "11"].map(Some), TypeChoice::Infer).unwrap();
        let scale = Scale::of(&column).unwrap();
        assert_eq!(scale.nearest(1, &[0, 2]), 0);
        assert_eq!(scale.nearest(2, &[1, 3]), 3);
        assert_eq!(scale.nearest(0, &[2, 3]), 2);
        assert_eq!(scale.nearest(3, &[0]), 0);
        assert!((scale.distance(0, 2) - 0.9).abs() < 1e-12);
        assert!(Scale::of(&Column::from_texts("c", ["x"].map(Some), TypeChoice::Infer).unwrap()).is_none());
    }
}

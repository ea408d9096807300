//! The codes of a column as numbers or categories.

use crate::reading::{Covered, Meaning};
use crate::{Shown, Values};

/// What each code of a column stands for, null last.
#[derive(Clone, Debug)]
pub(super) enum Scale {
    /// Numbers or dates; NaN for what shows nothing.
    Line {
        /// The number; for a label the mean of the values it stands for.
        numbers: Vec<f64>,
        /// The mean rank of the cells with this number among all cells of the column.
        ranks: Vec<f64>,
    },
    /// Categories, numbered; `None` for what shows nothing.
    Categories {
        /// By code.
        of: Vec<Option<u32>>,
        /// How many there are.
        count: usize,
    },
}

impl Scale {
    pub(super) fn of_original(original: &Values<'_>) -> Self {
        let codes = 0..=original.len() as u32;
        if original.is_ordered() {
            let number = |code: u32| original.value(code).and_then(|value| original.position(value));
            let numbers = codes.map(|code| number(code).unwrap_or(f64::NAN)).collect();
            return Self::line(numbers, &original.column().histogram(None));
        }
        Self::categories_of(codes.map(|code| original.value(code).is_some()))
    }

    pub(super) fn of_released(original: &Values<'_>, shown: &Shown<'_>) -> Self {
        if !original.is_ordered() {
            let used = shown.meanings.iter().zip(&shown.counts);
            return Self::categories_of(used.map(|(meaning, &count)| meaning.is_shown() && count > 0));
        }
        let below = Sums::of(original);
        let number = |meaning: &Meaning| match meaning {
            Meaning::Nothing | Meaning::Unread => None,
            Meaning::Value(value) => original.position(*value),
            Meaning::Point(point) => Some(*point),
            Meaning::Label(covered) => Some(below.mean(covered, original)),
        };
        let numbers = shown.meanings.iter().map(|meaning| number(meaning).unwrap_or(f64::NAN)).collect();
        Self::line(numbers, &shown.counts)
    }

    pub(super) fn categories(&self) -> usize {
        match self {
            Self::Line { .. } => 0,
            Self::Categories { count, .. } => *count,
        }
    }

    fn categories_of(tells: impl Iterator<Item = bool>) -> Self {
        let mut count = 0;
        let of = tells.map(|tells| {
            tells.then(|| {
                count += 1;
                count - 1
            })
        });
        let of = of.collect();
        Self::Categories { of, count: count as usize }
    }

    fn line(numbers: Vec<f64>, counts: &[u64]) -> Self {
        let mut order: Vec<usize> = (0..numbers.len()).filter(|&code| !numbers[code].is_nan()).collect();
        order.sort_by(|&one, &other| numbers[one].total_cmp(&numbers[other]));
        let mut ranks = vec![f64::NAN; numbers.len()];
        let mut before = 0.0;
        for equal in order.chunk_by(|&one, &other| numbers[one].total_cmp(&numbers[other]).is_eq()) {
            let cells: u64 = equal.iter().map(|&code| counts.get(code).copied().unwrap_or(0)).sum();
            let rank = before + f64::midpoint(cells as f64, 1.0);
            for &code in equal {
                ranks[code] = rank;
            }
            before += cells as f64;
        }
        Self::Line { numbers, ranks }
    }
}

/// Sums of positions, so that a wide range costs no more than a narrow one.
struct Sums(Vec<f64>);

impl Sums {
    fn of(original: &Values<'_>) -> Self {
        let mut below = vec![0.0];
        let mut sum = 0.0;
        for code in 0..original.len() as u32 {
            sum += original.position(code).unwrap_or(0.0);
            below.push(sum);
        }
        Self(below)
    }

    fn mean(&self, covered: &Covered, original: &Values<'_>) -> f64 {
        let sum = match covered {
            Covered::Range(first, end) => self.0[*end as usize] - self.0[*first as usize],
            Covered::Codes(codes) => codes.iter().filter_map(|&code| original.position(code)).sum(),
        };
        sum / covered.len() as f64
    }
}

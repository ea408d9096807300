//! Labels held against values that may have errors.

use super::edits::Pattern;
use super::{Found, Lookup};
use crate::calendar::{DateNotation, iso_date};
use crate::label::tolerance::{DAY, Tolerance};
use crate::label::{Between, Mask};
use crate::{Decimal, ValueType};

/// So many values to each side of a known one are written out and held against a mask; beyond, every value may fit.
const MOST_STEPS: i128 = 1000;

impl Lookup<'_> {
    /// How far numbers may be off.
    pub(super) fn error(&self) -> Decimal {
        match self.tolerance {
            Some(Tolerance::Number(error)) => error,
            _ => Decimal::ZERO,
        }
    }

    /// How many edits texts may be off.
    fn edits(&self) -> Option<u32> {
        match self.tolerance {
            Some(Tolerance::Edits(edits)) if edits > 0 => Some(edits),
            _ => None,
        }
    }

    /// Adds texts within the tolerance of one.
    pub(super) fn spelt_nearly(&self, text: &str, found: &mut Found) {
        if let Some(edits) = self.edits() {
            Pattern::exactly(text).find(&self.texts, edits, found);
        }
    }

    /// Adds texts that edits may turn into one between two ends: all between them begin as both ends do, so this is the
    /// beginning that is looked for.
    pub(super) fn nearly_between(&self, between: &Between, found: &mut Found) {
        let Some(edits) = self.edits() else { return };
        let ends = between.low.as_ref().zip(between.high.as_ref());
        let shared: String = ends.map_or_else(String::new, |(low, high)| {
            let letters = low.text.chars().zip(high.text.chars());
            letters.take_while(|(one, other)| one == other).map(|(letter, _)| letter).collect()
        });
        Pattern::beginning(&shared).find(&self.texts, edits, found);
    }

    /// Adds values within the tolerance of one that a mask holds.
    pub(super) fn masked_nearly(&self, mask: &Mask, found: &mut Found) {
        match self.tolerance {
            Some(Tolerance::Edits(edits)) if edits > 0 => {
                for pattern in Pattern::of_mask(mask) {
                    pattern.find(&self.texts, edits, found);
                }
            }
            Some(Tolerance::Number(error)) if error > Decimal::ZERO => {
                self.masked_numbers(mask, error, found);
            }
            Some(Tolerance::Days(days)) if days > 0 => self.masked_days(mask, i128::from(days), found),
            _ => {}
        }
    }

    fn masked_numbers(&self, mask: &Mask, error: Decimal, found: &mut Found) {
        if let Mask::Prefix(shown, most) = mask
            && let Some(number) = leading_digits(shown)
        {
            // The numbers of each length that begin with these digits are an interval.
            for hidden in 0..=most.saturating_sub(shown.len()) as u32 {
                let power = 10i128.checked_pow(hidden);
                let ends = power.and_then(|power| {
                    let low = number.checked_mul(power)?;
                    Some((Decimal::new(low, 0), Decimal::new(low.checked_add(power - 1)?, 0)))
                });
                let Some((low, high)) = ends else { return };
                self.numbers_between(Some((low, true)), Some((high, true)), found);
            }
            return;
        }
        found.add_if(&self.numbers, 0..self.numbers.len(), |&number| {
            let exponent = number.parts().1.min(0);
            let step = Decimal::new(1, exponent);
            let steps = error.div_floor(step).filter(|steps| *steps <= MOST_STEPS);
            steps.is_none_or(|steps| {
                let moved = |step: i128| number.checked_add(Decimal::new(step, exponent));
                (-steps..=steps).filter_map(moved).any(|near| mask.holds(&near.to_string()))
            })
        });
    }

    fn masked_days(&self, mask: &Mask, days: i128, found: &mut Found) {
        let is_written_out = self.value_type == ValueType::Date && self.notations == [DateNotation::Iso];
        found.add_if(&self.times, 0..self.times.len(), |time| {
            let day = i128::from(time.first.div_euclid(DAY));
            let near = |away: i128| i32::try_from(day + away).ok().map(iso_date);
            !is_written_out
                || days > MOST_STEPS
                || (-days..=days).filter_map(near).any(|text| mask.holds(&text))
        });
    }
}

/// A whole number as it is written.
fn leading_digits(shown: &str) -> Option<i128> {
    let is_whole = shown.bytes().all(|byte| byte.is_ascii_digit()) && !shown.starts_with('0');
    is_whole.then(|| shown.parse().ok())?
}

#[cfg(test)]
mod tests {
    use crate::label::{Lookup, Tolerance, are_of_texts};
    use crate::{Column, TypeChoice};

    /// The known values within a tolerance of one that a label holds.
    fn near(known: &[&str], tolerance: &str, label: &str) -> Vec<String> {
        let column = |cells: &[&str]| {
            Column::from_texts("c", cells.iter().map(|&cell| Some(cell)), TypeChoice::Infer).unwrap()
        };
        let known = column(known);
        let tolerance = Tolerance::parse(tolerance, known.value_type()).unwrap();
        let found = Lookup::near(known.dictionary(), tolerance).under(label, are_of_texts(&column(&[label])));
        found.codes().map(|code| known.dictionary().text(code).to_owned()).collect()
    }

    #[test]
    fn numbers_may_be_off_by_a_difference() {
        let ages = ["17", "18", "20", "30", "35", "36", "38"];
        assert_eq!(near(&ages, "2", "20"), ["18", "20"]);
        assert_eq!(near(&ages, "2", "[20-34]"), ["18", "20", "30", "35", "36"]);
        assert_eq!(near(&ages, "2", "(20,34)"), ["20", "30", "35"]);
        assert_eq!(near(&ages, "2", "{20, 40}"), ["18", "20", "38"]);
        assert_eq!(near(&ages, "1", "2*"), ["20", "30"]);
        assert_eq!(near(&ages, "1", "*7"), ["17", "18", "36", "38"]);
        assert_eq!(near(&ages, "0.5", ">=36"), ["36", "38"]);
        assert_eq!(near(&["1.25", "1.5"], "0.1", "1.3*"), ["1.25"]);
    }

    #[test]
    fn dates_may_be_off_by_days() {
        let dates = ["2020-01-30", "2020-02-01", "2020-03-02"];
        assert_eq!(near(&dates, "2", "2020-02"), ["2020-01-30", "2020-02-01", "2020-03-02"]);
        assert_eq!(near(&dates, "1", "2020-02"), ["2020-02-01"]);
        assert_eq!(near(&dates, "2", "2020-02-0*"), ["2020-01-30", "2020-02-01"]);
        assert_eq!(near(&dates, "3", "[2020-02-02, 2020-02-05]"), ["2020-01-30", "2020-02-01"]);
    }

    #[test]
    fn texts_may_have_edits() {
        let names = ["anna", "anne", "hanna", "maria"];
        assert_eq!(near(&names, "1", "anna"), ["anna", "anne", "hanna"]);
        assert_eq!(near(&names, "1", "{joe, marie}"), ["maria"]);
        assert_eq!(near(&names, "1", "an***"), ["anna", "anne", "hanna"]);
        assert_eq!(near(&names, "1", "[mara, mary]"), ["maria"]);
        assert_eq!(near(&names, "0", "anna"), ["anna"]);
    }
}

//! Intervals held against values.

use super::{Found, Lookup};
use crate::label::{Between, End, Period};
use crate::{Decimal, Value, ValueParser, ValueType};

impl Lookup<'_> {
    pub(super) fn between(&self, between: &Between, of_texts: bool, found: &mut Found) {
        let of_numbers = self.between_numbers(between, found);
        let of_times = self.between_times(between, found);
        let of_texts =
            of_texts || matches!(self.value_type, ValueType::Text | ValueType::Set | ValueType::Boolean);
        if between.of_texts && (of_texts || !(of_numbers || of_times)) && self.knows_ends(between) {
            self.between_texts(between, found);
            self.nearly_between(between, found);
            self.between_truths(between, found);
        }
    }

    /// Whether texts may be taken for ends: any by who must not miss a value, else values of the column.
    fn knows_ends(&self, between: &Between) -> bool {
        let is_value = |end: &End| {
            let text = end.text.as_str();
            !self.texts.range(|other| *other < text, |other| *other <= text).is_empty()
        };
        !self.certain || [&between.low, &between.high].into_iter().flatten().all(is_value)
    }

    /// Whether the ends are numbers in order.
    fn between_numbers(&self, between: &Between, found: &mut Found) -> bool {
        let end = |end: &Option<End>| match end {
            Some(end) => self.number(&end.text).map(|number| Some((number, end.included))),
            None => Some(None),
        };
        let (Some(low), Some(high)) = (end(&between.low), end(&between.high)) else { return false };
        if low.zip(high).is_some_and(|((low, _), (high, _))| low > high) {
            return false;
        }
        self.numbers_between(low, high, found);
        true
    }

    /// Adds the numbers between two ends and within the tolerance of them; an end says whether it belongs to the interval.
    pub(super) fn numbers_between(
        &self,
        low: Option<(Decimal, bool)>,
        high: Option<(Decimal, bool)>,
        found: &mut Found,
    ) {
        let error = self.error();
        // An end with more digits than fit is no end.
        let low = low.and_then(|(low, included)| Some((low.checked_sub(error)?, included)));
        let high = high.and_then(|(high, included)| Some((high.checked_add(error)?, included)));
        let is_below =
            |other: &Decimal| low.is_some_and(|(low, included)| *other < low || (!included && *other == low));
        let is_within = |other: &Decimal| {
            high.is_none_or(|(high, included)| *other < high || (included && *other == high))
        };
        found.add(&self.numbers, self.numbers.range(is_below, is_within));
    }

    /// Whether the ends are times in order.
    fn between_times(&self, between: &Between, found: &mut Found) -> bool {
        let ends = |end: &Option<End>| match end {
            Some(end) => self.periods(&end.text).into_iter().map(|time| Some((time, end.included))).collect(),
            None => vec![None],
        };
        let (lows, highs) = (ends(&between.low), ends(&between.high));
        let mut any = false;
        for low in &lows {
            for high in &highs {
                let first = match low {
                    None => i64::MIN,
                    Some((time, true)) => time.first,
                    Some((time, false)) => time.last.saturating_add(1),
                };
                let last = match high {
                    None => i64::MAX,
                    Some((time, true)) => time.last,
                    Some((time, false)) => time.first.saturating_sub(1),
                };
                if first <= last {
                    self.overlapping(Period { first, last }, found);
                    any = true;
                }
            }
        }
        any
    }

    fn between_texts(&self, between: &Between, found: &mut Found) {
        let (low, high) = (between.low.as_ref(), between.high.as_ref());
        let is_below = |other: &&str| {
            low.is_some_and(|low| *other < low.text.as_str() || (!low.included && *other == low.text))
        };
        let is_within = |other: &&str| {
            high.is_none_or(|high| *other < high.text.as_str() || (high.included && *other == high.text))
        };
        found.add(&self.texts, self.texts.range(is_below, is_within));
    }

    /// Truth values are ordered before their spellings: `false` comes before `TRUE`.
    fn between_truths(&self, between: &Between, found: &mut Found) {
        let parser = ValueParser::declared(ValueType::Boolean, &std::iter::empty());
        let end = |end: &Option<End>| match end.as_ref().map(|end| parser.parse(&end.text)) {
            Some(Some(Value::Boolean(truth))) => Some(truth),
            _ => None,
        };
        let (Some(low), Some(high)) = (end(&between.low), end(&between.high)) else { return };
        let text = |end: &Option<End>| end.as_ref().map(|end| end.text.clone()).unwrap_or_default();
        let (low, high) = ((low, text(&between.low)), (high, text(&between.high)));
        let is_below = |other: &(bool, &str)| *other < (low.0, low.1.as_str());
        let is_within = |other: &(bool, &str)| *other <= (high.0, high.1.as_str());
        found.add(&self.truths, self.truths.range(is_below, is_within));
    }
}

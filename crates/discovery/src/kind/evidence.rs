//! What detectors may look at.

use super::name::ColumnName;
use lethe_data::{Column, Value, ValueType};

/// A column as detectors see it: its name, its type, its range and some of its distinct values.
#[derive(Debug)]
pub struct Evidence<'a> {
    name: ColumnName,
    value_type: ValueType,
    sample: Vec<&'a str>,
    range: Option<(Value<'a>, Value<'a>)>,
    distinct: usize,
    records: u64,
}

impl<'a> Evidence<'a> {
    /// The most distinct values looked at.
    pub const SAMPLE: usize = 1_000;
    /// The share of values that must match for a column to be recognised by them.
    pub const ENOUGH: f64 = 0.9;

    /// From a column and the number of records with each value of its dictionary. The sample is spread evenly over
    /// the values that occur, in value order, so that it is the same for every run.
    pub fn new(column: &'a Column, counts: &[u64]) -> Self {
        // A histogram may end with the count of nulls, which are no values.
        let counts = &counts[..counts.len().min(column.dictionary().len())];
        let dictionary = column.dictionary();
        let mut distinct = 0;
        let mut records = 0;
        let (mut first, mut last) = (None, None);
        for (code, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            distinct += 1;
            records += count;
            first = first.or(Some(code as u32));
            last = Some(code as u32);
        }
        let wanted = distinct.min(Self::SAMPLE);
        let occurring = counts.iter().enumerate().filter(|(_, count)| **count > 0);
        let mut sample = Vec::with_capacity(wanted);
        let mut taken = 0;
        for (rank, (code, _)) in occurring.enumerate() {
            if taken < wanted && rank == taken * distinct / wanted {
                sample.push(dictionary.text(code as u32).trim());
                taken += 1;
            }
        }
        sample.retain(|text| !text.is_empty());
        Self {
            name: ColumnName::parse(column.name()),
            value_type: column.value_type(),
            sample,
            range: first.zip(last).map(|(low, high)| (dictionary.value(low), dictionary.value(high))),
            distinct,
            records,
        }
    }

    /// The column's name.
    pub fn name(&self) -> &ColumnName {
        &self.name
    }

    /// The type of the values.
    pub fn value_type(&self) -> ValueType {
        self.value_type
    }

    /// Distinct values without surrounding spaces; texts of nothing but spaces are left out.
    pub fn sample(&self) -> &[&'a str] {
        &self.sample
    }

    /// Distinct values a person with a value; 0 when there is none.
    pub fn cardinality(&self) -> f64 {
        if self.records == 0 { 0.0 } else { self.distinct as f64 / self.records as f64 }
    }

    /// Whether nobody has a value.
    pub fn is_empty(&self) -> bool {
        self.distinct == 0
    }

    /// Whether all values are numbers of a range; true when there is no value.
    pub fn within(&self, low: f64, high: f64) -> bool {
        let inside =
            |value: &Value<'_>| value.as_decimal().is_some_and(|n| (low..=high).contains(&n.to_f64()));
        self.range.as_ref().is_none_or(|(min, max)| inside(min) && inside(max))
    }

    /// Whole years between the first and the last day, for dates.
    pub fn years(&self) -> Option<i32> {
        let (first, last) = self.range.as_ref()?;
        Some((last.as_day()? - first.as_day()?) / 365)
    }

    /// The share of the sample that matches; 0 when it is empty.
    pub fn fraction(&self, matches: impl Fn(&str) -> bool) -> f64 {
        let matching = self.sample.iter().filter(|text| matches(text)).count();
        if self.sample.is_empty() { 0.0 } else { matching as f64 / self.sample.len() as f64 }
    }

    /// The share of the sample that matches, when it is at least [`Self::ENOUGH`]. Stops as soon as it cannot be.
    pub fn share(&self, matches: impl Fn(&str) -> bool) -> Option<f64> {
        let size = self.sample.len();
        let mut misses = 0;
        for text in &self.sample {
            misses += usize::from(!matches(text));
            if misses * 10 > size {
                return None;
            }
        }
        (size > 0).then(|| (size - misses) as f64 / size as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_data::TypeChoice;

    #[test]
    fn the_sample_is_spread_over_the_values_that_occur() {
        let texts: Vec<String> = (0..5_000).map(|number| format!("v{number:04}")).collect();
        let column =
            Column::from_texts("c", texts.iter().map(|t| Some(t.as_str())), TypeChoice::Infer).unwrap();
        let mut counts = vec![1; 5_000];
        counts[..2_500].fill(0);
        let evidence = Evidence::new(&column, &counts);
        assert_eq!(evidence.sample().len(), Evidence::SAMPLE);
        assert_eq!((evidence.sample()[0], evidence.sample()[1]), ("v2500", "v2502"));
        assert!(*evidence.sample().last().unwrap() > "v4990");
        assert!(evidence.sample().is_sorted());
    }

    #[test]
    fn one_miss_in_ten_is_enough_and_two_are_not() {
        let texts = ["a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "b"].map(Some);
        let column = Column::from_texts("c", texts, TypeChoice::Infer).unwrap();
        let evidence = Evidence::new(&column, &column.histogram(None));
        assert_eq!(evidence.share(|text| text.starts_with('a')), Some(0.9));
        assert_eq!(evidence.share(|text| text.starts_with('a') && text != "a0"), None);
    }
}

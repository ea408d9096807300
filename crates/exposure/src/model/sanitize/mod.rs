//! Hiding what few records have, so that subtraction does not bring it back.

mod hiding;
mod proof;

use super::{ColumnCounts, Model, ModelError, Treatment, places};
use crate::pairs::Pair;

/// How much is not reported any more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hidden {
    /// Values that are hidden.
    pub values: u64,
    /// Those of them that enough records have: hidden so that the others cannot be worked out.
    pub values_besides: u64,
    /// Pairs that are hidden, those of hidden values among them.
    pub pairs: u64,
    /// Those of them that enough records have.
    pub pairs_besides: u64,
}

/// A model that may leave its silo, and what it does not show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sanitized {
    /// The model.
    pub model: Model,
    /// What it does not show.
    pub hidden: Hidden,
}

impl Model {
    /// Hides every value and value pair of fewer than `k` records, and as many others as it takes.
    ///
    /// **Guarantee**: in every column the records whose value is not reported are none or at least k. For every two columns, the records
    /// of a reported value whose pair is not reported are none or at least k, and every pair of two values with such records is not
    /// reported: for each such pair a table that agrees with all that is reported about the two columns has at least k records in it.
    /// So from these counts nobody can prove that a value or a pair has between 1 and k − 1 records. Every count that is reported is true.
    /// Somebody who also reasons about why others are not reported may be able to, for pairs (`docs/src/methods/silos.md`); noise
    /// protects against that, too.
    /// **Cost**: the number of pairs, times a logarithm.
    /// **Errors**: k is below 2, there are some but fewer than k records, or the model was treated before.
    pub fn sanitize(&self, k: u64) -> Result<Sanitized, ModelError> {
        let treatment = self.treatment(k)?;
        if (1..k).contains(&self.records) {
            let problem = format!("the model is of fewer than {k} records, which already reveals too much");
            return Err(ModelError::Request(problem));
        }
        let mut columns = Vec::with_capacity(self.columns.len());
        let mut numbers = Vec::with_capacity(self.columns.len());
        for column in &self.columns {
            let reported = hiding::told_values(column, self.records, k);
            numbers.push(numbers_of(&reported));
            let mut reported = reported.iter();
            let mut kept = column.clone();
            kept.values.retain(|_| reported.next() == Some(&true));
            columns.push(kept);
        }
        let mut tables = Vec::with_capacity(self.tables.len());
        for ((left, right), pairs) in places(columns.len()).zip(&self.tables) {
            let of_told = renumbered(pairs, &numbers[left], &numbers[right]);
            tables.push(hiding::told_pairs(of_told, &columns[left], &columns[right], k));
        }
        let model = Self {
            records: self.records,
            columns,
            tables,
            treatments: vec![treatment],
            is_merged: false,
            is_per_record: self.is_per_record,
        };
        model.check()?;
        proof::holds(&model, k).map_err(ModelError::Bug)?;
        Ok(Sanitized { hidden: self.hidden_in(&model, k), model })
    }

    /// **Errors**: k is below 2, or the model was treated before.
    pub(super) fn treatment(&self, k: u64) -> Result<Treatment, ModelError> {
        if !self.treatments.is_empty() {
            let problem =
                "the model was sanitised before, so its counts are not exact; sanitise each silo's own model";
            return Err(ModelError::Request(problem.to_owned()));
        }
        let columns = u32::try_from(self.columns.len())
            .map_err(|_| ModelError::Limit("the model has too many columns".to_owned()))?;
        let treatment = Treatment { k, epsilon: None, columns };
        treatment.check()?;
        Ok(treatment)
    }

    pub(super) fn hidden_in(&self, reported: &Self, k: u64) -> Hidden {
        let values = (self.values() - reported.values()) as u64;
        let pairs = (self.pairs() - reported.pairs()) as u64;
        let few_have = |records: u64| records < k;
        let rare_values = self.columns.iter().flat_map(|column| &column.values);
        let rare_values = rare_values.filter(|value| few_have(value.records)).count() as u64;
        let rare_pairs = self.tables.iter().flatten().filter(|pair| few_have(pair.records)).count() as u64;
        Hidden {
            values,
            values_besides: values.saturating_sub(rare_values),
            pairs,
            pairs_besides: pairs.saturating_sub(rare_pairs),
        }
    }
}

/// The new numbers of values, `None` for those that are not reported.
pub(super) fn numbers_of(reported: &[bool]) -> Vec<Option<u32>> {
    let mut next = 0;
    let number = reported.iter().map(|&reported| {
        let number = reported.then_some(next);
        next += u32::from(reported);
        number
    });
    number.collect()
}

/// The pairs of which both values are reported.
pub(super) fn renumbered(pairs: &[Pair], left: &[Option<u32>], right: &[Option<u32>]) -> Vec<Pair> {
    let kept = pairs.iter().filter_map(|pair| {
        let (one, two) = (left[pair.left as usize]?, right[pair.right as usize]?);
        Some(Pair { left: one, right: two, ..*pair })
    });
    kept.collect()
}

/// For each value of two columns, the left ones first, the records that have it and whose pair is not reported.
pub(super) fn remaining(pairs: &[Pair], left: &ColumnCounts, right: &ColumnCounts) -> Vec<u64> {
    let mut remaining: Vec<u64> =
        left.values.iter().chain(&right.values).map(|value| value.records).collect();
    for pair in pairs {
        for line in [pair.left as usize, left.values.len() + pair.right as usize] {
            // Pairs of a value have at most its records; of noisy counts nothing is concluded.
            remaining[line] = remaining[line].saturating_sub(pair.records);
        }
    }
    remaining
}

//! Adding counts up, and taking rows away again.

use super::{ColumnCounts, Model, ModelError, ValueCount, places};
use crate::Result;
use crate::pairs::Pair;
use lethe_data::{Context, Table};
use std::cmp::Ordering;

/// The number of a value that is left out.
const GONE: u32 = u32::MAX;

/// What becomes of the counts of the second model.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Add,
    Remove,
}

impl Sign {
    /// The count of both together; `None` when it is too large or below zero.
    fn apply(self, one: u64, other: u64) -> Option<u64> {
        match self {
            Self::Add => one.checked_add(other),
            Self::Remove => one.checked_sub(other),
        }
    }
}

impl Model {
    /// The model of all records of some silos, each of whom is in one of them.
    ///
    /// **Guarantee**: of exact models, the model of the silos' rows put together, where a column that a silo does not have is missing
    /// for its records. Of models that were sanitised without noise every count is a lower bound. The order has no meaning.
    /// **Cost**: the size of the models times the logarithm of their number.
    /// **Errors**: there is no model, or more records than can be counted.
    pub fn merge(models: &[Self]) -> Result<Self, ModelError> {
        match models {
            [] => Err(ModelError::Request("there is no model to merge".to_owned())),
            [one] => Ok(one.clone()),
            [one, other] => Self::combined(one, other, Sign::Add),
            more => {
                let (first, second) = more.split_at(more.len() / 2);
                Self::combined(&Self::merge(first)?, &Self::merge(second)?, Sign::Add)
            }
        }
    }

    /// The model with the rows of a table added, or removed.
    ///
    /// **Guarantee**: equal to the model that is trained on all rows, or on those that are left. Whether they were counted per
    /// record is for the caller to say, as after training.
    /// **Cost**: counting the table's rows, and one pass over the model's counts.
    /// **Errors**: the model was treated, the table lacks one of its columns, rows are removed that were never counted, or a
    /// limit was reached. That a removed row was there cannot be reported in full: only values and pairs are known.
    pub fn update(&self, table: &Table, remove: bool, context: &Context) -> Result<Self> {
        if !self.treatments.is_empty() {
            let problem = "the model was sanitised, so rows would be counted on top of hidden records; \
                           update the silo's own model and sanitise that";
            return Err(ModelError::Request(problem.to_owned()).into());
        }
        let positions = table.positions(self.columns.iter().map(|column| column.name.as_str()))?;
        let rows = Self::train(table, &positions, context)?;
        let sign = if remove { Sign::Remove } else { Sign::Add };
        let updated = Self::combined(self, &rows, sign)?;
        if remove {
            // Records who are left must account for the values that are: a missing value may have been removed that was none.
            updated.check().map_err(|error| match error {
                ModelError::Damaged { place, .. } => ModelError::NotThere { columns: place },
                other => other,
            })?;
        }
        Ok(updated)
    }

    fn combined(one: &Self, other: &Self, sign: Sign) -> Result<Self, ModelError> {
        let too_many = || ModelError::Limit("there are more records than can be counted".to_owned());
        let records = match sign.apply(one.records, other.records) {
            Some(records) => records,
            None if sign == Sign::Add => return Err(too_many()),
            None => return Err(ModelError::NotThere { columns: "the table".to_owned() }),
        };
        let united = united(&one.columns, &other.columns);
        let mut columns = Vec::with_capacity(united.len());
        let mut numbers = Vec::with_capacity(united.len());
        let none = ColumnCounts::default();
        for &(in_one, in_other) in &united {
            let first = in_one.map_or(&none, |place| &one.columns[place]);
            let second = in_other.map_or(&none, |place| &other.columns[place]);
            let name = if in_one.is_some() { &first.name } else { &second.name };
            let joined = Joined::of(&first.values, &second.values, sign);
            let joined = joined.ok_or_else(|| ModelError::NotThere { columns: ModelError::column(name) })?;
            u32::try_from(joined.values.len())
                .ok()
                .filter(|&count| count < GONE)
                .ok_or_else(|| ModelError::Limit(format!("column '{name}': too many values")))?;
            columns.push(ColumnCounts { name: name.clone(), values: joined.values });
            numbers.push((joined.of_one, joined.of_other));
        }
        let mut tables = Vec::with_capacity(one.tables.len().max(other.tables.len()));
        for (left, right) in places(united.len()) {
            let of_one = united[left].0.zip(united[right].0);
            let of_other = united[left].1.zip(united[right].1);
            let mut first = of_one.map(|(left, right)| one.table(left, right).to_vec()).unwrap_or_default();
            let mut second =
                of_other.map(|(left, right)| other.table(left, right).to_vec()).unwrap_or_default();
            let renamed = |pairs: &mut [Pair], left: &[u32], right: &[u32]| {
                for pair in pairs {
                    (pair.left, pair.right) = (left[pair.left as usize], right[pair.right as usize]);
                }
            };
            renamed(&mut first, &numbers[left].0, &numbers[right].0);
            renamed(&mut second, &numbers[left].1, &numbers[right].1);
            let joined = join_pairs(&first, &second, sign).ok_or_else(|| ModelError::NotThere {
                columns: ModelError::columns(&columns[left].name, &columns[right].name),
            })?;
            tables.push(joined);
        }
        let mut treatments = [one.treatments.clone(), other.treatments.clone()].concat();
        treatments.sort_unstable();
        let is_merged = !treatments.is_empty();
        let is_per_record = one.is_per_record && other.is_per_record;
        let mut model = Self { records, columns, tables, treatments, is_merged, is_per_record };
        model.drop_empty();
        Ok(model)
    }

    /// Values that nobody has any more go, and the numbers of the others close up.
    fn drop_empty(&mut self) {
        let kept = |column: &mut ColumnCounts| {
            let mut next = 0;
            let number = column.values.iter().map(|value| {
                let number = if value.records > 0 { next } else { GONE };
                next += u32::from(value.records > 0);
                number
            });
            let numbers: Vec<u32> = number.collect();
            column.values.retain(|value| value.records > 0);
            numbers
        };
        let numbers: Vec<Vec<u32>> = self.columns.iter_mut().map(kept).collect();
        for ((left, right), pairs) in places(self.columns.len()).zip(&mut self.tables) {
            // A pair has at most the records of its values, so those of a value that is gone are gone, too, or the removal was of
            // rows that were never there, which the check tells.
            pairs.retain_mut(|pair| {
                (pair.left, pair.right) =
                    (numbers[left][pair.left as usize], numbers[right][pair.right as usize]);
                pair.records > 0
            });
        }
    }
}

/// The columns of both by name, with their places in each.
fn united(one: &[ColumnCounts], other: &[ColumnCounts]) -> Vec<(Option<usize>, Option<usize>)> {
    let (mut first, mut second) = (0, 0);
    let mut united = Vec::with_capacity(one.len().max(other.len()));
    while first < one.len() || second < other.len() {
        let order = match (one.get(first), other.get(second)) {
            (Some(left), Some(right)) => left.name.as_bytes().cmp(right.name.as_bytes()),
            (Some(_), None) => Ordering::Less,
            _ => Ordering::Greater,
        };
        united.push((order.is_le().then_some(first), order.is_ge().then_some(second)));
        first += usize::from(order.is_le());
        second += usize::from(order.is_ge());
    }
    united
}

/// The values of two columns together; those that nobody has any more are still among them.
struct Joined {
    values: Vec<ValueCount>,
    of_one: Vec<u32>,
    of_other: Vec<u32>,
}

impl Joined {
    /// `None` when more is removed than there is.
    fn of(one: &[ValueCount], other: &[ValueCount], sign: Sign) -> Option<Self> {
        let mut joined =
            Self { values: Vec::with_capacity(one.len()), of_one: Vec::new(), of_other: Vec::new() };
        let (mut first, mut second) = (0, 0);
        while first < one.len() || second < other.len() {
            let order = match (one.get(first), other.get(second)) {
                (Some(left), Some(right)) => left.text.as_bytes().cmp(right.text.as_bytes()),
                (Some(_), None) => Ordering::Less,
                _ => Ordering::Greater,
            };
            let number = joined.values.len() as u32;
            let (mut records, mut text) = (0, None);
            if order.is_le() {
                (records, text) = (one[first].records, Some(&one[first].text));
                joined.of_one.push(number);
                first += 1;
            }
            if order.is_ge() {
                records = sign.apply(records, other[second].records)?;
                text = text.or(Some(&other[second].text));
                joined.of_other.push(number);
                second += 1;
            }
            joined.values.push(ValueCount { text: text?.clone(), records });
        }
        Some(joined)
    }
}

/// The pairs of two tables together; `None` when more is removed than there is.
fn join_pairs(one: &[Pair], other: &[Pair], sign: Sign) -> Option<Vec<Pair>> {
    let mut joined = Vec::with_capacity(one.len().max(other.len()));
    let (mut first, mut second) = (0, 0);
    while first < one.len() || second < other.len() {
        let order = match (one.get(first), other.get(second)) {
            (Some(left), Some(right)) => (left.left, left.right).cmp(&(right.left, right.right)),
            (Some(_), None) => Ordering::Less,
            _ => Ordering::Greater,
        };
        let place = if order.is_le() { one[first] } else { other[second] };
        let mut records = if order.is_le() { one[first].records } else { 0 };
        if order.is_ge() {
            records = sign.apply(records, other[second].records)?;
        }
        first += usize::from(order.is_le());
        second += usize::from(order.is_ge());
        joined.push(Pair { records, ..place });
    }
    Some(joined)
}

//! Could these be the counts of records? What comes from a file may be anything.

use super::{ColumnCounts, Model, ModelError, Treatment};
use crate::pairs::Pair;

type Checked = Result<(), ModelError>;

impl Model {
    /// A model of counts from elsewhere, such as a file of a stranger's.
    ///
    /// **Guarantee**: names, values and pairs ascend without repetition, every place exists, no count is zero or above one that
    /// holds it (pair, value, records), and without noise neither are sums of counts; of a model that was treated once no count
    /// is below its k. Every later step may rely on that.
    /// **Cost**: one pass.
    /// **Errors**: the counts cannot be those of any records.
    pub fn from_counts(
        records: u64,
        columns: Vec<ColumnCounts>,
        tables: Vec<Vec<Pair>>,
        treatments: Vec<Treatment>,
        is_merged: bool,
    ) -> Result<Self, ModelError> {
        let model = Self { records, columns, tables, treatments, is_merged, is_per_record: false };
        model.check()?;
        Ok(model)
    }

    pub(super) fn check(&self) -> Checked {
        self.check_treatments()?;
        let is_sorted = self.columns.is_sorted_by(|one, other| one.name.as_bytes() < other.name.as_bytes());
        require(is_sorted, "its columns", "they are not in order")?;
        for column in &self.columns {
            self.check_column(column).map_err(|problem| ModelError::Damaged {
                place: ModelError::column(&column.name),
                problem,
            })?;
        }
        let width = self.columns.len();
        let is_complete = self.tables.len() == width * width.saturating_sub(1) / 2;
        require(is_complete, "its pairs", "there is not one table for every two columns")?;
        for (left, right, pairs) in self.tables() {
            let (left, right) = (&self.columns[left], &self.columns[right]);
            self.check_pairs(left, right, pairs).map_err(|problem| ModelError::Damaged {
                place: ModelError::columns(&left.name, &right.name),
                problem,
            })?;
        }
        Ok(())
    }

    fn check_treatments(&self) -> Checked {
        let place = "what was done to it";
        require(self.treatments.is_sorted(), place, "treatments are not in order")?;
        let is_consistent = match self.treatments.len() {
            0 => !self.is_merged,
            1 => true,
            _ => self.is_merged,
        };
        require(is_consistent, place, "treatments and merging contradict each other")?;
        let is_possible = self.treatments.iter().all(|treatment| treatment.check().is_ok());
        require(is_possible, place, "a treatment is none that there is")
    }

    /// What every count must reach: the k of a model that was treated and not added to anything.
    fn least(&self) -> u64 {
        match &self.treatments[..] {
            [treatment] if !self.is_merged => treatment.k,
            _ => 1,
        }
    }

    fn check_column(&self, column: &ColumnCounts) -> Result<(), &'static str> {
        if u32::try_from(column.values.len()).is_err() {
            return Err("it has more values than can be numbered");
        }
        if !column.values.is_sorted_by(|one, other| one.text.as_bytes() < other.text.as_bytes()) {
            return Err("values are not in order");
        }
        let mut sum = 0u64;
        for value in &column.values {
            if value.records < self.least() || value.records > self.records {
                return Err("a count is out of its range");
            }
            sum = sum.checked_add(value.records).ok_or("counts add up to more than can be counted")?;
        }
        if sum > self.records && !self.is_noisy() {
            return Err("counts add up to more records than there are");
        }
        Ok(())
    }

    fn check_pairs(
        &self,
        left: &ColumnCounts,
        right: &ColumnCounts,
        pairs: &[Pair],
    ) -> Result<(), &'static str> {
        if !pairs.is_sorted_by(|one, other| (one.left, one.right) < (other.left, other.right)) {
            return Err("pairs are not in order");
        }
        if pairs.is_empty() {
            return Ok(());
        }
        let is_noisy = self.is_noisy();
        let mut of_left = 0u64;
        let mut of_right = vec![0u64; if is_noisy { 0 } else { right.values.len() }];
        let mut last = None;
        for pair in pairs {
            let (Some(one), Some(two)) =
                (left.values.get(pair.left as usize), right.values.get(pair.right as usize))
            else {
                return Err("a pair is of a value that does not exist");
            };
            if pair.records < self.least() || pair.records > one.records.min(two.records) {
                return Err("a count is out of its range");
            }
            if is_noisy {
                continue;
            }
            of_left = if last == Some(pair.left) { of_left } else { 0 };
            last = Some(pair.left);
            let too_many = "counts of pairs add up to more records than have the value";
            let within = |sum: u64, records: u64| sum.checked_add(pair.records).filter(|&sum| sum <= records);
            of_left = within(of_left, one.records).ok_or(too_many)?;
            let of_right = &mut of_right[pair.right as usize];
            *of_right = within(*of_right, two.records).ok_or(too_many)?;
        }
        Ok(())
    }
}

fn require(holds: bool, place: &str, problem: &'static str) -> Checked {
    if holds { Ok(()) } else { Err(ModelError::Damaged { place: place.to_owned(), problem }) }
}

//! How records stand out among the records of a model.

use super::{ColumnCounts, Model, ModelError, TableBounds, places};
use crate::cycles::scaled;
use crate::{RecordSums, Result};
use lethe_data::{Column, Context, Table};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Pair tables with fewer cells are looked up directly.
const DENSE: usize = 1 << 20;
/// Records that one worker takes at a time.
const BLOCK: usize = 1 << 12;
/// Deviations within rounding are none.
const ROUNDING: f64 = 1e-9;

/// What counts as standing out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scoring {
    /// Pairs of fewer records are rare.
    pub k: u64,
    /// Records whose sum deviates from the mean by more than so many standard deviations are flagged.
    pub theta: f64,
}

/// How a record stands among the records of a model.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RecordScore {
    /// The values of the record that count: not missing, in columns of the model.
    pub values: u32,
    /// The sum of P(b | a) over its ordered value pairs; 0 for values that the model does not know.
    pub sum: f64,
    /// The fewest records that the model shows for a pair of its values.
    pub smallest: Option<u64>,
    /// The pairs for which the model shows fewer than k records.
    pub below_k: u32,
    /// The pairs that certainly have fewer than k records, whatever is hidden.
    pub surely_below_k: u32,
    /// Whether the sum deviates from those of records with as many values.
    pub is_flagged: bool,
}

impl RecordScore {
    /// The number of ordered value pairs.
    pub fn ordered_pairs(&self) -> u64 {
        u64::from(self.values) * u64::from(self.values).saturating_sub(1)
    }

    /// The mean of P(b | a) over its ordered value pairs; `None` without any.
    pub fn mean(&self) -> Option<f64> {
        (self.ordered_pairs() > 0).then(|| self.sum / self.ordered_pairs() as f64)
    }
}

/// How all records stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    /// One for each row.
    pub records: Vec<RecordScore>,
    /// The names of the columns that count, those of both the table and the model.
    pub columns: Vec<String>,
    /// The mean of the sums, over records with a pair; `None` without any.
    pub mean: Option<f64>,
    /// The standard deviation of the sums.
    pub sigma: Option<f64>,
}

impl Model {
    /// Rates each record of a table against the model.
    ///
    /// **Guarantee**: the same for any number of threads. Sums are for showing and ranking; counts are exact as reported.
    /// **Paper**: Podlesny (2023), sections 5.1.3 and Definition 9, whose inequality is printed the wrong way round.
    /// **Cost**: a lookup for each record and every two columns.
    /// **Errors**: the table and the model share fewer than two columns, or the run is cancelled.
    pub fn score(&self, table: &Table, scoring: Scoring, context: &Context) -> Result<Scores> {
        let shared = self.shared(table)?;
        let mut records: Vec<RecordScore> = values(table, &shared)
            .into_iter()
            .map(|values| RecordScore { values, ..RecordScore::default() })
            .collect();
        self.look_up(&shared, &mut records, context, |lookup, row, record| {
            lookup.rate(row, record, scoring.k);
        })?;
        flag(&mut records, scoring.theta);
        let sums = records.iter().filter(|record| record.ordered_pairs() > 0).map(|record| record.sum);
        let (mean, sigma) = moments(sums).unzip();
        let columns = shared.iter().map(|(place, _)| self.columns[*place].name.clone()).collect();
        Ok(Scores { records, columns, mean, sigma })
    }

    /// What each record of a part adds up to by the counts of this model.
    ///
    /// **Guarantee**: with the exact model of all parts, the same sums as [`crate::Measures`] has for the whole table, bit for bit.
    /// **Cost**: a lookup for each record and every two columns.
    /// **Errors**: the table and the model share fewer than two columns, or the run is cancelled.
    pub fn record_sums(&self, part: &Table, context: &Context) -> Result<RecordSums> {
        let shared = self.shared(part)?;
        let mut sums = vec![0; part.rows()];
        self.look_up(&shared, &mut sums, context, |lookup, row, sum| {
            if let Some((together, [Some((_, left)), Some((_, right))])) = lookup.pair(row) {
                *sum += scaled(together as f64 * (1.0 / left as f64 + 1.0 / right as f64));
            }
        })?;
        Ok(RecordSums::new(sums, values(part, &shared)))
    }

    /// The columns of a table that the model has, with their places in it.
    fn shared<'a>(&self, table: &'a Table) -> Result<Vec<(usize, &'a Column)>> {
        let place = |(place, counts): (usize, &ColumnCounts)| {
            Some((place, table.column(table.position(&counts.name).ok()?)))
        };
        let shared: Vec<(usize, &Column)> = self.columns.iter().enumerate().filter_map(place).collect();
        if shared.len() < 2 {
            let problem =
                "the table and the model share fewer than two columns, so there are no pairs to rate";
            return Err(ModelError::Request(problem.to_owned()).into());
        }
        Ok(shared)
    }

    /// Calls `each` for every record and every two columns.
    fn look_up<R: Send>(
        &self,
        shared: &[(usize, &Column)],
        records: &mut [R],
        context: &Context,
        each: impl Fn(&Lookup<'_>, usize, &mut R) + Sync,
    ) -> Result<()> {
        let task = context.task("rating records", Some(self.tables.len() as u64));
        for (one, two) in places(shared.len()) {
            context.check_cancelled()?;
            let lookup = Lookup::new(self, shared[one], shared[two]);
            context.install(|| {
                records.par_chunks_mut(BLOCK).enumerate().for_each(|(block, records)| {
                    for (row, record) in (block * BLOCK..).zip(records) {
                        each(&lookup, row, record);
                    }
                });
            });
            task.advance(1);
        }
        Ok(())
    }
}

/// The number of values of each record in these columns.
fn values(table: &Table, columns: &[(usize, &Column)]) -> Vec<u32> {
    let mut values = vec![0; table.rows()];
    for (_, column) in columns {
        for (values, code) in values.iter_mut().zip(column.codes().widened()) {
            *values += u32::from(Some(code) != column.null_code());
        }
    }
    values
}

/// A value's place in the model and the records that have it.
type Known = Option<(u32, u64)>;

/// What the model shows about the pairs of two columns of a table.
struct Lookup<'a> {
    columns: [&'a Column; 2],
    /// For each code, the value's place in the model and its records.
    values: [Vec<Known>; 2],
    /// The reported counts by code, left first, where there are few cells.
    dense: Option<Vec<u64>>,
    reported: &'a [crate::pairs::Pair],
    bounds: Option<TableBounds<'a>>,
}

impl<'a> Lookup<'a> {
    fn new(model: &'a Model, left: (usize, &'a Column), right: (usize, &'a Column)) -> Self {
        let values = [left, right].map(|(place, column)| {
            let counts = &model.columns()[place];
            let found = column.dictionary().texts().map(|text| {
                let place = counts.find(text)?;
                Some((place, counts.values[place as usize].records))
            });
            found.collect::<Vec<_>>()
        });
        let reported = model.table(left.0, right.0);
        let mut lookup = Self {
            columns: [left.1, right.1],
            values,
            dense: None,
            reported,
            bounds: model.bounds(left.0, right.0),
        };
        let cells = lookup.values[0].len().saturating_mul(lookup.values[1].len());
        // More cells than rows would be filled for nothing.
        if cells <= DENSE.min(left.1.len()) {
            let width = lookup.values[1].len();
            let cell = |cell: usize| lookup.search(cell / width, cell % width);
            lookup.dense = Some((0..cells).map(cell).collect());
        }
        lookup
    }

    fn search(&self, left: usize, right: usize) -> u64 {
        let (Some((left, _)), Some((right, _))) = (self.values[0][left], self.values[1][right]) else {
            return 0;
        };
        let found = self.reported.binary_search_by_key(&(left, right), |pair| (pair.left, pair.right));
        found.map_or(0, |at| self.reported[at].records)
    }

    /// The records that have both values of a row, and what is known of each; `None` where one is missing.
    fn pair(&self, row: usize) -> Option<(u64, [Known; 2])> {
        let codes = self.columns.map(|column| column.codes().get(row));
        if (0..2).any(|side| Some(codes[side]) == self.columns[side].null_code()) {
            return None;
        }
        let [left, right] = codes.map(|code| code as usize);
        let together = match &self.dense {
            Some(counts) => counts[left * self.values[1].len() + right],
            None => self.search(left, right),
        };
        Some((together, [self.values[0][left], self.values[1][right]]))
    }

    fn rate(&self, row: usize, record: &mut RecordScore, k: u64) {
        let Some((together, values)) = self.pair(row) else { return };
        for (_, records) in values.into_iter().flatten() {
            record.sum += together as f64 / records as f64;
        }
        record.smallest = Some(record.smallest.map_or(together, |smallest| smallest.min(together)));
        if together < k {
            record.below_k += 1;
            let place = |side: usize| values[side].map(|(place, _)| place);
            let is_sure = |bounds: &TableBounds<'_>| bounds.of(place(0), place(1)).upper < k;
            record.surely_below_k += u32::from(self.bounds.as_ref().is_some_and(is_sure));
        }
    }
}

/// Flags the records whose sum deviates by more than theta standard deviations from those with as many values.
fn flag(records: &mut [RecordScore], theta: f64) {
    let mut sums: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for record in records.iter().filter(|record| record.ordered_pairs() > 0) {
        sums.entry(record.values).or_default().push(record.sum);
    }
    let moments: BTreeMap<u32, (f64, f64)> =
        sums.into_iter().filter_map(|(values, sums)| Some((values, moments(sums.into_iter())?))).collect();
    for record in records {
        if let Some((mean, sigma)) = moments.get(&record.values) {
            record.is_flagged = (record.sum - mean).abs() > theta * sigma + ROUNDING * mean.abs();
        }
    }
}

/// Mean and standard deviation, of all and not of a sample; `None` of nothing.
fn moments(numbers: impl Iterator<Item = f64> + Clone) -> Option<(f64, f64)> {
    let count = numbers.clone().count();
    if count == 0 {
        return None;
    }
    let mean = numbers.clone().sum::<f64>() / count as f64;
    let variance = numbers.map(|number| (number - mean) * (number - mean)).sum::<f64>() / count as f64;
    Some((mean, variance.sqrt()))
}

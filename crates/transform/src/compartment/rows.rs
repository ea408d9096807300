//! Which rows must be split where the others stay whole.
//!
//! In such a release `n/a` is a value: rows that stay whole look like each other only, and so do the parts of split rows in
//! one compartment. So the whole rows must be safe among themselves, and the split rows must be so in each compartment.

use super::Question;
use super::known::minimal_identifiers;
use crate::{Error, Result};
use lethe_data::{Classes, ColumnSet, Context, Table, content_order, group};

/// Which rows must be split in mode row-wise; the others stay whole.
///
/// **Guarantee**: on no set of columns (of at most `max_size`) do 1 to k − 1 records look alike in the release that
/// [`split`](super::split()) makes of these rows. Which rows are split depends on what the rows show, not on where they stand.
/// **Cost**: with bounded knowledge a search for quasi-identifiers in every round, else a grouping for every compartment.
/// Where bounded knowledge exposes seven in eight records all rows are split, which is always safe.
/// **Errors**: a compartment is not safe in the whole table, the memory budget is too small, or the run is cancelled.
pub fn rows_to_split(question: &Question<'_>, sets: &[ColumnSet], context: &Context) -> Result<Vec<bool>> {
    let order = content_order(question.table, &question.columns, context)?;
    let mut rows = Rows { question, split: vec![false; question.table.rows()], order, context };
    loop {
        rows.split_exposed()?;
        let mut recruited = false;
        for set in sets.iter().filter(|set| !set.is_empty()) {
            recruited |= rows.recruit_for(set)?;
        }
        // Nothing was recruited, so neither side has changed since it was found to be safe.
        if !recruited {
            return Ok(rows.split);
        }
    }
}

struct Rows<'a> {
    question: &'a Question<'a>,
    split: Vec<bool>,
    /// All rows by what they show.
    order: Vec<u32>,
    context: &'a Context,
}

impl Rows<'_> {
    /// Splits rows until the whole ones are safe among themselves.
    fn split_exposed(&mut self) -> Result<()> {
        let (k, columns) = (self.question.k, &self.question.columns);
        loop {
            let whole: Vec<u32> = self.of_side(false);
            let table = self.question.table.select(&whole)?;
            let mut exposing = vec![ColumnSet::of(columns.iter().copied())?];
            if let Some(size) = self.bound(columns.len()) {
                exposing = minimal_identifiers(&table, columns, k, size, self.context)?;
            }
            let mut found = false;
            for set in &exposing {
                let classes = group::classes(&table, set, self.context)?;
                for (&row, &class) in whole.iter().zip(classes.ids()) {
                    let exposed = (1..k).contains(&classes.counts()[class as usize]);
                    found |= exposed;
                    self.split[row as usize] |= exposed;
                }
                if exposing.len() > 1 && self.nearly_all_split() {
                    self.split.fill(true);
                    return Ok(());
                }
            }
            if !found {
                return Ok(());
            }
        }
    }

    /// Splits more rows until the split ones are safe among themselves in a compartment; whether any was needed.
    fn recruit_for(&mut self, set: &ColumnSet) -> Result<bool> {
        let columns: Vec<usize> = set.iter().collect();
        let mut recruited = false;
        loop {
            let mut exposing = vec![set.clone()];
            if let Some(size) = self.bound(columns.len()) {
                let table = self.question.table.select(&self.of_side(true))?;
                exposing = minimal_identifiers(&table, &columns, self.question.k, size, self.context)?;
            }
            let mut found = false;
            for set in &exposing {
                let classes = group::classes(self.question.table, set, self.context)?;
                found |= self.fill_up(&classes)?;
            }
            recruited |= found;
            // One grouping by all columns is filled up at once; other sets of columns may have become exposing.
            if !found || self.bound(columns.len()).is_none() {
                return Ok(recruited);
            }
        }
    }

    /// Splits rows of every class that has split rows, but too few of them.
    fn fill_up(&mut self, classes: &Classes) -> Result<bool> {
        let k = self.question.k;
        let mut records = vec![0u64; classes.len()];
        for (row, &class) in classes.ids().iter().enumerate().filter(|(row, _)| self.split[*row]) {
            records[class as usize] += weight(self.question.table, row);
        }
        let mut found = false;
        for &row in &self.order {
            let row = row as usize;
            let class = classes.ids()[row] as usize;
            if !self.split[row] && (1..k).contains(&records[class]) {
                self.split[row] = true;
                records[class] += weight(self.question.table, row);
                found = true;
            }
        }
        if records.iter().any(|records| (1..k).contains(records)) {
            return Err(Error::Problem("a compartment is not safe in the whole table".to_owned()));
        }
        Ok(found)
    }

    /// The most columns to combine out of so many, where that is not all of them.
    fn bound(&self, columns: usize) -> Option<usize> {
        self.question.max_size.filter(|&size| size < columns)
    }

    fn of_side(&self, split: bool) -> Vec<u32> {
        (0u32..).zip(&self.split).filter(|(_, is_split)| **is_split == split).map(|(row, _)| row).collect()
    }

    fn nearly_all_split(&self) -> bool {
        self.split.iter().filter(|split| !**split).count() <= self.split.len() / 8
    }
}

fn weight(table: &Table, row: usize) -> u64 {
    table.weights().map_or(1, |weights| weights[row])
}

//! Counting when a missing value may stand for any value.
//!
//! Two records match when on each column their values are equal or one of them is missing. Matching is not transitive,
//! so there are no classes; instead each record matches a number of records. Records with the same values match the same
//! records, so the work is done once a class: classes are sorted by which of their columns are missing, and two such
//! patterns are joined on the columns that neither misses. Among the classes that miss nothing only a class itself
//! matches, so a table with few missing values costs little more than one without.

use crate::Result;
use crate::sheet::Sheet;
use lethe_data::{Context, Table};
use std::collections::{BTreeMap, HashMap};

/// Classes that are looked at by themselves, before patterns are joined.
const FIRST: usize = 64;
/// Cells that are compared when patterns are joined, at most.
const MOST_CELLS: u128 = 1 << 33;

/// The fewest records that a record of a published class matches, itself included. `None` without such classes, and where too
/// many patterns would have to be joined: wide tables, in which most records match only themselves, are decided before.
///
/// **Cost**: the number of classes times the number of different patterns of missing columns.
pub(crate) fn fewest_matches(sheet: &Sheet, table: &Table, context: &Context) -> Result<Option<u64>> {
    fewest_within(MOST_CELLS, sheet, table, context)
}

fn fewest_within(most_cells: u128, sheet: &Sheet, table: &Table, context: &Context) -> Result<Option<u64>> {
    let published =
        (0..sheet.sizes.len()).filter(|&class| sheet.sizes[class] > 0 && sheet.unpublished != Some(class));
    let Some(least) = published.clone().map(|class| sheet.sizes[class]).min() else { return Ok(None) };
    if sheet.columns.iter().all(|&column| table.column(column).nulls() == 0) {
        return Ok(Some(least));
    }
    let joined = Joined::of(sheet, table, published.clone(), context)?;
    if joined.has_loner(least, context)? {
        return Ok(Some(least));
    }
    if joined.cells() > most_cells {
        return Ok(None);
    }
    let matches = joined.matches(context)?;
    Ok(published.map(|class| matches[class]).min())
}

/// The classes that miss the same columns.
struct Pattern {
    missing: Vec<bool>,
    classes: Vec<usize>,
}

struct Joined<'a> {
    sheet: &'a Sheet,
    table: &'a Table,
    patterns: Vec<Pattern>,
}

impl<'a> Joined<'a> {
    fn of(
        sheet: &'a Sheet,
        table: &'a Table,
        published: impl Iterator<Item = usize>,
        context: &Context,
    ) -> Result<Self> {
        context.check_cancelled()?;
        let mut joined = Self { sheet, table, patterns: Vec::new() };
        let nulls: Vec<Option<u32>> =
            sheet.columns.iter().map(|&column| table.column(column).null_code()).collect();
        let mut patterns: BTreeMap<Vec<bool>, Vec<usize>> = BTreeMap::new();
        for class in published {
            let missing =
                nulls.iter().enumerate().map(|(place, null)| Some(joined.code(class, place)) == *null);
            patterns.entry(missing.collect()).or_default().push(class);
        }
        let patterns = patterns.into_iter();
        joined.patterns = patterns.map(|(missing, classes)| Pattern { missing, classes }).collect();
        Ok(joined)
    }

    fn code(&self, class: usize, place: usize) -> u32 {
        let row = self.sheet.first_rows[class] as usize;
        self.table.column(self.sheet.columns[place]).codes().get(row)
    }

    /// Whether one of the smallest classes matches nobody else, as far as the first show. Those that miss least come first.
    fn has_loner(&self, least: u64, context: &Context) -> Result<bool> {
        let mut smallest: Vec<(usize, usize)> = Vec::new();
        for (at, pattern) in self.patterns.iter().enumerate() {
            let small = pattern.classes.iter().filter(|&&class| self.sheet.sizes[class] == least);
            smallest.extend(small.map(|&class| (at, class)));
        }
        let missing =
            |pattern: usize| self.patterns[pattern].missing.iter().filter(|missing| **missing).count();
        smallest.sort_by_cached_key(|&(pattern, class)| (missing(pattern), class));
        for &(pattern, class) in smallest.iter().take(FIRST) {
            context.check_cancelled()?;
            if !self.patterns.iter().any(|other| self.matches_another(class, &self.patterns[pattern], other))
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a class matches another one of a pattern.
    fn matches_another(&self, class: usize, own: &Pattern, other: &Pattern) -> bool {
        let places = 0..self.sheet.columns.len();
        let common: Vec<(usize, u32)> = places
            .filter(|&place| !own.missing[place] && !other.missing[place])
            .map(|place| (place, self.code(class, place)))
            .collect();
        let is_alike = |two: usize| common.iter().all(|&(place, code)| self.code(two, place) == code);
        other.classes.iter().any(|&two| two != class && is_alike(two))
    }

    /// The cells that are compared when all patterns are joined.
    fn cells(&self) -> u128 {
        let classes: usize = self.patterns.iter().map(|pattern| pattern.classes.len()).sum();
        self.patterns.len() as u128 * classes as u128 * self.sheet.columns.len() as u128
    }

    /// The records that each class matches.
    fn matches(&self, context: &Context) -> Result<Vec<u64>> {
        let mut memory = context.memory().reserve("joining classes with missing values");
        memory.try_grow(self.sheet.sizes.len() * size_of::<u64>())?;
        let mut matches = vec![0; self.sheet.sizes.len()];
        for one in &self.patterns {
            for two in &self.patterns {
                context.check_cancelled()?;
                let smaller = one.classes.len().min(two.classes.len());
                let bytes =
                    smaller * (size_of::<(Vec<u32>, u64)>() + self.sheet.columns.len() * size_of::<u32>());
                memory.try_grow(bytes)?;
                self.join(one, two, &mut matches);
                memory.shrink(bytes);
            }
        }
        Ok(matches)
    }

    /// Adds to each class of `one` the records of the classes of `two` that match it.
    fn join(&self, one: &Pattern, two: &Pattern, matches: &mut [u64]) {
        let places = 0..self.sheet.columns.len();
        let common: Vec<usize> =
            places.clone().filter(|&place| !one.missing[place] && !two.missing[place]).collect();
        if common.len() == places.len() {
            // Where nothing is missing, classes match only themselves.
            one.classes.iter().for_each(|&class| matches[class] += self.sheet.sizes[class]);
            return;
        }
        let key = |class: usize| common.iter().map(|&place| self.code(class, place)).collect::<Vec<u32>>();
        // The keys of the smaller side are held in memory; the other side passes by.
        let held = if one.classes.len() <= two.classes.len() { one } else { two };
        let mut records: HashMap<Vec<u32>, u64> = held.classes.iter().map(|&class| (key(class), 0)).collect();
        for &class in &two.classes {
            if let Some(records) = records.get_mut(&key(class)) {
                *records += self.sheet.sizes[class];
            }
        }
        for &class in &one.classes {
            matches[class] += records.get(&key(class)).copied().unwrap_or(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::SuppressedRecords;
    use lethe_data::{Column, TypeChoice};

    fn fewest(cells: [&[Option<&str>]; 2], most_cells: u128) -> Option<u64> {
        let columns = cells
            .iter()
            .zip(["a", "b"])
            .map(|(cells, name)| Column::from_texts(name, cells.iter().copied(), TypeChoice::Infer).unwrap());
        let table = Table::new(columns.collect()).unwrap();
        // Every record is a class of its own.
        let sheet = Sheet {
            sizes: vec![1; table.rows()],
            population: Vec::new(),
            first_rows: (0..table.rows() as u32).collect(),
            histograms: Vec::new(),
            columns: vec![0, 1],
            unpublished: None,
            suppressed: SuppressedRecords::default(),
        };
        fewest_within(most_cells, &sheet, &table, &Context::new(1).unwrap()).unwrap()
    }

    #[test]
    fn somebody_who_matches_nobody_settles_it_whatever_the_rest_would_cost() {
        let cells = [&[Some("x"), None, Some("y")][..], &[Some("1"), Some("1"), Some("2")][..]];
        assert_eq!(fewest(cells, 0), Some(1));
    }

    #[test]
    fn where_all_match_somebody_patterns_are_joined_unless_they_are_too_many() {
        let cells = [&[Some("x"), None, Some("x")][..], &[Some("1"), Some("1"), None][..]];
        assert_eq!(fewest(cells, MOST_CELLS), Some(3));
        assert_eq!(fewest(cells, 0), None);
    }
}

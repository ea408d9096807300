//! Counting when a missing value may stand for any value.
//!
//! Two records match when on each column their values are equal or one of them is missing. Matching is not transitive,
//! so there are no classes; instead each record matches a number of people. Records with the same values match the same
//! people, so the work is done once a class: classes are sorted by which of their columns are missing, and two such
//! patterns are joined on the columns that neither misses. Among the classes that miss nothing only a class itself
//! matches, so a table with few missing values costs little more than one without.

use crate::Result;
use crate::sheet::Sheet;
use lethe_data::{Context, Table};
use std::collections::{BTreeMap, HashMap};

/// The fewest people that a record of a published class matches, itself included.
///
/// **Cost**: the number of classes times the number of different patterns of missing columns.
pub(crate) fn fewest_matches(sheet: &Sheet, table: &Table, context: &Context) -> Result<Option<u64>> {
    let published =
        (0..sheet.sizes.len()).filter(|&class| sheet.sizes[class] > 0 && sheet.unpublished != Some(class));
    if sheet.columns.iter().all(|&column| table.column(column).nulls() == 0) {
        return Ok(published.map(|class| sheet.sizes[class]).min());
    }
    let matches = Joined::of(sheet, table, published.clone(), context)?.matches(context)?;
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

    /// The people that each class matches.
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

    /// Adds to each class of `one` the people of the classes of `two` that match it.
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
        let mut people: HashMap<Vec<u32>, u64> = held.classes.iter().map(|&class| (key(class), 0)).collect();
        for &class in &two.classes {
            if let Some(people) = people.get_mut(&key(class)) {
                *people += self.sheet.sizes[class];
            }
        }
        for &class in &one.classes {
            matches[class] += people.get(&key(class)).copied().unwrap_or(0);
        }
    }
}

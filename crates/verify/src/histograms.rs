//! How often each sensitive value occurs in each class.

use crate::options::HIDDEN;
use crate::{Error, Result};
use lethe_data::hierarchy::ROOT;
use lethe_data::{Classes, Column, Context, Reservation, group};
use lethe_models::privacy::Histogram;
use rayon::prelude::*;

/// One histogram a class, in one piece of memory.
#[derive(Debug)]
pub(crate) struct Histograms {
    starts: Vec<usize>,
    entries: Vec<(u32, u64)>,
    /// Given back when the histograms are gone.
    memory: Option<Reservation>,
}

impl Histograms {
    /// The histograms of a column. Values that are suppressed are left out.
    ///
    /// **Cost**: one grouping of the rows by class and value, and a sort of each class's values.
    pub(crate) fn of(
        classes: &Classes,
        column: &Column,
        weights: Option<&[u64]>,
        translation: Option<&[u32]>,
        context: &Context,
    ) -> Result<Self> {
        let translate = translation_of(column, translation)?;
        let pairs = group::refine(classes, column, weights, context)?;
        let mut memory = context.memory().reserve("the sensitive values of classes");
        memory.try_grow(classes.len() * size_of::<usize>() + pairs.len() * size_of::<(u32, u64)>())?;
        let found = pairs.first_rows().iter().zip(pairs.counts()).filter_map(|(&row, &records)| {
            let value = translate[column.codes().get(row as usize) as usize];
            let class = classes.ids()[row as usize] as usize;
            (value != HIDDEN && records > 0).then_some((class, value, records))
        });
        let mut made = Self::sorted(classes.len(), found, context)?;
        made.memory = Some(memory);
        Ok(made)
    }

    /// Puts values into the order of their classes; of each class, equal values become one.
    fn sorted(
        classes: usize,
        found: impl Iterator<Item = (usize, u32, u64)> + Clone,
        context: &Context,
    ) -> Result<Self> {
        let mut starts = vec![0usize; classes + 1];
        found.clone().for_each(|(class, ..)| starts[class + 1] += 1);
        for class in 0..classes {
            starts[class + 1] += starts[class];
        }
        context.check_cancelled()?;
        let mut entries = vec![(0, 0); starts[classes]];
        let mut next = starts.clone();
        for (class, value, records) in found {
            entries[next[class]] = (value, records);
            next[class] += 1;
        }
        context.check_cancelled()?;
        let mut parts = Vec::with_capacity(classes);
        let mut rest = entries.as_mut_slice();
        for class in 0..classes {
            let (part, after) = rest.split_at_mut(starts[class + 1] - starts[class]);
            parts.push(part);
            rest = after;
        }
        context.install(|| parts.into_par_iter().with_min_len(1024).for_each(<[_]>::sort_unstable));
        let mut made = Self { starts, entries, memory: None };
        made.join_equal_values();
        Ok(made)
    }

    fn join_equal_values(&mut self) {
        let mut kept = 0;
        for class in 0..self.starts.len() - 1 {
            let (from, to) = (self.starts[class], self.starts[class + 1]);
            let start = kept;
            for index in from..to {
                let (value, records) = self.entries[index];
                if kept > start && self.entries[kept - 1].0 == value {
                    self.entries[kept - 1].1 += records;
                } else {
                    self.entries[kept] = (value, records);
                    kept += 1;
                }
            }
            self.starts[class] = start;
        }
        if let Some(last) = self.starts.last_mut() {
            *last = kept;
        }
        self.entries.truncate(kept);
    }

    /// The histograms of unions of classes: `union_of` says for each class which one it goes to, `None` for nowhere.
    pub(crate) fn united(&self, union_of: &[Option<u32>], unions: usize, context: &Context) -> Result<Self> {
        let found =
            union_of.iter().enumerate().filter_map(|(class, union)| Some((class, (*union)? as usize)));
        let found = found.flat_map(|(class, union)| {
            self.class(class).iter().map(move |&(value, records)| (union, value, records))
        });
        Self::sorted(unions, found, context)
    }

    /// The histogram of a class.
    pub(crate) fn class(&self, class: usize) -> Histogram<'_> {
        &self.entries[self.starts[class]..self.starts[class + 1]]
    }
}

fn translation_of(column: &Column, given: Option<&[u32]>) -> Result<Vec<u32>> {
    let codes = column.dictionary().len() as u32 + 1;
    match given {
        Some(given) if given.len() >= column.domain() => Ok(given.to_vec()),
        Some(_) => Err(Error::Translation { column: column.name().to_owned() }),
        None => {
            let hidden = column.dictionary().find(ROOT);
            Ok((0..codes).map(|code| if Some(code) == hidden { HIDDEN } else { code }).collect())
        }
    }
}

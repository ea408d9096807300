//! The classes that are consistent with all that is known of a person.

use crate::bitmap::Bitmap;
use crate::classes::Classes;
use crate::consistent::Consistent;
use crate::knowledge::UNKNOWN;
use lethe_data::{Context, Reservation, Result};
use rayon::prelude::*;
use std::collections::HashMap;

/// Finds the candidates among the classes of a release.
///
/// Two ways, whichever is cheaper. Where a column leaves few classes, these are looked at one by one. Where no column does,
/// the classes of each column are a set of bits, and the sets are intersected 64 classes at a time; those of values that
/// leave many classes are made once.
pub(crate) struct Candidates {
    pub(crate) classes: Classes,
    pub(crate) consistent: Vec<Consistent>,
    /// By column, the classes that say nothing there.
    silent: Vec<Bitmap>,
    /// By column and known value, how many classes are consistent with it.
    counts: Vec<Vec<usize>>,
    every: Bitmap,
    /// By column and value, the other classes that are consistent with it, where they are many.
    large: HashMap<(usize, u32), Bitmap>,
    _memory: Reservation,
}

/// What a thread needs to find candidates.
pub(crate) struct Scratch {
    left: Bitmap,
    one: Bitmap,
    /// The known columns with the number of their classes, fewest first.
    order: Vec<(usize, usize)>,
}

/// A set of bits is kept for a value whose classes are at least this share of all.
const LARGE_SHARE: usize = 64;
/// At most so many bytes of them.
const MOST_BYTES: usize = 1 << 30;

impl Candidates {
    /// **Errors**: the memory budget is too small.
    pub(crate) fn new(classes: Classes, consistent: Vec<Consistent>, context: &Context) -> Result<Self> {
        let mut memory = context.memory().reserve("sets of candidates");
        let bytes = classes.len().div_ceil(64) * 8;
        memory.try_grow(bytes * (consistent.len() + 2 * context.threads()))?;
        let silent: Vec<Bitmap> = (consistent.iter().enumerate())
            .map(|(column, consistent)| of_labels(&classes, column, consistent.silent()))
            .collect();
        let left = usize::try_from(context.memory().left() / 4).unwrap_or(usize::MAX).min(MOST_BYTES);
        let most = left.checked_div(bytes).unwrap_or(0);
        let mut wanted: Vec<(usize, usize, u32)> = Vec::new();
        let mut counts = Vec::with_capacity(consistent.len());
        for (column, consistent) in consistent.iter().enumerate() {
            let shown = &classes.by_label[column];
            let count =
                |labels: &[u32]| labels.iter().map(|&label| shown.classes(label).len()).sum::<usize>();
            let hidden = count(consistent.silent());
            let values = 0..consistent.values() as u32;
            let own: Vec<usize> = values.map(|value| count(consistent.labels(value))).collect();
            for (value, &count) in own.iter().enumerate() {
                if count > classes.len() / LARGE_SHARE {
                    wanted.push((count, column, value as u32));
                }
            }
            memory.try_grow(own.len() * size_of::<usize>())?;
            counts.push(own.into_iter().map(|count| count + hidden).collect());
        }
        // The largest take longest to make.
        wanted.sort_unstable_by(|one, other| other.cmp(one));
        wanted.truncate(most);
        memory.try_grow(bytes * wanted.len())?;
        context.check_cancelled()?;
        let large = context.install(|| {
            let made = wanted.par_iter().map(|&(_, column, value)| {
                ((column, value), of_labels(&classes, column, consistent[column].labels(value)))
            });
            made.collect()
        });
        let every = Bitmap::full(classes.len());
        Ok(Self { classes, consistent, silent, counts, every, large, _memory: memory })
    }

    pub(crate) fn scratch(&self) -> Scratch {
        let empty = Bitmap::empty(self.classes.len());
        Scratch { left: empty.clone(), one: empty, order: Vec::with_capacity(self.consistent.len()) }
    }

    /// Calls `visit` with every class that is consistent with the known values, one a column.
    pub(crate) fn visit(&self, known: &[u32], scratch: &mut Scratch, mut visit: impl FnMut(u32)) {
        let order = &mut scratch.order;
        order.clear();
        for (column, &value) in known.iter().enumerate().filter(|(_, value)| **value != UNKNOWN) {
            order.push((self.counts[column][value as usize], column));
        }
        order.sort_unstable();
        let Some(&(fewest, first)) = order.first() else {
            (0..self.classes.len() as u32).for_each(visit);
            return;
        };
        if fewest <= self.classes.len() * order.len() / 128 {
            let labels = self.consistent[first].labels(known[first]).iter();
            for label in labels.chain(self.consistent[first].silent()) {
                let classes = self.classes.by_label[first].classes(*label).iter();
                classes
                    .filter(|&&class| self.holds(known, &order[1..], class))
                    .for_each(|&class| visit(class));
            }
            return;
        }
        self.intersect(known, scratch);
        scratch.left.iter().for_each(visit);
    }

    fn intersect(&self, known: &[u32], scratch: &mut Scratch) {
        scratch.left.copy_from(&self.every);
        for &(_, column) in &scratch.order {
            let silent = &self.silent[column];
            if let Some(large) = self.large.get(&(column, known[column])) {
                scratch.left.keep_either(large, silent);
                continue;
            }
            scratch.one.copy_from(silent);
            for &label in self.consistent[column].labels(known[column]) {
                for &class in self.classes.by_label[column].classes(label) {
                    scratch.one.insert(class);
                }
            }
            scratch.left.keep(&scratch.one);
        }
    }

    fn holds(&self, known: &[u32], columns: &[(usize, usize)], class: u32) -> bool {
        let mut columns = columns.iter();
        columns.all(|&(_, column)| {
            self.consistent[column].holds(known[column], self.classes.label(class, column))
        })
    }

    /// Whether a class is consistent with the known values.
    pub(crate) fn is_candidate(&self, known: &[u32], class: u32) -> bool {
        let mut columns = known.iter().enumerate().filter(|(_, value)| **value != UNKNOWN);
        columns
            .all(|(column, &value)| self.consistent[column].holds(value, self.classes.label(class, column)))
    }
}

/// The classes that show one of some labels.
fn of_labels(classes: &Classes, column: usize, labels: &[u32]) -> Bitmap {
    let mut found = Bitmap::empty(classes.len());
    for &label in labels {
        classes.by_label[column].classes(label).iter().for_each(|&class| found.insert(class));
    }
    found
}

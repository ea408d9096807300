//! Memory that a thread keeps from one check to the next.

use super::group::Grouper;
use super::rows::Rows;
use super::sieve::Sieve;
use std::sync::Mutex;

/// Scratches that wait for the next piece of work, so that threads do not allocate them again and again.
pub(crate) struct Pool<const W: usize> {
    free: Mutex<Vec<Scratch<W>>>,
    keeps: bool,
}

/// The scratches of more rows are given back at once: they would hold the most that any piece of work needed.
const MANY_ROWS: usize = 1 << 17;

impl<const W: usize> Pool<W> {
    /// For work on rows no more than these.
    pub(crate) fn new(rows: &Rows<W>) -> Self {
        Self { free: Mutex::default(), keeps: rows.len() <= MANY_ROWS }
    }

    /// Works with a scratch that nobody else has.
    pub(crate) fn with<R>(&self, work: impl FnOnce(&mut Scratch<W>) -> R) -> R {
        let taken = self.free.lock().ok().and_then(|mut free| free.pop());
        let mut scratch = taken.unwrap_or_default();
        let result = work(&mut scratch);
        if self.keeps
            && let Ok(mut free) = self.free.lock()
        {
            free.push(scratch);
        }
        result
    }
}

#[derive(Default)]
pub(crate) struct Scratch<const W: usize> {
    pub(crate) sieve: Sieve<W>,
    pub(crate) grouper: Grouper<W>,
    /// By class: records, records of the population, whether it is published.
    pub(crate) sizes: Vec<u64>,
    pub(crate) populations: Vec<u64>,
    pub(crate) keep: Vec<bool>,
    /// The rows of each class side by side, in their order: those of class `c` from `starts[c]` to `starts[c + 1]`.
    pub(crate) order: Vec<u32>,
    pub(crate) starts: Vec<u32>,
    pub(crate) histograms: Vec<Vec<(u32, u64)>>,
}

impl<const W: usize> Scratch<W> {
    /// Sums up the classes that the grouper found.
    pub(crate) fn measure_classes(&mut self, rows: &Rows<W>) {
        let classes = self.grouper.len();
        self.sizes.clear();
        self.sizes.resize(classes, 0);
        for (&id, &weight) in self.grouper.ids().iter().zip(&rows.weights) {
            self.sizes[id as usize] += weight;
        }
        self.populations.clear();
        self.populations.resize(classes, 0);
        for (&id, &records) in self.grouper.ids().iter().zip(&rows.population) {
            self.populations[id as usize] += records;
        }
    }

    /// Forgets all classes.
    pub(crate) fn clear_classes(&mut self) {
        self.grouper.clear();
        self.sizes.clear();
        self.populations.clear();
        self.keep.clear();
    }

    /// Lays the rows of each class side by side.
    pub(crate) fn order_rows(&mut self) {
        let ids = self.grouper.ids();
        self.starts.clear();
        self.starts.resize(self.grouper.len() + 2, 0);
        for &id in ids {
            self.starts[id as usize + 2] += 1;
        }
        for class in 2..self.starts.len() {
            self.starts[class] += self.starts[class - 1];
        }
        self.order.clear();
        self.order.resize(ids.len(), 0);
        for (row, &id) in ids.iter().enumerate() {
            let place = &mut self.starts[id as usize + 1];
            self.order[*place as usize] = row as u32;
            *place += 1;
        }
    }

    /// The rows of a class, after [`Scratch::order_rows`].
    pub(crate) fn rows_of(&self, class: usize) -> &[u32] {
        &self.order[self.starts[class] as usize..self.starts[class + 1] as usize]
    }
}

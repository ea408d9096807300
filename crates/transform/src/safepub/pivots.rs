//! The levels that a search has come by, and as many of their partitions as memory allows.

use super::partition::{Counters, Partition};
use super::records::Records;
use lethe_data::{Context, Reservation, Result};
use lethe_num::Rational;

/// Partitions are kept up to this many bytes; what is not kept is made again.
const KEPT_BYTES: usize = 512 << 20;

/// Levels that a step has come by.
#[derive(Debug)]
pub(super) struct Pivot {
    pub(super) levels: Vec<usize>,
    pub(super) score: Rational,
    /// The pivot from which it was reached, and the column that became finer; `None` for the first.
    pub(super) reached: Option<(usize, usize)>,
}

/// All of them in the order of the steps.
pub(super) struct Pivots {
    all: Vec<Pivot>,
    /// The first one's is always there.
    partitions: Vec<Option<Partition>>,
    held: Reservation,
    k: u64,
}

impl Pivots {
    pub(super) fn new(first: Pivot, partition: Partition, k: u64, context: &Context) -> Result<Self> {
        let mut held = context.memory().reserve("the groups of a search");
        held.try_grow(partition.bytes())?;
        Ok(Self { all: vec![first], partitions: vec![Some(partition)], held, k })
    }

    pub(super) fn all(&self) -> &[Pivot] {
        &self.all
    }

    pub(super) fn push(&mut self, pivot: Pivot) {
        self.all.push(pivot);
        self.partitions.push(None);
    }

    /// The partition of a pivot, made from the nearest one above it that is there.
    pub(super) fn partition(
        &mut self,
        records: &Records,
        pivot: usize,
        counters: &mut Counters,
    ) -> Result<&Partition> {
        if self.partitions[pivot].is_none() {
            let made = self.make(records, pivot, counters);
            self.make_room(made.bytes())?;
            self.partitions[pivot] = Some(made);
        }
        match &self.partitions[pivot] {
            Some(partition) => Ok(partition),
            None => unreachable!("it was made just above"),
        }
    }

    fn make(&self, records: &Records, pivot: usize, counters: &mut Counters) -> Partition {
        let mut path = Vec::new();
        let mut at = pivot;
        let mut partition = loop {
            match (&self.partitions[at], self.all[at].reached) {
                (None, Some((above, column))) => {
                    path.push((column, self.all[at].levels[column]));
                    at = above;
                }
                (Some(partition), _) => break partition,
                (None, None) => unreachable!("the first partition is always kept"),
            }
        }
        .clone();
        for (column, level) in path.into_iter().rev() {
            partition = partition.split(records, column, level, self.k, counters);
        }
        partition
    }

    /// Lets the oldest go until there is room for so many bytes.
    fn make_room(&mut self, bytes: usize) -> Result<()> {
        let mut oldest = 1;
        loop {
            let fits = self.held.held() as usize + bytes <= KEPT_BYTES;
            let grown = if fits { self.held.try_grow(bytes) } else { Ok(()) };
            if fits && grown.is_ok() {
                return Ok(());
            }
            let Some(next) = (oldest..self.partitions.len()).find(|&at| self.partitions[at].is_some()) else {
                // Nothing is left to let go: it has to fit as it is.
                return if fits { grown } else { self.held.try_grow(bytes) };
            };
            if let Some(gone) = self.partitions[next].take() {
                self.held.shrink(gone.bytes());
            }
            oldest = next + 1;
        }
    }
}

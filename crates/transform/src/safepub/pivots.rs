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
pub(super) struct Pivots<'a> {
    records: &'a Records,
    all: Vec<Pivot>,
    partitions: Vec<Option<Partition>>,
    /// By depth; made when first needed.
    bases: Vec<Option<Base>>,
    held: Reservation,
    context: &'a Context,
    /// Groups of fewer records count for nothing.
    least: u64,
}

/// The records rolled up to levels that are so many below the highest, and their partition on the highest.
///
/// Near the top many records look alike on all levels that are asked about, and are counted as one.
struct Base {
    records: Records,
    top: Partition,
}

impl<'a> Pivots<'a> {
    pub(super) fn new(records: &'a Records, least: u64, context: &'a Context) -> Self {
        let held = context.memory().reserve("the groups of a search");
        Self { records, all: Vec::new(), partitions: Vec::new(), bases: Vec::new(), held, context, least }
    }

    pub(super) fn all(&self) -> &[Pivot] {
        &self.all
    }

    pub(super) fn push(&mut self, pivot: Pivot) {
        self.all.push(pivot);
        // The first pivot's partition is there before its score is.
        self.partitions.resize_with(self.all.len(), || None);
    }

    /// The records and the partition of a pivot that are enough to score it and what is one level finer.
    pub(super) fn partition(
        &mut self,
        levels: &[usize],
        pivot: usize,
        counters: &mut Counters,
    ) -> Result<(&Records, &Partition)> {
        let depth = self.depth(levels);
        self.make_base(depth, counters)?;
        if self.partitions.get(pivot).is_none_or(Option::is_none) {
            let made = self.make(levels, pivot, depth, counters);
            self.make_room(made.bytes())?;
            if self.partitions.len() <= pivot {
                self.partitions.resize_with(pivot + 1, || None);
            }
            self.partitions[pivot] = Some(made);
        }
        match (&self.bases[depth], &self.partitions[pivot]) {
            (Some(base), Some(partition)) => Ok((&base.records, partition)),
            _ => unreachable!("both were made just above"),
        }
    }

    /// How far below the highest levels what is one level finer lies.
    fn depth(&self, levels: &[usize]) -> usize {
        let attributes = self.records.attributes().iter().zip(levels);
        let below = attributes
            .map(|(attribute, &level)| attribute.highest() - level.saturating_sub(1).max(attribute.lowest()));
        below.max().unwrap_or(0)
    }

    fn make_base(&mut self, depth: usize, counters: &mut Counters) -> Result<()> {
        if self.bases.len() <= depth {
            self.bases.resize_with(depth + 1, || None);
        }
        if self.bases[depth].is_none() {
            let attributes = self.records.attributes().iter();
            let floor = attributes.map(|known| known.highest().saturating_sub(depth).max(known.lowest()));
            let records = self.records.rolled_up(&floor.collect::<Vec<_>>(), self.context)?;
            let top = Partition::top(&records, self.least, counters);
            self.held.try_grow(records.bytes() + top.bytes())?;
            self.bases[depth] = Some(Base { records, top });
        }
        Ok(())
    }

    /// From the pivot above where its partition is there and of the same records, from the top otherwise.
    fn make(&self, levels: &[usize], pivot: usize, depth: usize, counters: &mut Counters) -> Partition {
        let Some(base) = &self.bases[depth] else { unreachable!("the base was made before") };
        let reached = self.all.get(pivot).and_then(|pivot| pivot.reached);
        let above = reached.filter(|&(above, _)| self.depth(&self.all[above].levels) == depth);
        let above = above.and_then(|(above, column)| Some((self.partitions[above].as_ref()?, column)));
        if let Some((partition, column)) = above {
            return partition.split(&base.records, column, levels[column], self.least, counters);
        }
        let mut partition = base.top.clone();
        for (column, &level) in levels.iter().enumerate() {
            if level < self.records.attributes()[column].highest() {
                partition = partition.split(&base.records, column, level, self.least, counters);
            }
        }
        partition
    }

    /// Lets the oldest partitions go until there is room for so many bytes.
    fn make_room(&mut self, bytes: usize) -> Result<()> {
        let mut oldest = 0;
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

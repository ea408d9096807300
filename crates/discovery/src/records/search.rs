//! The search itself: sizes one after the other, prefixes in parallel, slices of targets where memory is short.

use super::exposures::{Bits, Exposures, Key};
use super::partition::{Counters, Partition, Sizes};
use super::rows::Rows;
use crate::{Error, Result};
use lethe_data::{Context, Error as DataError, Reservation};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

/// More slices than this cost more time than the memory they save is worth.
const MOST_SLICES: usize = 64;

/// The minimal sets of all targets, counted.
pub(super) struct Minimal {
    /// For each target, the number of minimal sets of 1, 2, … columns, one target after the other.
    pub(super) by_size: Vec<u32>,
    /// For each size and column asked for, the minimal sets with that column, counted once for each person.
    pub(super) by_column: Vec<Vec<u128>>,
    pub(super) max_size: usize,
}

/// Finds the minimal sets of every target.
pub(super) fn minimal_sets(
    rows: &Rows<'_>,
    k: u64,
    max_size: usize,
    memory: &mut Reservation,
    context: &Context,
) -> Result<Minimal> {
    memory.try_grow(rows.targets * max_size * size_of::<u32>())?;
    let mut minimal = Minimal {
        by_size: vec![0; rows.targets * max_size],
        by_column: vec![vec![0; rows.asked]; max_size],
        max_size,
    };
    let smallest = rows.targets.div_ceil(MOST_SLICES).max(64);
    let (mut start, mut length) = (0, rows.targets);
    while start < rows.targets {
        let targets = start..rows.targets.min(start + length);
        let found =
            Slice::new(rows, k, targets.clone(), context).and_then(|slice| slice.search(&mut minimal));
        match found {
            Ok(by_column) => {
                let sums = minimal.by_column.iter_mut().flatten();
                sums.zip(by_column.iter().flatten()).for_each(|(sum, more)| *sum += more);
                start = targets.end;
            }
            Err(Error::Data(DataError::MemoryExceeded { .. })) if targets.len() > smallest => {
                length = targets.len().div_ceil(2).max(smallest);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(minimal)
}

/// A search for the minimal sets of some targets; the other rows only count.
struct Slice<'a> {
    rows: &'a Rows<'a>,
    sizes: Sizes<'a>,
    targets: Range<usize>,
    root: Partition,
    workers: Mutex<Vec<Worker>>,
    context: &'a Context,
    _memory: Reservation,
}

/// What a thread needs to work; taken from a pool for each prefix and put back.
struct Worker {
    counters: Counters,
    exposed: Bits,
    subset: Vec<u16>,
    by_column: Vec<u128>,
}

impl Worker {
    fn new(rows: &Rows<'_>, k: u64) -> Self {
        Self {
            counters: Counters::new(rows.largest_domain(), k),
            exposed: Bits::default(),
            subset: Vec::new(),
            by_column: vec![0; rows.columns.len()],
        }
    }
}

/// One size of sets.
struct Level<'a> {
    size: usize,
    before: &'a Exposures,
    keep: bool,
    tally: Vec<AtomicU32>,
    has_overflown: AtomicBool,
}

/// The columns that a piece of work starts with, and those that may come next.
struct Lead {
    prefix: Vec<u16>,
    next: Range<u16>,
}

/// What a piece of work has found.
struct Share {
    kept: Vec<(Key, Bits)>,
    memory: Reservation,
}

impl<'a> Slice<'a> {
    fn new(rows: &'a Rows<'a>, k: u64, targets: Range<usize>, context: &'a Context) -> Result<Self> {
        let mut memory = context.memory().reserve("the search for minimal sets");
        let worker =
            Counters::bytes(rows.largest_domain(), k) + Bits::bytes(targets.len()) + rows.columns.len() * 16;
        memory.try_grow(rows.len * 4 + targets.len() * 4 + worker * context.threads())?;
        let workers = (0..context.threads()).map(|_| Worker::new(rows, k));
        Ok(Self {
            rows,
            sizes: Sizes {
                records: rows.records.as_deref(),
                k,
                targets: targets.start as u32..targets.end as u32,
            },
            root: Partition::single(rows.len),
            workers: Mutex::new(workers.collect()),
            targets,
            context,
            _memory: memory,
        })
    }

    fn search(&self, minimal: &mut Minimal) -> Result<Vec<Vec<u128>>> {
        let mut before = Exposures::of_no_column();
        let mut by_column = vec![vec![0; self.rows.asked]; minimal.max_size];
        let max_size = minimal.max_size;
        for size in 1..=max_size.min(self.rows.columns.len()) {
            let level = Level {
                size,
                before: &before,
                keep: size < max_size,
                tally: self.targets.clone().map(|_| AtomicU32::new(0)).collect(),
                has_overflown: AtomicBool::new(false),
            };
            let (after, sums) = self.search_level(&level)?;
            for (target, sets) in self.targets.clone().zip(level.tally) {
                minimal.by_size[target * max_size + size - 1] = sets.into_inner();
            }
            for (column, sum) in self.rows.columns.iter().zip(sums) {
                by_column[size - 1][column.position] = sum;
            }
            if after.is_everyone() {
                break;
            }
            before = after;
        }
        Ok(by_column)
    }

    fn search_level(&self, level: &Level<'_>) -> Result<(Exposures, Vec<u128>)> {
        let leads = leads(level.size, self.rows.columns.len() as u16);
        let label = format!("minimal sets of {}", lethe_data::wording::counted(level.size as u64, "column"));
        let task = self.context.task(&label, Some(leads.len() as u64));
        let sums = Mutex::new(vec![0u128; self.rows.columns.len()]);
        let shares = self.context.install(|| {
            leads
                .into_par_iter()
                .map(|lead| {
                    // A pool that a panicking thread has left is as good as before: workers are taken out of it whole.
                    let taken = self.workers.lock().unwrap_or_else(PoisonError::into_inner).pop();
                    let mut worker = taken.unwrap_or_else(|| Worker::new(self.rows, self.sizes.k));
                    let share = self.work_on(level, lead, &mut worker);
                    let mut sums = sums.lock().unwrap_or_else(PoisonError::into_inner);
                    sums.iter_mut().zip(&mut worker.by_column).for_each(|(sum, more)| {
                        *sum += std::mem::take(more);
                    });
                    drop(sums);
                    self.workers.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
                    task.advance(1);
                    share.map(|share| (share.kept, share.memory))
                })
                .collect::<Result<Vec<_>>>()
        })?;
        if level.has_overflown.load(Ordering::Relaxed) {
            return Err(DataError::TooLarge { what: "minimal sets of a record" }.into());
        }
        let sums = sums.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok((Exposures::gather(shares), sums))
    }

    fn work_on(&self, level: &Level<'_>, lead: Lead, worker: &mut Worker) -> Result<Share> {
        let memory = self.context.memory().reserve("the search for minimal sets");
        let mut share = Share { kept: Vec::new(), memory };
        let mut key = Vec::with_capacity(level.size);
        let Lead { prefix, next } = lead;
        self.follow(level, &prefix, &next, &mut key, &self.root, worker, &mut share)?;
        Ok(share)
    }

    /// Splits along the given prefix, then goes on with every column that may come next.
    #[expect(
        clippy::too_many_arguments,
        reason = "a recursion whose state is one path, one worker, one result"
    )]
    fn follow(
        &self,
        level: &Level<'_>,
        prefix: &[u16],
        next: &Range<u16>,
        key: &mut Vec<u16>,
        partition: &Partition,
        worker: &mut Worker,
        share: &mut Share,
    ) -> Result<()> {
        if partition.is_empty() {
            return Ok(()); // Every target is exposed: no superset is minimal for any, and none need be listed.
        }
        if key.len() + 1 == level.size {
            return next.clone().try_for_each(|last| self.settle(level, key, last, partition, worker, share));
        }
        let (steps, rest) = match prefix.split_first() {
            Some((&first, rest)) => (first..first + 1, rest),
            None => (next.clone(), prefix),
        };
        for column in steps {
            self.context.check_cancelled()?;
            let bytes = partition.bytes_of_split();
            share.memory.try_grow(bytes)?;
            let codes = &self.rows.columns[column as usize].codes;
            let child = partition.split(codes, &self.sizes, &mut worker.counters);
            let after = if prefix.is_empty() { column + 1..next.end } else { next.clone() };
            key.push(column);
            self.follow(level, rest, &after, key, &child, worker, share)?;
            key.pop();
            share.memory.shrink(bytes);
        }
        Ok(())
    }

    /// Counts on the set of `key` and `last`, whose classes without `last` are given.
    fn settle(
        &self,
        level: &Level<'_>,
        key: &mut Vec<u16>,
        last: u16,
        partition: &Partition,
        worker: &mut Worker,
        share: &mut Share,
    ) -> Result<()> {
        self.context.check_cancelled()?;
        let Worker { counters, exposed, subset, by_column } = worker;
        key.push(last);
        exposed.clear(self.targets.len());
        let is_settled = (0..key.len()).any(|left_out| {
            subset.clear();
            subset.extend(key.iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, column)| column));
            level.before.of(subset).is_none_or(|bits| {
                exposed.add(bits);
                false
            })
        });
        if !is_settled && exposed.count() < self.targets.len() {
            let mut records = 0u128;
            let codes = &self.rows.columns[last as usize].codes;
            partition.visit_exposed(codes, &self.sizes, counters, |row| {
                let target = row as usize - self.targets.start;
                if exposed.insert(target) {
                    records += u128::from(self.rows.records(row as usize));
                    if level.tally[target].fetch_add(1, Ordering::Relaxed) == u32::MAX {
                        level.has_overflown.store(true, Ordering::Relaxed);
                    }
                }
            });
            for &column in key.iter() {
                by_column[column as usize] += records;
            }
            let count = exposed.count();
            if level.keep && count < self.targets.len() {
                let bits = if count == 0 { Bits::default() } else { exposed.clone() };
                let bytes = if count == 0 { 0 } else { Bits::bytes(self.targets.len()) };
                share.memory.try_grow(bytes + key.len() * 2 + size_of::<(Key, Bits)>())?;
                share.kept.push((key.as_slice().into(), bits));
            }
        }
        key.pop();
        Ok(())
    }
}

/// Pieces of work for all sets of a size, in the order of the sets: few enough to list, many enough to share.
fn leads(size: usize, columns: u16) -> Vec<Lead> {
    match size {
        0 => Vec::new(),
        1 => (0..columns).map(|column| Lead { prefix: Vec::new(), next: column..column + 1 }).collect(),
        2 => (0..columns).map(|first| Lead { prefix: vec![first], next: first + 1..columns }).collect(),
        _ => (0..columns)
            .flat_map(|first| (first + 1..columns).map(move |second| (first, second)))
            .map(|(first, second)| Lead { prefix: vec![first, second], next: second + 1..columns })
            .collect(),
    }
}

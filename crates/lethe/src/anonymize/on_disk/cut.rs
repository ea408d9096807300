//! Parts of a table on disk, cut until each fits into memory.
//!
//! A part is a file of records: the row's number, a side, its place on every axis, its code in every sensitive column, in
//! the order of the rows. The cuts are those that Mondrian makes in memory, chosen from the same counts. A cut may have
//! thousands of sides, most of them small: consecutive ones share a file as long as they fit into memory together, and the
//! side says which is which.

use super::state::discard;
use crate::Result;
use lethe_data::Context;
use lethe_io::{SegmentReader, SegmentWriter, Workspace};
use lethe_transform::partition::{Axis, Cut, Extent, GroupModels, Pile, Summary, choose};
use std::cell::RefCell;
use std::ops::Range;

/// The words of a record before its places: the row and the side.
pub(super) const BEFORE_PLACES: usize = 2;

/// Files that are written at the same time; each holds a buffer.
const FILES_AT_ONCE: usize = 16;

/// A file that is not cut any further.
pub(super) struct Part {
    /// The name of its file.
    pub(super) name: String,
    /// The sides of a cut that are in it, each to be grouped by itself.
    pub(super) sides: usize,
    /// What it shows as a group by itself, two words an axis, when it is too large for memory and cannot be cut.
    pub(super) whole: Option<Vec<u32>>,
}

/// What parts are cut by.
pub(super) struct Cutting<'a> {
    pub(super) axes: &'a [Axis],
    pub(super) group_models: &'a GroupModels<'a>,
    /// The most records that a part may have in memory.
    pub(super) limit: u64,
}

impl Cutting<'_> {
    /// Cuts a file with so many sides until its parts fit into memory, in their order. What was done before an
    /// interruption is not done again.
    pub(super) fn cut(
        &self,
        name: &str,
        sides: usize,
        state: &mut Workspace,
        context: &Context,
    ) -> Result<Vec<Part>> {
        context.check_cancelled()?;
        let uncut = |whole| Ok(vec![Part { name: name.to_owned(), sides, whole }]);
        let step = format!("cut {name}");
        if state.note_of(&step).is_none() && state.is_done(&format!("grouped {name}")) {
            return uncut(None);
        }
        let files: Vec<usize> = if let Some(note) = state.note_of(&step) {
            note.split(',').filter_map(|sides| sides.parse().ok()).collect()
        } else {
            let path = state.path(name);
            if sides > 1 || SegmentReader::open(&path)?.records() <= self.limit {
                return uncut(None);
            }
            let pile = OnDisk::new(&path, self.axes, self.group_models)?;
            let chosen = choose(&pile, self.axes, self.group_models);
            pile.failure.take().map_or(Ok(()), Err)?;
            let Some(chosen) = chosen else { return uncut(Some(pile.words(self.axes))) };
            let files = self.files(&pile.summary, &chosen);
            divide(name, &chosen, &files, state, context)?;
            let sides: Vec<String> = files.iter().map(|sides| sides.len().to_string()).collect();
            state.done(&step, &sides.join(","))?;
            files.iter().map(Range::len).collect()
        };
        discard(state, name)?;
        let mut parts = Vec::new();
        for (number, sides) in files.into_iter().enumerate() {
            parts.extend(self.cut(&format!("{name}.{number}"), sides, state, context)?);
        }
        Ok(parts)
    }

    /// Which sides of a cut share a file.
    fn files(&self, summary: &Summary, cut: &Cut) -> Vec<Range<usize>> {
        let mut records = vec![0; cut.sides()];
        for (place, count) in summary.counts(cut.axis) {
            records[cut.side(place)] += count;
        }
        let mut files: Vec<Range<usize>> = Vec::new();
        let mut together = 0;
        for (side, &records) in records.iter().enumerate() {
            match files.last_mut() {
                Some(file) if together + records <= self.limit => file.end = side + 1,
                _ => {
                    files.push(side..side + 1);
                    together = 0;
                }
            }
            together += records;
        }
        files
    }
}

fn divide(name: &str, cut: &Cut, files: &[Range<usize>], state: &Workspace, context: &Context) -> Result<()> {
    let path = state.path(name);
    for (batch, files) in files.chunks(FILES_AT_ONCE).enumerate() {
        let mut reader = SegmentReader::open(&path)?;
        let words = reader.words();
        let task = context.task("cutting on disk", Some(reader.records()));
        let file = |at: usize| state.path(&format!("{name}.{}", batch * FILES_AT_ONCE + at));
        let writer = |at: usize| SegmentWriter::create(&file(at), words);
        let mut writers = (0..files.len()).map(writer).collect::<Result<Vec<_>, _>>()?;
        let mut records = Vec::new();
        while reader.next(&mut records)? {
            context.check_cancelled()?;
            for record in records.chunks_exact_mut(words) {
                let side = cut.side(record[BEFORE_PLACES + cut.axis]);
                let at = files.partition_point(|sides| sides.end <= side);
                if let Some(sides) = files.get(at).filter(|sides| sides.contains(&side)) {
                    record[1] = (side - sides.start) as u32;
                    writers[at].push(record)?;
                }
            }
            task.advance((records.len() / words) as u64);
        }
        for writer in writers {
            writer.finish()?;
        }
    }
    Ok(())
}

/// A part on disk as cuts see it.
struct OnDisk<'a> {
    path: &'a std::path::Path,
    axes: usize,
    group_models: &'a GroupModels<'a>,
    summary: Summary,
    extent: Extent,
    /// What went wrong while the part was looked at.
    failure: RefCell<Option<lethe_io::Error>>,
}

impl<'a> OnDisk<'a> {
    fn new(path: &'a std::path::Path, axes: &[Axis], group_models: &'a GroupModels<'a>) -> Result<Self> {
        let mut summary = Summary::new(axes);
        let mut reader = SegmentReader::open(path)?;
        let words = reader.words();
        let mut records = Vec::new();
        while reader.next(&mut records)? {
            records
                .chunks_exact(words)
                .for_each(|record| summary.add(&record[BEFORE_PLACES..BEFORE_PLACES + axes.len()]));
        }
        // A part that is cut has records.
        let extent = summary.extent().unwrap_or(Extent { ranges: vec![(0, 0); axes.len()] });
        Ok(Self { path, axes: axes.len(), group_models, summary, extent, failure: RefCell::new(None) })
    }

    /// What the part shows as one group.
    fn words(&self, axes: &[Axis]) -> Vec<u32> {
        let words = |(at, axis): (usize, &Axis)| {
            axis.words(self.summary.counts(at).into_iter().map(|(place, _)| place))
        };
        axes.iter().enumerate().flat_map(words).collect()
    }

    /// Whether each side satisfies the models that look at sensitive values.
    fn look(&self, cut: &Cut) -> Result<Vec<bool>, lethe_io::Error> {
        let mut reader = SegmentReader::open(self.path)?;
        let words = reader.words();
        let slots = words - BEFORE_PLACES - self.axes;
        let mut sizes = vec![0; cut.sides()];
        let mut counts = vec![vec![std::collections::BTreeMap::<u32, u64>::new(); slots]; cut.sides()];
        let mut records = Vec::new();
        while reader.next(&mut records)? {
            for record in records.chunks_exact(words) {
                let side = cut.side(record[BEFORE_PLACES + cut.axis]);
                sizes[side] += 1;
                for (counts, &code) in counts[side].iter_mut().zip(&record[BEFORE_PLACES + self.axes..]) {
                    *counts.entry(code).or_default() += 1;
                }
            }
        }
        let holds = |(size, counts): (u64, Vec<std::collections::BTreeMap<u32, u64>>)| {
            let histograms: Vec<Vec<(u32, u64)>> =
                counts.into_iter().map(|counts| counts.into_iter().collect()).collect();
            size >= self.group_models.least() && self.group_models.holds_with(size, &histograms)
        };
        Ok(sizes.into_iter().zip(counts).map(holds).collect())
    }
}

impl Pile for OnDisk<'_> {
    fn records(&self) -> u64 {
        self.summary.records()
    }

    fn extent(&self) -> &Extent {
        &self.extent
    }

    fn counts(&self, axis: usize) -> Vec<(u32, u64)> {
        self.summary.counts(axis)
    }

    fn sides_hold(&self, cut: &Cut) -> Vec<bool> {
        self.look(cut).unwrap_or_else(|error| {
            *self.failure.borrow_mut() = Some(error);
            vec![false; cut.sides()]
        })
    }
}

//! Parts of a table on disk, cut until each fits into memory.
//!
//! A part is a file of records: the row's number, its place on every axis, its code in every sensitive column, in the order
//! of the rows. The cuts are those that Mondrian makes in memory, chosen from the same counts.

use super::discard;
use crate::Result;
use lethe_data::Context;
use lethe_io::{SegmentReader, SegmentWriter, Workspace};
use lethe_transform::partition::{Axis, Crowd, Cut, Extent, Pile, Summary, choose};
use std::cell::RefCell;

/// Sides of a cut that are written at the same time; each holds a buffer.
const SIDES_AT_ONCE: usize = 16;

/// A part that is not cut any further.
pub(super) struct Part {
    /// The name of its file.
    pub(super) name: String,
    /// What it shows as a group by itself, two words an axis, when it is too large for memory and cannot be cut.
    pub(super) whole: Option<Vec<u32>>,
}

/// Cuts a part until its parts have at most `limit` people, in their order. What was done before an interruption is not
/// done again.
pub(super) fn cut(
    name: &str,
    axes: &[Axis],
    crowd: &Crowd<'_>,
    limit: u64,
    state: &mut Workspace,
    context: &Context,
) -> Result<Vec<Part>> {
    context.check_cancelled()?;
    let step = format!("cut {name}");
    if state.note_of(&step).is_none() && state.note_of(&format!("grouped {name}")).is_some() {
        return Ok(vec![Part { name: name.to_owned(), whole: None }]);
    }
    let sides = if let Some(sides) = state.note_of(&step) {
        sides.parse().unwrap_or(0)
    } else {
        let path = state.path(name);
        if SegmentReader::open(&path)?.records() <= limit {
            return Ok(vec![Part { name: name.to_owned(), whole: None }]);
        }
        let pile = OnDisk::new(&path, axes, crowd)?;
        let chosen = choose(&pile, axes, crowd);
        pile.failure.take().map_or(Ok(()), Err)?;
        let Some(chosen) = chosen else {
            return Ok(vec![Part { name: name.to_owned(), whole: Some(pile.words(axes)) }]);
        };
        divide(name, &chosen, state, context)?;
        state.done(&step, &chosen.sides().to_string())?;
        chosen.sides()
    };
    discard(state, name)?;
    let mut parts = Vec::new();
    for side in 0..sides {
        parts.extend(cut(&format!("{name}.{side}"), axes, crowd, limit, state, context)?);
    }
    Ok(parts)
}

fn divide(name: &str, cut: &Cut, state: &Workspace, context: &Context) -> Result<()> {
    let path = state.path(name);
    let sides: Vec<usize> = (0..cut.sides()).collect();
    for sides in sides.chunks(SIDES_AT_ONCE) {
        let mut reader = SegmentReader::open(&path)?;
        let words = reader.words();
        let task = context.task("cutting on disk", Some(reader.records()));
        let writer = |side: &usize| SegmentWriter::create(&state.path(&format!("{name}.{side}")), words);
        let mut writers = sides.iter().map(writer).collect::<Result<Vec<_>, _>>()?;
        let mut records = Vec::new();
        while reader.next(&mut records)? {
            context.check_cancelled()?;
            for record in records.chunks_exact(words) {
                let side = cut.side(record[1 + cut.axis]);
                if let Some(writer) = side.checked_sub(sides[0]).and_then(|at| writers.get_mut(at)) {
                    writer.push(record)?;
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
    crowd: &'a Crowd<'a>,
    summary: Summary,
    extent: Extent,
    /// What went wrong while the part was looked at.
    failure: RefCell<Option<lethe_io::Error>>,
}

impl<'a> OnDisk<'a> {
    fn new(path: &'a std::path::Path, axes: &[Axis], crowd: &'a Crowd<'a>) -> Result<Self> {
        let mut summary = Summary::new(axes);
        let mut reader = SegmentReader::open(path)?;
        let words = reader.words();
        let mut records = Vec::new();
        while reader.next(&mut records)? {
            records.chunks_exact(words).for_each(|record| summary.add(&record[1..=axes.len()]));
        }
        // A part that is cut has people.
        let extent = summary.extent().unwrap_or(Extent { ranges: vec![(0, 0); axes.len()] });
        Ok(Self { path, axes: axes.len(), crowd, summary, extent, failure: RefCell::new(None) })
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
        let slots = words - 1 - self.axes;
        let mut people = vec![0; cut.sides()];
        let mut counts = vec![vec![std::collections::BTreeMap::<u32, u64>::new(); slots]; cut.sides()];
        let mut records = Vec::new();
        while reader.next(&mut records)? {
            for record in records.chunks_exact(words) {
                let side = cut.side(record[1 + cut.axis]);
                people[side] += 1;
                for (counts, &code) in counts[side].iter_mut().zip(&record[1 + self.axes..]) {
                    *counts.entry(code).or_default() += 1;
                }
            }
        }
        let holds = |(people, counts): (u64, Vec<std::collections::BTreeMap<u32, u64>>)| {
            let histograms: Vec<Vec<(u32, u64)>> =
                counts.into_iter().map(|counts| counts.into_iter().collect()).collect();
            people >= self.crowd.least() && self.crowd.holds_with(people, &histograms)
        };
        Ok(people.into_iter().zip(counts).map(holds).collect())
    }
}

impl Pile for OnDisk<'_> {
    fn people(&self) -> u64 {
        self.summary.people()
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

//! Parts of a table that fit into memory, grouped one after the other.
//!
//! What a part's records show is a file again: the row's number, and on every axis the first and the last place of its
//! group, in the order of the rows.

use super::cut::Part;
use super::discard;
use crate::Result;
use crate::anonymize::groups::group;
use crate::anonymize::plan::Plan;
use crate::anonymize::report::Grouping;
use lethe_data::Context;
use lethe_io::{SegmentReader, SegmentWriter, Workspace};
use lethe_transform::partition::{Axis, Crowd, Extent, Units};

/// What grouping needs to know.
pub(super) struct Grouper<'a> {
    pub(super) plan: &'a Plan<'a>,
    pub(super) axes: &'a [Axis],
    pub(super) crowd: &'a Crowd<'a>,
    /// The number of codes of each sensitive column that models look at.
    pub(super) domains: &'a [usize],
}

/// The name of the file with what a part shows.
pub(super) fn shown_name(part: &str) -> String {
    format!("shown {part}")
}

impl Grouper<'_> {
    /// The bytes that each person of a part needs while it is grouped.
    pub(super) fn bytes_per_person(&self) -> u64 {
        64 + 16 * self.axes.len() as u64 + 24 * self.domains.len() as u64
    }

    /// Groups a part, unless that was done before an interruption.
    pub(super) fn group(&self, part: &Part, state: &mut Workspace, context: &Context) -> Result<Grouping> {
        let step = format!("grouped {}", part.name);
        if let Some(known) = state.note_of(&step).and_then(|note| serde_json::from_str(note).ok()) {
            discard(state, &part.name)?;
            return Ok(known);
        }
        let grouping = match &part.whole {
            Some(extent) => self.leave_whole(&part.name, extent, state, context)?,
            None => self.divide(&part.name, state, context)?,
        };
        context.check_cancelled()?;
        // Counts have text keys only, so they always serialise.
        state.done(&step, &serde_json::to_string(&grouping).unwrap_or_default())?;
        discard(state, &part.name)?;
        Ok(grouping)
    }

    fn divide(&self, name: &str, state: &Workspace, context: &Context) -> Result<Grouping> {
        let mut reader = SegmentReader::open(&state.path(name))?;
        let people = reader.records() as usize;
        let mut room = context.memory().reserve("grouping a part of the table");
        room.try_grow(people * self.bytes_per_person() as usize)?;
        let (width, axes) = (reader.words(), self.axes.len());
        let (mut rows, mut places) = (Vec::with_capacity(people), Vec::with_capacity(people * axes));
        let mut sensitive = Vec::with_capacity(people * self.domains.len());
        let mut records = Vec::new();
        while reader.next(&mut records)? {
            for record in records.chunks_exact(width) {
                rows.push(record[0]);
                places.extend_from_slice(&record[1..=axes]);
                sensitive.extend_from_slice(&record[1 + axes..]);
            }
        }
        let (units, unit_of) = Units::of_people(&places, self.axes, &sensitive, self.domains, context);
        drop((places, sensitive));
        let (groups, mut grouping) = group(self.plan, self.axes, &units, self.crowd, context);
        grouping.count(groups.iter().map(|group| group.iter().map(|&unit| units.people(unit)).sum()));
        let mut extents = Vec::with_capacity(groups.len());
        let mut group_of = vec![0; units.len()];
        for (number, members) in groups.iter().enumerate() {
            extents.push(Extent::over(&units, members));
            for &unit in members {
                group_of[unit as usize] = number;
            }
        }
        let mut writer = SegmentWriter::create(&state.path(&shown_name(name)), 1 + 2 * axes)?;
        let mut record = Vec::with_capacity(1 + 2 * axes);
        for (&row, &unit) in rows.iter().zip(&unit_of) {
            show(&mut record, row, &extents[group_of[unit as usize]]);
            writer.push(&record)?;
        }
        writer.finish()?;
        Ok(grouping)
    }

    /// A part that cannot be cut and does not fit into memory is one group.
    fn leave_whole(
        &self,
        name: &str,
        extent: &Extent,
        state: &Workspace,
        context: &Context,
    ) -> Result<Grouping> {
        let mut reader = SegmentReader::open(&state.path(name))?;
        let width = reader.words();
        let mut writer = SegmentWriter::create(&state.path(&shown_name(name)), 1 + 2 * self.axes.len())?;
        let (mut records, mut record) = (Vec::new(), Vec::new());
        while reader.next(&mut records)? {
            context.check_cancelled()?;
            for part in records.chunks_exact(width) {
                show(&mut record, part[0], extent);
                writer.push(&record)?;
            }
        }
        let mut grouping = Grouping::default();
        grouping.count(std::iter::once(writer.finish()?));
        Ok(grouping)
    }
}

fn show(record: &mut Vec<u32>, row: u32, extent: &Extent) {
    record.clear();
    record.push(row);
    record.extend(extent.ranges.iter().flat_map(|&(first, last)| [first, last]));
}

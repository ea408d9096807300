//! Parts of a table that fit into memory, grouped one after the other.
//!
//! What a part's records show is a file again: the row's number, and for every axis the words that say what its group
//! shows, in the order of the rows.

use super::cut::{BEFORE_PLACES, Part};
use super::state::discard;
use crate::anonymize::groups::{bytes_per_person, group};
use crate::anonymize::plan::Plan;
use crate::anonymize::report::Grouping;
use crate::recipe_file::MethodName;
use crate::{Result, json};
use lethe_data::Context;
use lethe_io::{SegmentReader, SegmentWriter, Workspace};
use lethe_transform::partition::{Axis, GroupModels, Records, SMALL_PART, Units};
use std::collections::{HashMap, HashSet};

/// What grouping needs to know.
pub(super) struct Grouper<'a> {
    pub(super) plan: &'a Plan<'a>,
    pub(super) axes: &'a [Axis],
    pub(super) group_models: &'a GroupModels<'a>,
    /// The number of codes of each sensitive column that models look at.
    pub(super) domains: &'a [usize],
}

/// The name of the file with what a part shows.
pub(super) fn shown_name(part: &str) -> String {
    format!("shown {part}")
}

impl Grouper<'_> {
    /// Groups a part, unless that was done before an interruption.
    pub(super) fn group(&self, part: &Part, state: &mut Workspace, context: &Context) -> Result<Grouping> {
        let step = format!("grouped {}", part.name);
        if let Some(known) = state.note_of(&step).and_then(|note| serde_json::from_str(note).ok()) {
            discard(state, &part.name)?;
            return Ok(known);
        }
        let grouping = match &part.whole {
            Some(words) => self.divide_large(&part.name, words, state, context)?,
            None => self.divide(&part.name, part.sides, state, context)?,
        };
        context.check_cancelled()?;
        // Counts have text keys only, so they always serialise.
        state.done(&step, &json::line(&grouping)?)?;
        discard(state, &part.name)?;
        Ok(grouping)
    }

    fn divide(&self, name: &str, sides: usize, state: &Workspace, context: &Context) -> Result<Grouping> {
        let mut reader = SegmentReader::open(&state.path(name))?;
        let count = reader.records() as usize;
        let mut room = context.memory().reserve("grouping a part of the table");
        room.try_grow(count * bytes_per_person(self.axes.len(), self.domains.len()))?;
        let (width, axes) = (reader.words(), self.axes.len());
        let mut rows = Vec::with_capacity(count);
        let mut of_sides: Vec<Side> = vec![Side::default(); sides];
        let mut records = Vec::new();
        while reader.next(&mut records)? {
            for record in records.chunks_exact(width) {
                rows.push((record[0], record[1]));
                let side = &mut of_sides[record[1] as usize];
                side.places.extend_from_slice(&record[BEFORE_PLACES..BEFORE_PLACES + axes]);
                side.sensitive.extend_from_slice(&record[BEFORE_PLACES + axes..]);
            }
        }
        let mut grouping = Grouping::default();
        let mut shows: Vec<(Shows, std::vec::IntoIter<u32>)> = Vec::with_capacity(sides);
        for Side { places, sensitive } in of_sides {
            let domains = self.domains;
            let records = Records { places: &places, sensitive: &sensitive, domains, records: None };
            let (units, unit_of) = Units::of_records(&records, self.axes, context);
            drop((places, sensitive));
            let (of_side, own) = self.shows(&units, context);
            shows.push((of_side, unit_of.into_iter()));
            grouping.add(&own);
        }
        let mut writer = SegmentWriter::create(&state.path(&shown_name(name)), 1 + 2 * axes)?;
        let mut record = Vec::with_capacity(1 + 2 * axes);
        for (row, side) in rows {
            let (shows, units) = &mut shows[side as usize];
            // The records of a side are in the order in which they were read.
            show(&mut record, row, shows.of(units.next().unwrap_or_default()));
            writer.push(&record)?;
        }
        writer.finish()?;
        Ok(grouping)
    }

    /// Groups a part that is too large for its records to be in memory but has few that differ.
    fn divide_collapsed(
        &self,
        name: &str,
        distinct: &HashMap<Vec<u32>, u64>,
        state: &Workspace,
        context: &Context,
    ) -> Result<Grouping> {
        let axes = self.axes.len();
        let (mut places, mut sensitive, mut counts) = (Vec::new(), Vec::new(), Vec::new());
        for (record, &count) in distinct {
            places.extend_from_slice(&record[..axes]);
            sensitive.extend_from_slice(&record[axes..]);
            counts.push(count);
        }
        let records =
            Records { places: &places, sensitive: &sensitive, domains: self.domains, records: Some(&counts) };
        let (units, _) = Units::of_records(&records, self.axes, context);
        let (shows, grouping) = self.shows(&units, context);
        let unit_of: HashMap<&[u32], u32> =
            (0..units.len() as u32).map(|unit| (units.places(unit), unit)).collect();
        self.show_all(name, state, context, |places| {
            // Every place of the part is one of a unit.
            shows.of(unit_of.get(places).copied().unwrap_or_default())
        })?;
        Ok(grouping)
    }

    /// What the group of each unit shows, and how groups came about.
    fn shows(&self, units: &Units, context: &Context) -> (Shows, Grouping) {
        let (groups, mut grouping) = group(self.plan, self.axes, units, self.group_models, context);
        grouping.count(groups.iter().map(|group| group.iter().map(|&unit| units.records(unit)).sum()));
        let mut shows = Shows { of_group: Vec::with_capacity(groups.len()), group_of: vec![0; units.len()] };
        for (number, members) in groups.iter().enumerate() {
            let places = |at: usize| members.iter().map(move |&unit| units.places(unit)[at]);
            let words = self.axes.iter().enumerate().flat_map(|(at, axis)| axis.words(places(at)));
            shows.of_group.push(words.collect());
            for &unit in members {
                shows.group_of[unit as usize] = number;
            }
        }
        (shows, grouping)
    }

    /// A part that cannot be cut and does not fit into memory. Where it has few records that differ, these are grouped; else
    /// it is one group, as it is in memory.
    fn divide_large(
        &self,
        name: &str,
        words: &[u32],
        state: &Workspace,
        context: &Context,
    ) -> Result<Grouping> {
        if self.plan.request.recipe.search.method.name() != MethodName::Mondrian
            && let Some(distinct) = self.distinct(name, state, context)?
        {
            return self.divide_collapsed(name, &distinct, state, context);
        }
        let records = self.show_all(name, state, context, |_| words)?;
        let mut grouping = Grouping::default();
        grouping.count(std::iter::once(records));
        Ok(grouping)
    }

    /// The records of a part that differ, places and sensitive codes, with their records; `None` where they are too many.
    fn distinct(
        &self,
        name: &str,
        state: &Workspace,
        context: &Context,
    ) -> Result<Option<HashMap<Vec<u32>, u64>>> {
        let mut reader = SegmentReader::open(&state.path(name))?;
        let width = reader.words();
        let (mut distinct, mut units) = (HashMap::<Vec<u32>, u64>::new(), HashSet::<Vec<u32>>::new());
        let mut records = Vec::new();
        while reader.next(&mut records)? {
            context.check_cancelled()?;
            for record in records.chunks_exact(width) {
                let record = &record[BEFORE_PLACES..];
                if let Some(count) = distinct.get_mut(record) {
                    *count += 1;
                    continue;
                }
                distinct.insert(record.to_vec(), 1);
                units.insert(record[..self.axes.len()].to_vec());
                if units.len() as u64 > SMALL_PART {
                    return Ok(None);
                }
            }
        }
        Ok(Some(distinct))
    }

    /// Writes what all records of a part show, given their places; how many there are.
    fn show_all<'e>(
        &self,
        name: &str,
        state: &Workspace,
        context: &Context,
        words: impl Fn(&[u32]) -> &'e [u32],
    ) -> Result<u64> {
        let mut reader = SegmentReader::open(&state.path(name))?;
        let (width, axes) = (reader.words(), self.axes.len());
        let mut writer = SegmentWriter::create(&state.path(&shown_name(name)), 1 + 2 * axes)?;
        let (mut records, mut shown) = (Vec::new(), Vec::new());
        while reader.next(&mut records)? {
            context.check_cancelled()?;
            for record in records.chunks_exact(width) {
                show(&mut shown, record[0], words(&record[BEFORE_PLACES..BEFORE_PLACES + axes]));
                writer.push(&shown)?;
            }
        }
        Ok(writer.finish()?)
    }
}

/// The records of one side.
#[derive(Clone, Default)]
struct Side {
    places: Vec<u32>,
    sensitive: Vec<u32>,
}

/// What the group of each unit shows.
struct Shows {
    /// Two words an axis.
    of_group: Vec<Vec<u32>>,
    group_of: Vec<usize>,
}

impl Shows {
    fn of(&self, unit: u32) -> &[u32] {
        &self.of_group[self.group_of[unit as usize]]
    }
}

fn show(record: &mut Vec<u32>, row: u32, words: &[u32]) {
    record.clear();
    record.push(row);
    record.extend_from_slice(words);
}

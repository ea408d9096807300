//! Regions that lie apart, such as those of strict Mondrian.

use super::Grouped;
use crate::{Recoding, Result, SUPPRESSED};
use lethe_data::hierarchy::BoundHierarchy;
use lethe_data::{Column, Context, Table};
use lethe_models::quality::{Covers, Span};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Rows that a thread looks at before it asks whether to stop.
const ROWS_AT_ONCE: usize = 1 << 14;

/// Cuts above a region, at most: more than a table has that fits into memory, and few enough for the stack.
const DEEPEST: usize = 4_096;

/// The place of a value that the table did not have.
const NOWHERE: u32 = u32::MAX;

/// Regions of quasi-identifying values, and what the records in each of them show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Regions {
    /// The quasi-identifying columns.
    columns: Vec<RegionColumn>,
    /// The regions; no two of them have a point in common.
    regions: Vec<Region>,
}

/// A column on which regions lie.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegionColumn {
    /// The values that the table had, in the order of their places; null is none.
    values: Vec<Option<String>>,
    /// The labels that stand for several values, with their places.
    spans: Vec<(String, Vec<u32>)>,
}

/// The combinations of some places of each column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Region {
    /// The places in each column, as runs from a first to a last one, ascending.
    runs: Vec<Vec<(u32, u32)>>,
    /// What its records show in each column; `None` where they are suppressed.
    shows: Option<Vec<Shows>>,
}

/// What a region shows in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Shows {
    /// The label of a value on this level of the hierarchy.
    Level(usize),
    /// A label that stands for several values.
    Span(usize),
}

impl Regions {
    /// The regions of groups; `None` where some lie within each other.
    pub(super) fn of(
        table: &Table,
        quasi: &[usize],
        hierarchies: &[BoundHierarchy],
        recoding: &Recoding,
        grouped: Grouped<'_>,
    ) -> Option<Self> {
        let mut first_row = vec![0; grouped.units.len()];
        for (row, &unit) in grouped.unit_of_row.iter().enumerate().rev() {
            first_row[unit as usize] = row;
        }
        let shows = |entries: &Vec<usize>| {
            let show = |(&entry, bound): (&usize, &BoundHierarchy)| {
                entry.checked_sub(bound.height()).map_or(Shows::Level(entry), Shows::Span)
            };
            entries.iter().zip(hierarchies).map(show).collect()
        };
        let region = |group: &[u32]| Region {
            runs: (0..quasi.len())
                .map(|at| runs(group.iter().map(|&unit| grouped.units.places(unit)[at])))
                .collect(),
            shows: recoding
                .rounds
                .get(recoding.round_of_row[first_row[group[0] as usize]] as usize)
                .map(shows),
        };
        let regions: Vec<Region> = grouped.groups.iter().map(region).collect();
        let columns = quasi.iter().zip(grouped.axes).enumerate().map(|(at, (&position, axis))| {
            let column = table.column(position);
            let texts: Vec<&str> = column.dictionary().texts().collect();
            // The code after all values is null.
            let value = |place: u32| texts.get(axis.code(place) as usize).map(|text| (*text).to_owned());
            let places = |covers: &Covers| {
                let mut places: Vec<u32> = covers.codes().map(|code| axis.place(code)).collect();
                places.sort_unstable();
                places
            };
            let spans = recoding.spans_of(at).iter().map(|span| (span.label.clone(), places(&span.covers)));
            RegionColumn { values: (0..axis.len() as u32).map(value).collect(), spans: spans.collect() }
        });
        let regions = Self { columns: columns.collect(), regions };
        regions.tree().is_some().then_some(regions)
    }

    /// Where the region of a point is found; `None` where regions lie within each other.
    fn tree(&self) -> Option<Tree> {
        Tree::of(&self.regions, &(0..self.regions.len() as u32).collect::<Vec<_>>(), DEEPEST)
    }

    /// What the records of a table show: a round a region.
    pub(super) fn recoding(
        &self,
        table: &Table,
        quasi: &[usize],
        hierarchies: &[BoundHierarchy],
        context: &Context,
    ) -> Result<Recoding> {
        let broken = || crate::Error::Problem("the regions of the solution lie within each other".to_owned());
        let tree = self.tree().ok_or_else(broken)?;
        let columns: Vec<&Column> = quasi.iter().map(|&position| table.column(position)).collect();
        let places: Vec<Vec<u32>> =
            self.columns.iter().zip(&columns).map(|(known, column)| known.places(column)).collect();
        let of_row = |row: usize, point: &mut Vec<u32>| {
            point.clear();
            point.extend(
                places.iter().zip(&columns).map(|(places, column)| places[column.codes().get(row) as usize]),
            );
            let region = tree.find(point);
            if self.holds(region, point) { region } else { SUPPRESSED }
        };
        let mut round_of_row = vec![SUPPRESSED; table.rows()];
        context.install(|| {
            round_of_row.par_chunks_mut(ROWS_AT_ONCE).enumerate().try_for_each(|(chunk, rows)| {
                context.check_cancelled()?;
                let mut point = Vec::with_capacity(places.len());
                for (row, round) in rows.iter_mut().enumerate() {
                    *round = of_row(chunk * ROWS_AT_ONCE + row, &mut point);
                }
                Ok::<_, lethe_data::Error>(())
            })
        })?;
        let entry = |(show, bound): (&Shows, &BoundHierarchy)| match show {
            Shows::Level(level) => *level,
            Shows::Span(span) => bound.height() + span,
        };
        let entries = |region: &Region| match &region.shows {
            Some(shows) => shows.iter().zip(hierarchies).map(entry).collect(),
            None => vec![0; hierarchies.len()],
        };
        let spans: Vec<Vec<Span>> =
            self.columns.iter().zip(&places).map(|(known, places)| known.spans(places)).collect();
        let spans = if spans.iter().all(Vec::is_empty) { Vec::new() } else { spans };
        Ok(Recoding { rounds: self.regions.iter().map(entries).collect(), round_of_row, spans })
    }

    /// Whether a point is in the region, and what the region shows stands for it.
    fn holds(&self, region: u32, point: &[u32]) -> bool {
        let Some(Region { runs, shows: Some(shows) }) = self.regions.get(region as usize) else {
            return false;
        };
        let inside = runs.iter().zip(point).all(|(runs, &place)| {
            let after = runs.partition_point(|&(first, _)| first <= place);
            after > 0 && place <= runs[after - 1].1
        });
        let covered = |((show, column), place): ((&Shows, &RegionColumn), &u32)| match show {
            Shows::Level(_) => true,
            Shows::Span(span) => column.spans[*span].1.binary_search(place).is_ok(),
        };
        inside && shows.iter().zip(&self.columns).zip(point).all(covered)
    }

    /// Whether a file could say this of hierarchies of these heights.
    pub(super) fn fits(&self, heights: &[usize]) -> bool {
        let columns = heights.len();
        let is_region = |region: &Region| {
            let shows = |shows: &Vec<Shows>| {
                shows.len() == columns
                    && shows.iter().zip(heights).zip(&self.columns).all(|((show, height), column)| match show
                    {
                        Shows::Level(level) => level < height,
                        Shows::Span(span) => *span < column.spans.len(),
                    })
            };
            region.runs.len() == columns
                && region
                    .runs
                    .iter()
                    .zip(&self.columns)
                    .all(|(runs, column)| are_runs(runs, column.values.len()))
                && region.shows.as_ref().is_none_or(shows)
        };
        self.columns.len() == columns && self.regions.iter().all(is_region) && self.tree().is_some()
    }
}

impl RegionColumn {
    /// The place of each code of a column, null last.
    fn places(&self, column: &Column) -> Vec<u32> {
        let places: HashMap<Option<&str>, u32> = self.values.iter().map(Option::as_deref).zip(0..).collect();
        let place = |value: Option<&str>| places.get(&value).copied().unwrap_or(NOWHERE);
        column.dictionary().texts().map(|text| place(Some(text))).chain([place(None)]).collect()
    }

    /// The labels, for the codes of a column with these places.
    fn spans(&self, places: &[u32]) -> Vec<Span> {
        let covers = |covered: &Vec<u32>| {
            let codes = places.iter().zip(0..).filter(|(place, _)| covered.binary_search(place).is_ok());
            Covers::Codes(codes.map(|(_, code)| code).collect())
        };
        self.spans
            .iter()
            .map(|(label, covered)| Span { label: label.clone(), covers: covers(covered) })
            .collect()
    }
}

/// Places as runs, ascending.
fn runs(places: impl Iterator<Item = u32>) -> Vec<(u32, u32)> {
    let mut places: Vec<u32> = places.collect();
    places.sort_unstable();
    places.dedup();
    let runs = places.chunk_by(|one, next| one + 1 == *next);
    runs.map(|run| (run[0], run[run.len() - 1])).collect()
}

/// Whether these are runs of a column with so many places.
fn are_runs(runs: &[(u32, u32)], places: usize) -> bool {
    let apart = runs.windows(2).all(|pair| pair[0].1 < pair[1].0);
    apart && runs.iter().all(|&(first, last)| first <= last && (last as usize) < places)
}

/// Cuts that separate regions: on one column, each place belongs to one side.
enum Tree {
    Region(u32),
    Cut { column: usize, side_of_place: HashMap<u32, usize>, sides: Vec<Tree> },
}

impl Tree {
    /// `None` where no cut separates the members, or there are too many cuts above them.
    ///
    /// **Cost**: a look at each place of each region and column, for each cut above the region.
    fn of(regions: &[Region], members: &[u32], depth: usize) -> Option<Self> {
        match members {
            [] => return Some(Self::Region(NOWHERE)),
            [one] => return Some(Self::Region(*one)),
            _ => {}
        }
        let depth = depth.checked_sub(1)?;
        let columns = regions[members[0] as usize].runs.len();
        let cuts = (0..columns).filter_map(|column| Sides::of(regions, members, column));
        let Sides { column, side_of_place, members } = cuts.min_by_key(Sides::largest)?;
        let sides = members.iter().map(|side| Self::of(regions, side, depth)).collect::<Option<_>>()?;
        Some(Self::Cut { column, side_of_place, sides })
    }

    /// The only region that a point may be in.
    fn find(&self, point: &[u32]) -> u32 {
        let mut tree = self;
        loop {
            match tree {
                Self::Region(region) => return *region,
                Self::Cut { column, side_of_place, sides } => match side_of_place.get(&point[*column]) {
                    Some(&side) => tree = &sides[side],
                    None => return NOWHERE,
                },
            }
        }
    }
}

/// Regions on the sides of a cut.
struct Sides {
    column: usize,
    side_of_place: HashMap<u32, usize>,
    members: Vec<Vec<u32>>,
}

impl Sides {
    /// As many sides as there can be: regions that share a place of the column are on one side. `None` where all do.
    fn of(regions: &[Region], members: &[u32], column: usize) -> Option<Self> {
        // Each place belongs to a member, and members that have a place in common to the first of them.
        let mut first_of_place: HashMap<u32, usize> = HashMap::new();
        let mut joined: Vec<usize> = (0..members.len()).collect();
        let places = |member: u32| {
            regions[member as usize].runs[column].iter().flat_map(|&(first, last)| first..=last)
        };
        for (at, &member) in members.iter().enumerate() {
            for place in places(member) {
                let other = *first_of_place.entry(place).or_insert(at);
                let (one, other) = (root(&mut joined, at), root(&mut joined, other));
                joined[one.max(other)] = one.min(other);
            }
        }
        let mut side_of_root: HashMap<usize, usize> = HashMap::new();
        let mut sides: Vec<Vec<u32>> = Vec::new();
        for (at, &member) in members.iter().enumerate() {
            let side = *side_of_root.entry(root(&mut joined, at)).or_insert_with(|| {
                sides.push(Vec::new());
                sides.len() - 1
            });
            sides[side].push(member);
        }
        if sides.len() < 2 {
            return None;
        }
        let side = |(place, at): (u32, usize)| (place, side_of_root[&root(&mut joined, at)]);
        let side_of_place = first_of_place.into_iter().map(side).collect();
        Some(Self { column, side_of_place, members: sides })
    }

    /// The regions on the side with the most of them.
    fn largest(&self) -> usize {
        self.members.iter().map(Vec::len).max().unwrap_or(0)
    }
}

/// The first of those that are joined with one.
fn root(joined: &mut [usize], mut one: usize) -> usize {
    while joined[one] != one {
        joined[one] = joined[joined[one]];
        one = joined[one];
    }
    one
}

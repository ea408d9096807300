//! Reading a release.

use super::{Compare, Release, RowOrder};
use crate::Result;
use lethe_data::label::ELSEWHERE;
use lethe_data::{Column, Context, Table};
use lethe_io::{Location, ReadOptions, compartments, read_table};
use std::collections::HashSet;

/// A release that was read.
pub(super) struct Read {
    /// Its tables.
    pub(super) tables: Vec<Table>,
    /// The names of their files, for messages.
    pub(super) names: Vec<String>,
    /// The bytes of their files, where they are files.
    pub(super) bytes: Option<u64>,
    /// Whether it is one of compartments.
    pub(super) is_folder: bool,
}

/// Reads the tables of a release.
///
/// **Errors**: a file cannot be read, or the list of compartments makes no sense.
pub(super) fn read(request: &Compare, how: Option<ReadOptions>, context: &Context) -> Result<Read> {
    // A release shows labels: no type of the original is demanded of it.
    let options = how.unwrap_or_else(|| request.read.for_other_table());
    let (places, is_folder) = match &request.released {
        Release::Table(place) => (vec![place.clone()], false),
        Release::Compartments(folder) => {
            let places = compartments::read(folder)?.into_iter().map(|listed| listed.location(folder));
            (places.collect::<Result<_, _>>()?, true)
        }
    };
    let tables = places.iter().map(|place| Ok(read_table(place, &options, context)?.unweighted(context)?));
    let tables = tables.collect::<Result<Vec<Table>>>()?;
    let sizes = places.iter().map(Location::bytes).collect::<Option<Vec<u64>>>();
    let names = places.into_iter().map(|place| place.name).collect();
    Ok(Read { tables, names, bytes: sizes.map(|sizes| sizes.iter().sum()), is_folder })
}

/// How rows of a release relate to those of the original, as far as can be reported without looking at values.
pub(super) fn shape(request: &Compare, original: &Table, release: &Read) -> Shape {
    if release.is_folder {
        return Shape::Compartments;
    }
    let table = &release.tables[0];
    let shows = |column: &Column| column.dictionary().texts().any(|text| text == ELSEWHERE);
    let showing = |table: &Table| -> HashSet<String> {
        let such = table.columns().iter().filter(|column| shows(column));
        such.map(|column| column.name().to_owned()).collect()
    };
    if !showing(table).is_subset(&showing(original)) {
        return Shape::SplitRows;
    }
    match request.order {
        _ if table.rows() != original.rows() => Shape::Other { same_number: false },
        RowOrder::Lost => Shape::Other { same_number: true },
        RowOrder::Kept | RowOrder::Detect => Shape::Rows,
    }
}

/// How rows of a release relate to those of the original.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Row by row.
    Rows,
    /// Nobody knows which row is whose.
    Other {
        /// Whether there are as many.
        same_number: bool,
    },
    /// Some rows became several, each with some of the cells.
    SplitRows,
    /// Several tables.
    Compartments,
}

impl Shape {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Rows => "rows",
            Self::Other { .. } => "none",
            Self::SplitRows => "split-rows",
            Self::Compartments => "compartments",
        }
    }
}

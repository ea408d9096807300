//! The nodes of a lattice of levels, as a browser draws them.

use lethe::data::Column;
use lethe::io::read_table;
use lethe::{Context, Error, Location, ReadOptions, Result};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::path::Path;
use std::str::FromStr;

/// Every combination of levels with what it is worth, a list a property.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct Lattice {
    /// The quasi-identifiers.
    columns: Vec<String>,
    /// How many levels each has.
    heights: Vec<u64>,
    /// The levels of each node, in the order of the columns.
    levels: Vec<Vec<u64>>,
    /// Whether all models hold on it.
    holds: Vec<bool>,
    /// What it loses.
    value: Vec<f64>,
    /// The records that are suppressed.
    suppressed: Vec<u64>,
    /// The node that loses least of those on which all models hold.
    best: Option<usize>,
    /// The node that is published.
    published: Option<usize>,
}

/// What the file of nodes calls the level of a column.
const LEVEL_OF: &str = "level of ";

/// Reads the nodes that a search has written, and writes them as JSON.
pub(super) fn write(nodes: &Path, output: &Path, report: &Value, context: &Context) -> Result<()> {
    let location = Location::parse(&nodes.display().to_string())?;
    let table = read_table(&location, &ReadOptions::default(), context)?;
    let missing = || Error::Refuted("the nodes of the lattice are not what was written".to_owned());
    let column = |name: &str| table.columns().iter().find(|column| column.name() == name).ok_or_else(missing);
    let mut lattice = Lattice {
        holds: cells(column("holds")?).ok_or_else(missing)?,
        value: cells(column("value")?).ok_or_else(missing)?,
        suppressed: cells(column("suppressed")?).ok_or_else(missing)?,
        levels: vec![Vec::new(); table.rows()],
        ..Lattice::default()
    };
    let levels =
        table.columns().iter().filter_map(|column| Some((column.name().strip_prefix(LEVEL_OF)?, column)));
    for (name, column) in levels {
        let of_column: Vec<u64> = cells(column).ok_or_else(missing)?;
        lattice.columns.push(name.to_owned());
        lattice.heights.push(of_column.iter().max().map_or(0, |highest| highest + 1));
        lattice.levels.iter_mut().zip(of_column).for_each(|(node, level)| node.push(level));
    }
    let held = lattice.value.iter().enumerate().filter(|(node, _)| lattice.holds[*node]);
    lattice.best = held.min_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(node, _)| node);
    let published: Option<Vec<u64>> = (|| {
        let levels = report.get("solution")?.get("levels")?;
        lattice.columns.iter().map(|name| levels.get(name)?.as_u64()).collect()
    })();
    lattice.published = published.and_then(|levels| lattice.levels.iter().position(|node| *node == levels));
    lethe::io::write_atomically(output, lethe::json::line(&lattice)?.as_bytes())?;
    Ok(())
}

/// The values of a column, where all can be read.
fn cells<T: FromStr>(column: &Column) -> Option<Vec<T>> {
    (0..column.len()).map(|row| column.text(row)?.parse().ok()).collect()
}

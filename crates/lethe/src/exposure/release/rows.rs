//! The rows of the file, and how far they are from the truth.

use super::super::files::{PIECE, column, number};
use super::Subject;
use crate::Result;
use lethe_data::{Column, Context, Table, TypeChoice};
use lethe_exposure::Graph;
use lethe_exposure::discriminate::{ReleasedCell, ReleasedPair, Sanitised};
use lethe_io::Staging;

pub(super) const COLUMNS: [&str; 7] =
    ["from_column", "from_value", "to_column", "to_value", "probability", COUNT, "suppressed"];
const COUNT: &str = "count";

/// What was written, held against the truth. Not for others.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Written {
    /// Edges that are more general than is true.
    pub(super) lowered: u64,
    /// Edges that say more.
    pub(super) raised: u64,
    /// Edges whose count is not reported.
    pub(super) suppressed: u64,
    /// Edges that are not written because a value is not named.
    pub(super) unnamed: u64,
    pub(super) largest_change: f64,
}

/// Writes all edges of the model: by column pair, there and back, by value.
pub(super) fn write(
    subject: &Subject<'_>,
    graph: &Graph,
    model: &Sanitised,
    staging: &mut Staging,
    context: &Context,
) -> Result<Written> {
    let mut rows =
        Rows { subject, graph, texts: Default::default(), counts: Vec::new(), written: Written::default() };
    staging.write(&rows.take()?, context)?;
    let task = context.task("writing what may be shown", Some(model.pairs.len() as u64));
    for pair in &model.pairs {
        context.check_cancelled()?;
        task.advance(1);
        for side in [0, 1] {
            for (from, cells) in pair.lines(side) {
                for cell in cells {
                    rows.add(from, &cell);
                    if rows.texts[0].len() == PIECE {
                        staging.write(&rows.take()?, context)?;
                    }
                }
            }
        }
        rows.written.unnamed += unnamed(graph, pair);
    }
    staging.write(&rows.take()?, context)?;
    Ok(rows.written)
}

/// The edges between two columns of which an end is not named, both ways.
fn unnamed(graph: &Graph, pair: &ReleasedPair) -> u64 {
    let is_named = |side: usize, node: usize| pair.named[side].binary_search(&(node as u32)).is_ok();
    let column = |node: usize| graph.nodes()[node].column;
    let lefts = graph.nodes().partition_point(|node| node.column < pair.columns.0)
        ..graph.nodes().partition_point(|node| node.column <= pair.columns.0);
    let edges = lefts.flat_map(|from| graph.beside(from).map(move |(to, _)| (from, to)));
    let between = edges.filter(|&(_, to)| column(to) == pair.columns.1);
    2 * between.filter(|&(from, to)| !(is_named(0, from) && is_named(1, to))).count() as u64
}

struct Rows<'a> {
    subject: &'a Subject<'a>,
    graph: &'a Graph,
    texts: [Vec<String>; 6],
    counts: Vec<Option<String>>,
    written: Written,
}

impl Rows<'_> {
    fn add(&mut self, from: u32, cell: &ReleasedCell) {
        let records = self.graph.nodes()[from as usize].records as f64;
        let together = self.graph.together(from as usize, cell.to as usize);
        let probability = cell.records as f64 / cell.over as f64 / records;
        // Counts of records up to 2^64 by as many over them: exact.
        match cell.records.cmp(&(u128::from(together) * u128::from(cell.over))) {
            std::cmp::Ordering::Less => self.written.lowered += 1,
            std::cmp::Ordering::Greater => self.written.raised += 1,
            std::cmp::Ordering::Equal => {}
        }
        let change = (probability - together as f64 / records).abs();
        self.written.largest_change = self.written.largest_change.max(change);
        self.written.suppressed += u64::from(cell.kept.is_none());
        let [(from_column, from_value), (to_column, to_value)] = [from, cell.to].map(|node| {
            let node = self.graph.nodes()[node as usize];
            let column = self.subject.table.column(self.subject.nodes.columns()[node.column as usize]);
            (column.name().to_owned(), column.dictionary().text(node.code).to_owned())
        });
        self.counts.push(cell.kept.map(|records| records.to_string()));
        let suppressed = cell.kept.is_none().to_string();
        let texts = [from_column, from_value, to_column, to_value, number(probability), suppressed];
        self.texts.iter_mut().zip(texts).for_each(|(column, text)| column.push(text));
    }

    /// What is there as a table; nothing is left.
    fn take(&mut self) -> Result<Table> {
        let counts = std::mem::take(&mut self.counts);
        let counts = counts.iter().map(Option::as_deref);
        let mut columns = Vec::with_capacity(COLUMNS.len());
        let others = COLUMNS.iter().filter(|name| **name != COUNT);
        for (name, texts) in others.zip(&mut self.texts) {
            columns.push(column(name, std::mem::take(texts).into_iter())?);
        }
        columns.insert(COLUMNS.len() - 2, Column::from_texts(COUNT, counts, TypeChoice::Infer)?);
        Ok(Table::new(columns)?)
    }
}

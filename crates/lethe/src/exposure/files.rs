//! Measures and edges, written to files piece by piece.

use super::Subject;
use crate::Result;
use lethe_data::{Column, Context, Table, TypeChoice};
use lethe_exposure::pairs::{PairCounts, for_each_in_order};
use lethe_io::{Location, Ready, TableWriter};

/// Rows written at once.
pub(super) const PIECE: usize = 1 << 16;

/// Writes row, sum, mean and flagged of every record.
pub(super) fn write_records(location: &Location, subject: &Subject<'_>, context: &Context) -> Result<Ready> {
    let rows = subject.table.rows();
    let piece = |rows: std::ops::Range<usize>| -> Result<Table> {
        let records = subject.measures.records();
        Ok(Table::new(vec![
            column("row", rows.clone().map(|row| (row + 1).to_string()))?,
            column("sum", rows.clone().map(|row| number(records.sum(row))))?,
            column("mean", rows.clone().map(|row| number(records.mean(row))))?,
            column("flagged", rows.map(|row| subject.is_flagged(row).to_string()))?,
        ])?)
    };
    let mut writer = TableWriter::create(location, &piece(0..0)?, context)?;
    let task = context.task("writing records", Some(rows as u64));
    for start in (0..rows).step_by(PIECE) {
        let range = start..rows.min(start + PIECE);
        task.advance(range.len() as u64);
        writer.write(&piece(range)?, context)?;
    }
    Ok(writer.complete()?)
}

/// Writes every ordered pair of values that somebody has.
pub(super) fn write_edges(location: &Location, subject: &Subject<'_>, context: &Context) -> Result<Ready> {
    let mut edges = Edges::default();
    let mut writer = TableWriter::create(location, &edges.take()?, context)?;
    let mut failed = None;
    for_each_in_order(subject.table, subject.nodes, context, |counts| {
        if failed.is_none() {
            failed = edges.add(subject, &counts, |table| Ok(writer.write(&table, context)?)).err();
        }
        context.check_cancelled()?;
        Ok(())
    })?;
    match failed {
        Some(failed) => return Err(failed),
        None => writer.write(&edges.take()?, context)?,
    }
    Ok(writer.complete()?)
}

/// Rows of the table of edges.
#[derive(Default)]
struct Edges {
    texts: [Vec<String>; 6],
}

const EDGE_COLUMNS: [&str; 6] =
    ["from_column", "from_value", "to_column", "to_value", "count", "probability"];

impl Edges {
    /// Adds the edges between two columns in both directions, and writes pieces that are full.
    fn add(
        &mut self,
        subject: &Subject<'_>,
        counts: &PairCounts,
        mut write: impl FnMut(Table) -> Result<()>,
    ) -> Result<()> {
        let columns =
            [counts.left, counts.right].map(|place| subject.table.column(subject.nodes.columns()[place]));
        for is_back in [false, true] {
            for pair in &counts.pairs {
                let mut ends = [(columns[0], pair.left, counts.left), (columns[1], pair.right, counts.right)];
                if is_back {
                    ends.reverse();
                }
                let [(from, from_code, place), (to, to_code, _)] = ends;
                let records = subject.nodes.records(place)[from_code as usize];
                let texts = [
                    from.name().to_owned(),
                    from.dictionary().text(from_code).to_owned(),
                    to.name().to_owned(),
                    to.dictionary().text(to_code).to_owned(),
                    pair.records.to_string(),
                    number(pair.records as f64 / records as f64),
                ];
                self.texts.iter_mut().zip(texts).for_each(|(column, text)| column.push(text));
                if self.texts[0].len() == PIECE {
                    write(self.take()?)?;
                }
            }
        }
        Ok(())
    }

    /// What is there as a table; nothing is left.
    fn take(&mut self) -> Result<Table> {
        let columns = EDGE_COLUMNS.iter().zip(&mut self.texts);
        let columns: Result<Vec<Column>> =
            columns.map(|(name, texts)| column(name, std::mem::take(texts).into_iter())).collect();
        Ok(Table::new(columns?)?)
    }
}

pub(super) fn column(name: &str, texts: impl Iterator<Item = String>) -> Result<Column> {
    let texts: Vec<String> = texts.collect();
    Ok(Column::from_texts(name, texts.iter().map(|text| Some(text.as_str())), TypeChoice::Infer)?)
}

/// A number as users write it, to nine places.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.9}");
    let text = text.trim_end_matches('0');
    text.trim_end_matches('.').to_owned()
}

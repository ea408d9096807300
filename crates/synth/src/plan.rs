//! How a data set is written down: the facts of a row, and one entry a column.

use crate::domain::Domain;
use crate::hierarchy_rows::{Ancestors, HierarchyRows, unroll};
use crate::random::{Stream, Streams};
use crate::{Error, Result};
use lethe_data::{Codes, Column, Dictionary, Interner, Table, TypeChoice, ValueType};
use std::sync::Arc;

/// A data set whose rows are made from facts of type `F`.
pub(crate) struct Plan<F> {
    facts: Facts<F>,
    columns: Vec<Entry<F>>,
}

/// One column: its name and type, how its cells follow from the facts, and its hierarchy.
pub(crate) struct Entry<F> {
    name: String,
    value_type: ValueType,
    cells: Cells<F>,
    ancestors: Option<Ancestors>,
}

/// Draws the facts of a row from its number.
type Facts<F> = Box<dyn Fn(u64, &mut Stream) -> F + Send + Sync>;
/// Fills the codes of a fixed domain.
type Fill<F> = Box<dyn Fn(&[F], &mut Stream, &Domain) -> Codes + Send + Sync>;
/// Writes one cell into an empty buffer; `false` for null.
type Write<F> = Box<dyn Fn(&F, &mut Stream, &mut String) -> bool + Send + Sync>;

enum Cells<F> {
    /// Values of a fixed domain whose dictionary all blocks share; no text is touched.
    Drawn(Domain, Fill<F>),
    /// Values that are (nearly) unique: every block has a dictionary of its own.
    Written(Write<F>),
}

impl<F: 'static> Entry<F> {
    /// A column that takes an item of a domain, or null.
    pub(crate) fn drawn(
        name: impl Into<String>,
        domain: &Domain,
        draw: impl Fn(&F, &mut Stream) -> Option<u32> + Send + Sync + 'static,
    ) -> Self {
        let fill = move |facts: &[F], random: &mut Stream, domain: &Domain| {
            let null = domain.len();
            let codes = facts.iter().map(|row| draw(row, random).map_or(null, |item| domain.code(item)));
            Codes::from_iter_within(null as usize + 1, codes)
        };
        let value_type = domain.dictionary().value_type();
        let cells = Cells::Drawn(domain.clone(), Box::new(fill));
        Self { name: name.into(), value_type, cells, ancestors: None }
    }

    /// A column that takes an item of a domain in every row.
    pub(crate) fn always(
        name: impl Into<String>,
        domain: &Domain,
        draw: impl Fn(&F, &mut Stream) -> u32 + Send + Sync + 'static,
    ) -> Self {
        Self::drawn(name, domain, move |row, random| Some(draw(row, random)))
    }

    /// A column of (nearly) unique values; `write` returns whether the cell has a value.
    pub(crate) fn written(
        name: impl Into<String>,
        value_type: ValueType,
        write: impl Fn(&F, &mut Stream, &mut String) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), value_type, cells: Cells::Written(Box::new(write)), ancestors: None }
    }

    /// The same column with a hierarchy.
    pub(crate) fn under(mut self, ancestors: Ancestors) -> Self {
        self.ancestors = Some(ancestors);
        self
    }

    fn column(&self, facts: &[F], random: &mut Stream) -> Result<Column> {
        match &self.cells {
            Cells::Drawn(domain, fill) => {
                let codes = fill(facts, random, domain);
                Ok(Column::new(self.name.clone(), Arc::clone(domain.dictionary()), codes))
            }
            Cells::Written(write) => self.write_column(write, facts, random),
        }
    }

    fn write_column(&self, write: &Write<F>, facts: &[F], random: &mut Stream) -> Result<Column> {
        let mut interner = Interner::default();
        let mut cell = String::new();
        let numbers: Vec<Option<u32>> = facts
            .iter()
            .map(|row| {
                cell.clear();
                write(row, random, &mut cell).then(|| interner.intern(&cell))
            })
            .collect();
        let declared = TypeChoice::Declared(self.value_type);
        let built = Dictionary::build(&self.name, &interner.into_texts(), declared, |_| false)?;
        let null = built.dictionary.len() as u32;
        let codes = numbers.iter().map(|number| number.map_or(null, |n| built.codes[n as usize]));
        let codes = Codes::from_iter_within(null as usize + 1, codes);
        Ok(Column::new(self.name.clone(), Arc::new(built.dictionary), codes))
    }
}

impl<F: 'static> Plan<F> {
    /// A plan whose facts are drawn a row at a time from the row's number and the block's stream.
    pub(crate) fn new(
        facts: impl Fn(u64, &mut Stream) -> F + Send + Sync + 'static,
        columns: Vec<Entry<F>>,
    ) -> Self {
        Self { facts: Box::new(facts), columns }
    }
}

/// A plan whatever its facts are.
pub(crate) trait Source: Send + Sync {
    /// Keeps the first columns only.
    fn truncate(&mut self, columns: usize);
    /// Names and types.
    fn schema(&self) -> Vec<(String, ValueType)>;
    /// Some rows from a first one on.
    fn table(&self, streams: Streams, block: usize, rows: std::ops::Range<u64>) -> Result<Table>;
    /// The hierarchies of the columns that have one.
    fn hierarchies(&self) -> Vec<HierarchyRows>;
}

impl<F: 'static> Source for Plan<F> {
    fn truncate(&mut self, columns: usize) {
        self.columns.truncate(columns);
    }

    fn schema(&self) -> Vec<(String, ValueType)> {
        self.columns.iter().map(|entry| (entry.name.clone(), entry.value_type)).collect()
    }

    fn table(&self, streams: Streams, block: usize, rows: std::ops::Range<u64>) -> Result<Table> {
        let mut random = streams.stream(block, Streams::ROWS);
        let facts: Vec<F> = rows.map(|row| (self.facts)(row, &mut random)).collect();
        let columns = self
            .columns
            .iter()
            .map(|entry| entry.column(&facts, &mut streams.stream(block, &entry.name)))
            .collect::<Result<_>>()?;
        Table::new(columns).map_err(Error::from)
    }

    fn hierarchies(&self) -> Vec<HierarchyRows> {
        self.columns
            .iter()
            .filter_map(|entry| match (&entry.cells, &entry.ancestors) {
                (Cells::Drawn(domain, _), Some(rule)) => Some(unroll(&entry.name, domain, rule)),
                _ => None,
            })
            .collect()
    }
}

//! From a table to a model.

use super::{ColumnCounts, Model, ModelError, ValueCount, place_of};
use crate::pairs::{self, Pair};
use crate::{Nodes, Result};
use lethe_data::{Context, Table};
use std::sync::{Mutex, PoisonError};

/// The number of a value that nobody has.
const NOBODY: u32 = u32::MAX;

impl Model {
    /// Counts the values and value pairs of the columns at these positions.
    ///
    /// **Guarantee**: exact, and the same for any order of rows and columns and any number of threads.
    /// **Cost**: counting all pairs of columns; memory for the pairs that occur.
    /// **Errors**: two columns have one name, the memory budget is too small, or the run is cancelled.
    pub fn train(table: &Table, columns: &[usize], context: &Context) -> Result<Self> {
        let mut positions = columns.to_vec();
        positions.sort_unstable_by_key(|&position| table.column(position).name());
        positions.dedup();
        if let Some(twice) =
            positions.windows(2).find(|two| table.column(two[0]).name() == table.column(two[1]).name())
        {
            let name = table.column(twice[0]).name();
            return Err(ModelError::Request(format!("two columns are called '{name}'")).into());
        }
        let width = positions.len();
        let column_pairs = width.saturating_mul(width.saturating_sub(1)) / 2;
        let mut reserved = context.memory().reserve("the value pairs of a model");
        reserved.try_grow(column_pairs.saturating_mul(size_of::<Vec<Pair>>()))?;
        let mut tables: Vec<Vec<Pair>> = Vec::new();
        tables.try_reserve_exact(column_pairs).map_err(|_| {
            let problem =
                format!("{width} columns have too many pairs for a model; choose some with `columns`");
            ModelError::Limit(problem)
        })?;
        tables.resize_with(column_pairs, Vec::new);
        let nodes = Nodes::of(table, &positions);
        let (columns, numbers): (Vec<ColumnCounts>, Vec<Vec<u32>>) =
            (0..positions.len()).map(|place| by_text(table, &nodes, place)).unzip();
        let (reserved, tables) = (Mutex::new(reserved), Mutex::new(tables));
        pairs::for_each(table, &nodes, context, |counted| {
            let bytes = counted.pairs.len() * size_of::<Pair>();
            reserved.lock().unwrap_or_else(PoisonError::into_inner).try_grow(bytes)?;
            let (left, right) = (&numbers[counted.left], &numbers[counted.right]);
            let mut renamed: Vec<Pair> = counted
                .pairs
                .iter()
                .map(|pair| Pair {
                    left: left[pair.left as usize],
                    right: right[pair.right as usize],
                    ..*pair
                })
                .collect();
            renamed.sort_unstable();
            let at = place_of(width, counted.left, counted.right);
            tables.lock().unwrap_or_else(PoisonError::into_inner)[at] = renamed;
            Ok(())
        })?;
        let tables = tables.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(Self { records: table.records(), columns, tables, ..Self::default() })
    }
}

/// A column's values by text, and the number of each code.
fn by_text(table: &Table, nodes: &Nodes, place: usize) -> (ColumnCounts, Vec<u32>) {
    let column = table.column(nodes.columns()[place]);
    let records = nodes.records(place);
    let mut codes: Vec<u32> = (0..records.len() as u32).filter(|&code| records[code as usize] > 0).collect();
    codes.sort_unstable_by_key(|&code| column.dictionary().text(code));
    let mut numbers = vec![NOBODY; records.len()];
    let mut values = Vec::with_capacity(codes.len());
    for (number, &code) in codes.iter().enumerate() {
        numbers[code as usize] = number as u32;
        values.push(ValueCount {
            text: column.dictionary().text(code).into(),
            records: records[code as usize],
        });
    }
    (ColumnCounts { name: column.name().to_owned(), values }, numbers)
}

//! From a table's rows to keys.

use super::key::{Field, Key, Layout};
use super::problem::Problem;
use crate::Result;
use lethe_data::{Codes, Context, Reservation, Table};
use rayon::prelude::*;

/// Makes keys from the rows of a table.
pub(crate) struct Encoder<'a> {
    columns: Vec<(&'a Codes, Field, Vec<u32>)>,
    extra: Vec<(&'a Codes, Field)>,
}

impl<'a> Encoder<'a> {
    pub(super) fn new(
        table: &'a Table,
        quasi: &[usize],
        maps: Vec<Vec<u32>>,
        extra: &[usize],
        layout: &Layout,
    ) -> Self {
        let fields = quasi.iter().zip(&layout.quasi).zip(maps);
        let columns =
            fields.map(|((&column, &field), map)| (table.column(column).codes(), field, map)).collect();
        let extra = extra.iter().zip(&layout.extra);
        Self {
            columns,
            extra: extra.map(|(&column, &field)| (table.column(column).codes(), field)).collect(),
        }
    }

    /// The key of a row on level 0.
    pub(crate) fn key<const W: usize>(&self, row: usize) -> Key<W> {
        let mut key = [0; W];
        for (codes, field, map) in &self.columns {
            field.set(&mut key, map[codes.get(row) as usize]);
        }
        for (codes, field) in &self.extra {
            field.set(&mut key, codes.get(row));
        }
        key
    }
}

impl Problem<'_> {
    /// Makes keys from the table's rows.
    pub(crate) fn encoder(&self, layout: &Layout, extra: &[usize]) -> Encoder<'_> {
        let dimensions = self.space.dimensions().iter();
        let maps = dimensions.map(|dimension| dimension.leaf_codes(dimension.bound())).collect();
        Encoder::new(self.table, &self.quasi, maps, extra, layout)
    }
}

/// Distinct keys in ascending order, with the records that have each.
pub(super) type Weighted<const W: usize> = (Vec<Key<W>>, Vec<u64>);

/// One key for each combination of codes that occurs. Unweighted rows are sorted where they stand, so that a table of
/// mostly different rows is never held twice.
pub(super) fn distinct<const W: usize>(
    table: &Table,
    encoder: &Encoder<'_>,
    held: &mut Reservation,
    context: &Context,
) -> Result<Weighted<W>> {
    let rows = table.rows();
    let Some(weights) = table.weights() else {
        held.try_grow(rows * size_of::<Key<W>>())?;
        let mut keys: Vec<Key<W>> =
            context.install(|| (0..rows).into_par_iter().map(|row| encoder.key(row)).collect());
        context.install(|| keys.par_sort_unstable());
        context.check_cancelled()?;
        let counts = run_lengths(&keys);
        held.try_grow(counts.len() * size_of::<u64>())?;
        keys.dedup();
        keys.shrink_to_fit();
        held.shrink((rows - keys.len()) * size_of::<Key<W>>());
        return Ok((keys, counts));
    };
    held.try_grow(rows * size_of::<(Key<W>, u64)>())?;
    let pair = |row: usize| (encoder.key(row), weights[row]);
    let mut pairs: Vec<(Key<W>, u64)> = context.install(|| (0..rows).into_par_iter().map(pair).collect());
    context.install(|| pairs.par_sort_unstable_by_key(|(key, _)| *key));
    context.check_cancelled()?;
    pairs.dedup_by(|later, first| {
        let same = later.0 == first.0;
        if same {
            first.1 += later.1;
        }
        same
    });
    Ok(pairs.into_iter().unzip())
}

fn run_lengths<const W: usize>(sorted: &[Key<W>]) -> Vec<u64> {
    let runs = sorted.chunk_by(|a, b| a == b);
    let mut lengths = Vec::with_capacity(runs.clone().count());
    lengths.extend(runs.map(|run| run.len() as u64));
    lengths
}

/// The keys of a table and of its population, with the records of both.
pub(super) fn united<const W: usize>(
    table: Weighted<W>,
    population: Weighted<W>,
) -> (Vec<Key<W>>, Vec<u64>, Vec<u64>) {
    let own = table.0.into_iter().zip(table.1).map(|(key, records)| (key, records, 0));
    let others = population.0.into_iter().zip(population.1).map(|(key, records)| (key, 0, records));
    let mut rows: Vec<(Key<W>, u64, u64)> = own.chain(others).collect();
    rows.sort_unstable_by_key(|(key, _, _)| *key);
    rows.dedup_by(|later, first| {
        let same = later.0 == first.0;
        if same {
            first.1 += later.1;
            first.2 += later.2;
        }
        same
    });
    let mut united = (Vec::new(), Vec::new(), Vec::new());
    for (key, records, others) in rows {
        united.0.push(key);
        united.1.push(records);
        united.2.push(others);
    }
    united
}

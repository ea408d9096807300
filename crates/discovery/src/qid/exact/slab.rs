//! Rows to be counted: the whole table, or a sample of it that is read first.

use super::Index;
use super::sheet::Sheet;
use super::tally::{self, Tally};
use lethe_data::{Code, Codes, with_codes};
use rayon::prelude::*;
use std::borrow::Cow;
use std::ops::Range;

/// Rows whose keys are made at a time; they stay in the first-level cache.
pub(super) const BLOCK: usize = 2048;

/// A table of which this many times the records that fill it are more than there are rows fills slowly.
const SPARSE: u64 = 64;

/// The packed codes of a prefix. Two bytes, where they are enough, are multiplied faster than four.
pub(super) trait Key: Code {
    #[must_use]
    fn append(self, domain: Self, code: Self) -> Self;
}

macro_rules! impl_key {
    ($($int:ty),*) => {$(
        impl Key for $int {
            #[inline]
            fn append(self, domain: Self, code: Self) -> Self {
                self.wrapping_mul(domain).wrapping_add(code)
            }
        }
    )*};
}
impl_key!(u16, u32);

/// Columns of equally many rows.
pub(super) struct Slab<'a> {
    pub(super) rows: usize,
    columns: Vec<Cow<'a, Codes>>,
    weights: Option<Cow<'a, [u64]>>,
}

impl<'a> Slab<'a> {
    /// All rows in their own order, without copying them.
    pub(super) fn whole(sheet: &Sheet<'a>) -> Self {
        Self {
            rows: sheet.rows,
            columns: sheet.columns.iter().map(|column| Cow::Borrowed(column.codes)).collect(),
            weights: sheet.weights.map(Cow::Borrowed),
        }
    }

    /// A copy of chosen rows.
    pub(super) fn chosen(sheet: &Sheet<'a>, rows: &[u32]) -> Self {
        let weights = sheet.weights.map(|weights| rows.iter().map(|&row| weights[row as usize]).collect());
        Self {
            rows: rows.len(),
            columns: sheet.columns.par_iter().map(|column| Cow::Owned(column.codes.select(rows))).collect(),
            weights: weights.map(Cow::Owned),
        }
    }

    /// Packs the codes of some columns of a block of rows into one number each. The caller has checked that the
    /// columns' combinations fit the key.
    pub(super) fn pack<K: Key>(
        &self,
        sheet: &Sheet<'_>,
        columns: &[Index],
        rows: Range<usize>,
        keys: &mut [K],
    ) {
        let Some((&first, rest)) = columns.split_first() else {
            keys.fill(K::narrow(0));
            return;
        };
        with_codes!(self.codes(first), codes => {
            keys.iter_mut().zip(&codes[rows.clone()]).for_each(|(key, code)| *key = K::narrow(code.widen()));
        });
        for &column in rest {
            let domain = K::narrow(sheet.domain(column));
            with_codes!(self.codes(column), codes => {
                keys.iter_mut()
                    .zip(&codes[rows.clone()])
                    .for_each(|(key, code)| *key = key.append(domain, K::narrow(code.widen())));
            });
        }
    }

    /// Counts a block of rows by their prefix's key and one more column.
    pub(super) fn count<T: Tally, K: Key>(
        &self,
        counters: &mut [T],
        keys: &[K],
        (column, domain): (Index, u32),
        rows: Range<usize>,
        full: T,
    ) {
        let one = T::of(1);
        let sparse = (counters.len() as u64 * SPARSE).saturating_mul(full.records()) >= self.rows as u64;
        with_codes!(self.codes(column), codes => {
            let cells = keys.iter().zip(&codes[rows.clone()]);
            let cells = cells.map(|(key, code)| key.widen().append(domain, code.widen()) as usize);
            match &self.weights {
                None if sparse => cells.for_each(|cell| counters[cell] = counters[cell].bump(full)),
                None => cells.for_each(|cell| tally::add(&mut counters[cell], one, full)),
                Some(weights) => cells
                    .zip(&weights[rows])
                    .for_each(|(cell, &weight)| tally::add(&mut counters[cell], T::of(weight), full)),
            }
        });
    }

    /// The records a row stands for.
    pub(super) fn weight<T: Tally>(&self, row: usize) -> T {
        T::of(self.weights.as_ref().map_or(1, |weights| weights[row]))
    }

    pub(super) fn codes(&self, column: Index) -> &Codes {
        &self.columns[usize::from(column)]
    }
}

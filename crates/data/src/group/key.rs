//! Packing the codes of several columns into one integer.
//!
//! Mixed radix: with domains `d1, d2, ..` the key of a row is `(c1·d2 + c2)·d3 + ..`, a bijection between code
//! combinations and `0..d1·d2·..`. Keys are made block by block, a column at a time, so that each column is read once
//! in order and the block of keys stays in the first-level cache.

use crate::codes::Code;
use crate::hash::spread;
use crate::{Codes, Column, with_codes};
use std::ops::Range;

/// Rows packed at a time.
pub(super) const BLOCK: usize = if cfg!(test) { 16 } else { 2048 };

/// Codes that take part in a key: a column's, or the class numbers of a coarser grouping.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    codes: Source<'a>,
    domain: u64,
}

#[derive(Clone, Copy)]
enum Source<'a> {
    Column(&'a Codes),
    Ids(&'a [u32]),
}

impl<'a> Part<'a> {
    pub(super) fn column(column: &'a Column) -> Self {
        Self { codes: Source::Column(column.codes()), domain: column.domain().max(1) as u64 }
    }

    pub(super) fn ids(ids: &'a [u32], domain: usize) -> Self {
        Self { codes: Source::Ids(ids), domain: domain.max(1) as u64 }
    }
}

/// An integer wide enough for the packed keys at hand.
pub(super) trait Key: Copy + Eq + Ord + Default + Send + Sync + 'static {
    fn append(self, domain: u64, code: u32) -> Self;
    fn hash(self) -> u64;
}

impl Key for u32 {
    #[inline]
    fn append(self, domain: u64, code: u32) -> Self {
        self.wrapping_mul(domain as u32).wrapping_add(code)
    }
    #[inline]
    fn hash(self) -> u64 {
        spread(u64::from(self))
    }
}

impl Key for u64 {
    #[inline]
    fn append(self, domain: u64, code: u32) -> Self {
        self.wrapping_mul(domain).wrapping_add(u64::from(code))
    }
    #[inline]
    fn hash(self) -> u64 {
        spread(self)
    }
}

impl Key for u128 {
    #[inline]
    fn append(self, domain: u64, code: u32) -> Self {
        self.wrapping_mul(u128::from(domain)).wrapping_add(u128::from(code))
    }
    #[inline]
    fn hash(self) -> u64 {
        spread(self as u64 ^ spread((self >> 64) as u64))
    }
}

/// The parts of a key and the size of the space they span.
pub(super) struct Packing<'a> {
    parts: Vec<Part<'a>>,
    rows: usize,
    domain: u128,
}

impl<'a> Packing<'a> {
    /// A packing of as many leading parts as fit 128 bits, and how many that are.
    pub(super) fn of_leading(parts: &[Part<'a>], rows: usize) -> (Self, usize) {
        let mut domain: u128 = 1;
        let mut taken = 0;
        for part in parts {
            let Some(product) = domain.checked_mul(u128::from(part.domain)) else { break };
            domain = product;
            taken += 1;
        }
        (Self { parts: parts[..taken].to_vec(), rows, domain }, taken)
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    pub(super) fn domain(&self) -> u128 {
        self.domain
    }

    /// Fills `keys` with the keys of a range of rows; `keys` is as long as the range.
    pub(super) fn fill<K: Key>(&self, rows: Range<usize>, keys: &mut [K]) {
        if self.parts.is_empty() {
            keys.fill(K::default());
        }
        for (index, part) in self.parts.iter().enumerate() {
            let first = index == 0;
            match part.codes {
                Source::Column(codes) => {
                    with_codes!(codes, codes => append(keys, &codes[rows.clone()], part.domain, first));
                }
                Source::Ids(ids) => append(keys, &ids[rows.clone()], part.domain, first),
            }
        }
    }

    /// Calls `visit(first_row, keys)` for each block of a range of rows.
    #[inline]
    pub(super) fn for_each_block<K: Key>(&self, rows: Range<usize>, mut visit: impl FnMut(usize, &[K])) {
        let mut keys = [K::default(); BLOCK];
        let mut start = rows.start;
        while start < rows.end {
            let end = rows.end.min(start + BLOCK);
            let block = &mut keys[..end - start];
            self.fill(start..end, block);
            visit(start, block);
            start = end;
        }
    }

    /// The codes a key was packed from.
    pub(super) fn unpack(&self, mut key: u128) -> Vec<u32> {
        let mut codes = vec![0; self.parts.len()];
        for (code, part) in codes.iter_mut().zip(&self.parts).rev() {
            *code = (key % u128::from(part.domain)) as u32;
            key /= u128::from(part.domain);
        }
        codes
    }
}

#[inline]
fn append<K: Key, C: Code>(keys: &mut [K], codes: &[C], domain: u64, first: bool) {
    if first {
        keys.iter_mut().zip(codes).for_each(|(key, code)| *key = K::default().append(1, code.widen()));
    } else {
        keys.iter_mut().zip(codes).for_each(|(key, code)| *key = key.append(domain, code.widen()));
    }
}

//! The rows that are looked at first.
//!
//! Most safe column sets are proven safe by a small part of the table: once every possible class has k records in it,
//! more rows cannot change the answer. For that the rows must come in random order, whatever order the file has; so a
//! random part of the rows is copied once and read first.

use super::sheet::Sheet;
use super::slab::Slab;
use lethe_data::random::Random;

/// The share of the rows that is copied.
const SHARE: usize = 16;
/// A table of up to this many rows is not sampled: counting all of it is as fast.
const SMALL: usize = if cfg!(test) { 16 } else { 1 << 14 };
/// The largest sample.
const MOST: usize = 1 << 18;

/// The number of rows a sample of the table has.
pub(super) fn size(rows: usize) -> usize {
    if rows <= SMALL { 0 } else { (rows / SHARE).clamp(SMALL, MOST) }
}

/// Copies randomly chosen rows: one of each of equally long stretches of the table, in random order.
pub(super) fn draw<'a>(sheet: &Sheet<'a>, size: usize) -> Slab<'a> {
    let mut chosen = Vec::with_capacity(size);
    let mut random = Random::new(0x6c65_7468_6500_0000);
    for stretch in 0..size {
        let start = stretch * sheet.rows / size;
        let end = (stretch + 1) * sheet.rows / size;
        chosen.push(start as u32 + random.below((end - start) as u64) as u32);
    }
    for last in (1..chosen.len()).rev() {
        chosen.swap(last, random.below(last as u64 + 1) as usize);
    }
    Slab::chosen(sheet, &chosen)
}

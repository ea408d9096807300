//! From keys to mixed-radix numbers.

use super::key::{Field, Key};

/// Tables over several fields at once pay off with more rows than this.
const MANY_ROWS: usize = if cfg!(test) { 16 } else { 1 << 12 };
/// The bits of a key that one table looks at.
const TABLE_BITS: u32 = if cfg!(test) { 4 } else { 11 };

/// What each part of a key adds to its number.
///
/// With many rows neighbouring fields share a table, so that a key needs a few look-ups instead of one a column.
pub(crate) struct Numbering {
    parts: Vec<(Field, Vec<u64>)>,
}

impl Numbering {
    pub(crate) fn new(addends: Vec<(Field, Vec<u64>)>, rows: usize) -> Self {
        if rows <= MANY_ROWS {
            return Self { parts: addends };
        }
        let mut parts: Vec<(Field, Vec<u64>)> = Vec::new();
        for (field, addends) in addends {
            match parts.last_mut() {
                Some((last, sums)) => match last.joined(field).filter(|joined| joined.bits() <= TABLE_BITS) {
                    Some(joined) => {
                        *sums = joined_sums((*last, sums), (field, &addends), joined);
                        *last = joined;
                    }
                    None => parts.push((field, addends)),
                },
                None => parts.push((field, addends)),
            }
        }
        Self { parts }
    }

    #[inline]
    pub(crate) fn of<const W: usize>(&self, key: &Key<W>) -> u64 {
        self.parts.iter().map(|(field, addends)| addends[field.get(key)]).sum()
    }
}

/// The sums of two fields for every code of both together; codes that do not occur add nothing.
fn joined_sums(high: (Field, &[u64]), low: (Field, &[u64]), joined: Field) -> Vec<u64> {
    let (high_shift, low_shift) = (high.0.shift_within(joined), low.0.shift_within(joined));
    let code = |field: Field, at: usize, shift: u32| (at >> shift) & (field.domain() as usize - 1);
    let addend = |sums: &[u64], code: usize| sums.get(code).copied().unwrap_or(0);
    (0..joined.domain() as usize)
        .map(|at| addend(high.1, code(high.0, at, high_shift)) + addend(low.1, code(low.0, at, low_shift)))
        .collect()
}

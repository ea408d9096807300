//! Which rows look alike on a few columns, as the cells are now.

use super::cells::Cells;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Key spaces up to this size are counted in a table of their own.
const DIRECT: u64 = 1 << 21;

/// Room for counting, kept between questions.
#[derive(Default)]
pub(super) struct Scratch {
    keys: Vec<u64>,
    counts: Vec<u32>,
    numbers: Numbers,
}

/// Some rows, or all, by what they show on some columns, to be told apart by one more.
pub(super) struct Prefix<'a> {
    among: Option<&'a [u32]>,
    class: Vec<u32>,
    classes: usize,
}

/// Keys as numbers from zero up.
type Numbers = HashMap<u64, u32, BuildHasherDefault<Spread>>;

/// Spreads a key; equal hashes are told apart by the map.
#[derive(Clone, Copy, Default)]
pub(super) struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = lethe_data::hash::spread(self.0 ^ key);
    }
}

/// The rows by what they show on some columns.
pub(super) struct Alike {
    /// The class of each row.
    pub(super) class: Vec<u32>,
    /// The records of each class.
    pub(super) records: Vec<u64>,
}

impl Cells {
    /// The classes of some rows, or of all, on some columns.
    pub(super) fn prefix<'a>(
        &self,
        columns: &[usize],
        among: Option<&'a [u32]>,
        scratch: &mut Scratch,
    ) -> Prefix<'a> {
        if let &[column] = columns {
            let (numbers, classes) = self.numbered(column);
            let class = match among {
                None => numbers.to_vec(),
                Some(rows) => rows.iter().map(|&row| numbers[row as usize]).collect(),
            };
            return Prefix { among, class, classes };
        }
        self.keys(columns, among, scratch);
        let classes = scratch.number();
        Prefix { among, class: scratch.keys.iter().map(|&key| key as u32).collect(), classes }
    }

    /// The rows whose records are fewer than `k` alike on the prefix and one more column, ascending.
    pub(super) fn exposed(
        &self,
        prefix: &Prefix<'_>,
        last: usize,
        k: u64,
        scratch: &mut Scratch,
    ) -> Vec<u32> {
        let (shown, domain) = self.numbered(last);
        match prefix.among {
            None => self.exposed_among(prefix, &(0..).zip(shown.iter().copied()), domain, k, scratch),
            Some(rows) => {
                let shown = rows.iter().map(|&row| (row, shown[row as usize]));
                self.exposed_among(prefix, &shown, domain, k, scratch)
            }
        }
    }

    /// The same for rows that come with what they show in the last column, in the order of the prefix.
    fn exposed_among(
        &self,
        prefix: &Prefix<'_>,
        shown: &(impl Iterator<Item = (u32, u32)> + Clone),
        domain: usize,
        k: u64,
        scratch: &mut Scratch,
    ) -> Vec<u32> {
        // Counts beyond this do not matter, so that they fit.
        let enough = u32::try_from(k).unwrap_or(u32::MAX);
        let space = prefix.classes as u64 * domain as u64;
        let pairs = || shown.clone().zip(&prefix.class);
        if space <= DIRECT.min(4096 + 32 * prefix.class.len() as u64) {
            let keys =
                || pairs().map(|((row, shown), &class)| (row, class as usize * domain + shown as usize));
            return exposed_keys(keys, space as usize, self.weights(), enough, &mut scratch.counts);
        }
        scratch.keys.clear();
        let key =
            |((_, shown), &class): ((u32, u32), &u32)| u64::from(class) * domain as u64 + u64::from(shown);
        scratch.keys.extend(pairs().map(key));
        let space = scratch.number();
        let Scratch { keys, counts, .. } = scratch;
        let keys = || shown.clone().zip(&*keys).map(|((row, _), &key)| (row, key as usize));
        exposed_keys(keys, space, self.weights(), enough, counts)
    }

    /// The classes of the rows.
    pub(super) fn alike(&self, columns: &[usize], scratch: &mut Scratch) -> Alike {
        self.keys(columns, None, scratch);
        scratch.number();
        let class: Vec<u32> = scratch.keys.iter().map(|&key| key as u32).collect();
        let mut records = vec![0; class.iter().map(|&class| class as usize + 1).max().unwrap_or(0)];
        for (row, &class) in class.iter().enumerate() {
            records[class as usize] += self.records(row as u32);
        }
        Alike { class, records }
    }

    /// Gives some rows, or all, the keys of what they show.
    fn keys(&self, columns: &[usize], among: Option<&[u32]>, scratch: &mut Scratch) {
        scratch.keys.clear();
        scratch.keys.resize(among.map_or(self.rows(), <[u32]>::len), 0);
        let mut space = 1u64;
        for &column in columns {
            let (shown, domain) = self.numbered(column);
            let domain = domain as u64;
            if space.checked_mul(domain).is_none() {
                scratch.number();
                // Rows and symbols are numbered by 32 bits each.
                space = self.rows() as u64;
            }
            let add = |key: &mut u64, symbol: u32| *key = *key * domain + u64::from(symbol);
            match among {
                None => scratch.keys.iter_mut().zip(shown).for_each(|(key, &symbol)| add(key, symbol)),
                Some(rows) => {
                    scratch.keys.iter_mut().zip(rows).for_each(|(key, &row)| add(key, shown[row as usize]));
                }
            }
            space = space.saturating_mul(domain);
        }
    }
}

impl Scratch {
    /// Replaces the keys by numbers from zero up, in the order of first rows; returns how many there are.
    fn number(&mut self) -> usize {
        self.numbers.clear();
        for key in &mut self.keys {
            let next = self.numbers.len() as u32;
            *key = u64::from(*self.numbers.entry(*key).or_insert(next));
        }
        self.numbers.len()
    }
}

/// Of rows with their keys, those whose key has fewer records than enough.
fn exposed_keys<K: Iterator<Item = (u32, usize)>>(
    keys: impl Fn() -> K,
    space: usize,
    weights: Option<&[u64]>,
    enough: u32,
    counts: &mut Vec<u32>,
) -> Vec<u32> {
    counts.clear();
    counts.resize(space, 0);
    match weights {
        // There are fewer rows than 32 bits count.
        None => keys().for_each(|(_, key)| counts[key] += 1),
        Some(weights) => {
            for (row, key) in keys() {
                let records = u32::try_from(weights[row as usize]).unwrap_or(u32::MAX);
                counts[key] = counts[key].saturating_add(records);
            }
        }
    }
    if !counts.iter().any(|&count| count > 0 && count < enough) {
        return Vec::new();
    }
    keys().filter(|&(_, key)| counts[key] < enough).map(|(row, _)| row).collect()
}

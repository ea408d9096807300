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

/// The rows by what they show on some columns, to be told apart by one more.
pub(super) struct Prefix {
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
    /// The people of each class.
    pub(super) people: Vec<u64>,
}

impl Cells {
    /// The classes on some columns.
    pub(super) fn prefix(&self, columns: &[usize], scratch: &mut Scratch) -> Prefix {
        if let &[column] = columns {
            let (class, classes) = self.numbered(column);
            return Prefix { class: class.to_vec(), classes };
        }
        self.keys(columns, scratch);
        let classes = scratch.number();
        Prefix { class: scratch.keys.iter().map(|&key| key as u32).collect(), classes }
    }

    /// The rows whose people are fewer than `k` alike on the prefix and one more column, ascending.
    pub(super) fn exposed(&self, prefix: &Prefix, last: usize, k: u64, scratch: &mut Scratch) -> Vec<u32> {
        // Counts beyond this do not matter, so that they fit.
        let enough = u32::try_from(k).unwrap_or(u32::MAX);
        let (shown, domain) = self.numbered(last);
        let space = prefix.classes as u64 * domain as u64;
        let Scratch { keys, counts, .. } = scratch;
        if space <= DIRECT.min(4096 + 32 * self.rows() as u64) {
            let key = |(&class, &shown): (&u32, &u32)| class as usize * domain + shown as usize;
            let keys = || prefix.class.iter().zip(shown).map(key);
            return exposed_keys(keys, space as usize, self.weights(), enough, counts);
        }
        keys.clear();
        let pairs = prefix.class.iter().zip(shown);
        keys.extend(pairs.map(|(&class, &shown)| u64::from(class) * domain as u64 + u64::from(shown)));
        let space = scratch.number();
        let Scratch { keys, counts, .. } = scratch;
        exposed_keys(|| keys.iter().map(|&key| key as usize), space, self.weights(), enough, counts)
    }

    /// The classes of the rows.
    pub(super) fn alike(&self, columns: &[usize], scratch: &mut Scratch) -> Alike {
        self.keys(columns, scratch);
        scratch.number();
        let class: Vec<u32> = scratch.keys.iter().map(|&key| key as u32).collect();
        let mut people = vec![0; class.iter().map(|&class| class as usize + 1).max().unwrap_or(0)];
        for (row, &class) in class.iter().enumerate() {
            people[class as usize] += self.people(row as u32);
        }
        Alike { class, people }
    }

    /// Gives each row the key of what it shows; returns one more than the largest that is possible.
    fn keys(&self, columns: &[usize], scratch: &mut Scratch) -> u64 {
        scratch.keys.clear();
        scratch.keys.resize(self.rows(), 0);
        let mut space = 1u64;
        for &column in columns {
            let (shown, domain) = self.numbered(column);
            let domain = domain as u64;
            if space.checked_mul(domain).is_none() {
                scratch.number();
                // Rows and symbols are numbered by 32 bits each.
                space = self.rows() as u64;
            }
            for (key, &symbol) in scratch.keys.iter_mut().zip(shown) {
                *key = *key * domain + u64::from(symbol);
            }
            space = space.saturating_mul(domain);
        }
        space
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

/// The rows whose key has fewer people than enough.
fn exposed_keys<K: Iterator<Item = usize>>(
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
        None => keys().for_each(|key| counts[key] += 1),
        Some(weights) => {
            for (key, &people) in keys().zip(weights) {
                let people = u32::try_from(people).unwrap_or(u32::MAX);
                counts[key] = counts[key].saturating_add(people);
            }
        }
    }
    if !counts.iter().any(|&count| count > 0 && count < enough) {
        return Vec::new();
    }
    let is_exposed = |(row, key): (usize, usize)| (counts[key] < enough).then_some(row as u32);
    keys().enumerate().filter_map(is_exposed).collect()
}

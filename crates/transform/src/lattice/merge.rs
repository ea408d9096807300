//! Merging rows that are alike, in order of their first occurrence.

use super::key::Key;
use lethe_data::hash::spread;

const EMPTY: u32 = u32::MAX;

/// Distinct keys with the records that have them.
pub(super) struct Merge<const W: usize> {
    pub(super) keys: Vec<Key<W>>,
    pub(super) weights: Vec<u64>,
    pub(super) population: Vec<u64>,
    slots: Vec<u32>,
    most: usize,
}

impl<const W: usize> Merge<W> {
    /// Takes up to `most` different keys.
    pub(super) fn new(most: usize) -> Self {
        let slots = vec![EMPTY; 1 << 10];
        Self { keys: Vec::new(), weights: Vec::new(), population: Vec::new(), slots, most }
    }

    /// Adds records to a key's; `false` when there would be too many keys.
    #[inline]
    pub(super) fn add(&mut self, key: Key<W>, records: u64, population: Option<u64>) -> bool {
        let slot = self.slot(&key);
        let id = self.slots[slot] as usize;
        if self.slots[slot] == EMPTY {
            if self.keys.len() == self.most {
                return false;
            }
            self.slots[slot] = self.keys.len() as u32;
            self.keys.push(key);
            self.weights.push(records);
            self.population.extend(population);
            if self.keys.len() * 2 > self.slots.len() {
                self.grow();
            }
            return true;
        }
        self.weights[id] += records;
        if let Some(population) = population {
            self.population[id] += population;
        }
        true
    }

    #[inline]
    fn slot(&self, key: &Key<W>) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = key.iter().fold(0, |hash, &word| spread(hash ^ word)) as usize & mask;
        while self.slots[at] != EMPTY && self.keys[self.slots[at] as usize] != *key {
            at = (at + 1) & mask;
        }
        at
    }

    #[cold]
    fn grow(&mut self) {
        self.slots = vec![EMPTY; self.slots.len() * 2];
        for id in 0..self.keys.len() {
            let slot = self.slot(&self.keys[id]);
            self.slots[slot] = id as u32;
        }
    }
}

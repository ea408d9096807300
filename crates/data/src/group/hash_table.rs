//! From keys to consecutive numbers: an open-addressing table that compares keys, never hashes.

use super::key::Key;

const EMPTY: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Slot<K> {
    key: K,
    id: u32,
}

/// Numbers distinct keys from zero in order of first occurrence.
pub(super) struct HashTable<K> {
    slots: Vec<Slot<K>>,
    keys: Vec<K>,
}

impl<K: Key> HashTable<K> {
    pub(super) fn with_capacity(distinct: usize) -> Self {
        let capacity = (distinct.max(8) * 2).next_power_of_two();
        Self { slots: vec![Slot { key: K::default(), id: EMPTY }; capacity], keys: Vec::new() }
    }

    #[inline]
    pub(super) fn id(&mut self, key: K) -> u32 {
        let mask = self.slots.len() - 1;
        let mut at = key.hash() as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.id == EMPTY {
                let id = self.keys.len() as u32;
                self.slots[at] = Slot { key, id };
                self.keys.push(key);
                if self.keys.len() * 2 > self.slots.len() {
                    self.grow();
                }
                return id;
            }
            if slot.key == key {
                return slot.id;
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let mut larger = Self::with_capacity(self.slots.len());
        let mask = larger.slots.len() - 1;
        for (id, &key) in self.keys.iter().enumerate() {
            let mut at = key.hash() as usize & mask;
            while larger.slots[at].id != EMPTY {
                at = (at + 1) & mask;
            }
            larger.slots[at] = Slot { key, id: id as u32 };
        }
        self.slots = larger.slots;
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(super) fn into_keys(self) -> Vec<K> {
        self.keys
    }
}

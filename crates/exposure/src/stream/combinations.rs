//! The combinations of values on one column set, with their carriers.
//!
//! A combination is the codes of the set's columns, kept whole. The hash only says where to look: two combinations are one
//! when all their codes are equal.

use lethe_data::hash::spread;

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u32,
    entry: u32,
}

const VACANT: Slot = Slot { hash: 0, entry: NONE };

/// The combinations on one column set.
#[derive(Clone, Debug)]
pub(super) struct Combinations {
    columns: Vec<usize>,
    slots: Vec<Slot>,
    /// The codes of each combination, one after the other.
    keys: Vec<u32>,
    /// The released carriers of each combination.
    pub(super) released: Vec<u64>,
    /// Its held carriers; while records are peeled, those that still may go.
    pub(super) waiting: Vec<u32>,
    /// The combination of each held record.
    pub(super) of_held: Vec<u32>,
    /// The last held carrier of each combination and, for each held record, the carrier before it.
    last: Vec<u32>,
    before: Vec<u32>,
    scratch: Vec<u32>,
}

impl Combinations {
    pub(super) fn new(columns: &[usize]) -> Self {
        Self {
            columns: columns.to_vec(),
            slots: vec![VACANT; 64],
            keys: Vec::new(),
            released: Vec::new(),
            waiting: Vec::new(),
            of_held: Vec::new(),
            last: Vec::new(),
            before: Vec::new(),
            scratch: vec![0; columns.len()],
        }
    }

    pub(super) fn columns(&self) -> &[usize] {
        &self.columns
    }

    pub(super) fn len(&self) -> usize {
        self.released.len()
    }

    pub(super) fn key(&self, entry: usize) -> &[u32] {
        let width = self.columns.len();
        &self.keys[entry * width..(entry + 1) * width]
    }

    /// The combination that a record shows, which is new where nobody showed it before.
    pub(super) fn of(&mut self, cells: &[u32]) -> u32 {
        for (code, &column) in self.scratch.iter_mut().zip(&self.columns) {
            *code = cells[column];
        }
        let hash = hash(self.scratch.iter().copied());
        match self.look_up(hash, |key| key == self.scratch) {
            Ok(entry) => entry,
            Err(at) => self.insert(at, hash),
        }
    }

    /// The released carriers of what `shown` says about the columns.
    pub(super) fn released_like(&self, shown: impl Fn(usize) -> u32) -> u64 {
        self.find(shown).map_or(0, |entry| self.released[entry as usize])
    }

    /// The combination that `shown` says, where it is known.
    pub(super) fn find(&self, shown: impl Fn(usize) -> u32) -> Option<u32> {
        let codes = || self.columns.iter().map(|&column| shown(column));
        self.look_up(hash(codes()), |key| key.iter().copied().eq(codes())).ok()
    }

    /// Released and held carriers.
    pub(super) fn carriers(&self, entry: u32) -> u64 {
        self.released[entry as usize] + u64::from(self.waiting[entry as usize])
    }

    /// A held record more.
    pub(super) fn hold(&mut self, cells: &[u32]) {
        let entry = self.of(cells);
        self.waiting[entry as usize] += 1;
        self.of_held.push(entry);
    }

    /// Links the held carriers of each combination and returns the held records whose combination has fewer than `k`.
    pub(super) fn link(&mut self, k: u64) -> Vec<u32> {
        self.last.resize(self.released.len(), NONE);
        self.before.clear();
        for &entry in &self.of_held {
            self.last[entry as usize] = NONE;
        }
        let mut lacking = Vec::new();
        for (held, &entry) in self.of_held.iter().enumerate() {
            self.before.push(self.last[entry as usize]);
            self.last[entry as usize] = held as u32;
            if self.released[entry as usize] + u64::from(self.waiting[entry as usize]) < k {
                lacking.push(held as u32);
            }
        }
        lacking
    }

    /// Takes held records away from those that may go; returns the linked carriers of the combinations that fell below `k`.
    pub(super) fn take_away(&mut self, records: &[u32], k: u64) -> Vec<u32> {
        let mut lacking = Vec::new();
        for &record in records {
            let entry = self.of_held[record as usize];
            self.waiting[entry as usize] -= 1;
            if self.carriers(entry) + 1 == k {
                lacking.extend(self.held_carriers(entry));
            }
        }
        lacking
    }

    /// The held carriers of a combination, as linked.
    fn held_carriers(&self, entry: u32) -> impl Iterator<Item = u32> + '_ {
        let known = |held: u32| (held != NONE).then_some(held);
        std::iter::successors(known(self.last[entry as usize]), move |&held| {
            known(self.before[held as usize])
        })
    }

    /// Takes in a combination of a saved state; `None` when it was there before.
    pub(super) fn restore(&mut self, key: &[u32], released: u64) -> Option<()> {
        let hash = hash(key.iter().copied());
        let at = self.look_up(hash, |known| known == key).err()?;
        self.scratch.copy_from_slice(key);
        let entry = self.insert(at, hash);
        self.released[entry as usize] = released;
        Some(())
    }

    /// The bytes held.
    pub(super) fn bytes(&self) -> usize {
        let words = self.keys.capacity() + self.waiting.capacity() + self.of_held.capacity();
        let links = self.last.capacity() + self.before.capacity();
        self.slots.capacity() * size_of::<Slot>()
            + (words + links) * size_of::<u32>()
            + self.released.capacity() * size_of::<u64>()
    }

    /// The entry of a key, or the slot where it would go.
    fn look_up(&self, hash: u32, is_same: impl Fn(&[u32]) -> bool) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.entry == NONE {
                return Err(at);
            }
            if slot.hash == hash && is_same(self.key(slot.entry as usize)) {
                return Ok(slot.entry);
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn insert(&mut self, at: usize, hash: u32) -> u32 {
        let entry = self.released.len() as u32;
        self.slots[at] = Slot { hash, entry };
        self.keys.extend_from_slice(&self.scratch);
        self.released.push(0);
        self.waiting.push(0);
        if self.released.len() * 3 > self.slots.len() * 2 {
            self.grow();
        }
        entry
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        let old = std::mem::replace(&mut self.slots, vec![VACANT; mask + 1]);
        for slot in old.into_iter().filter(|slot| slot.entry != NONE) {
            let mut at = slot.hash as usize & mask;
            while self.slots[at].entry != NONE {
                at = (at + 1) & mask;
            }
            self.slots[at] = slot;
        }
    }
}

fn hash(codes: impl Iterator<Item = u32>) -> u32 {
    let state = codes.fold(0, |state, code| spread(state ^ u64::from(code)));
    (state ^ state >> 32) as u32
}

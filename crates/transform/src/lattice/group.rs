//! Which rows are alike on given levels.
//!
//! Codes become one mixed-radix number a row. Where the numbers that can occur are few, they index an array; else they
//! go through a hash table that compares them; beyond 64 bits whole keys are compared.

use super::key::{Field, Key, Layout};
use super::numbering::Numbering;
use super::rows::Rows;
use super::space::Dimension;
use lethe_data::hash::spread;

const EMPTY: u32 = u32::MAX;
/// A space of numbers up to this size is addressed directly however few the rows are.
const DIRECT_ALWAYS: u64 = if cfg!(test) { 8 } else { 1 << 12 };
/// Otherwise it may have so many numbers a row.
const DIRECT_PER_ROW: u64 = if cfg!(test) { 1 } else { 2 };

/// How a row's class is found: the fields that matter and what their codes become.
pub(crate) struct Plan {
    parts: Vec<(Field, Vec<u32>)>,
    domains: Vec<u64>,
}

impl Plan {
    /// Classes on `levels` of rows on levels that are not above.
    pub(crate) fn at(from: &[usize], levels: &[usize], dimensions: &[Dimension], layout: &Layout) -> Self {
        Self::some(0..dimensions.len(), from, levels, dimensions, layout)
    }

    /// As [`Plan::at`], over some of the columns.
    pub(crate) fn some(
        columns: impl IntoIterator<Item = usize>,
        from: &[usize],
        levels: &[usize],
        dimensions: &[Dimension],
        layout: &Layout,
    ) -> Self {
        let mut plan = Self { parts: Vec::new(), domains: Vec::new() };
        for at in columns {
            let domain = dimensions[at].domain(levels[at]);
            if domain > 1 {
                plan.parts.push((layout.quasi[at], dimensions[at].step(from[at], levels[at]).to_vec()));
                plan.domains.push(domain as u64);
            }
        }
        plan
    }

    /// How many numbers there can be, where 64 bits are enough to tell.
    pub(crate) fn space(&self) -> Option<u64> {
        self.domains.iter().try_fold(1u64, |space, &domain| space.checked_mul(domain))
    }

    /// How a key's number is computed, for so many keys.
    pub(crate) fn numbering(&self, rows: usize) -> Numbering {
        let mut stride = 1;
        let mut addends = Vec::with_capacity(self.parts.len());
        for ((field, codes), domain) in self.parts.iter().zip(&self.domains) {
            addends.push((*field, codes.iter().map(|&code| u64::from(code) * stride).collect()));
            stride *= domain;
        }
        Numbering::new(addends, rows)
    }
}

/// Numbers the classes of rows in order of their first row; keeps its memory from one grouping to the next.
#[derive(Default)]
pub(crate) struct Grouper<const W: usize> {
    ids: Vec<u32>,
    first_rows: Vec<u32>,
    slots: Vec<u32>,
    numbers: Vec<u64>,
    keys: Vec<Key<W>>,
}

impl<const W: usize> Grouper<W> {
    pub(crate) fn new() -> Self {
        Self {
            ids: Vec::new(),
            first_rows: Vec::new(),
            slots: Vec::new(),
            numbers: Vec::new(),
            keys: Vec::new(),
        }
    }

    /// The class of each row.
    pub(crate) fn ids(&self) -> &[u32] {
        &self.ids
    }

    /// The first row of each class.
    pub(crate) fn first_rows(&self) -> &[u32] {
        &self.first_rows
    }

    /// The number of classes.
    pub(crate) fn len(&self) -> usize {
        self.first_rows.len()
    }

    pub(crate) fn clear(&mut self) {
        self.ids.clear();
        self.first_rows.clear();
    }

    pub(crate) fn number(&mut self, rows: &Rows<W>, plan: &Plan) {
        self.clear();
        self.slots.clear();
        let direct = DIRECT_ALWAYS.max(DIRECT_PER_ROW * rows.len() as u64);
        match plan.space() {
            Some(space) if space <= direct => {
                self.number_directly(rows, &plan.numbering(rows.len()), space as usize);
            }
            Some(_) => self.number_by_hash(rows, &plan.numbering(rows.len())),
            None => self.number_by_key(rows, &plan.parts),
        }
    }

    fn number_directly(&mut self, rows: &Rows<W>, numbering: &Numbering, space: usize) {
        self.slots.resize(space, EMPTY);
        for (row, key) in rows.keys.iter().enumerate() {
            let slot = &mut self.slots[numbering.of(key) as usize];
            if *slot == EMPTY {
                *slot = self.first_rows.len() as u32;
                self.first_rows.push(row as u32);
            }
            self.ids.push(*slot);
        }
    }

    fn number_by_hash(&mut self, rows: &Rows<W>, numbering: &Numbering) {
        let mask = self.make_slots(rows.len());
        self.numbers.clear();
        for (row, key) in rows.keys.iter().enumerate() {
            let number = numbering.of(key);
            let mut at = spread(number) as usize & mask;
            while self.slots[at] != EMPTY && self.numbers[self.slots[at] as usize] != number {
                at = (at + 1) & mask;
            }
            if self.slots[at] == EMPTY {
                self.slots[at] = self.first_rows.len() as u32;
                self.first_rows.push(row as u32);
                self.numbers.push(number);
            }
            self.ids.push(self.slots[at]);
        }
    }

    fn number_by_key(&mut self, rows: &Rows<W>, parts: &[(Field, Vec<u32>)]) {
        let mask = self.make_slots(rows.len());
        self.keys.clear();
        for (row, key) in rows.keys.iter().enumerate() {
            let mut class = [0; W];
            for (field, codes) in parts {
                field.set(&mut class, codes[field.get(key)]);
            }
            let hash = class.iter().fold(0, |hash, &word| spread(hash ^ word));
            let mut at = hash as usize & mask;
            while self.slots[at] != EMPTY && self.keys[self.slots[at] as usize] != class {
                at = (at + 1) & mask;
            }
            if self.slots[at] == EMPTY {
                self.slots[at] = self.first_rows.len() as u32;
                self.first_rows.push(row as u32);
                self.keys.push(class);
            }
            self.ids.push(self.slots[at]);
        }
    }

    fn make_slots(&mut self, rows: usize) -> usize {
        let capacity = (rows.max(8) * 2).next_power_of_two();
        self.slots.resize(capacity, EMPTY);
        capacity - 1
    }
}

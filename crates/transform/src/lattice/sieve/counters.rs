//! What is counted of each class.

use super::Needs;
use crate::lattice::rows::Rows;

pub(super) trait Counters {
    /// The size of a class's counter.
    const BYTES: u64;

    /// Starts again with so many classes, all empty.
    fn reset<const W: usize>(&mut self, classes: usize, rows: &Rows<W>, needs: &Needs);
    fn add<const W: usize>(&mut self, class: usize, row: usize, rows: &Rows<W>, needs: &Needs);
    fn lacks(&self, class: usize, needs: &Needs) -> bool;
    /// The records in classes that lack something.
    fn lost(&self, needs: &Needs) -> u64;
}

/// Records up to 255: enough where only a small number of them is asked for.
#[derive(Default)]
pub(super) struct Bytes(Vec<u8>);

impl Bytes {
    pub(super) fn are_enough(needs: &Needs) -> bool {
        u8::try_from(needs.records).is_ok() && needs.population == 0 && needs.distinct.is_empty()
    }
}

impl Counters for Bytes {
    const BYTES: u64 = 1;

    fn reset<const W: usize>(&mut self, classes: usize, _: &Rows<W>, _: &Needs) {
        self.0.clear();
        self.0.resize(classes, 0);
    }

    #[inline]
    fn add<const W: usize>(&mut self, class: usize, row: usize, rows: &Rows<W>, _: &Needs) {
        let records = u64::from(self.0[class]).saturating_add(rows.weights[row]);
        self.0[class] = records.min(u64::from(u8::MAX)) as u8;
    }

    #[inline]
    fn lacks(&self, class: usize, needs: &Needs) -> bool {
        u64::from(self.0[class]) < needs.records
    }

    fn lost(&self, needs: &Needs) -> u64 {
        // `are_enough` has made sure that the least number fits.
        let least = needs.records.min(u64::from(u8::MAX)) as u8;
        let below = |chunk: &[u8]| {
            chunk.iter().map(|&records| u32::from(if records < least { records } else { 0 })).sum()
        };
        self.0.chunks(1 << 16).map(below).map(|records: u32| u64::from(records)).sum()
    }
}

/// Records, records of the population, and which values occur.
#[derive(Default)]
pub(super) struct Full {
    records: Vec<u64>,
    population: Vec<u64>,
    masks: Vec<u64>,
}

impl Counters for Full {
    const BYTES: u64 = 16;

    fn reset<const W: usize>(&mut self, classes: usize, rows: &Rows<W>, needs: &Needs) {
        self.records.clear();
        self.records.resize(classes, 0);
        self.population.clear();
        self.population.resize(if rows.population.is_empty() { 0 } else { classes }, 0);
        self.masks.clear();
        self.masks.resize(classes * needs.distinct.len(), 0);
    }

    #[inline]
    fn add<const W: usize>(&mut self, class: usize, row: usize, rows: &Rows<W>, needs: &Needs) {
        let records = rows.weights[row];
        self.records[class] += records;
        if let Some(population) = rows.population.get(row) {
            self.population[class] += population;
        }
        if records > 0 {
            for (at, (field, _)) in needs.distinct.iter().enumerate() {
                self.masks[class * needs.distinct.len() + at] |= 1 << field.get(&rows.keys[row]);
            }
        }
    }

    #[inline]
    fn lacks(&self, class: usize, needs: &Needs) -> bool {
        let masks = || self.masks[class * needs.distinct.len()..].iter();
        self.records[class] < needs.records
            || self.population.get(class).is_some_and(|&records| records < needs.population)
            || masks().zip(&needs.distinct).any(|(mask, (_, least))| mask.count_ones() < *least)
    }

    fn lost(&self, needs: &Needs) -> u64 {
        let lacking = (0..self.records.len()).filter(|&class| self.lacks(class, needs));
        lacking.map(|class| self.records[class]).sum()
    }
}

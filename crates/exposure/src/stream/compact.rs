//! Forgetting what nobody carries any more, so that memory follows what was released and what is held.

use super::combinations::Combinations;
use super::{Engine, FIRST};
use lethe_data::Interner;
use rayon::prelude::*;

impl Engine {
    /// Forgets combinations without a carrier, and values that are in none, whenever there are twice as many as were left
    /// the last time: the cost a batch stays a constant share of the work that made them.
    pub(super) fn tidy(&mut self) {
        if self.size() < self.tidy_at {
            return;
        }
        let codes = self.renumber();
        let translate = |column: usize, code: u32| {
            if code < FIRST { code } else { codes[column][(code - FIRST) as usize] + FIRST }
        };
        self.sets.par_iter_mut().for_each(|set| *set = rebuilt(set, translate));
        let width = self.rules.columns();
        for (index, code) in self.cells.iter_mut().enumerate() {
            *code = translate(index % width, *code);
        }
        self.tidy_at = 2 * self.size() + (1 << 12);
    }

    fn size(&self) -> usize {
        self.sets.iter().map(Combinations::len).sum::<usize>()
            + self.values.iter().map(Interner::len).sum::<usize>()
    }

    /// Keeps the values that are in use and returns the new number of each old one.
    fn renumber(&mut self) -> Vec<Vec<u32>> {
        let width = self.rules.columns();
        let mut used: Vec<Vec<bool>> = self.values.iter().map(|values| vec![false; values.len()]).collect();
        let mut mark = |column: usize, code: u32| {
            if code >= FIRST {
                used[column][(code - FIRST) as usize] = true;
            }
        };
        for set in &self.sets {
            for entry in (0..set.len()).filter(|&entry| set.carriers(entry as u32) > 0) {
                set.columns().iter().zip(set.key(entry)).for_each(|(&column, &code)| mark(column, code));
            }
        }
        self.cells.iter().enumerate().for_each(|(index, &code)| mark(index % width, code));
        let renumber = |(values, used): (&mut Interner, &Vec<bool>)| {
            let old = std::mem::take(values).into_texts();
            // Values that are not in use are looked up by nobody; any number does for them.
            old.iter().zip(used).map(|(text, &used)| if used { values.intern(text) } else { 0 }).collect()
        };
        self.values.iter_mut().zip(&used).map(renumber).collect()
    }
}

/// The set with new codes and without combinations that have no carrier.
fn rebuilt(set: &Combinations, translate: impl Fn(usize, u32) -> u32) -> Combinations {
    let mut fresh = Combinations::new(set.columns());
    let mut entries = vec![0; set.len()];
    let mut key = Vec::with_capacity(set.columns().len());
    for entry in (0..set.len()).filter(|&entry| set.carriers(entry as u32) > 0) {
        key.clear();
        key.extend(set.columns().iter().zip(set.key(entry)).map(|(&column, &code)| translate(column, code)));
        entries[entry] = fresh.len() as u32;
        // Different combinations stay different: each code in use has a number of its own.
        let _ = fresh.restore(&key, set.released[entry]);
        fresh.waiting[entries[entry] as usize] = set.waiting[entry];
    }
    fresh.of_held = set.of_held.iter().map(|&entry| entries[entry as usize]).collect();
    fresh
}

//! The state of a stream: counts of what was released, and the records that wait.

use super::combinations::Combinations;
use super::{FIRST, HIDDEN, MISSING, Overdue, Rules, STAR, overdue, peel, set_apart};
use lethe_data::Interner;
use lethe_data::hierarchy::ROOT;
use rayon::prelude::*;

/// Judges records as they arrive.
///
/// **Guarantee**: after every batch, each combination that a released record shows on a configured set, suppressed cells being values,
/// is shown by at least k released records, whether or not records whose cells are all suppressed are counted. Every record is released once, dropped, or held.
#[derive(Clone, Debug)]
pub struct Engine {
    pub(super) rules: Rules,
    /// The values of each judged column.
    pub(super) values: Vec<Interner>,
    pub(super) sets: Vec<Combinations>,
    /// The codes of the held records, one record after the other, in order of arrival.
    pub(super) cells: Vec<u32>,
    /// The batch each held record came with.
    pub(super) arrived: Vec<u64>,
    pub(super) batch: u64,
    pub(super) tidy_at: usize,
}

/// What became of the records: positions among those that were held before the batch, followed by the batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Shown as they are, in order of arrival.
    pub released: Vec<usize>,
    /// Shown with suppressed cells, in order of arrival.
    pub suppressed: Vec<Suppressed>,
    /// Never shown.
    pub dropped: Vec<usize>,
}

/// A record that is shown in part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suppressed {
    /// Its position.
    pub position: usize,
    /// The judged columns whose cells are suppressed.
    pub columns: Vec<usize>,
}

impl Engine {
    /// A stream that nothing has come from yet.
    pub fn new(rules: Rules) -> Self {
        Self {
            values: vec![Interner::default(); rules.columns()],
            sets: rules.sets().iter().map(|set| Combinations::new(set)).collect(),
            cells: Vec::new(),
            arrived: Vec::new(),
            batch: 0,
            tidy_at: 1 << 12,
            rules,
        }
    }

    /// What records are judged by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The number of held records.
    pub fn held(&self) -> usize {
        self.arrived.len()
    }

    /// The number of batches so far.
    pub fn batches(&self) -> u64 {
        self.batch
    }

    /// The code of a value of a judged column. It holds until the next [`Self::step`].
    pub fn code(&mut self, column: usize, value: Option<&str>) -> u32 {
        match value {
            None => MISSING,
            Some(ROOT) => STAR,
            Some(text) => self.values[column].intern(text) + FIRST,
        }
    }

    /// Takes in a batch, the codes of its records one after the other, and says which records go. With `finish` every
    /// record that cannot be released is overdue.
    ///
    /// **Guarantee**: as many records as possible are released; see [`Engine`] for what holds after it.
    ///
    /// **Cost**: held records times sets, in parallel over the sets but for the peeling.
    pub fn step(&mut self, batch: &[u32], finish: bool) -> Outcome {
        let width = self.rules.columns();
        self.batch += 1;
        let before = self.cells.len();
        self.cells.extend_from_slice(batch);
        self.cells[before..].chunks_exact_mut(width).for_each(set_apart);
        let batch = &self.cells[before..];
        self.arrived.resize(self.cells.len() / width, self.batch);
        self.sets.par_iter_mut().for_each(|set| batch.chunks_exact(width).for_each(|cells| set.hold(cells)));
        let stays = peel::peel(&mut self.sets, self.rules.k(), self.arrived.len());
        self.sets.par_iter_mut().for_each(|set| settle(set, &stays));
        let mut outcome = Outcome {
            released: (0..stays.len()).filter(|&record| !stays[record]).collect(),
            ..Outcome::default()
        };
        let is_late = |record: &usize| {
            stays[*record] && (finish || self.batch - self.arrived[*record] >= self.rules.max_delay())
        };
        let late: Vec<usize> = (0..stays.len()).filter(is_late).collect();
        let mut goes: Vec<bool> = stays.iter().map(|stays| !stays).collect();
        for &record in &late {
            goes[record] = true;
        }
        self.part_with(late, &mut outcome);
        self.forget(&goes);
        self.tidy();
        outcome
    }

    /// Suppresses or drops what is overdue.
    fn part_with(&mut self, late: Vec<usize>, outcome: &mut Outcome) {
        if late.is_empty() {
            return;
        }
        let drop_late = |set: &mut Combinations| {
            for &record in &late {
                let entry = set.of_held[record];
                set.waiting[entry as usize] -= 1;
            }
        };
        self.sets.par_iter_mut().for_each(drop_late);
        if self.rules.overdue() == Overdue::Drop {
            outcome.dropped = late;
            return;
        }
        let width = self.rules.columns();
        let cells_of = |record: usize| &self.cells[record * width..(record + 1) * width];
        let mut shown: Vec<u32> = late.iter().flat_map(|&record| cells_of(record)).copied().collect();
        let is_shown = overdue::suppress(&self.sets, self.rules.k(), width, &mut shown);
        for ((&position, cells), &is_shown) in late.iter().zip(shown.chunks_exact(width)).zip(&is_shown) {
            if is_shown {
                let came = cells_of(position);
                let is_new = |column: &usize| cells[*column] <= HIDDEN && came[*column] > HIDDEN;
                outcome
                    .suppressed
                    .push(Suppressed { position, columns: (0..width).filter(is_new).collect() });
            } else {
                outcome.dropped.push(position);
            }
        }
        self.sets.par_iter_mut().for_each(|set| {
            for (cells, _) in shown.chunks_exact(width).zip(&is_shown).filter(|(_, is_shown)| **is_shown) {
                let entry = set.of(cells);
                set.released[entry as usize] += 1;
            }
        });
    }

    /// Removes the records that go from those that are held.
    fn forget(&mut self, goes: &[bool]) {
        let width = self.rules.columns();
        self.sets.par_iter_mut().for_each(|set| keep_where(&mut set.of_held, 1, goes));
        keep_where(&mut self.arrived, 1, goes);
        keep_where(&mut self.cells, width, goes);
    }

    /// The bytes held.
    pub fn bytes(&self) -> usize {
        self.sets.iter().map(Combinations::bytes).sum::<usize>()
            + self.values.iter().map(Interner::bytes).sum::<usize>()
            + self.cells.capacity() * size_of::<u32>()
            + self.arrived.capacity() * size_of::<u64>()
    }
}

/// Counts the released ones as such, and those that stay as waiting again.
fn settle(set: &mut Combinations, stays: &[bool]) {
    for (&entry, &stays) in set.of_held.iter().zip(stays) {
        if stays {
            set.waiting[entry as usize] += 1;
        } else {
            set.waiting[entry as usize] -= 1;
            set.released[entry as usize] += 1;
        }
    }
}

/// Keeps the items, `width` a record, of the records that do not go.
fn keep_where<T: Copy>(items: &mut Vec<T>, width: usize, goes: &[bool]) {
    let mut kept = 0;
    for record in (0..goes.len()).filter(|&record| !goes[record]) {
        items.copy_within(record * width..(record + 1) * width, kept * width);
        kept += 1;
    }
    items.truncate(kept * width);
}

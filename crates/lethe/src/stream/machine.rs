//! The state of a stream in memory. The same batches give the same state and the same output, always.

use super::batch::{Batch, Lines, restore_places, save_places};
use super::plan::Plan;
use super::request::Tally;
use crate::{Error, Result};
use lethe_data::Interner;
use lethe_exposure::stream::{ByteReader, ByteWriter, Engine, Outcome};
use lethe_io::{CsvForm, Place, Record, write_field};
use std::collections::BTreeMap;

/// Everything that a stream remembers.
pub(super) struct Machine {
    pub(super) plan: Plan,
    engine: Engine,
    /// The lines of the held records, in order of arrival.
    held: Vec<Box<[u8]>>,
    held_bytes: usize,
    ids: Interner,
    /// How far each file was read.
    pub(super) places: BTreeMap<String, Place>,
    pub(super) tally: Tally,
}

impl Machine {
    pub(super) fn new(plan: Plan) -> Self {
        let engine = Engine::new(plan.rules.clone());
        let (ids, places, tally) = (Interner::default(), BTreeMap::new(), Tally::default());
        Self { plan, engine, held: Vec::new(), held_bytes: 0, ids, places, tally }
    }

    pub(super) fn held(&self) -> usize {
        self.held.len()
    }

    /// Whether a record of this name was not taken yet; it is now.
    pub(super) fn is_new(&mut self, id: &str) -> bool {
        let known = self.ids.len();
        self.ids.intern(id) as usize == known
    }

    /// Takes in a batch and appends the lines that are shown for it.
    pub(super) fn apply(&mut self, batch: &Batch, shown: &mut Lines) -> Result<()> {
        let unreadable =
            || Error::Request("the log of the stream holds a record that cannot be read".to_owned());
        let (delimiter, fields) = (self.plan.identity.delimiter, self.plan.written.len());
        let mut codes = Vec::with_capacity(batch.records.len() * self.plan.judged.len());
        let mut read = Record::default();
        for record in 0..batch.records.len() {
            let record = read.parse(batch.records.get(record), delimiter, fields).ok_or_else(unreadable)?;
            for (column, &field) in self.plan.judged.iter().enumerate() {
                codes.push(self.engine.code(column, record.value(field).as_deref()));
            }
        }
        for index in 0..batch.ids.len() {
            let id = std::str::from_utf8(batch.ids.get(index)).map_err(|_| unreadable())?;
            self.ids.intern(id);
        }
        self.places.extend(batch.places.iter().cloned());
        self.tally.taken += batch.records.len() as u64;
        self.tally.repeated += batch.repeated;
        if batch.records.len() > 0 || batch.finish {
            self.tally.batches += 1;
            let outcome = self.engine.step(&codes, batch.finish);
            self.show(batch, &outcome, shown).ok_or_else(unreadable)?;
        }
        Ok(())
    }

    /// Writes what goes, in order of arrival, and keeps what is held.
    fn show(&mut self, batch: &Batch, outcome: &Outcome, shown: &mut Lines) -> Option<()> {
        let old = std::mem::take(&mut self.held);
        let line = |position: usize| match position.checked_sub(old.len()) {
            None => &*old[position],
            Some(new) => batch.records.get(new),
        };
        let mut goes = vec![false; old.len() + batch.records.len()];
        let mut stars = outcome.suppressed.iter().peekable();
        let mut released = outcome.released.iter().peekable();
        for &position in &outcome.dropped {
            goes[position] = true;
        }
        for (position, goes) in goes.iter_mut().enumerate() {
            if released.next_if_eq(&&position).is_some() {
                shown.text.extend_from_slice(line(position));
            } else if let Some(suppressed) = stars.next_if(|suppressed| suppressed.position == position) {
                self.starred(line(position), &suppressed.columns, &mut shown.text)?;
                self.tally.suppressed_cells += suppressed.columns.len() as u64;
            } else {
                continue;
            }
            shown.text.push(b'\n');
            shown.end().then_some(())?;
            *goes = true;
        }
        self.tally.released += outcome.released.len() as u64;
        self.tally.suppressed += outcome.suppressed.len() as u64;
        self.tally.dropped += outcome.dropped.len() as u64;
        let stay = |position: &usize| !goes[*position];
        let fresh =
            (old.len()..goes.len()).filter(stay).map(|position| line(position).into()).collect::<Vec<_>>();
        let mut position = 0;
        self.held = old;
        self.held.retain(|_| {
            position += 1;
            !goes[position - 1]
        });
        self.held.extend(fresh);
        self.held_bytes = self.held.iter().map(|line| line.len() + size_of::<Box<[u8]>>()).sum();
        Some(())
    }

    /// A line with suppressed cells in some judged columns.
    fn starred(&self, line: &[u8], columns: &[usize], shown: &mut Vec<u8>) -> Option<()> {
        let (delimiter, fields) = (self.plan.identity.delimiter, self.plan.written.len());
        let mut record = Record::default();
        let record = record.parse(line, delimiter, fields)?;
        for field in 0..fields {
            if field > 0 {
                shown.push(delimiter);
            }
            let is_star = columns.iter().any(|&column| self.plan.judged[column] == field);
            if is_star {
                shown.push(b'*');
            } else {
                // The line is as it is written out: formulas in it are escaped already.
                write_field(shown, CsvForm::new(delimiter), record.value(field).as_deref());
            }
        }
        Some(())
    }

    /// The bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.engine.bytes() + self.held_bytes + self.ids.bytes()
    }

    pub(super) fn save(&self, to: &mut ByteWriter) {
        self.engine.save(to);
        self.held.iter().for_each(|line| to.bytes(line));
        to.number(self.ids.len() as u64);
        self.ids.texts().iter().for_each(|id| to.bytes(id.as_bytes()));
        save_places(self.places.iter().map(|(name, place)| (name.as_str(), *place)), self.places.len(), to);
        let Tally { batches, taken, repeated, released, suppressed, suppressed_cells, dropped } = self.tally;
        for number in [batches, taken, repeated, released, suppressed, suppressed_cells, dropped] {
            to.number(number);
        }
    }

    pub(super) fn restore(plan: Plan, from: &mut ByteReader<'_>) -> Option<Self> {
        let mut machine = Self::new(plan);
        machine.engine = Engine::restore(machine.plan.rules.clone(), from)?;
        for _ in 0..machine.engine.held() {
            machine.held.push(from.bytes()?.into());
        }
        machine.held_bytes = machine.held.iter().map(|line| line.len() + size_of::<Box<[u8]>>()).sum();
        for _ in 0..from.length(8)? {
            machine.is_new(std::str::from_utf8(from.bytes()?).ok()?).then_some(())?;
        }
        machine.places = restore_places(from)?.into_iter().collect();
        let tally = &mut machine.tally;
        tally.batches = from.number()?;
        tally.taken = from.number()?;
        tally.repeated = from.number()?;
        tally.released = from.number()?;
        tally.suppressed = from.number()?;
        tally.suppressed_cells = from.number()?;
        tally.dropped = from.number()?;
        Some(machine)
    }
}

//! The state of a stream as bytes: released combinations with their counts, and the held records.

use super::{ByteReader, ByteWriter, Engine, FIRST, HIDDEN, Rules, STAR};

impl Engine {
    /// Writes the state down.
    pub fn save(&self, to: &mut ByteWriter) {
        to.number(self.batch);
        for values in &self.values {
            to.number(values.len() as u64);
            values.texts().iter().for_each(|text| to.bytes(text.as_bytes()));
        }
        for set in &self.sets {
            let released = || (0..set.len()).filter(|&entry| set.released[entry] > 0);
            to.codes(&released().flat_map(|entry| set.key(entry)).copied().collect::<Vec<_>>());
            released().for_each(|entry| to.number(set.released[entry]));
        }
        to.codes(&self.cells);
        self.arrived.iter().for_each(|&batch| to.number(batch));
    }

    /// The state that was written down, under the same rules; `None` when the bytes are no such state.
    ///
    /// **Guarantee**: no state is accepted in which a released combination has fewer than k carriers.
    pub fn restore(rules: Rules, from: &mut ByteReader<'_>) -> Option<Self> {
        let mut engine = Self::new(rules);
        engine.batch = from.number()?;
        for values in &mut engine.values {
            let count = from.length(8)?;
            for code in 0..count {
                let text = std::str::from_utf8(from.bytes()?).ok()?;
                (values.intern(text) as usize == code).then_some(())?;
            }
        }
        let known: Vec<u32> = engine.values.iter().map(|values| values.len() as u32 + FIRST).collect();
        let k = engine.rules.k();
        for set in &mut engine.sets {
            let columns = set.columns().to_vec();
            let keys = from.codes()?;
            if !keys.len().is_multiple_of(columns.len()) {
                return None;
            }
            for key in keys.chunks_exact(columns.len()) {
                let released = from.number()?;
                let fits = columns.iter().zip(key).all(|(&column, &code)| code < known[column]);
                (fits && is_apart(key) && released >= k).then_some(())?;
                set.restore(key, released)?;
            }
        }
        let width = engine.rules.columns();
        engine.cells = from.codes()?;
        let is_value = |(index, &code): (usize, &u32)| code < known[index % width];
        if !engine.cells.len().is_multiple_of(width) || !engine.cells.iter().enumerate().all(is_value) {
            return None;
        }
        for cells in engine.cells.chunks_exact(width) {
            (is_apart(cells) && cells.iter().any(|&code| code != STAR)).then_some(())?;
            engine.sets.iter_mut().for_each(|set| set.hold(cells));
            let arrived = from.number()?;
            (arrived <= engine.batch).then(|| engine.arrived.push(arrived))?;
        }
        engine.tidy();
        Some(engine)
    }
}

/// Whether a record that is counted apart is so on every column.
fn is_apart(cells: &[u32]) -> bool {
    let hidden = cells.iter().filter(|&&code| code == HIDDEN).count();
    hidden == 0 || hidden == cells.len()
}

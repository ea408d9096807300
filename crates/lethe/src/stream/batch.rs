//! A micro-batch: what was read, ready to be judged, logged, and judged again.

use lethe_exposure::stream::{ByteReader, ByteWriter};
use lethe_io::Place;

/// Texts one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lines {
    pub(super) text: Vec<u8>,
    ends: Vec<u32>,
}

impl Lines {
    /// Ends the line that was appended to the text; `false` when a batch cannot hold so much.
    pub(super) fn end(&mut self) -> bool {
        u32::try_from(self.text.len()).map(|end| self.ends.push(end)).is_ok()
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn get(&self, index: usize) -> &[u8] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.text[start as usize..self.ends[index] as usize]
    }

    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    fn save(&self, to: &mut ByteWriter) {
        to.bytes(&self.text);
        to.codes(&self.ends);
    }

    fn restore(from: &mut ByteReader<'_>) -> Option<Self> {
        let lines = Self { text: from.bytes()?.to_vec(), ends: from.codes()? };
        let whole = lines.ends.last().map_or(0, |&end| end as usize) == lines.text.len();
        (whole && lines.ends.is_sorted()).then_some(lines)
    }
}

/// What was read at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Batch {
    /// The columns of each record that are written out, as a line of the output without its end.
    pub(super) records: Lines,
    /// What names each record, where something does.
    pub(super) ids: Lines,
    /// How far each file was read by then.
    pub(super) places: Vec<(String, Place)>,
    /// Records that were left out because they had been taken.
    pub(super) repeated: u64,
    /// Whether all that is held is overdue.
    pub(super) finish: bool,
}

impl Batch {
    /// The batch that ends a stream.
    pub(super) fn finish() -> Self {
        Self { finish: true, ..Self::default() }
    }

    /// Whether there is nothing to note.
    pub(super) fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut to = ByteWriter::default();
        self.records.save(&mut to);
        self.ids.save(&mut to);
        save_places(
            self.places.iter().map(|(name, place)| (name.as_str(), *place)),
            self.places.len(),
            &mut to,
        );
        to.number(self.repeated);
        to.number(u64::from(self.finish));
        to.into_bytes()
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut from = ByteReader::new(bytes);
        let batch = Self {
            records: Lines::restore(&mut from)?,
            ids: Lines::restore(&mut from)?,
            places: restore_places(&mut from)?,
            repeated: from.number()?,
            finish: from.number()? == 1,
        };
        from.is_empty().then_some(batch)
    }
}

pub(super) fn save_places<'a>(
    places: impl Iterator<Item = (&'a str, Place)>,
    count: usize,
    to: &mut ByteWriter,
) {
    to.number(count as u64);
    for (name, place) in places {
        to.bytes(name.as_bytes());
        to.number(place.offset);
        to.number(place.lines);
        to.number(u64::from(place.unended));
        // No compressed file has the length 0.
        to.number(place.whole.unwrap_or(0));
    }
}

pub(super) fn restore_places(from: &mut ByteReader<'_>) -> Option<Vec<(String, Place)>> {
    let count = from.length(40)?;
    let mut place = || {
        let name = String::from_utf8(from.bytes()?.to_vec()).ok()?;
        let (offset, lines, unended) = (from.number()?, from.number()?, from.number()? == 1);
        let whole = Some(from.number()?).filter(|&length| length > 0);
        Some((name, Place { offset, lines, unended, whole }))
    };
    (0..count).map(|_| place()).collect()
}

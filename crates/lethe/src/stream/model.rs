//! A silo's model of all that was released, brought up to date from the output.
//!
//! The output only grows, so that the model of its first records stays right and those that came since are added. How far
//! it goes is noted in the state, with the model's checksum. A model that a crash may have left half up to date is made again from the
//! whole output; any other file that is not the one of the note is not ours, and is not written over.

use super::plan::Plan;
use super::state::damaged;
use crate::silo::file;
use crate::{Context, Error, Result, json};
use lethe_data::{Column, Interner, Table, TypeChoice, ValueType};
use lethe_exposure::model::Gathered;
use lethe_io::{Compression, Place, Record, RecordReader, fingerprint_of_file, write_privately};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

pub(super) const NOTE: &str = "model";
/// Records that are counted at once.
const AT_ONCE: usize = if cfg!(test) { 100 } else { 1 << 15 };
/// What the output shows in place of a value that is not reported.
const STAR: &str = "*";

/// The model, its output, and the note about them.
pub(super) struct ReleasedModel {
    model: PathBuf,
    output: PathBuf,
    note: PathBuf,
}

/// How far a model goes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Note {
    /// The checksum of the model's file.
    sum: String,
    /// The bytes of the output that it counts.
    offset: u64,
    /// The lines of them.
    lines: u64,
    /// Whether the model was about to be replaced: then it may be the one of before, or the next.
    #[serde(default)]
    replacing: bool,
}

impl ReleasedModel {
    pub(super) fn new(model: &Path, output: &Path, state: &Path) -> Self {
        Self { model: model.to_owned(), output: output.to_owned(), note: state.join(NOTE) }
    }

    /// **Errors**: there is a file of this name, and this stream did not write it.
    pub(super) fn check_own(&self) -> Result<()> {
        let note = self.read_note().unwrap_or_default();
        if !self.model.exists() || note.replacing || fingerprint_of_file(&self.model)? == note.sum {
            return Ok(());
        }
        Err(Error::Request(format!(
            "{} is not the model that this stream wrote; name another file with `model`",
            self.model.display()
        )))
    }

    /// Whether so much came since that adding it costs no less than reading and writing the model.
    pub(super) fn is_far_behind(&self, length: u64) -> bool {
        let size = std::fs::metadata(&self.model).map_or(0, |found| found.len());
        let counted = self.read_note().map_or(0, |note| note.offset);
        length.saturating_sub(counted) >= size
    }

    /// Counts what the output, of this length, has had since.
    ///
    /// **Guarantee**: the model is then the one that is trained on the output, with suppressed cells as missing values and types not
    /// guessed. A run that is killed here leaves a model of the first records, whole.
    /// **Errors**: the output cannot be read, the model cannot be written, or the memory budget is too small.
    pub(super) fn bring_up_to_date(&self, plan: &Plan, length: u64, context: &Context) -> Result<()> {
        let known = self.known(length)?;
        if known.as_ref().is_some_and(|note| note.offset == length) {
            return Ok(());
        }
        let reader = RecordReader::open(&self.output, Some(plan.identity.delimiter), Compression::None)?;
        let mut reader = reader.ok_or_else(|| damaged(&self.output.display().to_string()))?;
        let mut gathered = Gathered::default();
        if let Some(Note { offset, lines, .. }) = known {
            reader.go_to(Place { offset, lines, ..Place::default() })?;
            gathered = Gathered::from_model(file::read(&self.model.as_path().into(), context)?);
        }
        let mut memory = context.memory().reserve("the model of what was released");
        loop {
            gathered.add(&block(&mut reader, length)?, context)?;
            let (needed, held) = (gathered.bytes(), memory.held() as usize);
            memory.try_grow(needed.saturating_sub(held)).map_err(Error::from)?;
            if reader.place().offset >= length {
                break;
            }
        }
        self.check_own()?;
        self.write_note(&Note { replacing: true, ..Note::default() })?;
        // The model that was read, where it was, is in the one that takes its place.
        lethe_io::replace_input(&self.model);
        file::write(&gathered.finish()?, &self.model.as_path().into(), context)?;
        let Place { offset, lines, .. } = reader.place();
        self.write_note(&Note { sum: fingerprint_of_file(&self.model)?, offset, lines, replacing: false })
    }

    /// The note, if the model is the one it is about.
    fn known(&self, length: u64) -> Result<Option<Note>> {
        let Some(note) = self.read_note().filter(|note| note.offset <= length) else { return Ok(None) };
        Ok((self.model.exists() && fingerprint_of_file(&self.model)? == note.sum).then_some(note))
    }

    fn read_note(&self) -> Option<Note> {
        std::fs::read(&self.note).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok())
    }

    fn write_note(&self, note: &Note) -> Result<()> {
        Ok(write_privately(&self.note, json::line(note)?.as_bytes())?)
    }
}

/// The next records of the output as a table, suppressed cells being missing values.
fn block(reader: &mut RecordReader, length: u64) -> Result<Table> {
    let names = reader.columns().to_vec();
    let mut values = vec![Interner::default(); names.len()];
    let mut cells: Vec<Vec<Option<u32>>> = vec![Vec::new(); names.len()];
    let mut record = Record::default();
    let mut rows = 0;
    while rows < AT_ONCE && reader.place().offset < length {
        if !reader.next(&mut record, false)? {
            let problem = "has become shorter; restore it, or begin another stream";
            return Err(Error::Request(format!("{} {problem}", reader.name())));
        }
        for (field, (values, cells)) in values.iter_mut().zip(&mut cells).enumerate() {
            let value = record.value(field).filter(|value| value != STAR);
            cells.push(value.map(|text| values.intern(&text)));
        }
        rows += 1;
    }
    let column = |(name, (values, cells)): (&String, (Interner, Vec<Option<u32>>))| {
        let texts = values.into_texts();
        let cells = cells.iter().map(|cell| cell.map(|code| texts.get(code as usize)));
        Column::from_texts(name, cells, TypeChoice::Declared(ValueType::Text))
    };
    let columns = names.iter().zip(values.into_iter().zip(cells)).map(column);
    Ok(Table::new(columns.collect::<lethe_data::Result<_>>()?)?)
}

//! Where records come from: standard input, a file, or a folder of files in the order of their names.

use super::batch::Batch;
use super::machine::Machine;
use super::request::{AtEnd, Stream};
use super::state::while_doing;
use crate::{Context, Error, Result};
use lethe_io::{Compression, Format, Location, Place, Record, RecordReader, is_pipe, refuse_pipe};
use std::path::{Path, PathBuf};

pub(super) enum Source {
    /// Standard input, or the pipe of this name, until it ends; opened once.
    Input { pipe: Option<PathBuf>, delimiter: Option<u8>, reader: Option<RecordReader>, opened: bool },
    /// A file that may grow.
    File { path: PathBuf, delimiter: Option<u8>, reader: Option<RecordReader> },
    /// A folder that files are put into, each of them whole.
    Folder { path: PathBuf, delimiter: Option<u8>, reader: Option<RecordReader>, current: String },
}

impl Source {
    /// **Errors**: there is no such file.
    pub(super) fn of(request: &Stream) -> Result<Self> {
        let (path, delimiter) = (PathBuf::from(&request.input), request.delimiter);
        Ok(if request.input == "-" {
            Self::Input { pipe: None, delimiter, reader: None, opened: false }
        } else if is_pipe(&path) {
            format_of(&path)?;
            Self::Input { pipe: Some(path), delimiter, reader: None, opened: false }
        } else if path.is_dir() {
            Self::Folder { path, delimiter, reader: None, current: String::new() }
        } else {
            std::fs::metadata(&path).map_err(while_doing("open", &request.input))?;
            format_of(&path)?;
            Self::File { path, delimiter, reader: None }
        })
    }

    /// That there was nothing, reported as a fault.
    pub(super) fn nothing(&self) -> Error {
        let (file, problem) = match self {
            Self::Input { pipe: None, .. } => {
                ("standard input".to_owned(), "it is empty: there is no header")
            }
            Self::Input { pipe: Some(path), .. } | Self::File { path, .. } => {
                (path.display().to_string(), "it is empty: there is no header")
            }
            Self::Folder { path, .. } => {
                (path.display().to_string(), "there is no .csv, .tsv or .psv file in it, compressed or not")
            }
        };
        Error::Io(lethe_io::Error::Content { file, line: None, problem: problem.to_owned() })
    }

    /// The names of the columns, once there is something.
    pub(super) fn await_columns(&mut self, follow: bool, context: &Context) -> Result<Option<Vec<String>>> {
        loop {
            context.check_cancelled()?;
            if let Some(columns) = self.columns(context)? {
                return Ok(Some(columns));
            }
            if !follow || matches!(self, Self::Input { .. }) {
                return Ok(None);
            }
            std::thread::sleep(super::POLL);
        }
    }

    fn columns(&mut self, context: &Context) -> Result<Option<Vec<String>>> {
        let names = |reader: &RecordReader| reader.columns().to_vec();
        match self {
            Self::Input { .. } => Ok(self.input(context)?.map(|reader| names(reader))),
            Self::File { path, delimiter, .. } => Ok(open(path, *delimiter)?.as_ref().map(names)),
            Self::Folder { path, delimiter, .. } => {
                let files = files_in(path)?;
                let Some(first) = files.first() else { return Ok(None) };
                Ok(Some(names(&open_whole(&path.join(first), *delimiter)?)))
            }
        }
    }

    fn input(&mut self, context: &Context) -> Result<Option<&mut RecordReader>> {
        let Self::Input { pipe, delimiter, reader, opened } = self else { return Ok(None) };
        if !std::mem::replace(opened, true) {
            *reader = match pipe {
                None => RecordReader::standard_input(*delimiter, context)?,
                Some(path) => {
                    let (suggested, compression) = format_of(path)?;
                    RecordReader::pipe(path, delimiter.or(suggested), compression, context)?
                }
            };
        }
        Ok(reader.as_mut())
    }

    /// Up to a batch of records that were not taken yet; nothing when there are none now.
    pub(super) fn next(
        &mut self,
        machine: &mut Machine,
        request: &Stream,
        context: &Context,
    ) -> Result<Batch> {
        let mut batch = Batch::default();
        match self {
            Self::Input { .. } => {
                if let Some(reader) = self.input(context)? {
                    check_columns(reader, machine)?;
                    fill(reader, &mut batch, machine, request, true)?;
                }
            }
            Self::File { path, delimiter, reader } => {
                if reader.is_none() {
                    let name = file_name(path);
                    *reader = open_at(path, *delimiter, machine.places.get(&name).copied(), false, machine)?;
                }
                if let Some(open) = reader {
                    let before = open.place();
                    let full = fill(open, &mut batch, machine, request, request.at_end == AtEnd::Finish)?;
                    if before != open.place() {
                        batch.places.push((file_name(path), open.place()));
                    }
                    if !full {
                        // It is opened again for what may have come by then.
                        *reader = None;
                    }
                }
            }
            Self::Folder { path, delimiter, reader, current } => {
                let mut waiting = files_to_do(path, machine)?.into_iter();
                loop {
                    if reader.is_none() {
                        let next = waiting.find(|name| !batch.places.iter().any(|(done, _)| done == name));
                        let Some(name) = next else { break };
                        let place = machine.places.get(&name).copied();
                        *reader = open_at(&path.join(&name), *delimiter, place, true, machine)?;
                        *current = name;
                    }
                    let Some(open) = reader else { break };
                    let full = fill(open, &mut batch, machine, request, true)?;
                    batch.places.retain(|(name, _)| name != current);
                    batch.places.push((current.clone(), open.place()));
                    if full {
                        break;
                    }
                    *reader = None;
                }
            }
        }
        Ok(batch)
    }
}

/// Reads records until the batch is full, which is `true`, or there are no more.
fn fill(
    reader: &mut RecordReader,
    batch: &mut Batch,
    machine: &mut Machine,
    request: &Stream,
    unended: bool,
) -> Result<bool> {
    let mut record = Record::default();
    let (read_with, form) = (reader.delimiter(), machine.plan.identity.form());
    while batch.records.len() < request.batch {
        match reader.next(&mut record, unended) {
            Ok(true) => {}
            // What came from a pipe before the interrupt does not come again, so it is taken.
            Ok(false) | Err(lethe_io::Error::Data(lethe_data::Error::Cancelled)) => return Ok(false),
            Err(problem) => return Err(problem.into()),
        }
        if let Some(column) = machine.plan.id {
            let Some(id) = record.value(column) else {
                let problem = "the record has no id".to_owned();
                let (file, line) = (reader.name().to_owned(), Some(reader.place().lines));
                return Err(lethe_io::Error::Content { file, line, problem }.into());
            };
            if !machine.is_new(&id) {
                batch.repeated += 1;
                continue;
            }
            batch.ids.text.extend_from_slice(id.as_bytes());
            end(batch.ids.end())?;
        }
        record.write(&mut batch.records.text, read_with, form, &machine.plan.written);
        end(batch.records.end())?;
    }
    Ok(true)
}

fn end(fits: bool) -> Result<()> {
    let problem = "a batch holds more than 4 GiB of text; take a smaller `batch`";
    if fits { Ok(()) } else { Err(Error::Request(problem.to_owned())) }
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// The delimiter and the compression that a file's name shows.
///
/// **Errors**: the name is not that of delimited text.
fn format_of(path: &Path) -> Result<(Option<u8>, Compression)> {
    let name = path.display().to_string();
    let format = Location::parse(&name).map(|location| location.format);
    let Ok(Format::Delimited { delimiter, compression }) = format else {
        let problem = "a stream reads .csv, .tsv and .psv, also .gz and .zst; convert the file first";
        return Err(Error::Request(format!("{name}: {problem}")));
    };
    Ok((delimiter, compression))
}

fn open(path: &Path, delimiter: Option<u8>) -> Result<Option<RecordReader>> {
    let (suggested, compression) = format_of(path)?;
    Ok(RecordReader::open(path, delimiter.or(suggested), compression)?)
}

/// Opens a file that must have a header by now.
fn open_whole(path: &Path, delimiter: Option<u8>) -> Result<RecordReader> {
    open(path, delimiter)?.ok_or_else(|| {
        let problem = "the file is empty: it has neither header nor rows".to_owned();
        Error::Io(lethe_io::Error::Content { file: path.display().to_string(), line: None, problem })
    })
}

/// Opens a file where it was left.
///
/// **Errors**: its columns are others than those of the stream, or it has become shorter.
fn open_at(
    path: &Path,
    delimiter: Option<u8>,
    place: Option<Place>,
    whole: bool,
    machine: &Machine,
) -> Result<Option<RecordReader>> {
    let name = path.display().to_string();
    let length = std::fs::metadata(path).map_err(while_doing("read", &name))?.len();
    match place.and_then(|place| place.whole) {
        Some(taken) if taken == length => return Ok(None),
        Some(_) => return Err(changed(path, "has changed since it was taken")),
        None => {}
    }
    let reader = if whole { Some(open_whole(path, delimiter)?) } else { open(path, delimiter)? };
    let Some(mut reader) = reader else {
        return if place.is_some() { Err(shorter(path)) } else { Ok(None) };
    };
    check_columns(&reader, machine)?;
    if let Some(place) = place {
        if length < place.offset && !is_packed(path) {
            return Err(shorter(path));
        }
        reader.go_to(place)?;
    }
    Ok(Some(reader))
}

fn is_packed(path: &Path) -> bool {
    format_of(path).is_ok_and(|(_, compression)| compression != Compression::None)
}

fn shorter(path: &Path) -> Error {
    changed(path, "is shorter than what was taken from it")
}

fn changed(path: &Path, how: &str) -> Error {
    let problem = format!("the file {how}; put new records into a new file");
    Error::Io(lethe_io::Error::Content { file: path.display().to_string(), line: None, problem })
}

fn check_columns(reader: &RecordReader, machine: &Machine) -> Result<()> {
    if reader.columns() == machine.plan.identity.columns {
        return Ok(());
    }
    let problem = "the columns are not those that the stream was begun with".to_owned();
    Err(lethe_io::Error::Content { file: reader.name().to_owned(), line: Some(1), problem }.into())
}

/// The files of a folder by name; those that are being put there have names that begin with a dot or end in .tmp or .part.
fn files_in(folder: &Path) -> Result<Vec<String>> {
    let name = folder.display().to_string();
    let entries = std::fs::read_dir(folder).and_then(Iterator::collect::<std::io::Result<Vec<_>>>);
    let mut files = Vec::new();
    for entry in entries.map_err(while_doing("read", &name))? {
        let path = entry.path();
        let file = file_name(&path);
        let suffix = path.extension().and_then(|extension| extension.to_str());
        let unfinished = file.starts_with('.') || matches!(suffix, Some("tmp" | "part"));
        if unfinished || path.is_dir() {
            continue;
        }
        format_of(&path)?;
        refuse_pipe(&path, "the files of a folder are read more than once")?;
        files.push(file);
    }
    files.sort_unstable();
    Ok(files)
}

/// The files that have something that was not taken yet.
fn files_to_do(folder: &Path, machine: &Machine) -> Result<Vec<String>> {
    let mut files = files_in(folder)?;
    files.retain(|name| {
        let path = folder.join(name);
        let length = std::fs::metadata(&path).map(|found| found.len()).ok();
        let taken = |place: &Place| if is_packed(&path) { place.whole } else { Some(place.offset) };
        machine.places.get(name).is_none_or(|place| length.is_none() || taken(place) != length)
    });
    Ok(files)
}

//! Reading delimited text record by record, from any place on, and knowing where one is.

use super::blocks::closing_quote;
use super::failure::Failure;
use super::header::{Preamble, Split, check_encoding, name_columns, split_record};
use super::parse::{Complaint, Problem};
use super::record::Record;
use super::record_source::{Once, Packed, Source};
use super::sniff::sniff;
use crate::Compression;
use crate::error::{Error, Result, while_doing};
use crate::opened::{LONGEST_WINDOW, unpacked};
use crate::pipe::Pipe;
use lethe_data::Context;
use std::path::Path;

const AT_ONCE: usize = 1 << 18;
/// A quote that is never closed must not make us hold the rest of the text.
const LONGEST_RECORD: usize = 1 << 24;

/// How far a text was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The bytes taken.
    pub offset: u64,
    /// The lines taken.
    pub lines: u64,
    /// Whether the last record had no line end, because the text ended there.
    pub unended: bool,
    /// Of a compressed file that was read to its end, the file's length: nothing more comes from it.
    pub whole: Option<u64>,
}

/// A text being read.
pub struct RecordReader {
    name: String,
    stream: Box<dyn Source>,
    preamble: Preamble,
    /// Bytes that were read ahead; those before `start` are taken.
    buffer: Vec<u8>,
    start: usize,
    place: Place,
    /// The length of a compressed file, which is whole when it appears.
    packed: Option<u64>,
}

impl RecordReader {
    /// Opens a file and reads its header; `None` while nothing is in it, or no whole header.
    ///
    /// **Errors**: it cannot be read, or does not begin with a header in UTF-8.
    pub fn open(path: &Path, delimiter: Option<u8>, compression: Compression) -> Result<Option<Self>> {
        let name = path.display().to_string();
        if compression == Compression::None {
            let file = crate::opened::open(path, &name)?;
            return Self::begin(name, Box::new(file), delimiter, None);
        }
        let packed = Packed::open(path, &name, compression)?;
        let length = Some(packed.length);
        Self::begin(name, Box::new(packed), delimiter, length)
    }

    /// Reads standard input and its header; `None` when nothing comes. It must be called once only.
    ///
    /// **Errors**: as for files, or the run was cancelled, while waiting for bytes, too.
    pub fn standard_input(delimiter: Option<u8>, context: &Context) -> Result<Option<Self>> {
        crate::inputs::remember_stdin();
        let stream = Pipe::standard_input(context.cancel_token());
        Self::begin("standard input".to_owned(), Box::new(stream), delimiter, None)
    }

    /// Reads a named pipe or a device like standard input.
    ///
    /// **Errors**: as for standard input.
    pub fn pipe(
        path: &Path,
        delimiter: Option<u8>,
        compression: Compression,
        context: &Context,
    ) -> Result<Option<Self>> {
        let name = path.display().to_string();
        let stream = unpacked(Pipe::open(path, context.cancel_token()), &name, compression, LONGEST_WINDOW)?;
        Self::begin(name, Box::new(Once(stream)), delimiter, None)
    }

    fn begin(
        name: String,
        stream: Box<dyn Source>,
        delimiter: Option<u8>,
        packed: Option<u64>,
    ) -> Result<Option<Self>> {
        let preamble = Preamble { delimiter: b',', columns: Vec::new(), lines: 0 };
        let (buffer, place) = (Vec::new(), Place::default());
        let mut reader = Self { name, stream, preamble, buffer, start: 0, place, packed };
        while !reader.buffer.contains(&b'\n') && reader.fill()? {}
        check_encoding(&reader.name, &reader.buffer, true)?;
        if reader.buffer.starts_with(b"\xEF\xBB\xBF") {
            reader.take(3, 0);
        }
        loop {
            let line = memchr::memchr(b'\n', reader.rest()).unwrap_or(reader.rest().len());
            let delimiter = delimiter.unwrap_or_else(|| sniff(&reader.rest()[..line]));
            let header = match split_record(reader.rest(), delimiter) {
                Split::Record(header) => header,
                Split::Partial(_) if reader.fill()? => continue,
                // Its writer may not have got further.
                Split::Empty | Split::Partial(_) => return Ok(None),
            };
            if header.after_quote || header.bare_return {
                let problem = "the header has text after a closing quote, or carriage returns as line ends";
                return Err(Error::content(&reader.name, 1, problem));
            }
            let columns = name_columns(&reader.name, header.fields)?;
            reader.preamble = Preamble { delimiter, columns, lines: header.lines };
            reader.take(header.length, header.lines);
            return Ok(Some(reader));
        }
    }

    /// What messages call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The names of the columns.
    pub fn columns(&self) -> &[String] {
        &self.preamble.columns
    }

    /// What separates fields.
    pub fn delimiter(&self) -> u8 {
        self.preamble.delimiter
    }

    /// Where the next record begins.
    pub fn place(&self) -> Place {
        self.place
    }

    /// Goes on where reading ended another time.
    ///
    /// **Errors**: the file has become shorter since, or its last line longer.
    pub fn go_to(&mut self, place: Place) -> Result<()> {
        self.stream.go_to(place.offset).map_err(while_doing("read", &self.name))?;
        self.buffer.clear();
        (self.start, self.place) = (0, place);
        if place.unended && self.fill()? {
            while self.rest() == b"\r" && self.fill()? {}
            let end = if self.rest().starts_with(b"\r\n") { 2 } else { 1 };
            if !self.rest()[..end.min(self.rest().len())].ends_with(b"\n") {
                let problem = "the last line was taken as a record and has become longer since";
                return Err(Error::content(&self.name, place.lines + 1, problem));
            }
            self.take(end, 0);
        }
        Ok(())
    }

    /// Reads the next record; `false` at the end. A last line without an end is left where it is unless `unended` says to
    /// take it, or the file is compressed and nothing can be appended to it.
    ///
    /// **Errors**: the text cannot be read or is not what the format demands; the message names the line.
    pub fn next(&mut self, record: &mut Record, unended: bool) -> Result<bool> {
        let columns = self.preamble.columns.len();
        loop {
            let Some(end) = self.record_end(unended || self.packed.is_some())? else {
                self.place.whole = self.packed;
                return Ok(false);
            };
            let bytes = &self.buffer[self.start..self.start + end];
            let ended = bytes.ends_with(b"\n");
            let line = bytes.strip_suffix(b"\n").unwrap_or(bytes);
            let line = if ended { line.strip_suffix(b"\r").unwrap_or(line) } else { line };
            let lines = 1 + memchr::memchr_iter(b'\n', line).count() as u64;
            let blank = line.is_empty() && columns > 1;
            if !blank {
                let delimiter = self.preamble.delimiter;
                let read = match std::str::from_utf8(line) {
                    Ok(line) => record.read(line, delimiter, columns),
                    Err(_) => Err(Problem::NotUtf8 { column: column_at_fault(line, delimiter, columns) }),
                };
                read.map_err(|problem| self.complain(problem))?;
            }
            self.take(end, lines);
            self.place.unended = !ended;
            if !blank {
                return Ok(true);
            }
        }
    }

    fn complain(&self, problem: Problem) -> Error {
        let lines = self.place.lines - self.preamble.lines.min(self.place.lines);
        let complaint = Complaint { line: 0, problem };
        Failure::Complaint(0, complaint).into_error(&self.name, &self.preamble, |_| lines)
    }

    fn rest(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    fn take(&mut self, bytes: usize, lines: u64) {
        self.start += bytes;
        self.place.offset += bytes as u64;
        self.place.lines += lines;
    }

    /// Reads further ahead; `false` at the end.
    fn fill(&mut self) -> Result<bool> {
        if self.rest().len() >= LONGEST_RECORD {
            let problem = "a record is longer than 16 MiB; is a quote never closed?";
            return Err(Error::content(&self.name, self.place.lines + 1, problem));
        }
        self.buffer.drain(..self.start);
        self.start = 0;
        let known = self.buffer.len();
        self.buffer.resize(known + AT_ONCE, 0);
        // One reading and not more: a slow writer's records are not made to wait for those to come.
        let read = loop {
            match self.stream.read(&mut self.buffer[known..]) {
                Err(problem) if problem.kind() == std::io::ErrorKind::Interrupted => {}
                outcome => break outcome,
            }
        };
        self.buffer.truncate(known + *read.as_ref().unwrap_or(&0));
        Ok(read.map_err(while_doing("read", &self.name))? > 0)
    }

    /// The length of the next record with its line end; `None` when there is no whole one.
    fn record_end(&mut self, unended: bool) -> Result<Option<usize>> {
        let mut looked_at = 0;
        loop {
            if let Some(length) = memchr::memchr(b'\n', &self.rest()[looked_at..]) {
                let end = looked_at + length + 1;
                let line = &self.rest()[..end];
                if memchr::memchr(b'"', line).is_none() {
                    return Ok(Some(end));
                }
                match quotes(self.rest(), self.preamble.delimiter) {
                    Quotes::EndAt(end) => return Ok(Some(end)),
                    Quotes::Open => looked_at = self.rest().len(),
                }
            } else {
                looked_at = self.rest().len();
            }
            if !self.fill()? {
                let rest = self.rest().len();
                return Ok((unended && rest > 0).then_some(rest));
            }
            // A quote that was open may close in what came.
            if memchr::memchr(b'"', &self.rest()[..looked_at]).is_some() {
                looked_at = 0;
            }
        }
    }
}

enum Quotes {
    EndAt(usize),
    Open,
}

/// Where the first record of some bytes ends, with what is quoted passed over.
fn quotes(bytes: &[u8], delimiter: u8) -> Quotes {
    let mut at = 0;
    let mut opens = true;
    while at < bytes.len() {
        match bytes[at] {
            b'"' if opens => match closing_quote(bytes, at + 1) {
                Some(close) => {
                    at = close;
                    opens = false;
                }
                None => return Quotes::Open,
            },
            b'\n' => return Quotes::EndAt(at + 1),
            byte => opens = byte == delimiter,
        }
        at += 1;
    }
    Quotes::Open
}

fn column_at_fault(line: &[u8], delimiter: u8, columns: usize) -> usize {
    let parts = line.split(|&byte| byte == delimiter);
    parts.take_while(|part| std::str::from_utf8(part).is_ok()).count().min(columns - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a,b\r\n1,\"x\ny\"\n\n2,\r\n\"3\",\"q\"\"q\"\n4,z";

    fn file(text: &str) -> tempfile::NamedTempFile {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        file
    }

    fn rest(reader: &mut RecordReader, unended: bool) -> Vec<String> {
        let (mut record, mut found) = (Record::default(), Vec::new());
        while reader.next(&mut record, unended).unwrap() {
            let value = |field| record.value(field).map_or("-".to_owned(), std::borrow::Cow::into_owned);
            found.push(format!("{}/{}", value(0), value(1)));
        }
        found
    }

    #[test]
    fn reading_goes_on_from_any_place() {
        let file = file(TEXT);
        let open = || RecordReader::open(file.path(), None, Compression::None).unwrap().unwrap();
        let all = rest(&mut open(), true);
        assert_eq!(all, ["1/x\ny", "2/-", "3/q\"q", "4/z"]);
        assert_eq!(rest(&mut open(), false), all[..3]);
        let (mut reader, mut record) = (open(), Record::default());
        for taken in 0..all.len() {
            let mut other = open();
            other.go_to(reader.place()).unwrap();
            assert_eq!(rest(&mut other, true), all[taken..]);
            reader.next(&mut record, true).unwrap();
        }
        assert_eq!((reader.place().offset, reader.place().lines), (TEXT.len() as u64, 7));
    }

    fn packed(name: &str, text: &[u8]) -> (tempfile::TempDir, std::path::PathBuf, Compression) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        let compression = if name.ends_with("gz") { Compression::Gzip } else { Compression::Zstd };
        let bytes = match compression {
            Compression::Gzip => {
                let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
                std::io::Write::write_all(&mut encoder, text).unwrap();
                encoder.finish().unwrap()
            }
            _ => zstd::encode_all(text, 1).unwrap(),
        };
        std::fs::write(&path, bytes).unwrap();
        (folder, path, compression)
    }

    #[test]
    fn compressed_files_are_read_from_any_place_to_their_end() {
        for name in ["t.csv.gz", "t.csv.zst"] {
            let (_folder, path, compression) = packed(name, TEXT.as_bytes());
            let open = || RecordReader::open(&path, None, compression).unwrap().unwrap();
            let (mut reader, mut record) = (open(), Record::default());
            let all = rest(&mut open(), false);
            assert_eq!(all, ["1/x\ny", "2/-", "3/q\"q", "4/z"]);
            for taken in 0..=all.len() {
                let mut other = open();
                other.go_to(reader.place()).unwrap();
                assert_eq!(rest(&mut other, false), all[taken..]);
                assert_eq!(other.place().whole, Some(std::fs::metadata(&path).unwrap().len()));
                assert_eq!(reader.place().whole, None);
                if taken < all.len() {
                    assert!(reader.next(&mut record, false).unwrap());
                }
            }
        }
    }

    #[test]
    fn damaged_compressed_files_are_an_error_and_never_a_shorter_table() {
        let text =
            "a,b\n".to_owned() + &(0..999).map(|n| format!("{n},{}\n", n * 7919 % 1009)).collect::<String>();
        for name in ["t.csv.gz", "t.csv.zst"] {
            let (_folder, path, compression) = packed(name, text.as_bytes());
            let bytes = std::fs::read(&path).unwrap();
            for length in [0, 1, 5, bytes.len() / 2, bytes.len() - 3, bytes.len() - 1] {
                std::fs::write(&path, &bytes[..length]).unwrap();
                let Ok(reader) = RecordReader::open(&path, None, compression) else { continue };
                let Some(mut reader) = reader else { continue };
                let mut record = Record::default();
                let ended = loop {
                    match reader.next(&mut record, true) {
                        Ok(true) => {}
                        outcome => break outcome,
                    }
                };
                assert!(ended.is_err() && reader.place().whole.is_none(), "{name} cut to {length}");
            }
        }
    }

    #[test]
    fn a_line_that_grew_after_it_was_taken_is_told() {
        let file = file(TEXT);
        let mut reader = RecordReader::open(file.path(), None, Compression::None).unwrap().unwrap();
        assert_eq!(rest(&mut reader, true).len(), 4);
        let place = reader.place();
        std::fs::write(file.path(), format!("{TEXT}\n5,y\n")).unwrap();
        reader.go_to(place).unwrap();
        assert_eq!(rest(&mut reader, true), ["5/y"]);
        std::fs::write(file.path(), format!("{TEXT}zz\n5,y\n")).unwrap();
        assert!(reader.go_to(place).is_err());
    }

    #[test]
    fn complaints_name_the_line() {
        for (text, line) in [("a,b\n1,2\n3\n", 3), ("a,b\n\"1\n\",2\n3,4,5\n", 4), ("a,b\n\n1,\"x\"y\n", 3)] {
            let file = file(text);
            let mut reader = RecordReader::open(file.path(), None, Compression::None).unwrap().unwrap();
            let mut record = Record::default();
            let error = loop {
                match reader.next(&mut record, true) {
                    Ok(more) => assert!(more),
                    Err(error) => break error.to_string(),
                }
            };
            assert!(error.contains(&format!("line {line}: ")), "{error}");
        }
    }

    #[test]
    fn a_file_without_a_whole_header_has_nothing_to_read_yet() {
        for text in ["", "a,b", "\"a\n"] {
            assert!(
                RecordReader::open(file(text).path(), None, Compression::None).unwrap().is_none(),
                "{text}"
            );
        }
    }
}

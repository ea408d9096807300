//! The start of a text file: its encoding, delimiter and column names.

use super::blocks::{BlockSource, closing_quote};
use super::formula::unescaped;
use super::sniff::{of_header, sniff};
use crate::error::{Error, Result, while_doing};
use crate::options::ReadOptions;
use std::io::Read;

/// What the start of the file told.
pub(super) struct Preamble {
    pub(super) delimiter: u8,
    pub(super) columns: Vec<String>,
    /// Lines used up by the header.
    pub(super) lines: u64,
}

/// Reads the byte order mark, the delimiter and the header, and leaves the source at the first data record.
pub(super) fn read_preamble<R: Read>(
    file: &str,
    source: &mut BlockSource<R>,
    options: &ReadOptions,
    hint: Option<u8>,
) -> Result<Preamble> {
    let start = source.peek().map_err(while_doing("read", file))?;
    // Without a header the first line is somebody's record, which must not decide about the others.
    check_encoding(file, start, options.header || !options.is_per_record())?;
    if start.starts_with(b"\xEF\xBB\xBF") {
        source.skip(3);
    }
    let (delimiter, record) = loop {
        let start = source.peek().map_err(while_doing("read", file))?;
        let delimiter = options.delimiter.or(hint).unwrap_or_else(|| inferred(start, options));
        match split_record(start, delimiter) {
            Split::Record(record) => break (delimiter, record),
            Split::Empty => {
                return Err(Error::content(file, None, "the file is empty: it has neither header nor rows"));
            }
            Split::Partial(record) => {
                if source.saw_everything() {
                    break (delimiter, record.ok_or_else(|| unclosed(file))?);
                }
                source.peek_more().map_err(while_doing("read", file))?;
            }
        }
    };
    source.set_delimiter(delimiter);
    if record.after_quote {
        return Err(Error::content(file, 1, "text after a closing quote; double the quotes inside a field"));
    }
    if record.bare_return && (options.header || !options.is_per_record()) {
        return Err(Error::content(file, 1, "line ends are carriage returns; convert them to line feeds"));
    }
    if !options.header {
        let columns = (1..=record.fields.len()).map(|number| format!("column_{number}")).collect();
        return Ok(Preamble { delimiter, columns, lines: 0 });
    }
    let fields = if options.unescape_formulas {
        record.fields.iter().map(|field| unescaped(field).to_vec()).collect()
    } else {
        record.fields
    };
    let columns = name_columns(file, fields)?;
    source.skip(record.length);
    Ok(Preamble { delimiter, columns, lines: record.lines })
}

/// The delimiter that the first records look like; where records are read by themselves, that of the header's first line, and
/// without a header a comma.
fn inferred(start: &[u8], options: &ReadOptions) -> u8 {
    match (options.is_per_record(), options.header) {
        (false, _) => sniff(start),
        (true, true) => of_header(&start[..first_line(start)]),
        (true, false) => b',',
    }
}

/// The length of the first line, or of all that is there of it.
fn first_line(start: &[u8]) -> usize {
    memchr::memchr(b'\n', start).unwrap_or(start.len())
}

fn unclosed(file: &str) -> Error {
    Error::content(file, 1, "a quoted field is never closed")
}

/// Refuses what is no text in UTF-8 as far as its first line tells; `named` is whether zero bytes do.
pub(super) fn check_encoding(file: &str, start: &[u8], named: bool) -> Result<()> {
    let utf16 = start.starts_with(b"\xFF\xFE") || start.starts_with(b"\xFE\xFF");
    if utf16 {
        return Err(Error::content(file, 1, "the file is UTF-16; convert it to UTF-8 first"));
    }
    // A cell may hold a zero byte, but no name: a file that has one there is of another kind, or UTF-16.
    let line = &start[..first_line(start).min(4096)];
    if named && line.contains(&0) {
        return Err(Error::content(
            file,
            None,
            "the file holds zero bytes: it is not delimited text in UTF-8",
        ));
    }
    Ok(())
}

pub(super) fn name_columns(file: &str, fields: Vec<Vec<u8>>) -> Result<Vec<String>> {
    let mut names: Vec<String> = Vec::with_capacity(fields.len());
    let blank = fields.len() == 1;
    let mut seen = std::collections::HashMap::with_capacity(fields.len());
    for (index, field) in fields.into_iter().enumerate() {
        let number = index + 1;
        let name = String::from_utf8(field).map_err(|_| {
            Error::content(
                file,
                1,
                format!("the name of column {number} is not UTF-8; convert the file first"),
            )
        })?;
        if name.is_empty() && blank {
            return Err(Error::content(file, 1, "the first line is blank; it must name the columns"));
        }
        if name.trim().is_empty() {
            let hint = "name it, or read the file with `no_header`";
            return Err(Error::content(file, 1, format!("column {number} has an empty name; {hint}")));
        }
        if let Some(first) = seen.insert(name.clone(), number) {
            let hint = "rename one, or read the file with `no_header`";
            let problem = format!("columns {first} and {number} have the same name; {hint}");
            return Err(Error::content(file, 1, problem));
        }
        names.push(name);
    }
    Ok(names)
}

/// The first record of some bytes, unquoted.
pub(super) struct Record {
    pub(super) fields: Vec<Vec<u8>>,
    pub(super) length: usize,
    pub(super) lines: u64,
    /// Something stands between a closing quote and the end of its field.
    pub(super) after_quote: bool,
    /// A carriage return stands outside quotes and before no line feed.
    pub(super) bare_return: bool,
}

pub(super) enum Split {
    Record(Record),
    /// The bytes end before the record does; holds it as if they ended there, unless inside quotes.
    Partial(Option<Record>),
    Empty,
}

pub(super) fn split_record(bytes: &[u8], delimiter: u8) -> Split {
    if bytes.is_empty() {
        return Split::Empty;
    }
    let mut fields = Vec::new();
    let mut at = 0;
    let (mut after_quote, mut bare_return) = (false, false);
    loop {
        let mut field = Vec::new();
        if bytes.get(at) == Some(&b'"') {
            let Some(close) = closing_quote(bytes, at + 1) else { return Split::Partial(None) };
            let mut inner = bytes[at + 1..close].iter();
            while let Some(&byte) = inner.next() {
                field.push(byte);
                if byte == b'"' {
                    inner.next();
                }
            }
            at = close + 1;
            let ends = [delimiter, b'\n', b'\r'];
            after_quote |= bytes.get(at).is_some_and(|next| !ends.contains(next));
        }
        let rest = bytes[at..].iter().position(|&b| b == delimiter || b == b'\n').unwrap_or(bytes.len() - at);
        let plain = &bytes[at..at + rest];
        let line_end = plain.last() == Some(&b'\r') && bytes.get(at + rest) == Some(&b'\n');
        bare_return |= plain[..plain.len() - usize::from(line_end)].contains(&b'\r');
        field.extend_from_slice(plain);
        at += rest;
        let ended = bytes.get(at) != Some(&delimiter);
        if ended && field.last() == Some(&b'\r') {
            field.pop();
        }
        fields.push(field);
        if ended {
            let length = (at + 1).min(bytes.len());
            let lines = memchr::memchr_iter(b'\n', &bytes[..length]).count() as u64;
            let record = Record { fields, length, lines, after_quote, bare_return };
            return if at < bytes.len() { Split::Record(record) } else { Split::Partial(Some(record)) };
        }
        at += 1;
    }
}

//! One line a leaf, as ARX and anjana write it.
//!
//! Fields follow RFC 4180: quoted where they hold the delimiter, a quote or a line break, with quotes doubled. ARX
//! writes `;` and no header. anjana's own examples are read with `header=None` and have none either; files that went
//! through pandas get a first line `0,1,2,…`, which is recognised, with an index column before it (`,0,1,2,…`) that
//! is dropped. A header of words cannot be told from a leaf, so it has to be declared.

use super::parse::Header;
use super::{HierarchyFileError, Place, Row};
use lethe_data::hierarchy::ROOT;

const DELIMITERS: [char; 4] = [';', ',', '\t', '|'];
/// As many records as settle the delimiter.
const SAMPLE: usize = 200;

pub(super) struct CsvRows {
    pub(super) rows: Vec<Row>,
    pub(super) has_header: bool,
}

pub(super) fn rows(
    text: &str,
    delimiter: Option<char>,
    header: Header,
) -> Result<CsvRows, HierarchyFileError> {
    let delimiter = delimiter.unwrap_or_else(|| guess_delimiter(text));
    let mut records = Records::new(text, delimiter).collect::<Result<Vec<_>, _>>()?;
    let numbered = records.first().and_then(numbered_columns);
    let has_header = match header {
        Header::Present => !records.is_empty(),
        Header::Absent => false,
        Header::Detect => numbered.is_some(),
    };
    if has_header {
        records.remove(0);
    }
    let index_columns = if has_header { numbered.unwrap_or(0) } else { 0 };
    let rows = records
        .into_iter()
        .map(|record| {
            let quoted_leaf = record.fields.get(index_columns).is_some_and(|field| field.quoted);
            let labels = record.fields.into_iter().skip(index_columns).map(|field| field.text).collect();
            Row { place: Place::Line(record.line), labels, quoted_leaf }
        })
        .collect();
    Ok(CsvRows { rows, has_header })
}

/// For a header `0,1,2,…`, the number of index columns before it.
fn numbered_columns(record: &Record) -> Option<usize> {
    let index = usize::from(record.fields.first().is_some_and(|field| field.text.is_empty()));
    let names = &record.fields[index..];
    let counts_up = names.iter().enumerate().all(|(number, field)| field.text == number.to_string());
    (names.len() > 1 && counts_up).then_some(index)
}

/// The delimiter by which most lines end at the root, or else by which most have several fields.
fn guess_delimiter(text: &str) -> char {
    let score = |delimiter: char| {
        let mut rooted = 0;
        let mut split = 0;
        for record in Records::new(text, delimiter).take(SAMPLE).map_while(Result::ok) {
            let several = record.fields.len() > 1;
            split += usize::from(several);
            rooted += usize::from(several && record.fields.last().is_some_and(|field| field.text == ROOT));
        }
        (rooted, split)
    };
    let mut best = (DELIMITERS[0], score(DELIMITERS[0]));
    for &delimiter in &DELIMITERS[1..] {
        let found = score(delimiter);
        if found > best.1 {
            best = (delimiter, found);
        }
    }
    best.0
}

#[derive(Debug)]
struct Record {
    line: usize,
    fields: Vec<Field>,
}

#[derive(Debug)]
struct Field {
    text: String,
    quoted: bool,
}

/// Records of a text; blank lines are skipped.
struct Records<'a> {
    rest: &'a str,
    line: usize,
    delimiter: char,
}

impl<'a> Records<'a> {
    fn new(text: &'a str, delimiter: char) -> Self {
        Self { rest: text, line: 1, delimiter }
    }

    fn skip_blank_lines(&mut self) {
        loop {
            let end = self.rest.find('\n').map_or(self.rest.len(), |at| at + 1);
            if end == 0 || !self.rest[..end].trim_end_matches(['\r', '\n']).is_empty() {
                return;
            }
            self.rest = &self.rest[end..];
            self.line += 1;
        }
    }

    fn plain_field(&mut self) -> Field {
        let end = self.rest.find([self.delimiter, '\n', '\r']).unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        Field { text: text.to_owned(), quoted: false }
    }

    fn quoted_field(&mut self) -> Result<Field, HierarchyFileError> {
        let start = self.line;
        let mut text = String::new();
        self.rest = &self.rest[1..];
        loop {
            let end = self.rest.find('"').ok_or(HierarchyFileError::UnclosedQuote { line: start })?;
            text.push_str(&self.rest[..end]);
            self.rest = &self.rest[end + 1..];
            if !self.rest.starts_with('"') {
                break;
            }
            text.push('"');
            self.rest = &self.rest[1..];
        }
        self.line += text.matches('\n').count();
        let ends = self.rest.is_empty() || self.rest.starts_with([self.delimiter, '\n', '\r']);
        if ends {
            Ok(Field { text, quoted: true })
        } else {
            Err(HierarchyFileError::TextAfterQuote { line: self.line })
        }
    }

    fn record(&mut self) -> Result<Record, HierarchyFileError> {
        let line = self.line;
        let mut fields = Vec::new();
        loop {
            let field = if self.rest.starts_with('"') { self.quoted_field()? } else { self.plain_field() };
            fields.push(field);
            match self.rest.strip_prefix(self.delimiter) {
                Some(rest) => self.rest = rest,
                None => break,
            }
        }
        // A lone carriage return ends a line as well: old Macintosh files have no other.
        let ending = ["\r\n", "\n", "\r"].iter().find_map(|ending| self.rest.strip_prefix(ending));
        self.rest = ending.unwrap_or("");
        self.line += 1;
        Ok(Record { line, fields })
    }
}

impl Iterator for Records<'_> {
    type Item = Result<Record, HierarchyFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_blank_lines();
        if self.rest.is_empty() {
            return None;
        }
        let record = self.record();
        if record.is_err() {
            self.rest = "";
        }
        Some(record)
    }
}

//! One block of text into codes: the innermost loops of reading.
//!
//! A block is looked at twice. First its fields are found, all columns of a row together; then each column is encoded
//! by itself, so that its table of values stays in the cache for the whole block.

use super::blocks::closing_quote;
use super::formula::unescaped;
use super::scan::{LANES, Specials};
use crate::intake::LOCAL_NULL;
use crate::selection::Selection;
use lethe_data::Interner;

/// What is wrong in a block, with the line counted from the block's first.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Complaint {
    pub(super) line: u64,
    pub(super) problem: Problem,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Problem {
    Fields { found: usize },
    NotUtf8 { column: usize },
    AfterQuote { column: usize },
    Unclosed,
}

/// Where a field's text is in the block.
#[derive(Clone, Copy)]
struct Field {
    start: u32,
    len: u32,
}

impl Field {
    const NULL: Self = Self { start: u32::MAX, len: 0 };

    fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, len: (end - start) as u32 }
    }
}

/// The fields and codes of a block, reused from block to block.
pub(super) struct Scratch {
    /// One list a kept column.
    pub(super) codes: Vec<Vec<u32>>,
    /// One list a column of the file.
    fields: Vec<Vec<Field>>,
    row_starts: Vec<u32>,
    /// Fields that hold doubled quotes, made single; appended to the block once it is split.
    unquoted: Vec<u8>,
}

impl Scratch {
    pub(super) fn new(selection: &Selection) -> Self {
        Self {
            codes: vec![Vec::new(); selection.len()],
            fields: vec![Vec::new(); selection.kept().len()],
            row_starts: Vec::new(),
            unquoted: Vec::new(),
        }
    }

    fn clear(&mut self) {
        self.codes.iter_mut().for_each(Vec::clear);
        self.fields.iter_mut().for_each(Vec::clear);
        self.row_starts.clear();
        self.unquoted.clear();
    }
}

/// Reads whole records into codes of the kept columns, one interner each, and returns the number of lines.
pub(super) fn parse_block(
    bytes: &mut Vec<u8>,
    delimiter: u8,
    selection: &Selection,
    interners: &mut [Interner],
    scratch: &mut Scratch,
) -> Result<u64, Complaint> {
    if bytes.last() != Some(&b'\n') {
        bytes.push(b'\n');
    }
    scratch.clear();
    let lines = split(bytes, delimiter, scratch)?;
    bytes.extend_from_slice(&scratch.unquoted);
    let skipped_are_utf8 = selection.is_whole() || is_utf8(bytes, delimiter);
    let mut targets = interners.iter_mut().zip(&mut scratch.codes);
    for (column, (fields, &kept)) in scratch.fields.iter().zip(selection.kept()).enumerate() {
        let outcome = match if kept { targets.next() } else { None } {
            Some((interner, codes)) if selection.unescape => {
                encode(bytes, interner, fields, codes, unescaped)
            }
            Some((interner, codes)) => encode(bytes, interner, fields, codes, |cell| cell),
            None if skipped_are_utf8 => Ok(()),
            None => check_utf8(bytes, fields),
        };
        if let Err(row) = outcome {
            let start = scratch.row_starts[row] as usize;
            let line = memchr::memchr_iter(b'\n', &bytes[..start]).count() as u64;
            return Err(Complaint { line, problem: Problem::NotUtf8 { column } });
        }
    }
    Ok(lines)
}

/// Encodes one column, each cell as the value it was `written` for; an error is the row whose bytes are not UTF-8.
fn encode(
    bytes: &[u8],
    interner: &mut Interner,
    fields: &[Field],
    codes: &mut Vec<u32>,
    written: impl Fn(&[u8]) -> &[u8],
) -> Result<(), usize> {
    codes.reserve(fields.len());
    for (row, field) in fields.iter().enumerate() {
        codes.push(if field.start == Field::NULL.start {
            LOCAL_NULL
        } else {
            let start = field.start as usize;
            let cell = written(&bytes[start..start + field.len as usize]);
            interner.intern_bytes(cell).map_err(|_| row)? + 1
        });
    }
    Ok(())
}

/// Whether every cell of the block is UTF-8. Cells end at the delimiter, quotes and line ends; where these are ASCII,
/// no cut falls inside a character, and all cells are UTF-8 when the block is.
fn is_utf8(bytes: &[u8], delimiter: u8) -> bool {
    delimiter.is_ascii() && std::str::from_utf8(bytes).is_ok()
}

/// Checks the cells of a column that is not kept; an error is the row whose bytes are not UTF-8.
fn check_utf8(bytes: &[u8], fields: &[Field]) -> Result<(), usize> {
    let is_utf8 = |field: &Field| {
        let start = field.start as usize;
        field.len == 0 || std::str::from_utf8(&bytes[start..start + field.len as usize]).is_ok()
    };
    fields.iter().position(|field| !is_utf8(field)).map_or(Ok(()), Err)
}

fn split(bytes: &[u8], delimiter: u8, scratch: &mut Scratch) -> Result<u64, Complaint> {
    let specials = Specials { delimiter };
    let mut cursor = Cursor {
        bytes,
        delimiter,
        scratch,
        record_start: 0,
        field_start: 0,
        column: 0,
        line: 0,
        resume_at: 0,
    };
    let (chunks, tail) = bytes.as_chunks::<LANES>();
    for (index, chunk) in chunks.iter().enumerate() {
        cursor.visit(index * LANES, specials.mask(chunk))?;
    }
    let mut last = [0; LANES];
    last[..tail.len()].copy_from_slice(tail);
    cursor.visit(chunks.len() * LANES, specials.mask(&last))?;
    Ok(cursor.line)
}

struct Cursor<'a> {
    bytes: &'a [u8],
    delimiter: u8,
    scratch: &'a mut Scratch,
    record_start: usize,
    field_start: usize,
    column: usize,
    line: u64,
    resume_at: usize,
}

impl Cursor<'_> {
    #[inline]
    fn visit(&mut self, base: usize, mut mask: u64) -> Result<(), Complaint> {
        while mask != 0 {
            let at = base + mask.trailing_zeros() as usize;
            mask &= mask - 1;
            if at < self.resume_at {
                continue;
            }
            match self.bytes[at] {
                b'\n' => self.end_line(at)?,
                b'"' => {
                    if at == self.field_start {
                        self.quoted(at)?;
                    }
                }
                _ => {
                    self.plain(self.field_start, at)?;
                    self.field_start = at + 1;
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn plain(&mut self, start: usize, end: usize) -> Result<(), Complaint> {
        self.push(if start == end { Field::NULL } else { Field::new(start, end) })
    }

    #[inline]
    fn push(&mut self, field: Field) -> Result<(), Complaint> {
        let Some(fields) = self.scratch.fields.get_mut(self.column) else {
            return Err(self.complain(Problem::Fields { found: self.column + 1 }));
        };
        fields.push(field);
        self.column += 1;
        Ok(())
    }

    #[inline]
    fn end_line(&mut self, at: usize) -> Result<(), Complaint> {
        let end = if at > self.field_start && self.bytes[at - 1] == b'\r' { at - 1 } else { at };
        let blank = self.column == 0 && end == self.field_start && self.scratch.fields.len() > 1;
        if !blank {
            self.plain(self.field_start, end)?;
            self.end_record()?;
        }
        self.next_line(at);
        Ok(())
    }

    #[inline]
    fn end_record(&mut self) -> Result<(), Complaint> {
        if self.column != self.scratch.fields.len() {
            return Err(self.complain(Problem::Fields { found: self.column }));
        }
        self.column = 0;
        self.scratch.row_starts.push(self.record_start as u32);
        Ok(())
    }

    #[inline]
    fn next_line(&mut self, line_feed: usize) {
        self.line += 1;
        self.field_start = line_feed + 1;
        self.record_start = line_feed + 1;
    }

    #[cold]
    fn complain(&self, problem: Problem) -> Complaint {
        Complaint { line: self.line, problem }
    }

    /// A field that opens with a quote at `open`; leaves the cursor after the byte that ends the field.
    fn quoted(&mut self, open: usize) -> Result<(), Complaint> {
        let Some(close) = closing_quote(self.bytes, open + 1) else {
            return Err(self.complain(Problem::Unclosed));
        };
        let content = &self.bytes[open + 1..close];
        let field = if memchr::memchr(b'"', content).is_some() {
            self.unquote(content)
        } else {
            Field::new(open + 1, close)
        };
        self.push(field)?;
        self.line += memchr::memchr_iter(b'\n', content).count() as u64;
        // The block ends with a line feed, so there is a byte after every closing quote.
        let after = close + 1 + usize::from(self.bytes[close + 1..].starts_with(b"\r\n"));
        self.resume_at = after + 1;
        match self.bytes[after] {
            b'\n' => {
                self.end_record()?;
                self.next_line(after);
            }
            byte if byte == self.delimiter => self.field_start = after + 1,
            _ => return Err(self.complain(Problem::AfterQuote { column: self.column - 1 })),
        }
        Ok(())
    }

    fn unquote(&mut self, content: &[u8]) -> Field {
        let start = self.bytes.len() + self.scratch.unquoted.len();
        let mut rest = content.iter();
        while let Some(&byte) = rest.next() {
            self.scratch.unquoted.push(byte);
            if byte == b'"' {
                rest.next();
            }
        }
        Field::new(start, self.bytes.len() + self.scratch.unquoted.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intake::Knowledge;
    use crate::options::ReadOptions;

    fn parse(text: &str, columns: usize) -> Result<Vec<Vec<Option<String>>>, Complaint> {
        let names = (0..columns).map(|column| (column.to_string(), Knowledge::Nothing)).collect();
        let selection = Selection::new("t.csv", names, &ReadOptions::default()).unwrap();
        let mut interners: Vec<Interner> = (0..columns).map(|_| Interner::default()).collect();
        let mut scratch = Scratch::new(&selection);
        parse_block(&mut text.as_bytes().to_vec(), b',', &selection, &mut interners, &mut scratch)?;
        let texts: Vec<_> = interners.into_iter().map(Interner::into_texts).collect();
        let rows = scratch.codes[0].len();
        Ok((0..rows)
            .map(|row| {
                let cell = |column: usize| match scratch.codes[column][row] {
                    LOCAL_NULL => None,
                    code => Some(texts[column].get(code as usize - 1).to_owned()),
                };
                (0..columns).map(cell).collect()
            })
            .collect())
    }

    fn cells(rows: &[&[Option<&str>]]) -> Vec<Vec<Option<String>>> {
        rows.iter().map(|row| row.iter().map(|c| c.map(str::to_owned)).collect()).collect()
    }

    #[test]
    fn quotes_line_ends_nulls_and_blank_lines_follow_the_rules() {
        let parsed = parse("a,\"b,\"\"c\"\"\nd\"\r\n\n,\"\"\r\nx\"y,z", 2).unwrap();
        let expected =
            cells(&[&[Some("a"), Some("b,\"c\"\nd")], &[None, Some("")], &[Some("x\"y"), Some("z")]]);
        assert_eq!(parsed, expected);
        assert_eq!(parse("a\n\nb\n", 1).unwrap(), cells(&[&[Some("a")], &[None], &[Some("b")]]));
    }

    #[test]
    fn complaints_name_the_line() {
        let complaint = |text: &str| parse(text, 2).unwrap_err();
        assert_eq!(complaint("a,b\nc\n"), Complaint { line: 1, problem: Problem::Fields { found: 1 } });
        assert_eq!(complaint("a,b,c\n"), Complaint { line: 0, problem: Problem::Fields { found: 3 } });
        assert_eq!(
            complaint("\"a\nb\",\"c\"d\n"),
            Complaint { line: 1, problem: Problem::AfterQuote { column: 1 } }
        );
        assert_eq!(complaint("a,b\n\"c,d\n"), Complaint { line: 1, problem: Problem::Unclosed });
    }
}

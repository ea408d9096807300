//! One record of delimited text, cut into its fields.

use super::CsvForm;
use super::blocks::closing_quote;
use super::parse::Problem;
use std::borrow::Cow;

/// A record and where its fields are.
#[derive(Clone, Debug, Default)]
pub struct Record {
    text: String,
    fields: Vec<Field>,
    plain: bool,
}

#[derive(Clone, Copy, Debug)]
struct Field {
    start: usize,
    end: usize,
    quoted: bool,
}

impl Record {
    /// Takes the fields of a line without its end in place of what was there before; `None` where the quotes do not fit or
    /// the number of fields is another.
    pub fn parse(&mut self, line: &[u8], delimiter: u8, fields: usize) -> Option<&Self> {
        self.read(std::str::from_utf8(line).ok()?, delimiter, fields).ok()?;
        Some(self)
    }

    /// Cuts a line, given without its end, into its fields, in place of what was there before.
    pub(super) fn read(&mut self, line: &str, delimiter: u8, columns: usize) -> Result<(), Problem> {
        self.text.clear();
        self.text.push_str(line);
        self.fields.clear();
        let bytes = line.as_bytes();
        self.plain = memchr::memchr2(b'"', b'\r', bytes).is_none();
        let mut at = 0;
        loop {
            let quoted = !self.plain && bytes.get(at) == Some(&b'"');
            let (start, end, after) = if quoted {
                let close = closing_quote(bytes, at + 1).ok_or(Problem::Unclosed)?;
                (at + 1, close, close + 1)
            } else {
                let end = memchr::memchr(delimiter, &bytes[at..]).map_or(bytes.len(), |length| at + length);
                (at, end, end)
            };
            if self.fields.len() == columns {
                return Err(Problem::Fields { found: columns + 1 });
            }
            self.fields.push(Field { start, end, quoted });
            match bytes.get(after) {
                None => break,
                Some(&byte) if byte == delimiter => at = after + 1,
                Some(_) => return Err(Problem::AfterQuote { column: self.fields.len() - 1 }),
            }
        }
        if self.fields.len() == columns { Ok(()) } else { Err(Problem::Fields { found: self.fields.len() }) }
    }

    /// The value of a field; `None` where it is missing.
    pub fn value(&self, field: usize) -> Option<Cow<'_, str>> {
        let Field { start, end, quoted } = self.fields[field];
        let text = &self.text[start..end];
        match quoted {
            false if text.is_empty() => None,
            true if text.contains('"') => Some(Cow::Owned(text.replace("\"\"", "\""))),
            _ => Some(Cow::Borrowed(text)),
        }
    }

    /// Appends the chosen fields, in order, as a line without its end. Equal values are equal bytes, however they were
    /// written.
    pub fn write(&self, to: &mut Vec<u8>, written_with: u8, form: CsvForm, chosen: &[usize]) {
        let is_as_read = written_with == form.delimiter && chosen.len() == self.fields.len();
        if self.plain && is_as_read && !form.escape_formulas {
            to.extend_from_slice(self.text.as_bytes());
            return;
        }
        for (index, &field) in chosen.iter().enumerate() {
            if index > 0 {
                to.push(form.delimiter);
            }
            write_field(to, form, self.value(field).as_deref());
        }
    }
}

/// Appends a value as a field, quoted only where that is needed.
pub fn write_field(to: &mut Vec<u8>, form: CsvForm, value: Option<&str>) {
    let Some(text) = value else { return };
    let text = form.text(text);
    let special = |byte: u8| byte == form.delimiter || matches!(byte, b'"' | b'\n' | b'\r');
    if text.is_empty() || text.bytes().any(special) {
        to.push(b'"');
        to.extend_from_slice(text.replace('"', "\"\"").as_bytes());
        to.push(b'"');
    } else {
        to.extend_from_slice(text.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_is_read_again(values in prop::collection::vec(prop::option::of("[a,;\"\r\n\u{e4}]{0,5}"), 1..5)) {
            let mut line = Vec::new();
            for (index, value) in values.iter().enumerate() {
                if index > 0 {
                    line.push(b';');
                }
                write_field(&mut line, CsvForm::new(b';'), value.as_deref());
            }
            let mut record = Record::default();
            let record = record.parse(&line, b';', values.len()).unwrap();
            for (field, value) in values.iter().enumerate() {
                let read = record.value(field);
                prop_assert_eq!(read.as_deref(), value.as_deref());
            }
            let mut again = Vec::new();
            let all: Vec<usize> = (0..values.len()).collect();
            record.write(&mut again, b';', CsvForm::new(b';'), &all);
            prop_assert_eq!(again, line);
        }
    }
}

//! Writing delimited text from codes.
//!
//! Each distinct value is quoted once; rows are then put together from ready pieces, a chunk of rows a task.

use super::formula::escaped;
use crate::error::{Error, Result, while_doing};
use lethe_data::{Column, Context, Table, TextArena};
use rayon::prelude::*;
use std::borrow::Cow;
use std::io::Write;

const ROWS_PER_CHUNK: usize = 8192;

/// Writes blocks of a table as delimited text.
pub(crate) struct CsvWriter<W> {
    file: String,
    stream: W,
    form: CsvForm,
}

/// How cells of delimited text are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CsvForm {
    /// What separates fields.
    pub delimiter: u8,
    /// Whether cells that a spreadsheet would run get an apostrophe.
    pub escape_formulas: bool,
}

impl<W: Write> CsvWriter<W> {
    /// Starts with the header.
    pub(crate) fn new<'a>(
        file: &str,
        mut stream: W,
        form: CsvForm,
        names: impl Iterator<Item = &'a str>,
    ) -> Result<Self> {
        let names: Vec<&str> = names.collect();
        if let Some(name) = names.iter().find(|name| name.contains('\0')) {
            let problem =
                format!("the name of column '{}' holds a zero byte; rename it", name.replace('\0', ""));
            return Err(Error::content(file, None, problem));
        }
        let fields: Vec<String> = names.into_iter().map(|name| form.cell(name).into_owned()).collect();
        let mut line = fields.join(&char::from(form.delimiter).to_string());
        line.push('\n');
        stream.write_all(line.as_bytes()).map_err(while_doing("write", file))?;
        Ok(Self { file: file.to_owned(), stream, form })
    }

    /// Appends rows.
    pub(crate) fn write(&mut self, table: &Table, context: &Context) -> Result<()> {
        let columns: Vec<Pieces<'_>> = table.columns().iter().map(|c| Pieces::new(c, self.form)).collect();
        let starts: Vec<usize> = (0..table.rows()).step_by(ROWS_PER_CHUNK).collect();
        // A group of chunks at a time bounds the text held in memory.
        for group in starts.chunks(4 * context.threads()) {
            context.check_cancelled()?;
            let texts: Vec<Vec<u8>> = context.install(|| {
                group
                    .par_iter()
                    .map(|&start| {
                        let end = table.rows().min(start + ROWS_PER_CHUNK);
                        let mut text = Vec::with_capacity((end - start) * columns.len() * 8);
                        for row in start..end {
                            for (index, column) in columns.iter().enumerate() {
                                if index > 0 {
                                    text.push(self.form.delimiter);
                                }
                                text.extend_from_slice(column.piece(row));
                            }
                            text.push(b'\n');
                        }
                        text
                    })
                    .collect()
            });
            for text in texts {
                self.stream.write_all(&text).map_err(while_doing("write", &self.file))?;
            }
        }
        Ok(())
    }

    /// Hands the stream back.
    pub(crate) fn into_stream(self) -> W {
        self.stream
    }
}

struct Pieces<'a> {
    column: &'a Column,
    texts: TextArena,
}

impl<'a> Pieces<'a> {
    fn new(column: &'a Column, form: CsvForm) -> Self {
        let mut texts = TextArena::default();
        for text in column.dictionary().texts() {
            texts.push(&form.cell(text));
        }
        texts.push("");
        Self { column, texts }
    }

    fn piece(&self, row: usize) -> &[u8] {
        self.texts.get(self.column.codes().get(row) as usize).as_bytes()
    }
}

/// Every character that could be taken for a delimiter is quoted, not only ours: a reader may have to find it out.
fn needs_quotes(text: &str, delimiter: u8) -> bool {
    text.is_empty()
        || text
            .bytes()
            .any(|b| b == delimiter || matches!(b, b'"' | b'\n' | b'\r' | b',' | b';' | b'\t' | b'|'))
}

impl CsvForm {
    /// Cells as they are, with this between them.
    pub fn new(delimiter: u8) -> Self {
        Self { delimiter, escape_formulas: false }
    }

    /// A cell or a name before it is quoted.
    pub(super) fn text(self, text: &str) -> Cow<'_, str> {
        if self.escape_formulas { escaped(text) } else { Cow::Borrowed(text) }
    }

    /// A cell or a name as it is written.
    fn cell(self, text: &str) -> Cow<'_, str> {
        let text = self.text(text);
        if needs_quotes(&text, self.delimiter) {
            Cow::Owned(format!("\"{}\"", text.replace('"', "\"\"")))
        } else {
            text
        }
    }
}

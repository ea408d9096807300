//! Where a table is and in which format, told by its name.

use crate::error::{Error, Result};
use crate::memory::MemoryTable;
use crate::named_memory;
use crate::parts;
use std::path::{Path, PathBuf};

/// The format of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// Delimited text; the delimiter the name suggests, where it does.
    Delimited {
        /// A tab for `.tsv`, a bar for `.psv`, open for `.csv`.
        delimiter: Option<u8>,
        /// How the text is compressed.
        compression: Compression,
    },
    /// Apache Parquet.
    Parquet,
    /// Arrow IPC file, also known as Feather.
    ArrowIpc,
    /// One table of an `SQLite` database.
    Sqlite {
        /// The table's name.
        table: String,
    },
    /// Record batches in memory.
    Memory(MemoryTable),
    /// Several files of one schema, one after the other.
    Parts(Vec<Location>),
}

/// How a text file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// Not at all.
    None,
    /// gzip.
    Gzip,
    /// Zstandard.
    Zstd,
}

/// Where a table is, or will be: a file, several files, a standard stream or memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The name as the user gave it, for messages.
    pub name: String,
    /// The file; `None` for standard input or output, memory, and several files.
    pub path: Option<PathBuf>,
    /// The format its name tells.
    pub format: Format,
    /// Whether cells that a spreadsheet would take for a formula are written with an apostrophe before them.
    pub escape_formulas: bool,
}

const KNOWN: &str = ".csv .tsv .psv (also .gz .zst), .parquet, .arrow, .feather, file.sqlite#table, or -";

impl Location {
    /// Reads a location such as `records.csv.gz`, `clinic.sqlite#patients`, `-`, or a folder with the parts of a table.
    ///
    /// **Errors**: the ending names no format Lethe knows, or a folder holds something else than tables.
    pub fn parse(name: &str) -> Result<Self> {
        if name != "-" && Path::new(name).is_dir() {
            return Self::parts(name, parts::in_folder(name, Path::new(name))?);
        }
        Self::parse_file(name)
    }

    /// Reads a location of one file, such as one that is to be written, whatever there is now under its name.
    ///
    /// **Errors**: the ending names no format Lethe knows.
    pub fn parse_file(name: &str) -> Result<Self> {
        if name == "-" {
            let format = Format::Delimited { delimiter: None, compression: Compression::None };
            let name = "(standard stream)".to_owned();
            return Ok(Self { name, path: None, format, escape_formulas: false });
        }
        let located = |path: &str, format| Self {
            name: name.to_owned(),
            path: Some(path.into()),
            format,
            escape_formulas: false,
        };
        if let Some((path, table)) = name.rsplit_once('#')
            && matches!(ending(path).as_str(), "sqlite" | "sqlite3" | "db")
        {
            if table.is_empty() {
                return Err(Error::Request(format!("{name}: name a table after the '#'")));
            }
            return Ok(located(path, Format::Sqlite { table: table.to_owned() }));
        }
        let (stem, compression) = match ending(name).as_str() {
            "gz" => (&name[..name.len() - 3], Compression::Gzip),
            "zst" => (&name[..name.len() - 4], Compression::Zstd),
            _ => (name, Compression::None),
        };
        let format = match (ending(stem).as_str(), compression) {
            ("csv" | "txt", _) => Format::Delimited { delimiter: None, compression },
            ("tsv" | "tab", _) => Format::Delimited { delimiter: Some(b'\t'), compression },
            ("psv", _) => Format::Delimited { delimiter: Some(b'|'), compression },
            ("parquet" | "pq", Compression::None) => Format::Parquet,
            ("arrow" | "feather" | "ipc", Compression::None) => Format::ArrowIpc,
            ("sqlite" | "sqlite3" | "db", Compression::None) => {
                return Err(Error::Request(format!("{name}: name the table too, as in {name}#TABLE")));
            }
            _ => {
                return Err(Error::Request(format!("{name}: unknown kind of file; Lethe knows {KNOWN}")));
            }
        };
        Ok(located(name, format))
    }

    /// Reads a location as a request writes it: as [`Location::parse`], and the name of a table in memory
    /// ([`crate::NamedTable`]).
    ///
    /// **Errors**: as of [`Location::parse`]; no table in memory has this name.
    pub fn parse_written(name: &str) -> Result<Self> {
        if !named_memory::is_name(name) {
            return Self::parse(name);
        }
        let gone = || Error::Request("no table in memory has this name".to_owned());
        named_memory::find(name).ok_or_else(gone)
    }

    /// What [`Location::parse_written`] reads as the same place.
    pub fn written(&self) -> String {
        self.in_memory().and_then(named_memory::name_of).unwrap_or_else(|| self.name.clone())
    }

    /// The table in memory that it is.
    pub fn in_memory(&self) -> Option<&MemoryTable> {
        match &self.format {
            Format::Memory(table) => Some(table),
            _ => None,
        }
    }

    /// A table in memory; `name` is what messages call it.
    pub fn memory(name: &str, table: MemoryTable) -> Self {
        Self { name: name.to_owned(), path: None, format: Format::Memory(table), escape_formulas: false }
    }

    /// Whether it is standard input or output.
    pub fn is_standard_stream(&self) -> bool {
        self.path.is_none() && matches!(self.format, Format::Delimited { .. })
    }

    /// Why nothing can be written here.
    pub(crate) fn is_not_one_file(&self) -> Error {
        Error::Request(format!("{}: a table is written to one file; name one", self.name))
    }

    /// The files it consists of.
    pub fn files(&self) -> Vec<&Path> {
        match &self.format {
            Format::Parts(parts) => parts.iter().filter_map(|part| part.path.as_deref()).collect(),
            _ => self.path.iter().map(PathBuf::as_path).collect(),
        }
    }

    /// About how much memory the table needs, by the size of its files; `None` where that is not known.
    pub fn bytes_in_memory(&self) -> Option<u64> {
        let factor = match self.format {
            Format::Delimited { compression: Compression::None, .. } | Format::Sqlite { .. } => 1,
            Format::ArrowIpc => 2,
            Format::Delimited { .. } | Format::Parquet | Format::Parts(_) | Format::Memory(_) => 4,
        };
        self.bytes()?.checked_mul(factor)
    }

    /// The bytes of its files; `None` where it has none, or they are not known.
    pub fn bytes(&self) -> Option<u64> {
        let files = self.files();
        let sizes = files.iter().map(|file| Some(std::fs::metadata(file).ok()?.len()));
        sizes.collect::<Option<Vec<u64>>>().filter(|sizes| !sizes.is_empty()).map(|sizes| sizes.iter().sum())
    }

    /// The same place, where cells and column names that begin with `= + - @`, a tab or a carriage return, and are no plain numbers, are
    /// written with an apostrophe before them.
    ///
    /// **Guarantee**: what is written so and read with [`crate::ReadOptions::unescape_formulas`] comes back as it was.
    /// **Errors**: the format is not delimited text; others tell texts from formulas themselves.
    pub fn escaping_formulas(self) -> Result<Self> {
        if !matches!(self.format, Format::Delimited { .. }) {
            let problem = "`escape_formulas` is for delimited text such as .csv; leave it out";
            return Err(Error::Request(format!("{}: {problem}", self.name)));
        }
        Ok(Self { escape_formulas: true, ..self })
    }
}

fn ending(name: &str) -> String {
    Path::new(name).extension().map(|e| e.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_the_format() {
        let format = |name: &str| Location::parse(name).unwrap().format;
        let text = |delimiter, compression| Format::Delimited { delimiter, compression };
        assert_eq!(format("a.CSV"), text(None, Compression::None));
        assert_eq!(format("x/a.tsv.gz"), text(Some(b'\t'), Compression::Gzip));
        assert_eq!(format("a.psv.zst"), text(Some(b'|'), Compression::Zstd));
        assert_eq!(format("a.parquet"), Format::Parquet);
        assert_eq!(format("a.feather"), Format::ArrowIpc);
        assert_eq!(format("a.sqlite#people"), Format::Sqlite { table: "people".into() });
        assert_eq!(format("odd#name.csv"), text(None, Compression::None));
        for name in ["a.xlsx", "a", "a.sqlite", "a.sqlite#", "a.parquet.gz", ".gz", ""] {
            assert!(Location::parse(name).is_err(), "{name}");
        }
    }
}

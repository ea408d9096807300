//! Files that differ by one record, full of cells that look like something else.

use lethe::data::Context;
use lethe::{Location, ReadOptions, ValueType};
use proptest::prelude::*;
use std::path::{Path, PathBuf};

/// Fields as they stand in a file.
const ODD: [&str; 40] = [
    "",
    "\"\"",
    "30",
    "\"30\"",
    "1",
    "1.0",
    "1.50",
    "01",
    "+1",
    "-0",
    "1e3",
    "NaN",
    "inf",
    "-inf",
    "1e400",
    "99999999999999999999",
    "true",
    "yes",
    "0",
    "unknown",
    "NA",
    "null",
    "*",
    " ",
    " 30",
    "2020-01-02",
    "02.01.2020",
    "03/04/2020",
    "23/04/2020",
    "04/23/2020",
    "2020-01-02T10:30",
    "a;b",
    "a;b;c;d",
    "x|y|z",
    "a\tb",
    "\"a,b\"",
    "\"say \"\"x\"\"\"",
    "\"two\nlines\"",
    "x\"y",
    "\u{feff}1",
];

pub(crate) const COLUMNS: [&str; 3] = ["a", "b", "c"];

/// A field as it stands in a file.
pub(crate) fn field() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&ODD[..])
}

/// A record as a line, or a blank line.
pub(crate) fn record() -> impl Strategy<Value = String> {
    let line = (field(), field(), field()).prop_map(|(a, b, c)| format!("{a},{b},{c}"));
    prop_oneof![20 => line, 1 => Just(String::new())]
}

/// How a file is to be read.
pub(crate) fn options() -> impl Strategy<Value = ReadOptions> {
    let types =
        [ValueType::Integer, ValueType::Decimal, ValueType::Date, ValueType::Boolean, ValueType::Text];
    let declared = prop::option::of(prop::sample::select(types.to_vec()));
    (prop::collection::vec(declared, 3), any::<bool>()).prop_map(|(types, nulls)| {
        let types = COLUMNS.into_iter().zip(types);
        ReadOptions {
            types: types.filter_map(|(name, declared)| Some((name.to_owned(), declared?))).collect(),
            null_words: if nulls { vec!["NA".to_owned(), "*".to_owned()] } else { Vec::new() },
            ..ReadOptions::default()
        }
    })
}

/// A folder with the two files and what is made of them.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes records below a header.
    pub(crate) fn write<'a>(&self, name: &str, records: impl IntoIterator<Item = &'a str>) -> Location {
        let header = COLUMNS.join(",");
        let text = records.into_iter().fold(header + "\n", |text, record| text + record + "\n");
        std::fs::write(self.path(name), text).unwrap();
        self.location(name)
    }

    pub(crate) fn location(&self, name: &str) -> Location {
        Location::parse(&self.path(name).display().to_string()).unwrap()
    }
}

/// The records with one more at some place.
pub(crate) fn with<'a>(records: &'a [String], one: &'a str, at: usize) -> Vec<&'a str> {
    let mut all: Vec<&str> = records.iter().map(String::as_str).collect();
    all.insert(at, one);
    all
}

pub(crate) fn bytes(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap()
}

pub(crate) fn context() -> Context {
    Context::new(2).unwrap()
}

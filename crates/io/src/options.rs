//! How a table is to be read.

use lethe_data::{TypeChoice, ValueType};

/// What the file itself does not say.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// The field separator of a text file; found out from its first lines when not given.
    pub delimiter: Option<u8>,
    /// Whether the first record of a text file names the columns.
    pub header: bool,
    /// Spellings that mean "no value", besides the empty field.
    pub null_words: Vec<String>,
    /// Types of columns that should not be inferred.
    pub types: Vec<(String, ValueType)>,
    /// The columns to keep, in whatever order they are named; all when not given. The table has them in file order.
    ///
    /// The others are still looked at as far as the format's structure demands: in a text file every record must have
    /// all fields, quotes must close and every cell must be UTF-8. A declared type of a column that is not kept is
    /// not checked.
    pub columns: Option<Vec<String>>,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self { delimiter: None, header: true, null_words: Vec::new(), types: Vec::new(), columns: None }
    }
}

impl ReadOptions {
    pub(crate) fn declared_type(&self, column: &str) -> Option<TypeChoice> {
        self.types.iter().rev().find(|(name, _)| name == column).map(|(_, t)| TypeChoice::Declared(*t))
    }

    pub(crate) fn is_null(&self, text: &str) -> bool {
        self.null_words.iter().any(|word| word == text)
    }
}

//! One named column of a table.

use crate::{Codes, Dictionary, Error, Result, TypeChoice, ValueType};
use std::sync::Arc;

/// A named, typed column: a dictionary of values and one code a row.
///
/// Codes `0..dictionary.len()` are values; a null, where the column has any, is the code after them, so that null is
/// explicit and groups like a value of its own.
#[derive(Clone, Debug)]
pub struct Column {
    name: String,
    dictionary: Arc<Dictionary>,
    codes: Codes,
    nulls: usize,
    largest: u32,
}

impl Column {
    /// A column from codes, where `dictionary.len()` stands for null.
    pub fn new(name: impl Into<String>, dictionary: Arc<Dictionary>, codes: Codes) -> Self {
        let null = dictionary.len() as u32;
        let (nulls, largest) = crate::with_codes!(&codes, codes => codes.iter().fold((0, 0), |(nulls, largest), &code| {
            let code = crate::codes::Code::widen(code);
            (nulls + usize::from(code == null), code.max(largest))
        }));
        Self { name: name.into(), dictionary, codes, nulls, largest }
    }

    /// A column from optional texts with the type inferred or declared.
    pub fn from_texts<'a>(
        name: &str,
        cells: impl IntoIterator<Item = Option<&'a str>>,
        choice: TypeChoice,
    ) -> Result<Self> {
        let mut interner = crate::Interner::default();
        let local: Vec<Option<u32>> =
            cells.into_iter().map(|cell| cell.map(|t| interner.intern(t))).collect();
        let built = Dictionary::build(name, &interner.into_texts(), choice, |_| false)?;
        let null = built.dictionary.len() as u32;
        let codes = local.iter().map(|code| code.map_or(null, |c| built.codes[c as usize]));
        let codes = Codes::from_iter_within(built.dictionary.len() + 1, codes);
        Ok(Self::new(name, Arc::new(built.dictionary), codes))
    }

    /// The column's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The same column under another name.
    #[must_use]
    pub fn renamed(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// The type of the values.
    pub fn value_type(&self) -> ValueType {
        self.dictionary.value_type()
    }

    /// The distinct values.
    pub fn dictionary(&self) -> &Arc<Dictionary> {
        &self.dictionary
    }

    /// The code of each row.
    pub fn codes(&self) -> &Codes {
        &self.codes
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// The number of rows without a value.
    pub fn nulls(&self) -> usize {
        self.nulls
    }

    /// The code that means null, when the column has nulls.
    pub fn null_code(&self) -> Option<u32> {
        (self.nulls > 0).then_some(self.dictionary.len() as u32)
    }

    /// One more than the largest code in use: distinct values, plus one for null where there are nulls.
    pub fn domain(&self) -> usize {
        self.dictionary.len() + usize::from(self.nulls > 0)
    }

    /// The spelling of a row's value; `None` for null.
    pub fn text(&self, row: usize) -> Option<&str> {
        let code = self.codes.get(row);
        ((code as usize) < self.dictionary.len()).then(|| self.dictionary.text(code))
    }

    /// How often each code occurs, null last; with weights, the weight of its rows.
    pub fn histogram(&self, weights: Option<&[u64]>) -> Vec<u64> {
        crate::with_codes!(&self.codes, codes => match weights {
            None => crate::codes::histogram(codes, self.domain()),
            Some(weights) => {
                let mut counts = vec![0u64; self.domain()];
                for (&code, weight) in codes.iter().zip(weights) {
                    counts[crate::codes::Code::widen(code) as usize] += weight;
                }
                counts
            }
        })
    }

    /// Chosen rows in the order given, with the same dictionary.
    #[must_use]
    pub fn select(&self, rows: &[u32]) -> Self {
        Self::new(self.name.clone(), Arc::clone(&self.dictionary), self.codes.select(rows))
    }

    /// A range of rows, with the same dictionary.
    #[must_use]
    pub fn slice(&self, rows: std::ops::Range<usize>) -> Self {
        Self::new(self.name.clone(), Arc::clone(&self.dictionary), self.codes.slice(rows))
    }

    /// The bytes held: codes and dictionary.
    pub fn bytes(&self) -> usize {
        self.codes.bytes() + self.dictionary.bytes()
    }

    /// A code that the dictionary does not have would pack into another combination's key.
    pub(crate) fn check_codes(&self) -> Result<()> {
        if self.largest as usize <= self.dictionary.len() {
            return Ok(());
        }
        Err(Error::UnknownCode { column: self.name.clone() })
    }

    pub(crate) fn check_len(&self, expected: usize) -> Result<()> {
        if self.len() == expected {
            return Ok(());
        }
        Err(Error::RaggedTable { column: self.name.clone(), found: self.len(), expected })
    }
}

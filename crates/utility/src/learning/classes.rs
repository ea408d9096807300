//! The classes that are learned.

use super::{Error, Options, Result};
use lethe_data::Column;
use std::collections::HashMap;

/// The class of a record that is none of those learned.
pub(super) const NONE: u8 = u8::MAX;

/// The classes of the original, the most frequent first, so that ties go to it.
#[derive(Debug)]
pub(super) struct Classes {
    numbers: HashMap<String, u8>,
    /// The class whose errors are counted; absent where the mean over all is.
    pub(super) positive: Option<u8>,
}

impl Classes {
    /// The classes of some rows of the original's class column.
    ///
    /// **Errors**: the positive class requested is none of them.
    pub(super) fn of(column: &Column, rows: &[u32], options: &Options) -> Result<Self> {
        let mut counts = vec![0u64; column.dictionary().len()];
        for &row in rows {
            counts[column.codes().get(row as usize) as usize] += 1;
        }
        let mut codes: Vec<u32> = (0..counts.len() as u32).filter(|&c| counts[c as usize] > 0).collect();
        codes.sort_by_key(|&code| std::cmp::Reverse(counts[code as usize]));
        let positive = match &options.positive {
            None => (codes.len() == 2).then_some(1),
            Some(asked) => {
                let at = codes.iter().position(|&code| column.dictionary().text(code) == asked);
                let at = at.ok_or_else(|| Error::UnknownPositive { column: column.name().to_owned() })?;
                let kept = at.min(options.max_classes - 1);
                codes.swap(at, kept);
                Some(kept as u8)
            }
        };
        codes.truncate(options.max_classes);
        let text = |code: &u32| column.dictionary().text(*code).to_owned();
        let numbers = codes.iter().enumerate().map(|(number, code)| (text(code), number as u8)).collect();
        Ok(Self { numbers, positive })
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The class of some rows of a class column, in the original or in a release; [`NONE`] for any other label.
    pub(super) fn numbers(&self, column: &Column, rows: &[u32]) -> Vec<u8> {
        let texts = column.dictionary().texts();
        let mut by_code: Vec<u8> =
            texts.map(|text| self.numbers.get(text).copied().unwrap_or(NONE)).collect();
        by_code.push(NONE);
        rows.iter().map(|&row| by_code[column.codes().get(row as usize) as usize]).collect()
    }
}

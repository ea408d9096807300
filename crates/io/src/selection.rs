//! Which columns of a file are kept.

use crate::error::{Error, Result, in_file};
use crate::intake::Knowledge;
use crate::options::ReadOptions;
use lethe_data::{Error as DataError, similar};
use std::collections::HashSet;

/// The columns of a file that become columns of the table, in file order.
pub(crate) struct Selection {
    /// Name and knowledge of each kept column.
    pub(crate) columns: Vec<(String, Knowledge)>,
    /// For each column of the file, whether it is kept.
    kept: Vec<bool>,
    /// Whether apostrophes before formulas are taken off.
    pub(crate) unescape: bool,
}

impl Selection {
    /// Chooses from all columns of a file what the options ask for.
    ///
    /// **Errors**: a column to keep, or one with a declared type, does not exist; nothing is to be kept.
    pub(crate) fn new(file: &str, all: Vec<(String, Knowledge)>, options: &ReadOptions) -> Result<Self> {
        let declared = options.types.iter().map(|(name, _)| name);
        let names: HashSet<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
        for name in declared.chain(options.columns.iter().flatten()) {
            if !names.contains(name.as_str()) {
                return Err(in_file(file)(unknown(name, &all)));
            }
        }
        let Some(wanted) = &options.columns else {
            return Ok(Self {
                kept: vec![true; all.len()],
                columns: all,
                unescape: options.unescape_formulas,
            });
        };
        if wanted.is_empty() {
            return Err(Error::Request("no column is chosen to be read".to_owned()));
        }
        let wanted: HashSet<&str> = wanted
            .iter()
            .chain(options.weights.iter().map(|weights| &weights.column))
            .map(String::as_str)
            .collect();
        let kept: Vec<bool> = all.iter().map(|(name, _)| wanted.contains(name.as_str())).collect();
        let columns = all.into_iter().zip(&kept).filter(|(_, kept)| **kept).map(|(column, _)| column);
        Ok(Self { columns: columns.collect(), kept, unescape: options.unescape_formulas })
    }

    /// How many columns are kept.
    pub(crate) fn len(&self) -> usize {
        self.columns.len()
    }

    /// For each column of the file, whether it is kept.
    pub(crate) fn kept(&self) -> &[bool] {
        &self.kept
    }

    /// The places in the file of the kept columns.
    pub(crate) fn positions(&self) -> Vec<usize> {
        (0..self.kept.len()).filter(|&place| self.kept[place]).collect()
    }

    /// Whether all columns are kept.
    pub(crate) fn is_whole(&self) -> bool {
        self.columns.len() == self.kept.len()
    }
}

fn unknown(name: &str, all: &[(String, Knowledge)]) -> DataError {
    let names = all.iter().map(|(column, _)| column.as_str());
    let suggestion = similar::closest(name, names).map(str::to_owned);
    DataError::UnknownColumn { name: name.to_owned(), suggestion }
}

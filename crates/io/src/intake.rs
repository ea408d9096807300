//! What the readers of all formats hand their rows to.

use crate::error::Result;
use lethe_data::{Interner, ValueType};

/// The code of a null in a worker's own numbering; values start at 1.
pub(crate) const LOCAL_NULL: u32 = 0;

/// How the type of a column is decided, from what the file format knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Knowledge {
    /// Texts only.
    Nothing,
    /// The format says so, though single values (infinities, say) may not fit.
    Format(ValueType),
}

/// Takes in the rows that one worker reads, a block at a time.
///
/// The worker numbers the values of a block with the interners (a text's number plus one; [`LOCAL_NULL`] for null) and
/// then hands over the numbers.
pub(crate) trait Intake {
    /// One interner a kept column, for the next block.
    fn interners(&mut self) -> &mut [Interner];

    /// Asks for the memory that texts of so many bytes will occupy, before they are numbered.
    ///
    /// **Errors**: the memory budget has less left.
    fn expect(&mut self, bytes: usize) -> Result<()>;

    /// Takes a block; `columns` holds one list a kept column, all of the same length. Blocks of the file are numbered
    /// from zero in file order, and a worker hands over its own in that order.
    fn push_block(&mut self, index: usize, columns: &[Vec<u32>]) -> Result<()>;
}

/// How much of a file is read at a time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockSize {
    /// Of a text file; a record that is longer makes its block longer.
    pub(crate) bytes: usize,
    /// Of other formats.
    pub(crate) rows: usize,
}

impl Default for BlockSize {
    fn default() -> Self {
        Self { bytes: 1 << 19, rows: 1 << 16 }
    }
}

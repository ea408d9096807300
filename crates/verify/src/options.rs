//! How a table is looked at.

/// The translation of a code whose value is withheld.
pub const HIDDEN: u32 = u32::MAX;

/// How a table is looked at.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether records that are fully suppressed, `*` in every quasi-identifying column, form no class.
    pub ignore_suppressed: bool,
    /// For each sensitive column, by slot, the code that the models know for each code of the column, null last;
    /// [`HIDDEN`] for a value that is withheld. `None`, or no entry: the models know the column's own codes, and the
    /// value `*` is withheld.
    pub translations: Vec<Option<Vec<u32>>>,
}

impl Default for Options {
    fn default() -> Self {
        Self { ignore_suppressed: true, translations: Vec::new() }
    }
}

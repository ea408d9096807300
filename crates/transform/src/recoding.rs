//! What a transformation decided, record by record.

/// The round of a record that is suppressed.
pub const SUPPRESSED: u32 = u32::MAX;

/// On which levels each record is published. Full-domain generalization has one round for all; local recoding gives
/// the records that one round could not publish to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recoding {
    /// The level of each quasi-identifying column in each round.
    pub rounds: Vec<Vec<usize>>,
    /// The round of each row of the table, or [`SUPPRESSED`].
    pub round_of_row: Vec<u32>,
}

//! What a transformation decided, record by record.

use lethe_data::Column;
use lethe_data::hierarchy::{BoundHierarchy, ROOT};
use lethe_models::quality::Span;

/// The round of a record that is suppressed.
pub const SUPPRESSED: u32 = u32::MAX;

/// What each record shows in its quasi-identifying columns: labels of hierarchies, or spans of values.
///
/// Full-domain generalization has one round for all. Local recoding on a lattice gives the records that one round could
/// not publish to the next. Where records are grouped, each group is a round of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recoding {
    /// What each quasi-identifying column shows in each round: an entry below the height of the column's hierarchy is a
    /// level; any other is the column's span whose number is the entry less that height.
    pub rounds: Vec<Vec<usize>>,
    /// The round of each row of the table, or [`SUPPRESSED`].
    pub round_of_row: Vec<u32>,
    /// The spans of each quasi-identifying column; no list at all where no column has any.
    pub spans: Vec<Vec<Span>>,
}

impl Recoding {
    /// A recoding whose rounds show labels of hierarchies only.
    pub fn of_levels(rounds: Vec<Vec<usize>>, round_of_row: Vec<u32>) -> Self {
        Self { rounds, round_of_row, spans: Vec::new() }
    }

    /// The spans of a quasi-identifying column, by its place among them.
    pub fn spans_of(&self, column: usize) -> &[Span] {
        self.spans.get(column).map_or(&[], Vec::as_slice)
    }

    /// The rows that show `*` in every quasi-identifying column though they are not suppressed: at the top of its
    /// hierarchy, as a span that says no more, or because the hierarchy does not know the value.
    pub fn suppressed_rows(&self, columns: &[&Column], hierarchies: &[BoundHierarchy]) -> Vec<usize> {
        let is_star = |(column, (&entry, bound)): (usize, (&usize, &BoundHierarchy))| {
            let span = entry.checked_sub(bound.height());
            span.map_or(entry + 1 == bound.height(), |span| self.spans_of(column)[span].label == ROOT)
        };
        let stars = |entries: &Vec<usize>| -> Vec<bool> {
            entries.iter().zip(hierarchies).enumerate().map(is_star).collect()
        };
        let stars: Vec<Vec<bool>> = self.rounds.iter().map(stars).collect();
        // A value that is no leaf is on every level the same, and published as the root.
        let is_unknown = |at: usize, row: usize| {
            let bound = &hierarchies[at];
            bound.unknown() > 0
                && bound.suppressed_code(0) == Some(bound.codes(0)[columns[at].codes().get(row) as usize])
        };
        let all_stars = |(row, &round): (usize, &u32)| {
            let stars = stars.get(round as usize)?;
            stars.iter().enumerate().all(|(at, &star)| star || is_unknown(at, row)).then_some(row)
        };
        self.round_of_row.iter().enumerate().filter_map(all_stars).collect()
    }
}

//! A quick "yes": do the rarest values already expose enough people?
//!
//! All members of a class that has a rare value are among that value's rows, so grouping these few rows gives the exact
//! sizes of all classes with the value. A "no" says nothing about the rest.

use super::Index;
use super::evaluate::Evaluator;

/// Rows of a column looked at before its yield is judged.
const FIRST_ROWS: usize = 256;
/// Columns tried, those with the rarest values first.
const COLUMNS: usize = 3;
/// At most this share of the rows is looked at.
const MOST_SHARE: usize = 16;

impl Evaluator<'_> {
    /// Whether the rarest values of one of the columns expose enough people by themselves.
    pub(super) fn rare_values_expose(&self, columns: &[Index], keys: &mut Vec<(u64, u64)>) -> bool {
        if self.sheet.space(columns).is_none() {
            return false;
        }
        let mut by_rarity: Vec<(usize, Index)> = columns
            .iter()
            .filter_map(|&column| Some((self.postings(column).rarest().next()?.len(), column)))
            .collect();
        by_rarity.sort_unstable();
        by_rarity
            .iter()
            .take(COLUMNS)
            .any(|&(_, column)| self.rare_values_of_one_expose(columns, column, keys))
    }

    /// Classes with different values of one column are disjoint, so their people add up. The column is given up when
    /// all its listed rows would not be enough at the rate seen so far.
    fn rare_values_of_one_expose(
        &self,
        columns: &[Index],
        column: Index,
        keys: &mut Vec<(u64, u64)>,
    ) -> bool {
        let postings = self.postings(column);
        let (mut read, mut exposed) = (0, 0);
        for rows in postings.rarest() {
            let promising = exposed as f64 * postings.listed() as f64 >= self.sheet.need as f64 * read as f64;
            let most = if promising { self.sheet.rows / MOST_SHARE } else { 0 };
            if read + rows.len() > most.max(FIRST_ROWS) {
                return false;
            }
            read += rows.len();
            exposed += self.exposed_among(columns, rows, keys);
            if exposed >= self.sheet.need {
                return true;
            }
        }
        false
    }

    /// The exposed people among rows that hold whole classes.
    fn exposed_among(&self, columns: &[Index], rows: &[u32], keys: &mut Vec<(u64, u64)>) -> u64 {
        keys.clear();
        keys.extend(rows.iter().map(|&row| {
            let key = columns.iter().fold(0u64, |key, &column| {
                let code = self.whole.codes(column).get(row as usize);
                key * u64::from(self.sheet.domain(column)) + u64::from(code)
            });
            (key, self.whole.weight::<u64>(row as usize))
        }));
        keys.sort_unstable_by_key(|&(key, _)| key);
        let classes = keys.chunk_by(|a, b| a.0 == b.0);
        let sizes =
            classes.map(|class| class.iter().fold(0u64, |sum, &(_, people)| sum.saturating_add(people)));
        sizes.filter(|&size| size < self.sheet.k).sum()
    }
}

//! A quick "yes": do the rarest values already expose enough people?
//!
//! All members of a class that has a rare value are among that value's rows, so grouping these few rows gives the exact
//! sizes of all classes with the value. A "no" says nothing about the rest.

use super::Index;
use super::evaluate::Evaluator;

/// Rows looked at for one column set.
const ROWS: usize = 384;

impl Evaluator<'_> {
    /// Whether the rarest values of one of the columns expose enough people by themselves.
    pub(super) fn rare_values_expose(&self, columns: &[Index], keys: &mut Vec<(u64, u64)>) -> bool {
        if self.sheet.space(columns).is_none() {
            return false;
        }
        let mut left = ROWS;
        let mut by_rarity: Vec<(usize, Index)> = columns
            .iter()
            .filter_map(|&column| Some((self.postings(column).rarest().next()?.len(), column)))
            .collect();
        by_rarity.sort_unstable();
        for (_, column) in by_rarity {
            // Classes with different values of one column are disjoint, so their people add up.
            let mut exposed = 0;
            for rows in self.postings(column).rarest() {
                if rows.len() > left {
                    break;
                }
                left -= rows.len();
                exposed += self.exposed_among(columns, rows, keys);
                if exposed >= self.sheet.need {
                    return true;
                }
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

//! A quick "yes": do the rarest values already expose enough records?
//!
//! All members of a class that has a rare value are among that value's rows, so grouping these few rows gives the exact
//! sizes of all classes with the value. A "no" says nothing about the rest.

use super::Index;
use super::evaluate::Evaluator;
use lethe_data::{Code, with_codes};

/// Rows of a column looked at before its yield is judged, or a few times k: safe values have at least k rows.
const FIRST_ROWS: u64 = 256;
/// Columns tried, those with the rarest values first.
const COLUMNS: usize = 3;
/// At most this share of the rows is looked at: out of order, they cost as much as all of them in order.
const MOST_SHARE: usize = 32;

impl Evaluator<'_> {
    /// Whether the rarest values of one of the columns expose enough records by themselves.
    pub(super) fn rare_values_expose(&self, columns: &[Index], keys: &mut Vec<u64>) -> bool {
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

    /// Classes with different values of one column are disjoint, so their records add up. The column is given up when
    /// all rows that may be looked at would not be enough at the rate seen so far.
    fn rare_values_of_one_expose(&self, columns: &[Index], column: Index, keys: &mut Vec<u64>) -> bool {
        let postings = self.postings(column);
        let most = postings.listed().min(self.sheet.rows / MOST_SHARE);
        let first = FIRST_ROWS.max(self.sheet.k.saturating_mul(4)) as usize;
        let (mut read, mut exposed) = (0, 0);
        for rows in postings.rarest() {
            let promising = exposed as f64 * most as f64 >= self.sheet.need as f64 * read as f64;
            if read + rows.len() > if promising { most.max(first) } else { first } {
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

    /// The exposed records among rows that hold whole classes.
    fn exposed_among(&self, columns: &[Index], rows: &[u32], keys: &mut Vec<u64>) -> u64 {
        self.gather(columns, rows, keys);
        if self.sheet.weights.is_none() {
            keys.sort_unstable();
            let sizes = keys.chunk_by(u64::eq).map(|class| class.len() as u64);
            return sizes.filter(|&size| size < self.sheet.k).sum();
        }
        let records = rows.iter().map(|&row| self.whole.weight::<u64>(row as usize));
        let mut weighted: Vec<(u64, u64)> = keys.iter().copied().zip(records).collect();
        weighted.sort_unstable();
        let classes = weighted.chunk_by(|one, other| one.0 == other.0);
        let sizes = classes.map(|class| class.iter().map(|&(_, records)| records).sum::<u64>());
        sizes.filter(|&size| size < self.sheet.k).sum()
    }

    /// The packed codes of some rows. The caller has checked that the columns' combinations fit 64 bits.
    pub(super) fn gather(&self, columns: &[Index], rows: &[u32], keys: &mut Vec<u64>) {
        keys.clear();
        keys.resize(rows.len(), 0);
        for &column in columns {
            let domain = u64::from(self.sheet.domain(column));
            with_codes!(self.whole.codes(column), codes => {
                for (key, &row) in keys.iter_mut().zip(rows) {
                    *key = *key * domain + u64::from(codes[row as usize].widen());
                }
            });
        }
    }
}

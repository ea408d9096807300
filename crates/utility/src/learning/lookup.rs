//! How a table would show a record that has no row of its own in it.
//!
//! Cells that were changed one by one have no translation: the same value is shown in one row and hidden in another. But
//! combinations of cells have: of all that the table shows and the record fits, the one that says most about it. Asked with
//! all its values shown, a record would be a stranger to models that have seen rows with most of theirs hidden.

/// The combinations of levels that a table shows.
pub(super) struct Lookup {
    /// Features, those that say most first.
    order: Vec<usize>,
    /// Combinations in that order of features, sorted, each once.
    shown: Vec<u8>,
    /// What each level of each feature shows of a record: −ln of the share of records that may be shown so.
    reported: Vec<Vec<f64>>,
}

impl Lookup {
    /// The combinations in rows of levels; `fitting[feature][value]` are the levels that may show a value of the original,
    /// `records[feature][value]` how many records have it.
    pub(super) fn of(rows: &[u8], fitting: &[Vec<Vec<u8>>], records: &[Vec<u64>]) -> Self {
        let reported: Vec<Vec<f64>> =
            fitting.iter().zip(records).map(|(fitting, records)| reported(fitting, records)).collect();
        let width = fitting.len();
        let mut order: Vec<usize> = (0..width).collect();
        let most = |feature: usize| reported[feature].iter().copied().fold(0.0, f64::max);
        order.sort_by(|&left, &right| most(right).total_cmp(&most(left)).then(left.cmp(&right)));
        let mut combinations: Vec<Vec<u8>> = if width == 0 {
            Vec::new()
        } else {
            rows.chunks_exact(width).map(|row| order.iter().map(|&feature| row[feature]).collect()).collect()
        };
        combinations.sort_unstable();
        combinations.dedup();
        Self { order, shown: combinations.concat(), reported }
    }

    /// Writes the levels that say most of a record into `row`, which is left as it is where the table shows nothing that it
    /// fits. `fitting[feature]` are the levels that may show it.
    pub(super) fn find(&self, fitting: &[&[u8]], row: &mut [u8]) {
        if self.order.is_empty() {
            return;
        }
        // What can still be told after each feature, at most.
        let mut rest = vec![0.0; self.order.len() + 1];
        for (at, &feature) in self.order.iter().enumerate().rev() {
            let most = fitting[feature].iter().map(|&level| self.tells(feature, level)).fold(0.0, f64::max);
            rest[at] = rest[at + 1] + most;
        }
        let mut search = Search { lookup: self, fitting, rest, path: Vec::new(), best: None };
        search.descend(0, self.shown.len() / self.order.len(), 0.0);
        if let Some((_, path)) = search.best {
            for (&feature, level) in self.order.iter().zip(path) {
                row[feature] = level;
            }
        }
    }

    fn tells(&self, feature: usize, level: u8) -> f64 {
        self.reported[feature].get(usize::from(level)).copied().unwrap_or(0.0)
    }

    /// Where combinations with this level begin and end, of those from `from` to `to`, which are equal before.
    fn with_level(&self, at: usize, level: u8, from: usize, to: usize) -> (usize, usize) {
        let width = self.order.len();
        let first = |least: u16| {
            let (mut low, mut high) = (from, to);
            while low < high {
                let middle = usize::midpoint(low, high);
                if u16::from(self.shown[middle * width + at]) < least {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            low
        };
        (first(u16::from(level)), first(u16::from(level) + 1))
    }
}

/// The share of records that a level may show, as −ln.
fn reported(fitting: &[Vec<u8>], records: &[u64]) -> Vec<f64> {
    let mut by_level = [0u64; 256];
    for (levels, records) in fitting.iter().zip(records) {
        for &level in levels {
            by_level[usize::from(level)] += records;
        }
    }
    let total = records.iter().sum::<u64>() as f64;
    by_level.map(|records| if records == 0 { 0.0 } else { -(records as f64 / total).ln() }).to_vec()
}

/// Branch and bound for one record.
struct Search<'a> {
    lookup: &'a Lookup,
    fitting: &'a [&'a [u8]],
    rest: Vec<f64>,
    path: Vec<u8>,
    best: Option<(f64, Vec<u8>)>,
}

impl Search<'_> {
    fn descend(&mut self, from: usize, to: usize, so_far: f64) {
        let at = self.path.len();
        if self.best.as_ref().is_some_and(|(best, _)| so_far + self.rest[at] <= *best) {
            return;
        }
        let Some(&feature) = self.lookup.order.get(at) else {
            self.best = Some((so_far, self.path.clone()));
            return;
        };
        for &level in self.fitting[feature] {
            let (from, to) = self.lookup.with_level(at, level, from, to);
            if from < to {
                self.path.push(level);
                self.descend(from, to, so_far + self.lookup.tells(feature, level));
                self.path.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Levels of one feature: 0 and 1 show the values 0 and 1, 2 shows both.
    fn fitting() -> Vec<Vec<u8>> {
        vec![vec![0, 2], vec![1, 2]]
    }

    fn find(rows: &[[u8; 2]], record: [usize; 2]) -> [u8; 2] {
        let all = [fitting(), fitting()];
        let lookup = Lookup::of(&rows.concat(), &all, &[vec![5, 5], vec![5, 5]]);
        let mut row = [9, 9];
        lookup.find(&[&all[0][record[0]], &all[1][record[1]]], &mut row);
        row
    }

    #[test]
    fn records_are_shown_as_the_table_shows_others() {
        let rows = [[0, 2], [2, 1], [1, 1], [2, 2]];
        assert_eq!(find(&rows, [1, 1]), [1, 1]);
        assert_eq!(find(&rows, [0, 0]), [0, 2]);
        assert_eq!(find(&rows, [1, 0]), [2, 2]);
        assert_eq!(find(&rows[..1], [1, 0]), [9, 9]);
    }

    proptest! {
        #[test]
        fn what_is_found_says_most_of_all_that_fits(
            rows in prop::collection::vec([0u8..3, 0u8..3, 0u8..3], 1..20),
            record in [0usize..2, 0usize..2, 0usize..2],
            records in [1u64..9, 1u64..9],
        ) {
            let all = vec![fitting(); 3];
            let lookup = Lookup::of(&rows.concat(), &all, &vec![records.to_vec(); 3]);
            let fits: Vec<&[u8]> = record.iter().map(|&value| fitting_of(&all, value)).collect();
            let tells = |row: &[u8]| (0..3).map(|at| lookup.tells(at, row[at])).sum::<f64>();
            let naive = rows
                .iter()
                .filter(|row| row.iter().zip(&fits).all(|(level, fits)| fits.contains(level)))
                .map(|row| tells(row))
                .max_by(f64::total_cmp);
            let mut row = [9; 3];
            lookup.find(&fits, &mut row);
            match naive {
                None => prop_assert_eq!(row, [9; 3]),
                Some(most) => {
                    prop_assert!(rows.contains(&row));
                    prop_assert!((tells(&row) - most).abs() < 1e-9);
                }
            }
        }
    }

    fn fitting_of(all: &[Vec<Vec<u8>>], value: usize) -> &[u8] {
        &all[0][value]
    }
}

//! The best way to divide rows in two by the levels of one feature.

use crate::learning::lesson::Lesson;

/// A feature and the levels that go left.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Split {
    feature: usize,
    left: [u64; 4],
}

impl Split {
    pub(super) fn goes_left(&self, row: &[u8]) -> bool {
        let level = row[self.feature];
        self.left[usize::from(level >> 6)] >> (level & 63) & 1 == 1
    }

    fn put(&mut self, level: u8, left: bool) {
        let bit = 1u64 << (level & 63);
        let word = &mut self.left[usize::from(level >> 6)];
        if left { *word |= bit } else { *word &= !bit }
    }
}

/// Where counts by level are kept between nodes.
pub(super) struct Search {
    /// Records by feature, level and class.
    counts: Vec<f64>,
    offsets: Vec<usize>,
    min_leaf: f64,
}

/// Orders of categories by the shares of this many classes are tried where there are more than two.
const CLASSES_TRIED: usize = 3;
/// Gains below this share of the records are rounding.
const LEAST_GAIN: f64 = 1e-9;

/// A way to order levels and to cut the order.
struct Candidate {
    purity: f64,
    feature: usize,
    order: Vec<u8>,
    cut: usize,
    /// The first part is the smaller one: what is unknown goes with the other.
    first_is_smaller: bool,
}

impl Search {
    pub(super) fn new(lesson: &Lesson<'_>, min_leaf: u64) -> Self {
        let (offsets, places) = lesson.offsets();
        Self { counts: vec![0.0; places * lesson.class_count], offsets, min_leaf: min_leaf.max(1) as f64 }
    }

    /// The split by one of some features with the largest decrease of Gini's index; none when no split decreases it.
    pub(super) fn best(
        &mut self,
        lesson: &Lesson<'_>,
        rows: &[u32],
        totals: &[f64],
        features: &[usize],
    ) -> Option<Split> {
        let records: f64 = totals.iter().sum();
        if records < 2.0 * self.min_leaf {
            return None;
        }
        self.count(lesson, rows, features);
        let before = purity(totals);
        let mut best: Option<Candidate> = None;
        for &feature in features {
            for order in self.orders(lesson, feature, totals) {
                self.scan(feature, &order, totals, &mut best);
            }
        }
        let best = best.filter(|best| best.purity > before + LEAST_GAIN * records)?;
        Some(split(&best, lesson.sheet.features[best.feature].numbers()))
    }

    fn count(&mut self, lesson: &Lesson<'_>, rows: &[u32], features: &[usize]) {
        let classes = lesson.class_count;
        for &feature in features {
            let places = lesson.sheet.features[feature].levels() + 1;
            self.counts[self.offsets[feature] * classes..][..places * classes].fill(0.0);
        }
        for &row in rows {
            let (class, weight) = (lesson.class(row), lesson.weight(row));
            let levels = lesson.sheet.row(row);
            for &feature in features {
                let place = self.offsets[feature] + usize::from(levels[feature]);
                self.counts[place * classes + class] += weight;
            }
        }
    }

    fn of_level(&self, feature: usize, level: u8, classes: usize) -> &[f64] {
        &self.counts[(self.offsets[feature] + usize::from(level)) * classes..][..classes]
    }

    /// The orders in which the levels of a feature may be cut. Numbers keep theirs, with what is no number at either
    /// end; categories are ordered by their share of a class.
    fn orders(&self, lesson: &Lesson<'_>, feature: usize, totals: &[f64]) -> Vec<Vec<u8>> {
        let classes = totals.len();
        let records = |level: u8| self.of_level(feature, level, classes).iter().sum::<f64>();
        let about = &lesson.sheet.features[feature];
        let present: Vec<u8> =
            (0..=about.levels()).map(|l| l as u8).filter(|&level| records(level) > 0.0).collect();
        if present.len() < 2 {
            return Vec::new();
        }
        let numbers = present.partition_point(|&level| usize::from(level) < about.numbers());
        if numbers > 0 {
            let mut rotated = present.clone();
            rotated.rotate_left(numbers);
            return if numbers == present.len() { vec![present] } else { vec![present, rotated] };
        }
        let mut tried: Vec<usize> = (0..classes).collect();
        tried.sort_by(|&a, &b| totals[b].total_cmp(&totals[a]));
        tried.truncate(if classes == 2 { 1 } else { CLASSES_TRIED });
        let share = |level: u8, class: usize| self.of_level(feature, level, classes)[class] / records(level);
        let orders = tried.into_iter().map(|class| {
            let mut order = present.clone();
            order.sort_by(|&a, &b| share(a, class).total_cmp(&share(b, class)));
            order
        });
        orders.collect()
    }

    fn scan(&self, feature: usize, order: &[u8], totals: &[f64], best: &mut Option<Candidate>) {
        let mut first = vec![0.0; totals.len()];
        for (at, &level) in order[..order.len() - 1].iter().enumerate() {
            let here = self.of_level(feature, level, totals.len());
            first.iter_mut().zip(here).for_each(|(sum, count)| *sum += count);
            let firsts: f64 = first.iter().sum();
            let seconds = totals.iter().sum::<f64>() - firsts;
            if firsts < self.min_leaf || seconds < self.min_leaf {
                continue;
            }
            let rest = totals.iter().zip(&first).map(|(total, first)| (total - first).powi(2)).sum::<f64>()
                / seconds;
            let purity = purity(&first) + rest;
            if best.as_ref().is_none_or(|best| purity > best.purity) {
                let order = order.to_vec();
                *best = Some(Candidate {
                    purity,
                    feature,
                    order,
                    cut: at + 1,
                    first_is_smaller: firsts < seconds,
                });
            }
        }
    }
}

/// Levels that nobody here has: numbers follow the nearer number, others the larger part.
fn split(best: &Candidate, numbers: usize) -> Split {
    let mut split =
        Split { feature: best.feature, left: if best.first_is_smaller { [0; 4] } else { [u64::MAX; 4] } };
    let (first, second) = best.order.split_at(best.cut);
    let is_number = |level: &&u8| usize::from(**level) < numbers;
    let lower = first.iter().filter(is_number).max();
    let upper = second.iter().filter(is_number).min();
    for level in (0..numbers).map(|level| level as u8) {
        let left = match (lower, upper) {
            (Some(lower), Some(upper)) => level <= *lower || level - lower <= upper.saturating_sub(level),
            (lower, _) => lower.is_some(),
        };
        split.put(level, left);
    }
    for (part, left) in [(first, true), (second, false)] {
        for &level in part {
            split.put(level, left);
        }
    }
    split
}

/// The records times the sum of squared class shares: the larger, the purer.
fn purity(counts: &[f64]) -> f64 {
    counts.iter().map(|count| count * count).sum::<f64>() / counts.iter().sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::sheet::Sheet;
    use lethe_data::{Column, Table, TypeChoice};
    use proptest::prelude::*;

    proptest! {
        // With larger leaves than one person the order of shares need not hold the best subset.
        #[test]
        fn two_classes_are_divided_as_well_as_by_the_best_of_all_subsets(
            cells in prop::collection::vec((0u8..6, 0u8..2), 2..60)
        ) {
            let texts = cells.iter().map(|(level, _)| Some(["a", "b", "c", "d", "e", "f"][usize::from(*level)]));
            let table = Table::new(vec![Column::from_texts("c", texts, TypeChoice::Infer).unwrap()]).unwrap();
            let rows: Vec<u32> = (0..cells.len() as u32).collect();
            let sheet = Sheet::of(&table, &[(0, None)], &rows, 1);
            let classes: Vec<u8> = cells.iter().map(|cell| cell.1).collect();
            let weights = vec![1.0; cells.len()];
            let lesson =
                Lesson { sheet: &sheet, rows: rows.clone(), classes: &classes, weights: &weights, class_count: 2 };
            let totals = lesson.count(&rows);
            let of_parts = |goes_left: &dyn Fn(u32) -> bool| {
                let (left, right): (Vec<u32>, Vec<u32>) = rows.iter().partition(|&&row| goes_left(row));
                let enough = !left.is_empty() && !right.is_empty();
                enough.then(|| purity(&lesson.count(&left)) + purity(&lesson.count(&right)))
            };
            let subsets = (0u32..1 << 6).filter_map(|subset| of_parts(&|row| subset >> cells[row as usize].0 & 1 == 1));
            let wanted = subsets.fold(purity(&totals), f64::max);
            let split = Search::new(&lesson, 1).best(&lesson, &rows, &totals, &[0]);
            let found = split.map_or(Some(purity(&totals)), |split| of_parts(&|row| split.goes_left(sheet.row(row))));
            prop_assert!(found.is_some_and(|found| (found - wanted).abs() < 1e-6), "{found:?} {wanted}");
        }
    }

    #[test]
    fn numbers_that_nobody_has_follow_the_nearer_one_and_the_rest_the_larger_part() {
        let order = vec![1, 2, 8, 12];
        let candidate = Candidate { purity: 0.0, feature: 0, order, cut: 2, first_is_smaller: true };
        let split = split(&candidate, 10);
        let lefts: Vec<u8> = (0..=255).filter(|&level| split.goes_left(&[level])).collect();
        assert_eq!(lefts, [0, 1, 2, 3, 4, 5]);
    }
}

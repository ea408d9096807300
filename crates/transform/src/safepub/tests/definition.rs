//! The scores as the publication defines them, record by record.

use super::super::partition::{Counters, Partition};
use super::super::tally::{Node, Tally};
use super::*;
use lethe_num::Rational;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// What a record shows: `None` is `*`.
type Shown = (Vec<Option<u8>>, Option<u8>);

fn generalized(row: Row, levels: &[usize], with_label: bool) -> Shown {
    let cells = (0..3).map(|at| match (levels[at], HEIGHTS[at]) {
        (0, _) => Some(row[at]),
        (1, 3) => Some(row[at] / 2),
        _ => None,
    });
    (cells.collect(), with_label.then_some(row[3]))
}

/// S(D): everybody who shares what they show with fewer than k becomes all stars.
fn suppressed(rows: &[Row], levels: &[usize], k: u64, with_label: bool) -> Vec<Option<Shown>> {
    let shown: Vec<Shown> = rows.iter().map(|&row| generalized(row, levels, with_label)).collect();
    let mut sizes: BTreeMap<&Shown, u64> = BTreeMap::new();
    for record in &shown {
        *sizes.entry(record).or_default() += 1;
    }
    let stays = |record: &Shown| sizes[record] >= k;
    shown.iter().map(|record| stays(record).then(|| record.clone())).collect()
}

/// phi of the publication over any kind of values, `None` being the star.
fn phi<T: Ord>(values: &[Option<T>]) -> Rational {
    let mut sizes: BTreeMap<&T, u64> = BTreeMap::new();
    for value in values.iter().flatten() {
        *sizes.entry(value).or_default() += 1;
    }
    let stars = values.iter().filter(|value| value.is_none()).count() as u64;
    let squares: u64 = sizes.values().map(|size| size * size).sum();
    if values.is_empty() {
        Rational::ZERO
    } else {
        Rational::from(squares) / Rational::from(values.len()) + Rational::from(stars)
    }
}

/// The score of levels by the definition.
pub(super) fn score(kind: Score, rows: &[Row], levels: &[usize], k: u64, with_label: bool) -> Rational {
    let out = suppressed(rows, levels, k, with_label);
    // A record that shows nothing is the star.
    let is_star = |record: &Shown| record.0.iter().all(Option::is_none) && record.1.is_none();
    let starred: Vec<Option<Shown>> =
        out.iter().map(|r| r.clone().filter(|record| !is_star(record))).collect();
    match kind {
        Score::Granularity => {
            let cell = |at: usize, value: Option<u8>| match (value, levels[at], HEIGHTS[at]) {
                (None, _, _) => Rational::ONE,
                (_, 0, _) => Rational::ONE / Rational::from(SHAPES[at]),
                (_, _, _) => Rational::from(2u8) / Rational::from(SHAPES[at]),
            };
            let record = |r: &Option<Shown>| {
                let values = r.as_ref().map_or(vec![None; 3], |r| r.0.clone());
                (0..3).fold(Rational::ZERO, |sum, at| sum + cell(at, values[at]))
            };
            -out.iter().fold(Rational::ZERO, |sum, r| sum + record(r))
        }
        Score::Intensity => {
            let height = (0..3).fold(Rational::ZERO, |sum, at| {
                sum + Rational::from(levels[at]) / Rational::from(HEIGHTS[at] - 1)
            });
            let record = |r: &Option<Shown>| if r.is_some() { height.clone() } else { Rational::from(3u8) };
            -out.iter().fold(Rational::ZERO, |sum, r| sum + record(r))
        }
        Score::Discernibility => -phi(&starred),
        Score::Entropy => {
            let column = |at: usize| out.iter().map(|r| r.as_ref().and_then(|r| r.0[at])).collect::<Vec<_>>();
            -(0..3).fold(Rational::ZERO, |sum, at| sum + phi(&column(at)))
        }
        Score::GroupSize => {
            let groups: std::collections::BTreeSet<&Shown> = starred.iter().flatten().collect();
            Rational::from(groups.len())
        }
        Score::Classification => {
            let mut labels: BTreeMap<&Vec<Option<u8>>, BTreeMap<Option<u8>, u64>> = BTreeMap::new();
            for record in out.iter().flatten().filter(|record| record.0.iter().any(Option::is_some)) {
                *labels.entry(&record.0).or_default().entry(record.1).or_default() += 1;
            }
            Rational::from(labels.values().filter_map(|counts| counts.values().max()).sum::<u64>())
        }
        Score::Prediction => {
            let mut cells: BTreeMap<Shown, u64> = BTreeMap::new();
            for &row in rows {
                *cells.entry(generalized(row, levels, with_label)).or_default() += 1;
            }
            let credit = |n: u64| if n >= k { n } else { (2 * n).saturating_sub(k) };
            let (mut reported, mut left) = (BTreeMap::<_, u64>::new(), BTreeMap::<_, u64>::new());
            for ((shown, label), &records) in &cells {
                let most = reported.entry(shown).or_default();
                *most = (*most).max(credit(records));
                *left.entry(label).or_default() += records - credit(records);
            }
            let guessed = Rational::from(left.values().max().copied().unwrap_or(0));
            Rational::from(reported.values().sum::<u64>())
                + guessed * Rational::from(9u8) / Rational::from(10u8)
        }
    }
}

/// The score of levels as the search computes it, by the path from the top that makes columns finer one after the other.
fn searched(kind: Score, records: &Records, levels: &[usize], k: u64) -> Rational {
    let mut counters = Counters::new(records);
    let mut partition = Partition::top(records, kind.least(k), &mut counters);
    let mut reached = records.top();
    let mut todo: Vec<usize> = (0..3).flat_map(|at| vec![at; reached[at] - levels[at]]).collect();
    let last = todo.pop();
    for at in todo {
        reached[at] -= 1;
        partition = partition.split(records, at, reached[at], kind.least(k), &mut counters);
    }
    let finer = last.map(|at| (at, reached[at] - 1));
    let tally = Tally::count(
        records,
        &Node { partition: &partition, levels: &reached, finer },
        k,
        kind,
        &mut counters,
    );
    kind.value(&tally, records, levels)
}

pub(super) fn rows(most: usize) -> impl Strategy<Value = Vec<Row>> {
    // Few values are frequent, so that groups of every size occur.
    let cell = |domain: usize| prop_oneof![3 => Just(0u8), 1 => 0..domain as u8];
    // Often only one label occurs: what is counted must not depend on that.
    let label = prop_oneof![4 => Just(0u8), 1 => Just(1u8)];
    let row = (cell(4), cell(4), cell(3), label).prop_map(|(a, b, c, d)| [a, b, c, d]);
    prop::collection::vec(row, 0..most)
}

proptest! {
    #[test]
    fn scores_are_those_of_the_definition(rows in rows(40), k in 1..7u64, with_label in any::<bool>()) {
        let records = records(&rows, with_label);
        for levels in all_levels() {
            for kind in Score::ALL {
                prop_assert_eq!(
                    searched(kind, &records, &levels, k),
                    score(kind, &rows, &levels, k, with_label),
                    "{:?} at {:?}", kind, levels
                );
            }
        }
    }
}

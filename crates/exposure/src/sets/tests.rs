//! Against the plainest way to say it.

use super::*;
use lethe_data::{Column, TypeChoice};
use lethe_num::{Rational, ratio};
use proptest::prelude::*;

type Rows = Vec<Vec<Option<u8>>>;

fn table(rows: &Rows, weights: &[u64]) -> Table {
    let column = |place: usize| {
        let texts: Vec<Option<String>> =
            rows.iter().map(|row| row[place].map(|value| format!("v{value}"))).collect();
        Column::from_texts(&format!("c{place}"), texts.iter().map(Option::as_deref), TypeChoice::Infer)
            .unwrap()
    };
    Table::new((0..4).map(column).collect()).unwrap().with_weights(weights[..rows.len()].to_vec()).unwrap()
}

/// The sum of a record over a set, as a fraction, and the number of its ordered pairs.
fn plain_sum(rows: &Rows, weights: &[u64], set: &[usize], record: usize) -> (Rational, i128) {
    let records = |wanted: &[(usize, Option<u8>)]| -> i128 {
        let has = |row: &Vec<Option<u8>>| wanted.iter().all(|&(column, value)| row[column] == value);
        rows.iter().zip(weights).filter(|(row, _)| has(row)).map(|(_, &weight)| i128::from(weight)).sum()
    };
    let (mut sum, mut pairs) = (Rational::ZERO, 0);
    for &from in set {
        for &to in set {
            let (a, b) = (rows[record][from], rows[record][to]);
            if from != to && a.is_some() && b.is_some() {
                sum +=
                    ratio(records(&[(from, a), (to, b)]), records(&[(from, a)]).try_into().unwrap()).unwrap();
                pairs += 1;
            }
        }
    }
    (sum, pairs)
}

proptest! {
    #[test]
    fn sums_means_and_flags_are_those_of_all_ordered_pairs(
        rows in proptest::collection::vec(proptest::collection::vec(proptest::option::weighted(0.85, 0..3_u8), 4), 0..14),
        weights in proptest::collection::vec(0..4_u64, 14),
        set in prop_oneof![Just(vec![0, 1]), Just(vec![0, 2, 3]), Just(vec![0, 1, 2, 3])],
        theta in 0.0..2.0_f64,
    ) {
        let table = table(&rows, &weights);
        let context = Context::new(2).unwrap();
        let found = SetMeasures::of(&table, &set, theta, &context).unwrap();
        prop_assert_eq!(found, SetMeasures::of(&table, &set, theta, &Context::new(1).unwrap()).unwrap());
        // By number of pairs, as comparable records have as many values; rows that stand for nobody are none.
        let mut records: Vec<(f64, i128, u64)> = Vec::new();
        let (mut total, mut people, mut largest) = (Rational::ZERO, 0_u64, 0.0_f64);
        for row in (0..rows.len()).filter(|&row| weights[row] > 0) {
            let (sum, pairs) = plain_sum(&rows, &weights, &set, row);
            if pairs > 0 {
                total += sum.clone() * Rational::from(weights[row]);
                people += weights[row];
                let sum = sum.to_f64().value();
                largest = largest.max(sum);
                records.push((sum / pairs as f64, pairs, weights[row]));
            }
        }
        let near = |one: f64, two: f64| (one - two).abs() < 1e-8;
        let over = |total: f64| if people == 0 { 0.0 } else { total / people as f64 };
        prop_assert_eq!(found.records, people);
        prop_assert!(near(found.sum, over(total.to_f64().value())), "{:?}", found);
        prop_assert!(near(found.largest_sum, largest));
        prop_assert!(near(found.mean.mean, over(records.iter().map(|record| record.0 * record.2 as f64).sum())));
        prop_assert!(near(found.largest_mean, records.iter().map(|record| record.0).fold(0.0, f64::max)));
        let mut flagged = [0_u64; 2];
        for &(mean, pairs, _) in &records {
            let alike: Vec<_> = records.iter().filter(|other| other.1 == pairs).collect();
            let all: f64 = alike.iter().map(|other| other.2 as f64).sum();
            let middle = alike.iter().map(|other| other.0 * other.2 as f64).sum::<f64>() / all;
            let sigma = (alike.iter().map(|other| (other.0 - middle).powi(2) * other.2 as f64).sum::<f64>() / all).sqrt();
            let deviation = if sigma > 1e-5 { (mean - middle).abs() / sigma } else { 0.0 };
            // A deviation of just theta may be rounded to either side.
            flagged[0] += u64::from(deviation > theta + 1e-4);
            flagged[1] += u64::from(deviation > theta - 1e-4);
        }
        prop_assert!((flagged[0]..=flagged[1]).contains(&found.flagged) || theta < 1e-4, "{:?} {:?}", found, flagged);
        let same = |one: &Vec<Option<u8>>, two: &Vec<Option<u8>>| set.iter().all(|&column| one[column] == two[column]);
        let complete = rows.iter().filter(|row| set.iter().all(|&column| row[column].is_some()));
        let sizes = complete.map(|row| rows.iter().zip(&weights).filter(|(other, _)| same(row, other)).map(|(_, weight)| weight).sum::<u64>());
        prop_assert_eq!(found.fewest, sizes.filter(|&size| size > 0).min().unwrap_or(0));
    }

    #[test]
    fn grown_sets_have_candidates_only_and_cannot_grow(deviations in proptest::collection::vec(0.0..4.0_f64, 15), most in 2..6_usize) {
        let mut pairs = Vec::new();
        for left in 0..6 {
            pairs.extend((left + 1..6).map(|right| ColumnPair::new(left, right)));
        }
        let of = |one: usize, two: usize| {
            let place = pairs.iter().position(|pair| (pair.left, pair.right) == (one.min(two), one.max(two)));
            deviations[place.unwrap()]
        };
        let grown = grow_sets(&pairs, &deviations, 2.0, most, usize::MAX);
        for set in &grown {
            prop_assert!((3..=most).contains(&set.columns.len()));
            let mut least = f64::INFINITY;
            for (at, &one) in set.columns.iter().enumerate() {
                for &two in &set.columns[at + 1..] {
                    least = least.min(of(one, two));
                }
            }
            prop_assert!(least > 2.0);
            prop_assert_eq!(least.to_bits(), set.deviation.to_bits());
            let others = (0..6).filter(|column| !set.columns.contains(column));
            for other in others {
                prop_assert!(set.columns.len() == most || set.columns.iter().any(|&member| of(member, other) <= 2.0));
            }
        }
        // Three columns of which every pair is a candidate are found, if not as they are.
        let any = (0..6).any(|a| (a + 1..6).any(|b| (b + 1..6).any(|c| of(a, b).min(of(a, c)).min(of(b, c)) > 2.0)));
        prop_assert_eq!(any && most > 2, !grown.is_empty());
        prop_assert_eq!(&grow_sets(&pairs, &deviations, 2.0, most, 1)[..], &grown[..grown.len().min(1)]);
    }
}

//! The exponential mechanism and quantiles.

use super::{budget, lists, verdict};
use lethe_dp::falsify::{Distribution, distribution};
use lethe_dp::mechanism::{Counted, Exponential, Grid, Quantile};
use lethe_num::{Rational, Verdict, ratio};

const BITS: u32 = 100;

fn chosen(choice: &Exponential, scores: &[i128]) -> Distribution<Option<usize>> {
    let scores: Vec<Rational> = scores.iter().map(|&score| ratio(score, 1).unwrap()).collect();
    distribution(BITS, |random| choice.select(scores.clone(), random).unwrap())
}

#[test]
fn choices_keep_their_promise_with_the_right_factor() {
    let guarantee = budget("1", "0");
    let choice = Exponential::new(&guarantee.epsilon, &Rational::ONE).unwrap();
    let counts = Exponential::monotone(&guarantee.epsilon, &Rational::ONE).unwrap();
    let scores = lists(&[0i128, 1, 2], 3);
    for one in scores.iter().filter(|scores| scores.len() == 3) {
        for other in scores.iter().filter(|scores| scores.len() == 3) {
            let differences: Vec<i128> = one.iter().zip(other).map(|(a, b)| a - b).collect();
            if differences.iter().all(|difference| difference.abs() <= 1) {
                let shown = verdict(&chosen(&choice, one), &chosen(&choice, other), &guarantee);
                assert_eq!(shown, Verdict::True, "{one:?} {other:?}");
            }
            if differences.iter().all(|difference| (0..=1).contains(difference)) {
                let shown = verdict(&chosen(&counts, one), &chosen(&counts, other), &guarantee);
                assert_eq!(shown, Verdict::True, "{one:?} {other:?}");
            }
        }
    }
    // The factor for counts where scores go up and down is caught, and so is a wrong sensitivity.
    assert_eq!(
        verdict(&chosen(&counts, &[0, 1, 1]), &chosen(&counts, &[1, 0, 0]), &guarantee),
        Verdict::False
    );
    assert_eq!(
        verdict(&chosen(&choice, &[0, 2, 2]), &chosen(&choice, &[2, 0, 0]), &guarantee),
        Verdict::False
    );
}

#[test]
fn a_larger_score_is_more_likely_by_exactly_its_weight() {
    let counts = Exponential::monotone(&"ln(2)".parse().unwrap(), &Rational::ONE).unwrap();
    let chances = chosen(&counts, &[1, 0]);
    assert!((chances[&Some(0)].to_interval().lo() - 2.0 / 3.0).abs() < 1e-9);
    assert_eq!(chosen(&counts, &[]).len(), 1);
}

fn quantile(share: &str, epsilon: &str) -> Quantile {
    let grid = Grid::new(&Rational::ZERO, &Rational::from(3u8), &Rational::ONE).unwrap();
    Quantile::new(grid, lethe_dp::parse_number(share).unwrap(), &epsilon.parse().unwrap()).unwrap()
}

fn released(quantile: &Quantile, rows: &[Option<i64>]) -> Distribution<i128> {
    let rows: Vec<Counted> = rows.iter().map(|&row| (row, 1)).collect();
    distribution(BITS, |random| quantile.release(rows.clone(), random).unwrap())
}

#[test]
fn quantiles_keep_their_promise() {
    let guarantee = budget("1", "0");
    let rows = [None, Some(-5), Some(0), Some(1), Some(3), Some(7)];
    for (share, longest) in [("1/2", 2), ("0.1", 2), ("1", 1), ("0", 1)] {
        let quantile = quantile(share, "1");
        for table in lists(&rows, longest) {
            let without = released(&quantile, &table);
            for more in rows {
                let with = released(&quantile, &[table.as_slice(), &[more]].concat());
                assert_eq!(verdict(&with, &without, &guarantee), Verdict::True, "{share}");
            }
        }
    }
    // A budget three times as large is caught. (Twice may be unseen: a row moves few scores by all of the sensitivity.)
    let careless = quantile("1/2", "3");
    let caught =
        verdict(&released(&careless, &[Some(3)]), &released(&careless, &[Some(3), Some(0)]), &guarantee);
    assert_eq!(caught, Verdict::False);
}

#[test]
fn the_median_of_many_is_near_the_middle() {
    let median = quantile("1/2", "20");
    let chances = released(&median, &[Some(0), Some(2), Some(2), Some(2), Some(3)]);
    assert!(chances[&2].to_interval().lo() > 0.99);
    let wide = Grid::new(&Rational::ZERO, &Rational::from(100_000u32), &Rational::ONE).unwrap();
    assert!(Quantile::new(wide, ratio(1, 2).unwrap(), &"1".parse().unwrap()).is_err());
    let grid = Grid::new(&Rational::ZERO, &Rational::ONE, &Rational::ONE).unwrap();
    assert!(Quantile::new(grid, ratio(3, 2).unwrap(), &"1".parse().unwrap()).is_err());
}

//! Counts, sums, means and histograms with Laplace noise.

use super::{budget, lists, verdict};
use lethe_dp::Budget;
use lethe_dp::falsify::{Distribution, Explorer, REACH, distribution};
use lethe_dp::mechanism::{Count, Counted, Grid, Histogram, Mean, Noise, Sum};
use lethe_num::{Rational, Verdict, ratio};

const BITS: u32 = 100;

/// Cuts an output to a window in which the noise's own cut cannot be seen, for true values from −4 to 6.
fn seen(output: i128) -> i128 {
    output.clamp(6 - REACH, REACH - 4)
}

fn shown<O: Ord>(mut release: impl FnMut(&mut Explorer) -> O) -> Distribution<O> {
    distribution(BITS, |random| release(random))
}

fn grid() -> Grid {
    Grid::new(&ratio(-1, 2).unwrap(), &Rational::ONE, &ratio(1, 2).unwrap()).unwrap()
}

fn rows(values: &[Option<i64>]) -> Vec<Counted> {
    values.iter().map(|&value| (value, 1)).collect()
}

/// Every row that may be there: missing, within, and beyond the bounds.
const ROWS: [Option<i64>; 6] = [None, Some(-1), Some(0), Some(2), Some(9), Some(-9)];

/// The worst verdict over all tables of up to two rows and one row more.
fn worst<O: Ord>(guarantee: &Budget, mut of: impl FnMut(Vec<Counted>) -> Distribution<O>) -> Verdict {
    let tables = lists(&ROWS, 2);
    let mut result = Verdict::True;
    for table in &tables[..7] {
        let without = of(rows(table));
        for more in ROWS {
            let with = of(rows(&[table.as_slice(), &[more]].concat()));
            match verdict(&with, &without, guarantee) {
                Verdict::True => {}
                Verdict::False => return Verdict::False,
                Verdict::Undecided => result = Verdict::Undecided,
            }
        }
    }
    result
}

#[test]
fn counts_keep_their_promise_and_no_better_one() {
    for epsilon in ["1", "0.3", "ln(2)"] {
        let guarantee = budget(epsilon, "0");
        let count = Count::new(&guarantee).unwrap();
        let of = |rows| shown(|random| seen(count.release(rows, random).unwrap()));
        for rows in 0..4 {
            assert_eq!(verdict(&of(rows + 1), &of(rows), &guarantee), Verdict::True, "{epsilon} {rows}");
            // A budget that is twice what is claimed is caught.
            assert_eq!(verdict(&of(rows + 1), &of(rows), &guarantee.halves().unwrap().0), Verdict::False);
        }
    }
}

#[test]
fn sums_keep_their_promise() {
    let guarantee = budget("0.8", "0");
    let sum = Sum::new(grid(), &guarantee).unwrap();
    let of = |rows: Vec<Counted>| shown(|random| seen(sum.release(rows.clone(), random).unwrap()));
    assert_eq!(worst(&guarantee, of), Verdict::True);
}

#[test]
fn a_sum_with_the_sensitivity_of_a_count_is_caught() {
    let guarantee = budget("0.8", "0");
    let wrong = Noise::new(&guarantee, 1).unwrap();
    let exact =
        |rows: &[Counted]| rows.iter().map(|(units, _)| i128::from(units.unwrap_or(0).clamp(-1, 2))).sum();
    let of = |rows: Vec<Counted>| shown(|random| seen(wrong.add_to(exact(&rows), random).unwrap()));
    assert_eq!(worst(&guarantee, of), Verdict::False);
    // So is a sum that is not clamped.
    let right = Noise::new(&guarantee, 2).unwrap();
    let unclamped =
        |rows: &[Counted]| rows.iter().map(|(units, _)| i128::from(units.unwrap_or(0).min(3))).sum();
    let of = |rows: Vec<Counted>| shown(|random| seen(right.add_to(unclamped(&rows), random).unwrap()));
    assert_eq!(worst(&guarantee, of), Verdict::False);
}

#[test]
fn means_keep_their_promise() {
    let guarantee = budget("1", "0");
    let mean = Mean::new(grid(), &guarantee).unwrap();
    let of = |rows: Vec<Counted>| {
        shown(|random| {
            let noisy = mean.release(rows.clone(), random).unwrap();
            // The mean follows from these two.
            (seen(noisy.count), seen(noisy.sum))
        })
    };
    assert_eq!(worst(&guarantee, of), Verdict::True);
    // Both parts with the whole budget are caught.
    let careless = Mean::new(grid(), &budget("2", "0")).unwrap();
    let of = |rows: Vec<Counted>| {
        shown(|random| {
            let noisy = careless.release(rows.clone(), random).unwrap();
            (seen(noisy.count), seen(noisy.sum))
        })
    };
    assert_eq!(worst(&guarantee, of), Verdict::False);
}

#[test]
fn a_mean_of_nothing_lies_between_the_bounds() {
    let mean = Mean::new(grid(), &budget("1", "0")).unwrap();
    let all = shown(|random| mean.release(Vec::new(), random).unwrap());
    assert!(all.keys().all(|noisy| noisy.mean >= ratio(-1, 2).unwrap() && noisy.mean <= Rational::ONE));
    assert!(all.keys().any(|noisy| noisy.count < 1));
}

#[test]
fn histograms_cost_as_much_as_one_count() {
    let guarantee = budget("0.7", "0");
    let histogram = Histogram::new(&guarantee).unwrap();
    let of = |counts: [u64; 2]| {
        shown(|random| {
            let noisy = histogram.release(&counts, random).unwrap();
            noisy.into_iter().map(seen).collect::<Vec<i128>>()
        })
    };
    for (with, without) in [([1, 0], [0, 0]), ([2, 1], [2, 0]), ([0, 3], [0, 2])] {
        assert_eq!(verdict(&of(with), &of(without), &guarantee), Verdict::True);
    }
    // Rows that were counted twice are caught.
    assert_eq!(verdict(&of([1, 1]), &of([0, 0]), &guarantee), Verdict::False);
}

//! Sensitivities, grids and ledgers against their plainest forms, on random inputs.

use lethe_dp::ledger::{Ledger, Neighbours};
use lethe_dp::mechanism::{Counted, Draw, Gaussian, Grid, Laplace, Mean, Noise, Sum};
use lethe_dp::{Budget, Epsilon};
use lethe_num::{Coin, Decide, Rational, WeightedDraw, ratio};
use proptest::prelude::*;
use std::convert::Infallible;

/// Draws no noise, so that a release shows what noise would be added to.
struct Silent;

impl Decide for Silent {
    type Error = Infallible;

    fn flip(&mut self, _: &Coin) -> Result<bool, Infallible> {
        Ok(false)
    }

    fn draw(&mut self, _: &WeightedDraw) -> Result<Option<usize>, Infallible> {
        Ok(Some(0))
    }
}

impl Draw for Silent {
    fn laplace(&mut self, _: &Laplace) -> Result<i128, Infallible> {
        Ok(0)
    }

    fn gaussian(&mut self, _: &Gaussian) -> Result<i128, Infallible> {
        Ok(0)
    }
}

fn whole(number: i64) -> Rational {
    ratio(i128::from(number), 1).unwrap()
}

/// What a change of so many steps costs with this noise.
fn cost(noise: &Noise, change: i128) -> Rational {
    let Noise::Laplace(noise) = noise else { panic!("there is no delta") };
    noise.rate() * Rational::from(change.unsigned_abs())
}

fn rows() -> impl Strategy<Value = Vec<Counted>> {
    prop::collection::vec((prop::option::of(-200..200i64), 1..4u64), 0..6)
}

proptest! {
    #[test]
    fn one_row_never_costs_more_than_the_budget(
        table in rows(), more in prop::option::of(-200..200i64), lower in -100..100i64, width in 1..100i64,
    ) {
        let grid = Grid::new(&whole(lower), &whole(lower + width), &Rational::ONE).unwrap();
        let one = Rational::ONE;
        let budget = Budget::pure(Epsilon::new(one.clone()));
        let with: Vec<Counted> = table.iter().copied().chain([(more, 1)]).collect();
        let sum = Sum::new(grid.clone(), &budget).unwrap();
        let (Ok(before), Ok(after)) = (sum.release(table.clone(), &mut Silent), sum.release(with.clone(), &mut Silent));
        prop_assert!(cost(sum.noise(), after - before) <= one);
        let exact: i128 =
            table.iter().map(|&(units, rows)| {
                units.map_or(0, |units| i128::from(units.clamp(lower, lower + width)) * i128::from(rows))
            }).sum();
        prop_assert_eq!(before, exact);
        let mean = Mean::new(grid, &budget).unwrap();
        let (Ok(before), Ok(after)) = (mean.release(table, &mut Silent), mean.release(with, &mut Silent));
        let spent = cost(mean.sum_noise(), after.sum - before.sum) + cost(mean.count_noise(), after.count - before.count);
        prop_assert!(spent <= one);
    }

    #[test]
    fn places_are_the_nearest_steps_within_bounds(
        n in -100_000..100_000i128, d in 1..1000u128, lower in -50..50i64, width in 1..50i64, step in 1..20u128,
    ) {
        let step = ratio(1, step).unwrap();
        let (low, high) = (whole(lower) * &step, whole(lower + width) * &step);
        let grid = Grid::new(&low, &high, &step).unwrap();
        let value = ratio(n, d).unwrap();
        let placed = grid.value(i128::from(grid.place(&value)));
        prop_assert!(placed >= low && placed <= high);
        let clamped = value.clamp(low, high);
        let off = if placed > clamped { &placed - &clamped } else { &clamped - &placed };
        prop_assert!(off * Rational::from(2u8) <= step);
    }

    #[test]
    fn a_ledger_spends_exactly_while_the_sum_fits(costs in prop::collection::vec((1..50i128, 0..50i128), 0..40)) {
        let total = Budget { epsilon: Epsilon::new(Rational::from(5u8)), delta: ratio(1, 10).unwrap() };
        let mut ledger = Ledger::new("records".to_owned(), Neighbours::AddRemove, total);
        let (mut epsilon, mut delta) = (0, 0);
        for (hundredths, thousandths) in costs {
            let cost = Budget {
                epsilon: Epsilon::new(ratio(hundredths, 100).unwrap()),
                delta: ratio(thousandths, 1000).unwrap(),
            };
            let fits = epsilon + hundredths <= 500 && delta + thousandths <= 100;
            let spent = ledger.spend(&cost, Neighbours::AddRemove, String::new(), String::new()).is_ok();
            prop_assert_eq!(spent, fits);
            if fits {
                epsilon += hundredths;
                delta += thousandths;
            }
        }
        prop_assert_eq!(ledger.spent().delta.clone(), ratio(delta, 1000).unwrap());
        prop_assert_eq!(ledger.spent().epsilon.clone(), Epsilon::new(ratio(epsilon, 100).unwrap()));
    }
}

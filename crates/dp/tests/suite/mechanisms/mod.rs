//! Trying to prove every mechanism wrong: the exact distribution of what it puts out on tiny inputs, held against its promise. Each test
//! also plants a bug and demands that it is caught.

mod additive;
mod choices;
mod gaussian;
mod median;
mod responses;
mod samplers;

use lethe_dp::falsify::{Distribution, approximate};
use lethe_dp::{Budget, parse_number};
use lethe_num::Verdict;

fn budget(epsilon: &str, delta: &str) -> Budget {
    Budget { epsilon: epsilon.parse().unwrap(), delta: parse_number(delta).unwrap() }
}

/// What two distributions show about a promise, in both directions.
///
/// Many mechanisms use their budget to the last bit. Bounds cannot tell equal numbers apart, so epsilon is taken 10^-15 larger.
fn verdict<O: Ord>(one: &Distribution<O>, other: &Distribution<O>, guarantee: &Budget) -> Verdict {
    let epsilon = guarantee.epsilon.clone() + "1e-15".parse().unwrap();
    let shown = |a, b| approximate(a, b, &epsilon, &guarantee.delta).unwrap().holds;
    match (shown(one, other), shown(other, one)) {
        (Verdict::True, Verdict::True) => Verdict::True,
        (Verdict::False, _) | (_, Verdict::False) => Verdict::False,
        _ => Verdict::Undecided,
    }
}

/// All lists of up to so many of the items, in order, with repetition.
fn lists<T: Copy>(items: &[T], longest: usize) -> Vec<Vec<T>> {
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..longest {
        last = last
            .iter()
            .flat_map(|list: &Vec<T>| items.iter().map(|&item| [list.as_slice(), &[item]].concat()))
            .collect();
        all.extend(last.iter().cloned());
    }
    all
}

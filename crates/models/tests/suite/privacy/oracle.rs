//! The definitions, written as they are published, in exact fractions or in doubles.

use lethe_num::Rational;
use std::collections::BTreeMap;

/// What a definition says of a class.
pub(crate) struct Truth {
    /// Whether the model holds; `None` when doubles are too near to tell.
    pub(crate) holds: Option<bool>,
    /// What is measured.
    pub(crate) measure: f64,
}

pub(crate) fn of(holds: bool, measure: &Rational) -> Truth {
    Truth { holds: Some(holds), measure: measure.to_f64().value() }
}

/// A comparison of doubles, left open when they are near each other.
pub(crate) fn near(measure: f64, limit: f64, holds: impl Fn(f64, f64) -> bool) -> Truth {
    let apart = (measure - limit).abs() > 1e-9 || measure.is_infinite();
    Truth { holds: apart.then(|| holds(measure, limit)), measure }
}

pub(crate) fn r(value: u64) -> Rational {
    Rational::from(value)
}

pub(crate) fn total(counts: &[u64]) -> u64 {
    counts.iter().sum()
}

pub(crate) fn shares(counts: &[u64]) -> Vec<Rational> {
    counts.iter().map(|&count| r(count) / r(total(counts))).collect()
}

pub(crate) fn sum(values: impl Iterator<Item = Rational>) -> Rational {
    values.fold(Rational::ZERO, |sum, value| sum + value)
}

fn positive(value: &Rational) -> Rational {
    value.clone().max(Rational::ZERO)
}

fn absolute(value: Rational) -> Rational {
    if value < Rational::ZERO { -value } else { value }
}

pub(crate) fn equal_distance(class: &[u64], table: &[u64]) -> Rational {
    let pairs = shares(class).into_iter().zip(shares(table));
    sum(pairs.map(|(p, q)| absolute(p - q))) / r(2)
}

pub(crate) fn ordered_distance(class: &[u64], table: &[u64]) -> Rational {
    let occurring: Vec<usize> = (0..table.len()).filter(|&code| table[code] > 0).collect();
    if occurring.len() < 2 {
        return Rational::ZERO;
    }
    let (p, q) = (shares(class), shares(table));
    let mut crossing = Rational::ZERO;
    for last in 0..occurring.len() {
        crossing += absolute(sum(occurring[..=last].iter().map(|&code| &p[code] - &q[code])));
    }
    crossing / r(occurring.len() as u64 - 1)
}

/// The published recursion over a tree: `paths[code]` are the nodes from the leaf to below the root.
pub(crate) fn hierarchical_distance(class: &[u64], table: &[u64], paths: &[Vec<u32>]) -> Rational {
    let height = paths[0].len();
    let (p, q) = (shares(class), shares(table));
    let mut cost = Rational::ZERO;
    for level in 1..=height {
        // Children are on the level below; the node on `height` is the root.
        let node = |code: usize, level: usize| if level == height { 0 } else { paths[code][level] };
        let mut extra: BTreeMap<(u32, u32), Rational> = BTreeMap::new();
        for code in 0..table.len() {
            let key = (node(code, level), node(code, level - 1));
            *extra.entry(key).or_insert(Rational::ZERO) += &p[code] - &q[code];
        }
        let mut sides: BTreeMap<u32, (Rational, Rational)> = BTreeMap::new();
        for ((parent, _), extra) in extra {
            let (surplus, lack) = sides.entry(parent).or_insert((Rational::ZERO, Rational::ZERO));
            *surplus += positive(&extra);
            *lack += positive(&-extra);
        }
        let moved = sum(sides.into_values().map(|(surplus, lack)| surplus.min(lack)));
        cost += moved * r(level as u64) / r(height as u64);
    }
    cost
}

pub(crate) fn descending(class: &[u64]) -> Vec<u64> {
    let mut counts: Vec<u64> = class.iter().copied().filter(|&count| count > 0).collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    counts
}

/// `first / rest`, infinite when nothing is left.
pub(crate) fn over(first: u64, rest: u64) -> f64 {
    match (first, rest) {
        (0, 0) => 0.0,
        (_, 0) => f64::INFINITY,
        _ => first as f64 / rest as f64,
    }
}

/// Both cases of the published definition of positive-disclosure recursive diversity: the count of the most frequent secret
/// value and the sum that it is held against; `None` when no value is secret.
pub(crate) fn secret_and_sum(class: &[u64], disclosable: &[u32], l: u64) -> Option<(u64, u64)> {
    let sorted = descending(class);
    let secret = (0..class.len()).filter(|&code| !disclosable.contains(&(code as u32)));
    let largest = secret.map(|code| class[code]).max().filter(|&count| count > 0)?;
    let y = sorted.iter().position(|&count| count == largest).unwrap() as u64 + 1;
    let ranks = |from: u64, to: u64| -> u64 {
        (from..=to).filter_map(|rank| sorted.get(usize::try_from(rank).unwrap() - 1)).sum()
    };
    let m = sorted.len() as u64;
    let rest = if y < l { ranks(l, m) } else { ranks(l - 1, y - 1) + ranks(y + 1, m) };
    Some((largest, rest))
}

pub(crate) fn entropy(class: &[u64]) -> f64 {
    let n = total(class) as f64;
    class.iter().filter(|&&count| count > 0).map(|&count| count as f64 / n).map(|p| -p * p.ln()).sum()
}

pub(crate) fn grassberger(class: &[u64]) -> f64 {
    let g = |count: u64| {
        let odd: f64 = (1..=count / 2).map(|k| 2.0 / (2 * k - 1) as f64).sum();
        odd - 0.577_215_664_901_532_9 - std::f64::consts::LN_2
    };
    let n = total(class);
    let terms = class.iter().filter(|&&count| count > 0);
    g(n) - terms.map(|&count| count as f64 * g(count)).sum::<f64>() / n as f64
}

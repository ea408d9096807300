//! Every model of classes with its definition beside it.

use crate::privacy::oracle::{self, Truth, near, of, r, shares, total};
use lethe_data::Decimal;
use lethe_data::hierarchy::{BoundHierarchy, Hierarchy, UnknownValues};
use lethe_models::privacy::*;
use lethe_num::Rational;
use proptest::prelude::*;

/// What the definition says of the counts of a class and its population.
type Definition = Box<dyn Fn(&[u64], u64) -> Truth>;

pub(crate) struct Case {
    pub(crate) model: Box<dyn ClassModel>,
    pub(crate) definition: Definition,
}

/// The parameters of all models; shares in hundredths.
#[derive(Clone, Debug)]
pub(crate) struct Parameters {
    pub(crate) k: u64,
    pub(crate) l: u64,
    /// Tenths.
    pub(crate) l_real: i64,
    pub(crate) c: i64,
    pub(crate) c2: i64,
    pub(crate) t: i64,
    pub(crate) beta: i64,
    pub(crate) delta: i64,
    pub(crate) alpha: i64,
    pub(crate) min: i64,
    pub(crate) max: i64,
    pub(crate) some: Vec<u32>,
    pub(crate) others: Vec<u32>,
    /// For each code the node on each level below the root, up to two levels.
    pub(crate) groups: Vec<u32>,
}

pub(crate) fn parameters(values: usize) -> impl Strategy<Value = Parameters> {
    let whole = (1u64..6, 1u64..4, 10i64..40);
    let shares = (1i64..300, 0i64..40, 0i64..101, 1i64..300, 1i64..300, 10i64..101, 0i64..60, 1i64..101);
    let codes = || prop::collection::vec(0..values as u32, 0..3);
    (whole, shares, codes(), codes(), prop::collection::vec(0u32..3, values)).prop_map(
        |((k, l, l_real), (c, c2, t, beta, delta, alpha, min, max), some, others, groups)| Parameters {
            k,
            l,
            l_real,
            c,
            c2,
            t,
            beta,
            delta,
            alpha,
            min,
            max,
            some,
            others,
            groups,
        },
    )
}

fn hundredths(value: i64) -> Decimal {
    Decimal::new(value.into(), -2)
}

fn fraction(value: i64) -> Rational {
    exact(hundredths(value))
}

/// A hierarchy over the codes whose leaves are joined by `groups` below the root.
pub(crate) fn hierarchy(groups: &[u32]) -> BoundHierarchy {
    let name = |code: usize| format!("v{code:03}");
    let paths: Vec<[String; 3]> = groups
        .iter()
        .enumerate()
        .map(|(code, group)| [name(code), format!("g{group}"), "*".into()])
        .collect();
    let values: Vec<String> = (0..groups.len()).map(name).collect();
    let column = crate::privacy::examples::column(&values.iter().map(String::as_str).collect::<Vec<_>>());
    Hierarchy::from_paths(&paths).unwrap().bind(&column, UnknownValues::Refuse).unwrap()
}

/// All models that can be made with these parameters over a table with these counts.
pub(crate) fn cases(table: &[u64], with: &Parameters) -> Vec<Case> {
    let mut cases = sizes(with);
    cases.extend(diversity(table, with));
    cases.extend(closeness(table, with));
    cases.extend(likeness(table, with));
    cases
}

fn add(
    cases: &mut Vec<Case>,
    model: lethe_models::Result<impl ClassModel + 'static>,
    definition: impl Fn(&[u64], u64) -> Truth + 'static,
) {
    if let Ok(model) = model {
        cases.push(Case { model: Box::new(model), definition: Box::new(definition) });
    }
}

fn sizes(with: &Parameters) -> Vec<Case> {
    let mut cases = Vec::new();
    let (k, max) = (with.k, fraction(with.max));
    let at_least = |value: u64, k: u64| of(value >= k, &r(value));
    add(&mut cases, KAnonymity::asked(k), move |class, _| at_least(total(class), k));
    add(&mut cases, KMap::new(k), move |_, population| at_least(population, k));
    let estimate = KMap::estimated(k, 50, 100, hundredths(with.alpha)).unwrap();
    add(&mut cases, Ok(estimate), move |class, _| at_least(total(class), estimate.needed()));
    let bounds = (fraction(with.min), max.clone());
    let presence = DeltaPresence::new(hundredths(with.min), hundredths(with.max));
    add(&mut cases, presence, move |class, population| {
        let share = r(total(class)) / r(population);
        of(bounds.0 <= share && share <= bounds.1, &share)
    });
    let limit = max.clone();
    add(&mut cases, ReidentificationRisk::prosecutor(hundredths(with.max)), move |class, _| {
        let risk = Rational::ONE / r(total(class));
        of(risk <= limit, &risk)
    });
    add(&mut cases, ReidentificationRisk::journalist(hundredths(with.max)), move |_, population| {
        let risk = Rational::ONE / r(population);
        of(risk <= max, &risk)
    });
    cases
}

fn diversity(table: &[u64], with: &Parameters) -> Vec<Case> {
    let reference = Distribution::from_counts(table.to_vec());
    let mut cases = Vec::new();
    let l = with.l;
    add(&mut cases, DistinctDiversity::new(0, l, &reference), move |class, _| {
        let distinct = oracle::descending(class).len() as u64;
        of(distinct >= l, &r(distinct))
    });
    let l_real = Decimal::new(with.l_real.into(), -1);
    let wanted = l_real.to_f64();
    add(&mut cases, EntropyDiversity::new(0, l_real, &reference), move |class, _| {
        near(oracle::entropy(class).exp(), wanted, |effective, l| effective >= l)
    });
    let estimated = EntropyDiversity::with_estimator(0, l_real, &reference, Estimator::Grassberger);
    add(&mut cases, estimated, move |class, _| {
        let truth = near(oracle::grassberger(class).exp(), wanted, |effective, l| effective >= l);
        let enough = oracle::descending(class).len() as f64 >= wanted;
        Truth { holds: truth.holds.map(|holds| holds && enough), ..truth }
    });
    let (c, c2) = (fraction(with.c), fraction(with.c2));
    let limit = c.clone();
    add(&mut cases, RecursiveDiversity::new(0, hundredths(with.c), l, &reference), move |class, _| {
        let sorted = oracle::descending(class);
        let tail: u64 = sorted.iter().skip(l as usize - 1).sum();
        Truth { holds: Some(r(sorted[0]) < &limit * r(tail)), measure: oracle::over(sorted[0], tail) }
    });
    let some = with.some.clone();
    let limit = c.clone();
    let positive = PositiveRecursiveDiversity::new(0, hundredths(with.c), l, &some, &reference);
    add(&mut cases, positive, move |class, _| secret(class, &some, l, &limit));
    let (some, others) = (with.some.clone(), with.others.clone());
    let limits = (hundredths(with.c), hundredths(with.c2));
    let model = NegativePositiveRecursiveDiversity::new(0, limits, l, &some, &others, &reference);
    add(&mut cases, model, move |class, _| {
        let shares = shares(class);
        if others.iter().any(|&code| shares[code as usize] < c2) {
            return Truth { holds: Some(false), measure: f64::INFINITY };
        }
        secret(class, &some, l, &c)
    });
    cases
}

fn secret(class: &[u64], disclosable: &[u32], l: u64, c: &Rational) -> Truth {
    let found = oracle::secret_and_sum(class, disclosable, l);
    let holds = found.is_none_or(|(secret, rest)| r(secret) < c * r(rest));
    Truth { holds: Some(holds), measure: found.map_or(0.0, |(secret, rest)| oracle::over(secret, rest)) }
}

fn closeness(table: &[u64], with: &Parameters) -> Vec<Case> {
    let reference = Distribution::from_counts(table.to_vec());
    let mut cases = Vec::new();
    let (t, limit) = (hundredths(with.t), fraction(with.t));
    let close = move |distance: &Rational| of(*distance <= limit, distance);
    let (counts, decide) = (table.to_vec(), close.clone());
    add(&mut cases, Closeness::equal(0, t, &reference), move |class, _| {
        decide(&oracle::equal_distance(class, &counts))
    });
    let (counts, decide) = (table.to_vec(), close.clone());
    add(&mut cases, Closeness::ordered(0, t, &reference), move |class, _| {
        decide(&oracle::ordered_distance(class, &counts))
    });
    // Every other value first.
    let codes = || 0..table.len();
    let order: Vec<u32> =
        codes().step_by(2).chain(codes().skip(1).step_by(2)).map(|code| code as u32).collect();
    let (counts, decide) = (table.to_vec(), close.clone());
    add(&mut cases, Closeness::ordered_by(0, t, &reference, &order), move |class, _| {
        let in_order = |counts: &[u64]| -> Vec<u64> {
            order.iter().map(|&code| counts.get(code as usize).copied().unwrap_or(0)).collect()
        };
        decide(&oracle::ordered_distance(&in_order(class), &in_order(&counts)))
    });
    let counts = table.to_vec();
    let paths: Vec<Vec<u32>> =
        with.groups.iter().enumerate().map(|(code, &group)| vec![code as u32, group]).collect();
    add(&mut cases, Closeness::hierarchical(0, t, &reference, &hierarchy(&with.groups)), move |class, _| {
        close(&oracle::hierarchical_distance(class, &counts, &paths))
    });
    cases
}

fn likeness(table: &[u64], with: &Parameters) -> Vec<Case> {
    let reference = Distribution::from_counts(table.to_vec());
    let mut cases = Vec::new();
    let beta = fraction(with.beta);
    let (counts, limit) = (table.to_vec(), beta.clone());
    add(&mut cases, BetaLikeness::basic(0, hundredths(with.beta), &reference), move |class, _| {
        let largest = gains(class, &counts).into_iter().map(|(gain, _)| gain).max().unwrap();
        of(largest <= limit, &largest)
    });
    let counts = table.to_vec();
    add(&mut cases, BetaLikeness::enhanced(0, hundredths(with.beta), &reference), move |class, _| {
        let gains = gains(class, &counts);
        let largest = gains.iter().map(|(gain, _)| gain).max().unwrap();
        let natural =
            |(gain, q): &(Rational, f64)| near(gain.to_f64().value(), -q.ln(), |gain, limit| gain <= limit);
        if gains.iter().any(|pair| pair.1 < 1.0 && natural(pair).holds == Some(false)) {
            return Truth { holds: Some(false), measure: f64::INFINITY };
        }
        of(*largest <= beta, largest)
    });
    let (counts, delta) = (table.to_vec(), hundredths(with.delta).to_f64());
    add(&mut cases, DeltaDisclosure::new(0, hundredths(with.delta), &reference), move |class, _| {
        let pairs = class.iter().zip(&counts).filter(|(_, known)| **known > 0);
        let logarithm = |(count, known): (&u64, &u64)| {
            let share = *count as f64 / total(class) as f64;
            (share / (*known as f64 / total(&counts) as f64)).ln().abs()
        };
        near(pairs.map(logarithm).fold(0.0, f64::max), delta, |change, delta| change < delta)
    });
    let some = (!with.some.is_empty()).then(|| with.some.clone());
    let (k, alpha) = (with.k, fraction(with.alpha));
    let model = AlphaK::new(0, k, hundredths(with.alpha), some.as_deref(), &reference);
    add(&mut cases, model, move |class, _| {
        let limited = |code: usize| some.as_ref().is_none_or(|codes| codes.contains(&(code as u32)));
        let shares = shares(class).into_iter().enumerate().filter(|(code, _)| limited(*code));
        let largest = shares.map(|(_, share)| share).max().unwrap_or_default();
        if total(class) < k {
            return Truth { holds: Some(false), measure: f64::INFINITY };
        }
        of(largest <= alpha, &largest)
    });
    cases
}

/// The relative gain of each value of the class, and its share in the table.
fn gains(class: &[u64], table: &[u64]) -> Vec<(Rational, f64)> {
    let pairs = shares(class).into_iter().zip(shares(table)).filter(|(p, _)| *p > Rational::ZERO);
    pairs.map(|(p, q)| (((&p - &q) / &q).max(Rational::ZERO), q.to_f64().value())).collect()
}

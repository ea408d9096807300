//! Every search against a brute force over all nodes, for every privacy model and every measure.

mod case;
mod models;
mod oracle;
mod wide;

use case::{Built, Case, cases};
use lethe_data::{Context, Decimal};
use lethe_models::privacy::Requirements;
use lethe_models::quality::{Aggregate, MEASURES, Measure, Subject, measure};
use lethe_transform::lattice::searches::{self, ALL};
use lethe_transform::lattice::{
    Checked, Checker, Dimension, ListedNode, Population, Problem, Search, Space, all_nodes, best_solutions,
    nearest_miss,
};
use oracle::{Oracle, Verdict};
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use proptest::{prop_assert, prop_assert_eq};
use std::cmp::Ordering;
use std::collections::BTreeMap;

const EXACT: [&str; 5] = ["auto", "exhaustive", "incognito", "flash", "lightning"];

fn contexts() -> [Context; 2] {
    [1, 2].map(|threads| Context::new(threads).unwrap())
}

fn measure_of(case: &Case, built: &Built, name: &str) -> Box<dyn Measure> {
    let mut combinations: BTreeMap<&[Option<usize>], u64> = BTreeMap::new();
    for row in &case.rows {
        *combinations.entry(&row.quasi).or_default() += row.weight;
    }
    let combinations: Vec<u64> = combinations.into_values().collect();
    let aggregate = Aggregate::NAMES[case.aggregate].1;
    let factor = [None, Some(0), Some(3), Some(7), Some(10)][case.factor].filter(|_| name == "loss");
    let gs_factor = factor.map(|tenths| Decimal::new(tenths, -1));
    let label = Some(built.table.columns().len() - 1);
    let subject =
        Subject { domains: &built.domains, aggregate, label, gs_factor, combinations: Some(&combinations) };
    measure(name, &subject).unwrap()
}

/// Checks a case with these models and this measure; a model that the table cannot satisfy is left out.
fn check(case: &Case, names: &[&str], measure: &str, contexts: &[Context]) -> Result<(), TestCaseError> {
    let built = case.build();
    let columns = case.quasi.len();
    let mut requirements = Requirements { sensitive: vec![columns, columns + 1], ..Requirements::default() };
    for name in names {
        if models::add(name, case, &built, &mut requirements).is_err() {
            return Ok(());
        }
    }
    let measure = measure_of(case, &built, measure);
    let with_population = requirements.need_population();
    let oracle = Oracle {
        case,
        built: &built,
        requirements: &requirements,
        measure: measure.as_ref(),
        with_population,
    };
    let truth: BTreeMap<Vec<usize>, Verdict> =
        case.nodes().into_iter().map(|levels| (levels.clone(), oracle.judge(&levels))).collect();
    let dimension =
        |at: usize| Dimension::new(built.bound[at].clone(), case.quasi[at].min, case.quasi[at].max).unwrap();
    let space = Space::new((0..columns).map(dimension).collect());
    let quasi: Vec<usize> = (0..columns).collect();
    let mut problem =
        Problem::new(&built.table, quasi, space, &requirements, measure.as_ref(), case.limit()).unwrap();
    if with_population {
        problem = problem.with_population(Population {
            table: &built.population,
            quasi: (0..columns).rev().collect(),
            hierarchies: built.population_bound.clone(),
        });
    }
    if case.drops() {
        problem = problem.with_dropped();
    }
    let checked = check_nodes(&problem, &truth, &contexts[0]);
    let checked = checked.and_then(|()| check_searches(&problem, &truth, case.seed, contexts));
    let checked = checked.and_then(|()| check_lists(&problem, &truth, contexts));
    checked.map_err(|error| TestCaseError::fail(format!("{names:?}, {}: {error}", measure.name())))
}

/// Every node, and what is said of the nodes below and above it.
fn check_nodes(
    problem: &Problem<'_>,
    truth: &BTreeMap<Vec<usize>, Verdict>,
    context: &Context,
) -> Result<(), TestCaseError> {
    let checker = Checker::new(problem, context).unwrap();
    for (levels, verdict) in truth {
        let checked = checker.check(levels);
        prop_assert_eq!(&Verdict::from(&checked), verdict, "at {:?}", levels);
        let Checked { suppressed, holds, .. } = checked;
        let failures = checker.failures(levels);
        prop_assert_eq!(suppressed > 0 || !holds, !failures.is_empty(), "{:?} at {:?}", failures, levels);
        let (could_hold, bound) = (checker.could_hold(levels), checker.bound(levels));
        for (other, there) in truth {
            if below(other, levels) {
                prop_assert!(could_hold || !there.holds, "{:?} holds below {:?}", other, levels);
            }
            if below(levels, other) {
                prop_assert!(!could_hold || checker.could_hold(other), "{:?} above {:?}", other, levels);
                let (value, slack) = (there.value, 1e-12);
                prop_assert!(bound <= value + slack, "{} at {:?}: {} at {:?}", bound, levels, value, other);
            }
        }
    }
    Ok(())
}

/// The smaller loss first, of equal ones the smaller ranks, of equal ones the levels that come first.
fn by_loss(a: &(&Vec<usize>, &Verdict), b: &(&Vec<usize>, &Verdict)) -> Ordering {
    let ranks = |verdict: &Verdict| verdict.ranks.iter().map(|rank| rank.to_bits()).collect::<Vec<_>>();
    a.1.value.total_cmp(&b.1.value).then(ranks(a.1).cmp(&ranks(b.1))).then(a.0.cmp(b.0))
}

fn below(low: &[usize], high: &[usize]) -> bool {
    low.iter().zip(high).all(|(low, high)| low <= high)
}

fn check_searches(
    problem: &Problem<'_>,
    truth: &BTreeMap<Vec<usize>, Verdict>,
    seed: u64,
    contexts: &[Context],
) -> Result<(), TestCaseError> {
    // The smallest loss, and of equal losses the levels that come first.
    let solutions = truth.iter().filter(|(_, verdict)| verdict.holds);
    let best = solutions.min_by(by_loss);
    for search in ALL {
        let mut outcomes = Vec::new();
        for context in contexts {
            outcomes.push(search.search(problem, &context.clone().with_seed(seed)).unwrap());
        }
        let (outcome, name) = (&outcomes[0], search.name());
        prop_assert_eq!(outcome, &outcomes[1], "{} on two threads", name);
        prop_assert!(outcome.complete);
        let exact = EXACT.contains(&name);
        prop_assert_eq!(outcome.optimal, exact, "{}", name);
        if let Some(found) = &outcome.best {
            prop_assert_eq!(&Verdict::from(found), &truth[&found.levels], "{}", name);
            prop_assert!(found.holds);
            prop_assert!(outcome.bound <= found.value + 1e-12, "{}", name);
        }
        let expected = best.map(|(levels, verdict)| (levels.clone(), verdict.value));
        let found = outcome.best.as_ref().map(|found| (found.levels.clone(), found.value));
        if exact {
            prop_assert_eq!(found, expected, "{}", name);
        } else {
            prop_assert!(found.is_none() || expected.is_some_and(|best| best.1 <= found.unwrap().1));
        }
    }
    if best.is_none() {
        let miss = nearest_miss(problem, &contexts[0]).unwrap();
        let top = &truth[&problem.space.top()];
        prop_assert!(miss.suppressed <= top.suppressed && !miss.blocking.is_empty());
    }
    Ok(())
}

/// The best few solutions are those of a brute force in its order, and all nodes are listed with what it says of them.
fn check_lists(
    problem: &Problem<'_>,
    truth: &BTreeMap<Vec<usize>, Verdict>,
    contexts: &[Context],
) -> Result<(), TestCaseError> {
    let mut solutions: Vec<_> = truth.iter().filter(|(_, verdict)| verdict.holds).collect();
    solutions.sort_by(by_loss);
    let verdict = |listed: &ListedNode| Verdict::from(&listed.node);
    for context in contexts {
        for most in [1, 2, 5, truth.len() + 1] {
            let listed = best_solutions(problem, most, context).unwrap();
            prop_assert!(listed.complete);
            let found: Vec<_> =
                listed.nodes.iter().map(|one| (one.node.levels.clone(), verdict(one))).collect();
            let expected: Vec<_> = solutions
                .iter()
                .take(most)
                .map(|(levels, verdict)| ((*levels).clone(), (*verdict).clone()))
                .collect();
            prop_assert_eq!(found, expected, "the {} best", most);
        }
        let all = all_nodes(problem, context).unwrap();
        let all: BTreeMap<_, _> =
            all.nodes.iter().map(|one| (one.node.levels.clone(), verdict(one))).collect();
        prop_assert_eq!(&all, truth);
    }
    Ok(())
}

fn run(cases_per_kind: u32, test: impl Fn(&Case, &[Context]) -> Result<(), TestCaseError>) {
    let contexts = contexts();
    let all = Config::default();
    let config = Config {
        cases: (all.cases * cases_per_kind / 256).max(1),
        failure_persistence: None,
        max_shrink_iters: 20_000,
        ..all
    };
    TestRunner::new(config).run(&cases(), |case| test(&case, &contexts)).unwrap();
}

#[test]
fn every_search_is_a_brute_force_for_every_model() {
    for &model in models::MODELS {
        run(20, |case, contexts| {
            let measure = MEASURES[case.measure % MEASURES.len()].name;
            check(case, &[model], measure, contexts)
        });
    }
}

#[test]
fn every_search_is_a_brute_force_for_every_measure() {
    for measure in MEASURES.iter().map(|entry| entry.name) {
        run(20, |case, contexts| {
            let model = models::MODELS[case.also % models::MODELS.len()];
            check(case, &["k-anonymity", model], measure, contexts)
        });
    }
}

#[test]
fn every_search_is_a_brute_force_for_several_models_at_once() {
    run(100, |case, contexts| {
        let models = models::MODELS;
        let pair = [models[case.also % models.len()], models[case.seed as usize % models.len()]];
        check(case, &pair, MEASURES[case.measure % MEASURES.len()].name, contexts)
    });
}

#[test]
fn searches_have_names() {
    for search in ALL {
        assert_eq!(searches::named(search.name()).map(Search::name), Some(search.name()));
    }
    assert!(searches::named("none").is_none());
}

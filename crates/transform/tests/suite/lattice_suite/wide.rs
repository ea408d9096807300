//! Rows whose codes need several words, and searches that are stopped.

use lethe_data::hierarchy::{Hierarchy, UnknownValues};
use lethe_data::{CancelToken, Column, Context, Table, TypeChoice};
use lethe_models::privacy::{ClassRequirement, KAnonymity, Requirements};
use lethe_models::quality::{Aggregate, Domain, Loss, Measure, View};
use lethe_transform::lattice::searches::{ALL, named};
use lethe_transform::lattice::{Checker, Dimension, Problem, Space};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

const COLUMNS: usize = 24;
/// Six bits a column, so 24 columns need three words.
const VALUES: usize = 40;

/// A value, tens, halves, and the root.
fn label(value: usize, level: usize) -> String {
    match level {
        0 => format!("v{value:02}"),
        1 => format!("t{}", value / 10),
        2 => format!("h{}", value / 20),
        _ => "*".to_owned(),
    }
}

fn domains(table: &Table) -> Vec<Domain> {
    let paths: Vec<Vec<String>> =
        (0..VALUES).map(|value| (0..4).map(|level| label(value, level)).collect()).collect();
    let hierarchy = Hierarchy::from_paths(&paths).unwrap();
    let domain = |column: &Column| Domain {
        hierarchy: hierarchy.bind(column, UnknownValues::Refuse).unwrap(),
        counts: column.histogram(None),
        weight: 1.0,
        numbers: None,
        spans: Vec::new(),
    };
    table.columns().iter().map(domain).collect()
}

fn table(rows: &[Vec<usize>], columns: usize) -> Table {
    let column = |at: usize| {
        let cells: Vec<String> = rows.iter().map(|row| label(row[at], 0)).collect();
        let cells = cells.iter().map(|cell| Some(cell.as_str()));
        Column::from_texts(&format!("q{at}"), cells, TypeChoice::Infer).unwrap()
    };
    Table::new((0..columns).map(column).collect()).unwrap()
}

/// Rows that differ in few places, so that some are alike on few columns' higher levels.
fn rows() -> impl Strategy<Value = Vec<Vec<usize>>> {
    let changes = prop::collection::vec((0..COLUMNS, 0..VALUES), 0..4);
    (prop::collection::vec(0..VALUES, COLUMNS), prop::collection::vec(changes, 1..60)).prop_map(
        |(first, changes)| {
            let change = |changes: Vec<(usize, usize)>| {
                let mut row = first.clone();
                for (at, value) in changes {
                    row[at] = value;
                }
                row
            };
            changes.into_iter().map(change).collect()
        },
    )
}

fn k_anonymous(k: u64) -> Requirements {
    Requirements { classes: vec![ClassRequirement::quasi(KAnonymity::new(k))], ..Requirements::default() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn keys_of_several_words_group_like_labels(
        rows in rows(),
        open in prop::collection::btree_set(0..COLUMNS, 1..5),
        fixed in prop::collection::vec(0usize..4, COLUMNS),
        k in 1u64..5,
        tenths in 0u64..11,
    ) {
        let table = table(&rows, COLUMNS);
        let domains = domains(&table);
        let loss = Loss::new(&domains, Aggregate::Geometric);
        let requirements = k_anonymous(k);
        // A few columns are open, the others stand on low or high levels.
        let level = |at: usize| if fixed[at] == 3 { 3 } else { fixed[at] / 2 };
        let range = |at: usize| if open.contains(&at) { (0, 3) } else { (level(at), level(at)) };
        let dimension = |at: usize| Dimension::new(domains[at].hierarchy.clone(), range(at).0, range(at).1).unwrap();
        let space = Space::new((0..COLUMNS).map(dimension).collect());
        let limit = rows.len() as u64 * tenths / 10;
        let problem = Problem::new(&table, (0..COLUMNS).collect(), space, &requirements, &loss, limit).unwrap();
        let contexts = [1, 2].map(|threads| Context::new(threads).unwrap());
        let truth = named("exhaustive").unwrap().search(&problem, &contexts[0]).unwrap();
        for name in ["auto", "flash", "lightning"] {
            for context in &contexts {
                let found = named(name).unwrap().search(&problem, context).unwrap();
                prop_assert!(found.optimal);
                prop_assert_eq!(&found.best, &truth.best, "{}", name);
            }
        }
        let checker = Checker::new(&problem, &contexts[0]).unwrap();
        for levels in [problem.space.bottom(), problem.space.top()] {
            let mut classes: BTreeMap<Vec<String>, u64> = BTreeMap::new();
            for row in &rows {
                let labels = row.iter().zip(&levels).map(|(&value, &level)| label(value, level)).collect();
                *classes.entry(labels).or_default() += 1;
            }
            let small: u64 = classes.values().filter(|&&size| size < k).sum();
            prop_assert_eq!(checker.check(&levels).suppressed, small);
        }
    }
}

/// Loss that stops the run after so many values were asked for.
#[derive(Debug)]
struct Stopping<'a> {
    loss: &'a Loss,
    token: CancelToken,
    left: AtomicU64,
}

impl Measure for Stopping<'_> {
    fn name(&self) -> &'static str {
        "stopping"
    }

    fn value(&self, release: &dyn View) -> f64 {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.token.cancel();
        }
        self.loss.value(release)
    }

    fn bound(&self, part: &dyn View) -> f64 {
        self.loss.bound(part)
    }

    fn costs(&self) -> Option<&lethe_models::quality::CellCosts> {
        self.loss.costs()
    }
}

#[test]
fn a_search_that_is_stopped_returns_what_it_has_and_claims_no_more() {
    let rows: Vec<Vec<usize>> =
        (0..40).map(|row| vec![row, row * 7 % VALUES, row * 3 % VALUES, row / 2]).collect();
    let table = table(&rows, 4);
    let domains = domains(&table);
    let loss = Loss::new(&domains, Aggregate::Mean);
    let requirements = k_anonymous(3);
    let space = || {
        Space::new(
            domains.iter().map(|domain| Dimension::new(domain.hierarchy.clone(), 0, 3).unwrap()).collect(),
        )
    };
    let problem = Problem::new(&table, vec![0, 1, 2, 3], space(), &requirements, &loss, 10).unwrap();
    let context = Context::new(2).unwrap();
    let optimum = named("auto").unwrap().search(&problem, &context).unwrap().best.unwrap();
    for search in ALL {
        let mut stopped = 0;
        for after in [1, 2, 5, 20, 80] {
            let token = CancelToken::default();
            let measure = Stopping { loss: &loss, token: token.clone(), left: AtomicU64::new(after) };
            let problem =
                Problem::new(&table, vec![0, 1, 2, 3], space(), &requirements, &measure, 10).unwrap();
            let found = search.search(&problem, &context.clone().with_cancel(token)).unwrap();
            let name = search.name();
            stopped += u32::from(!found.complete);
            assert!(found.complete || !found.optimal, "{name}");
            assert!(found.bound <= optimum.value + 1e-12, "{name}: {} of {}", found.bound, optimum.value);
            assert!(found.best.is_none_or(|best| best.holds && best.value >= optimum.value), "{name}");
        }
        assert!(stopped > 0, "{} was never stopped", search.name());
    }
}

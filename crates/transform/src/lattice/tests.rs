//! The machinery below the searches against plain maps. In this build the limits between ways of counting are small, so
//! that small tables reach all of them.

use super::engine::Engine;
use super::group::{Grouper, Plan};
use super::key::Layout;
use super::lease::Room;
use super::sieve::{Needs, Sieve};
use super::{Dimension, Optimal, Problem, Search, Space, searches};
use lethe_data::hierarchy::make;
use lethe_data::{Column, Context, Table, TypeChoice, UnknownValues, ValueType};
use lethe_models::privacy::{ClassRequirement, KAnonymity, Requirements};
use lethe_models::quality::{Aggregate, Domain, Loss};
use proptest::prelude::*;
use std::collections::BTreeMap;

const COLUMNS: usize = 4;

#[derive(Clone, Debug)]
struct Case {
    rows: Vec<[u32; COLUMNS]>,
    weights: Vec<u64>,
    levels: [usize; COLUMNS],
    k: u64,
}

fn case() -> impl Strategy<Value = Case> {
    let row = (any::<[u8; COLUMNS]>(), 0u64..4);
    (prop::collection::vec(row, 1..80), any::<[u8; COLUMNS]>(), 1u64..6, 2u32..20).prop_map(
        |(rows, levels, k, domain)| Case {
            weights: rows.iter().map(|(_, weight)| *weight).collect(),
            rows: rows.into_iter().map(|(codes, _)| codes.map(|code| u32::from(code) % domain)).collect(),
            levels: levels.map(usize::from),
            k,
        },
    )
}

fn table(case: &Case) -> Table {
    let column = |at: usize| {
        let texts: Vec<String> = case.rows.iter().map(|row| format!("{:02}", row[at])).collect();
        let texts = texts.iter().map(|text| Some(text.as_str()));
        Column::from_texts(&format!("c{at}"), texts, TypeChoice::Declared(ValueType::Text))
    };
    let columns = (0..COLUMNS).map(|at| column(at).unwrap()).collect();
    Table::new(columns).unwrap().with_weights(case.weights.clone()).unwrap()
}

/// Runs a check on the problem of a case.
fn with_problem(case: &Case, limit: u64, check: impl FnOnce(&Problem<'_>)) {
    let table = table(case);
    let bounds: Vec<_> = table
        .columns()
        .iter()
        .map(|column| {
            make::order(column, 2, &Context::new(1).unwrap())
                .unwrap()
                .bind(column, UnknownValues::Refuse)
                .unwrap()
        })
        .collect();
    let domain = |bound: &lethe_data::BoundHierarchy| Domain {
        hierarchy: bound.clone(),
        counts: vec![0; bound.codes(0).len()],
        weight: 1.0,
        numbers: None,
        spans: Vec::new(),
    };
    let domains: Vec<Domain> = bounds.iter().map(domain).collect();
    let measure = Loss::new(&domains, Aggregate::Mean);
    let requirements = Requirements {
        classes: vec![ClassRequirement::quasi(KAnonymity::new(case.k))],
        ..Requirements::default()
    };
    let dimensions = bounds.into_iter().map(|bound| {
        let top = bound.height() - 1;
        Dimension::new(bound, 0, top).unwrap()
    });
    let space = Space::new(dimensions.collect());
    check(&Problem::new(&table, (0..COLUMNS).collect(), space, &requirements, &measure, limit).unwrap());
}

/// Runs a check on the engine of a case, with a node of its lattice.
fn with_engine<const W: usize>(case: &Case, check: impl FnOnce(&Engine<'_, W>, &[usize])) {
    with_problem(case, 0, |problem| {
        let dimensions = problem.space.dimensions().iter();
        let layout = Layout::new(&[], &dimensions.map(|dimension| dimension.domain(0)).collect::<Vec<_>>());
        let engine = Engine::<W>::new(problem, layout, &[], &Context::new(2).unwrap()).unwrap();
        let heights = engine.dimensions().iter().map(Dimension::height);
        let levels: Vec<usize> =
            case.levels.iter().zip(heights).map(|(level, height)| level % height).collect();
        check(&engine, &levels);
    });
}

/// The codes of a row of the engine's on some levels.
fn codes<const W: usize>(engine: &Engine<'_, W>, row: usize, levels: &[usize]) -> Vec<u32> {
    let key = &engine.base.keys[row];
    let columns = engine.dimensions().iter().zip(&engine.layout.quasi).zip(levels);
    columns.map(|((dimension, field), &level)| dimension.step(0, level)[field.get(key)]).collect()
}

fn check_machinery<const W: usize>(case: &Case) {
    with_engine::<W>(case, |engine, levels| {
        let rows = engine.base.as_ref();
        let mut classes: BTreeMap<Vec<u32>, (usize, u64)> = BTreeMap::new();
        for row in 0..rows.len() {
            let class = classes.entry(codes(engine, row, levels)).or_insert((row, 0));
            class.1 += rows.weights[row];
        }
        let plan = Plan::at(rows.levels(), levels, engine.dimensions(), &engine.layout);
        let mut grouper = Grouper::<W>::default();
        grouper.number(rows, &plan);
        assert_eq!(grouper.len(), classes.len());
        for (row, &id) in grouper.ids().iter().enumerate() {
            let first = classes[&codes(engine, row, levels)].0;
            assert_eq!(grouper.first_rows()[id as usize] as usize, first);
        }

        let mut sieve = Sieve::<W>::default();
        let lacks = |row: usize| classes[&codes(engine, row, levels)].1 < engine.needs.records;
        let all: u64 = (0..rows.len()).filter(|&row| lacks(row)).map(|row| rows.weights[row]).sum();
        // Needs beyond a byte take the wide counters.
        let wide = Needs { population: 1, ..engine.needs.clone() };
        for needs in [&engine.needs, &wide] {
            assert_eq!(sieve.shake(rows, &plan, needs, u64::MAX), all);
            for row in (0..rows.len()).filter(|&row| rows.weights[row] > 0) {
                assert_eq!(sieve.has_fallen(row), lacks(row), "{row}");
            }
            let found = sieve.shake(rows, &plan, needs, 0);
            assert!(if all == 0 { found == 0 } else { found > 0 && found <= all });
        }

        if let Some(merged) = rows.rolled_up(levels, engine.dimensions(), &engine.layout, &Room::new(1 << 20))
        {
            assert_eq!(merged.len(), classes.len());
            assert_eq!(merged.records(), rows.records());
            let mut by_first: Vec<_> = classes.values().collect();
            by_first.sort_unstable();
            for (at, (first, records)) in by_first.into_iter().enumerate() {
                assert_eq!(merged.weights[at], *records);
                let fields = engine.layout.quasi.iter();
                let found: Vec<u32> = fields.map(|field| field.get(&merged.keys[at]) as u32).collect();
                assert_eq!(found, codes(engine, *first, levels));
            }
        } else {
            assert!(classes.len() > rows.len() / 8 * 7, "rows that shrink are merged when there is room");
        }
    });
}

fn check_search(case: &Case, limit: u64) {
    with_problem(case, limit, |problem| {
        let context = Context::new(2).unwrap();
        let found = Optimal.search(problem, &context).unwrap();
        let best = searches::named("exhaustive").unwrap().search(problem, &context).unwrap().best;
        assert_eq!((found.best, found.optimal), (best, true));
    });
}

proptest! {
    #[test]
    fn the_optimal_search_finds_what_all_nodes_have_by_every_way_of_counting(case in case(), limit in 0u64..60) {
        check_search(&case, limit);
    }

    #[test]
    fn classes_the_sieve_and_merged_rows_are_those_of_plain_maps(case in case()) {
        check_machinery::<1>(&case);
        check_machinery::<2>(&case);
    }
}

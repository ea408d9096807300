//! The verifier against maps of texts.

mod models;
mod oracle;
mod parts;

use lethe_data::{Column, Context, MemoryBudget, Table, TypeChoice};
use lethe_models::privacy::{ClassRequirement, KAnonymity, Requirements, Scope};
use lethe_num::Interval;
use lethe_verify::{Error, Judgement, Options, SuppressedRecords, judge};
use models::{Different, Half, Mean, Presence};
use oracle::{Cell, Group, Row, fewest_matches, groups, suppressed_group};
use proptest::prelude::*;

fn table(rows: &[Row], weighted: bool) -> Table {
    let column = |name: &str, cell: &dyn Fn(&Row) -> Cell| {
        Column::from_texts(name, rows.iter().map(cell), TypeChoice::Infer).unwrap()
    };
    let mut columns: Vec<Column> = (0..3).map(|at| column(&format!("q{at}"), &|row| row.quasi[at])).collect();
    columns.push(column("s", &|row| row.value));
    let table = Table::new(columns).unwrap();
    if weighted { table.with_weights(rows.iter().map(|row| row.weight).collect()).unwrap() } else { table }
}

fn requirements() -> Requirements {
    let of = |model, scope| ClassRequirement { model, scope };
    Requirements {
        sensitive: vec![3],
        classes: vec![
            ClassRequirement::quasi(KAnonymity::new(2)),
            ClassRequirement::quasi(Different { slot: 0, l: 2 }),
            of(Box::new(Half { slot: 0 }), Scope::Known(2)),
            of(Box::new(KAnonymity::new(3)), Scope::Known(1)),
            of(Box::new(KAnonymity::new(2)), Scope::Known(9)),
        ],
        release: vec![Box::new(Mean)],
    }
}

fn row() -> impl Strategy<Value = Row> {
    let cell = || prop::sample::select(vec![Some("1"), Some("2"), Some("*"), Some("*"), None]);
    let value = prop::sample::select(vec![Some("a"), Some("b"), Some("c"), Some("*"), None]);
    (cell(), cell(), cell(), value, 0u64..3).prop_map(|(a, b, c, value, weight)| Row {
        quasi: [a, b, c],
        value,
        weight,
    })
}

fn encloses(found: Option<Interval>, numerator: u64, denominator: u64) -> bool {
    let exact = lethe_num::ratio(i128::from(numerator), u128::from(denominator)).unwrap();
    found.is_some_and(|found| {
        lethe_num::Rational::try_from(found.lo()).unwrap() <= exact
            && exact <= lethe_num::Rational::try_from(found.hi()).unwrap()
    })
}

/// Compares what a model of the least size says with the groups of the oracle.
fn check_least(judgement: &Judgement, model: usize, k: u64, all: &[Group]) {
    let judged = &judgement.models[model];
    let least = all.iter().map(|group| group.records).min();
    assert_eq!(
        judged.achieved.map(|achieved| achieved.worst(judged.required)),
        least.map(Interval::from_u64)
    );
    assert_eq!(judged.holds, least.is_none_or(|least| least >= k));
    let failing: Vec<u64> = all.iter().map(|group| group.records).filter(|&records| records < k).collect();
    assert_eq!(judged.failing_classes, failing.len() as u64);
    assert_eq!(judged.failing_records, failing.iter().sum::<u64>());
    assert_eq!(judged.worst.as_ref().map(|worst| worst.records), least);
}

fn mode() -> impl Strategy<Value = SuppressedRecords> {
    prop::sample::select(vec![
        SuppressedRecords::NoClass,
        SuppressedRecords::ClassWhereShown,
        SuppressedRecords::ClassWithoutPopulation,
        SuppressedRecords::Class,
    ])
}

/// The suppressed rows where models of the sensitive column take them for a class, and where those of sizes do.
fn suppressed_groups(rows: &[Row], mode: SuppressedRecords) -> (Option<Group>, Option<Group>) {
    let group = suppressed_group(rows);
    match mode {
        SuppressedRecords::NoClass | SuppressedRecords::Class => (None, None),
        SuppressedRecords::ClassWhereShown => (group.filter(|group| group.shown() > 0), None),
        SuppressedRecords::ClassWithoutPopulation => (group.clone(), group),
    }
}

fn check(rows: &[Row], mode: SuppressedRecords, judgement: &Judgement) {
    let ignore = mode != SuppressedRecords::Class;
    let (shown_suppressed, sized_suppressed) = suppressed_groups(rows, mode);
    assert_eq!(judgement.suppressed_judged, shown_suppressed.is_some());
    let all: Vec<Group> = groups(rows, &[0, 1, 2], ignore).into_values().collect();
    let records: u64 = rows.iter().map(|row| row.weight).sum();
    let suppressed =
        rows.iter().filter(|row| ignore && row.is_suppressed()).map(|row| row.weight).sum::<u64>();
    assert_eq!((judgement.records, judgement.suppressed), (records, suppressed));
    assert_eq!(judgement.classes, all.len());
    assert_eq!(judgement.smallest_class, all.iter().map(|group| group.records).min());
    assert_eq!(judgement.fewest_matches, fewest_matches(rows, ignore));
    let sized: Vec<Group> = all.iter().cloned().chain(sized_suppressed.clone()).collect();
    check_least(judgement, 0, 2, &sized);
    check_least(judgement, 4, 2, &sized);
    let worst = judgement.models[0].worst.as_ref().and_then(|worst| worst.first_row);
    let smallest = sized.iter().map(|group| (group.records, group.first_row)).min();
    assert_eq!(worst.map(|row| row as usize), smallest.map(|(_, row)| row));

    let different = &judgement.models[1];
    let shown = || all.iter().chain(&shown_suppressed).filter(|group| group.shown() > 0);
    let fewest = shown().map(|group| group.values.len() as u64).min();
    assert_eq!(different.achieved.map(|achieved| achieved.least), fewest.map(Interval::from_u64));
    assert_eq!(different.holds, fewest.is_none_or(|fewest| fewest >= 2));

    let one = (0..3).flat_map(|column| groups(rows, &[column], ignore).into_values());
    let one: Vec<Group> = one.chain(sized_suppressed).collect();
    check_least(judgement, 3, 3, &one);
    let pairs = [[0, 1], [0, 2], [1, 2]];
    let two = pairs.iter().flat_map(|pair| groups(rows, pair, ignore).into_values());
    let two: Vec<Group> = two.chain(shown_suppressed.clone()).collect();
    let half = &judgement.models[2];
    let most = two
        .iter()
        .filter(|group| group.shown() > 0)
        .max_by(|one, two| (one.most() * two.shown()).cmp(&(two.most() * one.shown())));
    match most {
        Some(most) => {
            assert!(encloses(half.achieved.map(|achieved| achieved.largest), most.most(), most.shown()));
            assert_eq!(half.holds, 2 * most.most() <= most.shown());
            let columns = half.worst.as_ref().map(|worst| worst.columns.len());
            assert!(columns == Some(2) || shown_suppressed.is_some() && columns == Some(3));
        }
        None => assert!(half.achieved.is_none() && half.holds),
    }
    let published: u64 = all.iter().map(|group| group.records).sum();
    let mean = &judgement.models[5];
    assert_eq!(mean.holds, 2 * all.len() as u64 <= published);
    assert_eq!(mean.achieved.is_some(), !all.is_empty());
    if !all.is_empty() {
        assert!(encloses(mean.achieved.map(|achieved| achieved.largest), all.len() as u64, published));
    }
    assert_eq!(judgement.holds, judgement.models.iter().all(|model| model.holds));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 400 } else { 2000 }))]

    #[test]
    fn every_model_is_judged_as_maps_of_texts_would_at_1_and_3_threads(
        mut rows in prop::collection::vec(row(), 0..24),
        weighted in any::<bool>(),
        mode in mode(),
    ) {
        if !weighted {
            for row in &mut rows {
                row.weight = 1;
            }
        }
        let table = table(&rows, weighted);
        let options = Options { suppressed: mode, ..Options::default() };
        let answers = [1, 3].map(|threads| {
            let context = Context::new(threads).unwrap();
            judge(&table, &[0, 1, 2], &requirements(), None, &options, &context).unwrap()
        });
        prop_assert_eq!(&answers[0], &answers[1]);
        check(&rows, mode, &answers[0]);
    }

    #[test]
    fn a_population_is_joined_by_spelling_and_the_unpublished_are_one_class(
        rows in prop::collection::vec(row(), 0..12),
        others in prop::collection::vec(row(), 0..30),
        mode in mode(),
    ) {
        let released = table(&rows, true);
        let population = table(&others, true).project(&[0, 1, 2]);
        let requirements = Requirements {
            sensitive: vec![3],
            classes: vec![ClassRequirement::quasi(Presence), ClassRequirement::quasi(Half { slot: 0 })],
            release: Vec::new(),
        };
        let options = Options { suppressed: mode, ..Options::default() };
        let context = Context::new(2).unwrap();
        let judged = judge(&released, &[0, 1, 2], &requirements, Some(&population), &options, &context).unwrap();
        let all = groups(&rows, &[0, 1, 2], mode != SuppressedRecords::Class);
        let alike = |key: &[Cell]| -> u64 {
            others.iter().filter(|other| other.quasi[..] == *key).map(|other| other.weight).sum()
        };
        let mut shares: Vec<(u64, u64)> = all.iter().map(|(key, group)| (group.records, alike(key))).collect();
        let everybody: u64 = others.iter().map(|other| other.weight).sum();
        let rest = (judged.suppressed, everybody - shares.iter().map(|(_, records)| records).sum::<u64>());
        if rest != (0, 0) {
            shares.push(rest);
        }
        let holds = |&(records, population): &(u64, u64)| 10 * records >= population && 2 * records <= population;
        prop_assert_eq!(judged.models[0].holds, shares.iter().all(holds));
        prop_assert_eq!(judged.models[0].failing_classes, shares.iter().filter(|share| !holds(share)).count() as u64);
        prop_assert_eq!(
            judged.models[1].holds,
            all.values().chain(&suppressed_groups(&rows, mode).0).all(|group| 2 * group.most() <= group.shown())
        );
    }
}

fn plain(cells: &[[Cell; 4]]) -> Vec<Row> {
    let row = |[a, b, c, value]: &[Cell; 4]| Row { quasi: [*a, *b, *c], value: *value, weight: 1 };
    cells.iter().map(row).collect()
}

#[test]
fn without_a_needed_population_nothing_is_judged() {
    let requirements =
        Requirements { classes: vec![ClassRequirement::quasi(Presence)], ..Requirements::default() };
    let table = table(&plain(&[[Some("1"); 4]]), false);
    let context = Context::new(1).unwrap();
    let refused = judge(&table, &[0], &requirements, None, &Options::default(), &context);
    assert!(matches!(refused, Err(Error::NoPopulation { model: "presence" })));
}

#[test]
fn too_little_memory_and_a_wish_to_stop_end_the_work() {
    let rows = plain(&vec![[Some("1"), Some("2"), None, Some("a")]; 50]);
    let table = table(&rows, false);
    let context = Context::new(1).unwrap().with_memory(MemoryBudget::limited(lethe_data::ByteSize(100)));
    let judged = judge(&table, &[0, 1, 2], &requirements(), None, &Options::default(), &context);
    assert!(matches!(judged, Err(Error::Data(lethe_data::Error::MemoryExceeded { .. }))));
    let context = Context::new(1).unwrap();
    context.cancel_token().cancel();
    let judged = judge(&table, &[0, 1, 2], &requirements(), None, &Options::default(), &context);
    assert!(matches!(judged, Err(Error::Data(lethe_data::Error::Cancelled))));
}

#[test]
fn no_column_at_all_makes_one_class_and_no_row_none() {
    let context = Context::new(1).unwrap();
    let rows = plain(&[[Some("*"); 4], [Some("*"); 4]]);
    let judged =
        judge(&table(&rows, false), &[], &requirements(), None, &Options::default(), &context).unwrap();
    assert_eq!((judged.classes, judged.suppressed, judged.smallest_class), (1, 0, Some(2)));
    let empty = table(&[], false);
    let judged = judge(&empty, &[0, 1], &requirements(), None, &Options::default(), &context).unwrap();
    assert!(
        judged.holds && judged.classes == 0 && judged.models.iter().all(|model| model.achieved.is_none())
    );
}

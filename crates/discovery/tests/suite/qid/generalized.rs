//! Coarser columns, held to brute force on cases that are rebuilt with them.

use crate::qid::support::{CONTEXTS, Case, case};
use lethe_data::{ByteSize, ColumnSet, Fault, MemoryBudget};
use lethe_discovery::qid::{Generalized, Limits, Ranking, RankingOptions, column_risk};
use proptest::prelude::*;
use std::collections::BTreeSet;

const WITH_COARSER: RankingOptions = RankingOptions { max_sets: usize::MAX, generalized: true };

/// The groups of values that a coarser column has, as the definition reads.
fn groups(case: &Case, column: usize) -> Vec<Vec<u8>> {
    let cells = &case.columns[column];
    let records = |group: &[u8]| {
        let has = |row: &usize| cells[*row].is_some_and(|value| group.contains(&value));
        case.records((0..case.rows()).filter(has))
    };
    let mut values: Vec<u8> = cells.iter().flatten().copied().collect::<BTreeSet<u8>>().into_iter().collect();
    values.retain(|&value| records(&[value]) > 0);
    values.sort_by_key(|value| format!("v{value}"));
    let enough = case.limits.k.max(records(&values).div_ceil(10));
    let mut groups: Vec<Vec<u8>> = Vec::new();
    for value in values {
        match groups.last_mut() {
            Some(group) if group.len() < 2 || records(group) < enough => group.push(value),
            _ => groups.push(vec![value]),
        }
    }
    if groups.len() > 1 && records(&groups[groups.len() - 1]) < enough {
        let rest = groups.pop().unwrap();
        groups.last_mut().unwrap().extend(rest);
    }
    groups
}

/// What the ranking should say of a column: everything is counted again on the case with the coarser column.
fn expected(case: &Case, sets: &[ColumnSet], column: usize) -> Generalized {
    let groups = groups(case, column);
    let group_of = |value: u8| groups.iter().position(|group| group.contains(&value));
    let mut coarser = case.clone();
    for cell in coarser.columns[column].iter_mut().flatten() {
        // Values of nobody are in no group.
        *cell = group_of(*cell).map_or(u8::MAX, |group| group as u8);
    }
    let rows = sets.iter().flat_map(|set| coarser.exposed_rows(&set.iter().collect::<Vec<_>>()));
    Generalized { groups: groups.len(), still_exposed: case.records(rows.collect::<BTreeSet<usize>>()) }
}

fn check(case: &Case, sets: &[ColumnSet]) -> Result<Ranking, TestCaseError> {
    let table = case.table();
    let question = case.question(&table);
    let plain =
        column_risk(&question, sets, &RankingOptions { generalized: false, ..WITH_COARSER }, &CONTEXTS[0]);
    let plain = plain.unwrap();
    let mut ranking = plain.clone();
    for risk in &mut ranking.columns {
        prop_assert_eq!(risk.generalized, None);
        let mut wanted = expected(case, sets, risk.column);
        // Where nobody has a value, how many groups there are says nothing.
        if wanted.groups == 0 {
            wanted.groups = usize::from(!table.column(risk.column).dictionary().is_empty());
        }
        prop_assert!(risk.still_exposed <= Some(wanted.still_exposed));
        risk.generalized = Some(wanted);
    }
    for context in CONTEXTS.iter() {
        let counted = column_risk(&question, sets, &WITH_COARSER, context).unwrap();
        prop_assert_eq!(&counted, &ranking, "{} threads", context.threads());
    }
    Ok(ranking)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn coarser_columns_relieve_whom_a_rebuilt_table_relieves(case in case(6, 24)) {
        check(&case, &case.minimal())?;
    }

    #[test]
    fn any_sets_can_be_asked_about(case in case(5, 24), masks in prop::collection::vec(1usize..32, 1..6)) {
        let of = |mask: &usize| {
            let members = case.searched.iter().enumerate().filter(|(position, _)| mask >> position & 1 == 1);
            ColumnSet::of(members.map(|(_, &column)| column)).unwrap()
        };
        let sets: Vec<ColumnSet> = masks.iter().map(of).filter(|set| !set.is_empty()).collect();
        check(&case, &sets)?;
    }

    #[test]
    fn with_too_many_sets_figures_are_absent_or_the_same(case in case(6, 16), max_sets in 0usize..6) {
        let (table, minimal) = (case.table(), case.minimal());
        let question = case.question(&table);
        let all = column_risk(&question, &minimal, &WITH_COARSER, &CONTEXTS[1]).unwrap();
        let options = RankingOptions { max_sets, ..WITH_COARSER };
        let some = column_risk(&question, &minimal, &options, &CONTEXTS[1]).unwrap();
        if some.exposed.is_some() {
            prop_assert_eq!(some, all);
        } else {
            prop_assert!(some.columns.iter().all(|risk| risk.generalized.is_none()));
        }
    }
}

/// Random cells in columns that are more than a machine word has bits.
fn wide(rows: usize, values: u8) -> Case {
    let cell = |row: usize, column: usize| {
        let mixed = (row * 71 + column) as u64 * 2_654_435_761 % 1_000_003;
        Some((mixed.wrapping_mul(mixed) >> 9) as u8 % values)
    };
    let columns = (0..70).map(|column| (0..rows).map(|row| cell(row, column)).collect()).collect();
    Case::new(columns, Limits::default())
}

fn pairs(columns: &[[usize; 2]]) -> Vec<ColumnSet> {
    columns.iter().map(|pair| ColumnSet::of(*pair).unwrap()).collect()
}

#[test]
fn columns_beyond_the_first_machine_word_are_counted_like_others() {
    let (case, sets) = (wide(40, 6), pairs(&[[0, 69], [63, 64], [64, 69]]));
    let ranking = check(&case, &sets).unwrap();
    let partly = ranking.columns.iter().filter(|risk| {
        let still = risk.generalized.map(|generalized| generalized.still_exposed);
        risk.still_exposed < still && still < ranking.exposed
    });
    let partly: Vec<usize> = partly.map(|risk| risk.column).collect();
    assert!(
        partly.contains(&0) && partly.contains(&69),
        "{partly:?} relieve some when coarser, all when dropped"
    );
}

#[test]
fn a_memory_budget_gives_the_answer_or_an_error() {
    let (case, sets) = (wide(40, 6), pairs(&[[0, 69], [63, 64]]));
    let table = case.table();
    let question = case.question(&table);
    let within = |budget: u64, options: &RankingOptions| {
        let context = CONTEXTS[0].clone().with_memory(MemoryBudget::limited(ByteSize(budget)));
        column_risk(&question, &sets, options, &context)
    };
    let answer = column_risk(&question, &sets, &WITH_COARSER, &CONTEXTS[0]).unwrap();
    let plain = RankingOptions { generalized: false, ..WITH_COARSER };
    let (mut reported, mut only_plain) = (0, 0);
    for budget in (0..64 << 10).step_by(256) {
        match within(budget, &WITH_COARSER) {
            Ok(ranking) => {
                assert_eq!(ranking, answer);
                reported += 1;
            }
            Err(error) => {
                assert_eq!(error.fault(), Fault::Limit);
                only_plain += usize::from(within(budget, &plain).is_ok());
            }
        }
    }
    assert!(
        reported > 0 && only_plain > 0,
        "{reported} budgets were enough, {only_plain} for the ranking alone"
    );
}

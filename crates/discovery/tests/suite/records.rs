//! Records at risk: an example worked by hand, and the definition in its plainest form as an oracle.

use lethe_data::{
    ByteSize, CancelToken, Column, Context, Fault, MemoryBudget, ProgressSink, ProgressTask, Table,
    TypeChoice, ValueType,
};
use lethe_discovery::records::{RecordOptions, RecordRisk, RecordRisks, record_risks, to_table};
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

fn column(name: &str, cells: &[Option<u8>]) -> Column {
    let texts: Vec<Option<String>> = cells.iter().map(|cell| cell.map(|c| c.to_string())).collect();
    Column::from_texts(name, texts.iter().map(Option::as_deref), TypeChoice::Infer).unwrap()
}

fn table(rows: &[Vec<Option<u8>>], columns: usize) -> Table {
    let cells = |c: usize| rows.iter().map(|row| row[c]).collect::<Vec<_>>();
    Table::new((0..columns).map(|c| column(&format!("c{c}"), &cells(c))).collect()).unwrap()
}

fn whole(rows: &[[u8; 3]]) -> Table {
    table(&rows.iter().map(|row| row.iter().map(|&c| Some(c)).collect()).collect::<Vec<_>>(), 3)
}

fn options(k: u64, max_size: usize) -> RecordOptions {
    RecordOptions { k, max_size, ..RecordOptions::default() }
}

/// What the definition says of one row: the minimal sets as bit masks over the columns.
fn minimal_sets(
    rows: &[Vec<Option<u8>>],
    weights: &[u64],
    columns: usize,
    k: u64,
    max_size: usize,
    row: usize,
) -> Vec<u32> {
    let records = |mask: u32| -> u64 {
        let alike =
            |other: &Vec<Option<u8>>| (0..columns).all(|c| mask >> c & 1 == 0 || other[c] == rows[row][c]);
        rows.iter().zip(weights).filter(|(other, _)| alike(other)).map(|(_, weight)| weight).sum()
    };
    let exposed = |mask: u32| records(mask) < k;
    (1u32..1 << columns)
        .filter(|mask| mask.count_ones() as usize <= max_size && weights[row] > 0 && exposed(*mask))
        .filter(|&mask| {
            let proper = (1..mask).filter(|&other| other & mask == other);
            proper.into_iter().all(|subset| !exposed(subset))
        })
        .collect()
}

type Listed = Vec<(usize, Vec<u32>, f64, f64)>;

fn listed(risks: &RecordRisks) -> Listed {
    let plain = |r: RecordRisk<'_>| (r.row, r.sets_by_size.to_vec(), r.score, r.dis_score);
    risks.records().map(plain).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    #[test]
    fn minimal_sets_are_those_of_the_definition_for_any_threads(
        columns in 1usize..6,
        cells in prop::collection::vec(prop::collection::vec((0u8..5, 0u8..40), 5), 0..40),
        weights in prop::collection::vec(prop_oneof![4 => Just(1u64), 1 => 0u64..4, 1 => 200u64..400], 40),
        is_weighted in any::<bool>(),
        k in prop_oneof![3 => Just(2u64), 2 => 3u64..6, 1 => 250u64..300],
        max_size in 1usize..6,
    ) {
        // Column c has 2 + c values, some missing; the last has many.
        let value = |c: usize, (small, wide): (u8, u8)| match c {
            4 => Some(wide),
            _ => Some(small % (2 + c as u8)).filter(|_| wide % 8 > 0),
        };
        let rows: Vec<Vec<Option<u8>>> =
            cells.iter().map(|row| row.iter().enumerate().map(|(c, &cell)| value(c, cell)).collect()).collect();
        let weights: Vec<u64> = if is_weighted { weights[..rows.len()].to_vec() } else { vec![1; rows.len()] };
        let table = table(&rows, columns);
        let table = if is_weighted { table.with_weights(weights.clone()).unwrap() } else { table };
        let positions: Vec<usize> = (0..columns).collect();
        let sizes = max_size.min(columns);
        let mut expected = Vec::new();
        let mut with_column = vec![vec![0u64; columns]; sizes];
        for row in 0..rows.len() {
            let sets = minimal_sets(&rows, &weights, columns, k, max_size, row);
            let mut by_size = vec![0u32; sizes];
            for set in &sets {
                let size = set.count_ones() as usize - 1;
                by_size[size] += 1;
                for c in (0..columns).filter(|c| set >> c & 1 == 1) {
                    with_column[size][c] += weights[row];
                }
            }
            if !sets.is_empty() {
                expected.push((row, by_size));
            }
        }
        let first = record_risks(&table, &positions, &options(k, max_size), &Context::new(1).unwrap()).unwrap();
        let found: Vec<_> = listed(&first).into_iter().map(|(row, by_size, ..)| (row, by_size)).collect();
        prop_assert_eq!(&found, &expected);
        for (c, contribution) in first.contributions().iter().enumerate() {
            let sets: u64 = with_column.iter().map(|by_column| by_column[c]).sum();
            prop_assert!((contribution.sets - sets as f64).abs() < 0.5);
        }
        let at_risk: u64 = expected.iter().map(|(row, _)| weights[*row]).sum();
        prop_assert_eq!(first.totals().records_at_risk, at_risk);
        for threads in [2, 8] {
            let context = Context::new(threads).unwrap();
            let again = record_risks(&table, &positions, &options(k, max_size), &context).unwrap();
            prop_assert_eq!(listed(&again), listed(&first));
            prop_assert_eq!(again.contributions(), first.contributions());
            prop_assert_eq!(again.totals(), first.totals());
        }
    }

    #[test]
    fn a_weight_says_the_same_as_that_many_rows(
        rows in prop::collection::vec((prop::collection::vec((0u8..4).prop_map(Some), 3), 1usize..4), 1..20),
        k in 2u64..5,
    ) {
        let single: Vec<Vec<Option<u8>>> = rows.iter().map(|(row, _)| row.clone()).collect();
        let weights = rows.iter().map(|(_, times)| *times as u64).collect();
        let repeated: Vec<Vec<Option<u8>>> =
            rows.iter().flat_map(|(row, times)| std::iter::repeat_n(row.clone(), *times)).collect();
        let context = Context::new(2).unwrap();
        let weighted = table(&single, 3).with_weights(weights).unwrap();
        let weighted = record_risks(&weighted, &[0, 1, 2], &options(k, 3), &context).unwrap();
        let plain = record_risks(&table(&repeated, 3), &[0, 1, 2], &options(k, 3), &context).unwrap();
        prop_assert_eq!(weighted.totals().records_at_risk, plain.totals().rows_at_risk);
        prop_assert_eq!(weighted.totals().uniques, plain.totals().uniques);
        prop_assert_eq!(weighted.totals().pairs, plain.totals().pairs);
        prop_assert!((weighted.totals().score - plain.totals().score).abs() < 1e-9);
        let first_of: Vec<usize> =
            rows.iter().scan(0, |start, (_, times)| { *start += times; Some(*start - times) }).collect();
        for (row, by_size, score, dis_score) in listed(&weighted) {
            let same = listed(&plain).into_iter().find(|record| record.0 == first_of[row]).unwrap();
            prop_assert_eq!((by_size, score), (same.1, same.2));
            prop_assert!((dis_score - same.3).abs() < 1e-9);
        }
    }
}

/// Three records; the first is unique on `a`, the second on `b` and on `c`, the third on `ab` and on `ac`.
#[test]
fn a_small_example_has_the_scores_and_contributions_worked_by_hand() {
    let table = whole(&[[2, 0, 0], [1, 3, 6], [1, 0, 0]]);
    let risks = record_risks(&table, &[0, 1, 2], &options(2, 3), &Context::new(1).unwrap()).unwrap();
    let found: Vec<_> = risks.records().map(|r| (r.row, r.sets_by_size.to_vec(), r.score)).collect();
    // A set of one column weighs 2 · 1, a set of two columns 1.
    assert_eq!(found, [(0, vec![1, 0, 0], 2.0), (1, vec![2, 0, 0], 4.0), (2, vec![0, 2, 0], 2.0)]);
    let shares: Vec<f64> = risks.contributions().iter().map(|column| column.share).collect();
    assert_eq!(shares, [0.5, 0.375, 0.375]);
    let totals = risks.totals();
    assert_eq!((totals.score, totals.uniques, totals.pairs, totals.dis), (8.0, 3, 0, 1.0));
    assert_eq!(totals.sets_by_size, [3, 2, 0]);
    // Nobody is in a pair, so a match is taken to be correct.
    assert!(risks.records().all(|record| (record.dis_score - 1.0).abs() < 1e-12));
    assert_eq!(
        risks.records().map(|r| (r.sets(), r.smallest_set())).collect::<Vec<_>>(),
        [(1, 1), (2, 1), (2, 2)]
    );
}

#[test]
fn pairs_in_the_file_lower_the_dis_score_by_the_formula() {
    let table = whole(&[[0, 0, 0], [0, 0, 0], [1, 1, 0], [1, 1, 0], [2, 0, 0], [0, 1, 0]]);
    let asked = RecordOptions { sampling_fraction: 0.1, ..options(2, 3) };
    let risks = record_risks(&table, &[0, 1, 2], &asked, &Context::new(1).unwrap()).unwrap();
    // The fifth row is unique on a (weight 2), the sixth on ab (weight 1). Two records alone, two pairs.
    assert_eq!(risks.records().map(|r| (r.row, r.score)).collect::<Vec<_>>(), [(4, 2.0), (5, 1.0)]);
    let dis = 2.0 * 0.1 / (2.0 * 0.1 + 4.0 * 0.9);
    assert!((risks.totals().dis - dis).abs() < 1e-12);
    let power = 1.0 + 5.0 / 20.0;
    let sum = 1.0 / 2f64.powf(power) + 1.0;
    for record in risks.records() {
        let expected = 1.0 / (1.0 + (2.0 / dis - 2.0) / (record.score.powf(power) * sum));
        assert!((record.dis_score - expected).abs() < 1e-12);
    }
}

#[test]
fn tables_without_rows_or_columns_have_no_records_at_risk() {
    let context = Context::new(2).unwrap();
    let empty = record_risks(&whole(&[]), &[0, 1], &options(2, 3), &context).unwrap();
    assert!(empty.is_empty() && empty.totals().score == 0.0);
    assert!(empty.contributions().iter().all(|column| column.share == 0.0));
    let no_column = record_risks(&whole(&[[0, 1, 2]]), &[], &options(2, 3), &context).unwrap();
    assert!(no_column.is_empty() && no_column.contributions().is_empty());
    let one = record_risks(&whole(&[[0, 1, 2]]), &[0, 2, 0], &options(2, 3), &context).unwrap();
    assert_eq!(one.records().map(|r| r.sets_by_size.to_vec()).collect::<Vec<_>>(), [[2, 0]]);
}

#[test]
fn senseless_options_are_the_callers_fault() {
    let context = Context::new(1).unwrap();
    let share = |sampling_fraction| RecordOptions { sampling_fraction, ..options(2, 2) };
    let senseless = [options(1, 2), options(2, 0), share(0.0), share(1.5), share(f64::NAN)];
    for asked in senseless {
        let error = record_risks(&whole(&[[0, 0, 0]]), &[0], &asked, &context).unwrap_err();
        assert_eq!(error.fault(), Fault::Request);
    }
}

/// A table of scattered values, the same in every run; column `c` has `3 + c % 3` values, times `spread`.
fn scattered(rows: usize, columns: usize, spread: u8) -> Table {
    let mix = |n: u64| (n ^ n >> 31).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ n << 7;
    let cell = |row: usize, c: usize| {
        Some((mix(mix((row * 64 + c) as u64 + 1)) >> 40) as u8 % ((3 + c as u8 % 3) * spread))
    };
    let rows: Vec<Vec<Option<u8>>> =
        (0..rows).map(|row| (0..columns).map(|c| cell(row, c)).collect()).collect();
    table(&rows, columns)
}

/// Counts how often the search has started with sets of one column.
#[derive(Default)]
struct Starts(AtomicUsize);

struct Started;

impl ProgressTask for Started {
    fn advance(&self, _amount: u64) {}
}

impl ProgressSink for Starts {
    fn begin(&self, label: &str, _total: Option<u64>) -> Box<dyn ProgressTask> {
        self.0.fetch_add(usize::from(label.ends_with(" 1 column")), Ordering::Relaxed);
        Box::new(Started)
    }
}

#[test]
fn little_memory_changes_the_way_but_not_the_answer_and_too_little_is_refused() {
    let (table, columns): (Table, Vec<usize>) = (scattered(2000, 12, 2), (0..12).collect());
    let plenty = record_risks(&table, &columns, &options(2, 4), &Context::new(2).unwrap()).unwrap();
    assert!(plenty.totals().sets_by_size.iter().skip(2).all(|&sets| sets > 0));
    let (mut sliced, mut refused) = (0, 0);
    for bytes in (60_000..300_000).step_by(15_000) {
        let starts = Arc::new(Starts::default());
        let context = Context::new(2).unwrap().with_memory(MemoryBudget::limited(ByteSize(bytes)));
        let context = context.with_progress(Arc::clone(&starts) as Arc<dyn ProgressSink>);
        match record_risks(&table, &columns, &options(2, 4), &context) {
            Ok(found) => {
                assert_eq!(listed(&found), listed(&plenty));
                assert_eq!(found.contributions(), plenty.contributions());
                sliced += usize::from(starts.0.load(Ordering::Relaxed) > 1);
            }
            Err(error) => {
                assert_eq!(error.fault(), Fault::Limit);
                refused += 1;
            }
        }
        assert_eq!(context.memory().left(), bytes, "everything is given back");
    }
    assert!(
        sliced > 0 && refused > 0,
        "budgets on both sides of the border: {sliced} sliced, {refused} refused"
    );
}

#[test]
fn a_cancelled_search_ends_with_an_error() {
    let token = CancelToken::default();
    token.cancel();
    let context = Context::new(2).unwrap().with_cancel(token);
    let error = record_risks(&scattered(100, 3, 1), &[0, 1, 2], &options(2, 2), &context).unwrap_err();
    assert_eq!(error.fault(), Fault::Limit);
}

#[test]
fn records_stream_in_row_order_into_tables_of_equal_types() {
    let (table, context) = (scattered(500, 3, 5), Context::new(2).unwrap());
    let risks = record_risks(&table, &[0, 1, 2], &options(2, 3), &context).unwrap();
    let records: Vec<RecordRisk<'_>> = risks.records().collect();
    let rows: Vec<usize> = records.iter().map(|record| record.row).collect();
    assert!(rows.is_sorted() && rows.len() == risks.len() && !risks.is_empty());
    let mut numbers = Vec::new();
    for chunk in records.chunks(100).chain([&[][..]]) {
        let piece = to_table(chunk).unwrap();
        let names: Vec<&str> = piece.columns().iter().map(Column::name).collect();
        assert_eq!(names, ["row", "score", "dis_score", "sets", "smallest_set"]);
        let types: Vec<ValueType> = piece.columns().iter().map(Column::value_type).collect();
        let (whole, number) = (ValueType::Integer, ValueType::Decimal);
        assert_eq!(types, [whole, number, number, whole, whole]);
        for (row, record) in chunk.iter().enumerate() {
            let number = |c: usize| piece.column(c).text(row).unwrap().parse::<f64>().unwrap();
            assert_eq!((number(1), number(2)), (record.score, record.dis_score));
            numbers.push(number(0) as usize - 1);
        }
    }
    assert_eq!(numbers, rows);
}

//! Leaks as they are made by mistake.

use lethe_data::{Column, Context, Table, TypeChoice, canonical_order};
use lethe_verify::rejoin::{Compartment, Order, Rejoin, RejoinOptions, attack, order_of};

const SEED: u64 = 7;

/// 600 records of three columns, all combinations often enough; the second column mostly follows the first.
fn records() -> Vec<[String; 3]> {
    (0..600u32)
        .map(|row| {
            let mixed = row.wrapping_mul(2_654_435_761) >> 7;
            let a = mixed % 4;
            let b = if mixed % 5 == 0 { mixed / 5 % 4 } else { a };
            [a.to_string(), b.to_string(), (mixed / 32 % 3).to_string()]
        })
        .collect()
}

fn file(rows: &[[String; 3]], columns: &[usize]) -> Table {
    let column = |&at: &usize| {
        let cells = rows.iter().map(|row| Some(row[at].as_str()));
        Column::from_texts(["a", "b", "c"][at], cells, TypeChoice::Infer).unwrap()
    };
    Table::new(columns.iter().map(column).collect()).unwrap()
}

fn shuffled(table: &Table, number: u64, context: &Context) -> Table {
    let columns: Vec<usize> = (0..table.columns().len()).collect();
    table.select(&canonical_order(table, &columns, SEED, number, context).unwrap()).unwrap()
}

fn rejoin(tables: &[Table], context: &Context) -> Rejoin {
    let given: Vec<Compartment<'_>> = (1..)
        .zip(tables)
        .map(|(number, table)| Compartment {
            table,
            order: order_of(table, &[(SEED, number)], context).unwrap(),
        })
        .collect();
    attack(&given, RejoinOptions { k: 2, max_size: None }, context).unwrap()
}

#[test]
fn a_clean_release_passes_and_is_proven() {
    let context = Context::new(2).unwrap();
    let rows = records();
    let tables = [shuffled(&file(&rows, &[0, 2]), 1, &context), shuffled(&file(&rows, &[1, 2]), 2, &context)];
    let clean = rejoin(&tables, &context);
    assert!(clean.holds && clean.proven && clean.complete && clean.found.is_empty());
    assert!(clean.compartments.iter().all(|compartment| compartment.order == Order::Canonical));
}

#[test]
fn files_in_the_order_records_once_stood_in_are_aligned_with_or_without_shared_columns() {
    let context = Context::new(2).unwrap();
    let rows = records();
    for columns in [[&[0, 2][..], &[1, 2]], [&[0], &[1]]] {
        let tables = columns.map(|columns| file(&rows, columns));
        let unshuffled = rejoin(&tables, &context);
        assert!(!unshuffled.holds);
        assert!(unshuffled.compartments.iter().all(|compartment| compartment.order == Order::Aligned));
        assert!(matches!(unshuffled.aligned[..], [(0, 1, deviation)] if deviation > 6.0));
    }
}

#[test]
fn one_unshuffled_file_beside_a_shuffled_one_is_in_doubt_and_does_not_hold() {
    let context = Context::new(1).unwrap();
    let rows = records();
    let tables = [shuffled(&file(&rows, &[0, 2]), 1, &context), file(&rows, &[1, 2])];
    let doubtful = rejoin(&tables, &context);
    assert!(!doubtful.holds && doubtful.aligned.is_empty());
    assert_eq!(doubtful.compartments[0].order, Order::Canonical);
    assert_eq!(doubtful.compartments[1].order, Order::Unknown);
    // The order that belongs to another compartment's number is not this one's.
    let swapped =
        [shuffled(&file(&rows, &[0, 2]), 2, &context), shuffled(&file(&rows, &[1, 2]), 1, &context)];
    assert!(!rejoin(&swapped, &context).holds);
}

#[test]
fn a_shared_number_of_rows_joins_everybody() {
    let context = Context::new(1).unwrap();
    let mut rows = records();
    (0..).zip(&mut rows).for_each(|(number, row): (u32, _)| row[2] = number.to_string());
    let tables = [shuffled(&file(&rows, &[0, 2]), 1, &context), shuffled(&file(&rows, &[1, 2]), 2, &context)];
    let joined = rejoin(&tables, &context);
    assert!(!joined.holds && joined.compartments.iter().all(|compartment| compartment.min_class == Some(1)));
    assert_eq!((joined.found.len(), joined.found[0].records, joined.found[0].upper), (1, 600, 1));
}

#[test]
fn files_of_other_records_or_of_fewer_are_told() {
    let context = Context::new(1).unwrap();
    let rows = records();
    let fewer = [shuffled(&file(&rows, &[0]), 1, &context), shuffled(&file(&rows[..500], &[1]), 2, &context)];
    let fewer = rejoin(&fewer, &context);
    assert!(!fewer.holds && !fewer.same_rows);
    let mut others = rows.clone();
    for row in &mut others {
        row[2] = "0".to_owned();
    }
    let others =
        [shuffled(&file(&rows, &[0, 2]), 1, &context), shuffled(&file(&others, &[1, 2]), 2, &context)];
    let others = rejoin(&others, &context);
    assert!(!others.holds && others.disagreeing == [(0, 1)]);
}

#[test]
fn groups_of_one_value_are_counted_and_are_no_failure() {
    let context = Context::new(1).unwrap();
    let mut rows = records();
    for row in &mut rows {
        row[1] = row[2].clone();
    }
    let tables = [shuffled(&file(&rows, &[0, 2]), 1, &context), shuffled(&file(&rows, &[1, 2]), 2, &context)];
    let homogeneous = rejoin(&tables, &context);
    assert!(homogeneous.holds && homogeneous.homogeneous == 3);
}

//! An order of rows that tells nothing of where they stood.
//!
//! Rows are sorted by what they show and then shuffled by a generator that knows a seed and a number. The order is thus a
//! function of the rows' content, the seed and the number: whoever reads the rows can work it out again, and whoever knows
//! the seed learns nothing of the order they once had.

use crate::random::{Random, mix, shuffle};
use crate::{Context, Result, Table};
use rayon::prelude::*;

/// The rows sorted by content and then shuffled by a generator keyed with `seed` and `number`.
///
/// **Guarantee**: the sequence of rows shown on `columns` is the same for every order the rows of the table stand in, for
/// every numbering of the values in dictionaries, and for any number of threads. (Rows that show the same are in the
/// order they stand in, which nobody can see on these columns.)
/// **Cost**: that of [`content_order`] and one pass.
/// **Errors**: the memory budget is too small, or the run is cancelled.
pub fn canonical_order(
    table: &Table,
    columns: &[usize],
    seed: u64,
    number: u64,
    context: &Context,
) -> Result<Vec<u32>> {
    let mut order = content_order(table, columns, context)?;
    shuffle(&mut order, &mut Random::new(mix(mix(seed) ^ number)));
    Ok(order)
}

/// The rows sorted by the texts they show on `columns`, the first column first and missing values before all texts; rows
/// that show the same stay in the order they stand in.
///
/// **Cost**: one sort for every 128 bits that the columns' codes take together, until all rows are told apart.
/// **Errors**: the memory budget is too small, or the run is cancelled.
pub fn content_order(table: &Table, columns: &[usize], context: &Context) -> Result<Vec<u32>> {
    let rows = table.rows();
    let mut reservation = context.memory().reserve("sorting rows by content");
    reservation.try_grow(rows * (size_of::<(u128, u32)>() + size_of::<u32>()))?;
    let mut keyed: Vec<(u128, u32)> = (0..rows as u32).map(|row| (0, row)).collect();
    // What the keys take: the place among the rows as sorted so far, then a rank for every column since then.
    let mut space: u128 = 1;
    for &index in columns {
        context.check_cancelled()?;
        let column = table.column(index);
        // The code of null has a place even where the column has none.
        let domain = column.dictionary().len() as u128 + 1;
        if space.checked_mul(domain).is_none() {
            let places = context.install(|| sort_and_place(&mut keyed));
            if places as usize == rows {
                break;
            }
            space = u128::from(places);
        }
        let ranks = ranks_by_text(column.dictionary());
        crate::with_codes!(column.codes(), codes => context.install(|| {
            keyed.par_iter_mut().for_each(|(key, row)| {
                let code = crate::codes::Code::widen(codes[*row as usize]);
                *key = *key * domain + u128::from(ranks[code as usize]);
            });
        }));
        space *= domain;
    }
    context.install(|| keyed.par_sort_unstable());
    Ok(keyed.into_iter().map(|(_, row)| row).collect())
}

/// Sorts, then replaces each key by its place among the distinct ones; how many these are.
fn sort_and_place(keyed: &mut [(u128, u32)]) -> u32 {
    keyed.par_sort_unstable();
    let mut places = 0;
    let mut before = None;
    for (key, _) in keyed {
        if before != Some(*key) {
            places += 1;
            before = Some(*key);
        }
        *key = u128::from(places - 1);
    }
    places
}

/// For every code its place among the texts in the order of their bytes; null, the last code, comes first.
fn ranks_by_text(dictionary: &crate::Dictionary) -> Vec<u32> {
    let null = dictionary.len();
    let mut codes: Vec<u32> = (0..null as u32).collect();
    codes.sort_unstable_by(|&a, &b| dictionary.text(a).cmp(dictionary.text(b)));
    let mut ranks = vec![0; null + 1];
    for (rank, &code) in (1..).zip(&codes) {
        ranks[code as usize] = rank;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Column, TypeChoice, ValueType};
    use proptest::prelude::*;
    use std::sync::LazyLock;

    static CONTEXTS: LazyLock<[Context; 2]> =
        LazyLock::new(|| [1, 3].map(|threads| Context::new(threads).unwrap()));

    type Row = Vec<Option<String>>;

    fn table(rows: &[Row], width: usize, choice: TypeChoice) -> Table {
        let column = |index: usize| {
            let cells = rows.iter().map(|row| row[index].as_deref());
            Column::from_texts(&format!("c{index}"), cells, choice).unwrap()
        };
        Table::new((0..width).map(column).collect()).unwrap()
    }

    fn shown(rows: &[Row], order: &[u32]) -> Vec<Row> {
        order.iter().map(|&row| rows[row as usize].clone()).collect()
    }

    /// Numbers are not in the order of their texts.
    fn cell() -> impl Strategy<Value = Option<String>> {
        let texts = [None, Some("1"), Some("10"), Some("2"), Some("30"), Some("ab"), Some("b")];
        (0..texts.len()).prop_map(move |index| texts[index].map(str::to_owned))
    }

    proptest! {
        #[test]
        fn the_order_is_that_of_sorted_texts_shuffled_whatever_order_the_rows_had(
            rows in prop::collection::vec(prop::collection::vec(cell(), 30), 0..30),
            shift in any::<prop::sample::Index>(),
            seed in any::<u64>(),
        ) {
            let columns: Vec<usize> = (0..30).collect();
            let mut sorted = rows.clone();
            sorted.sort();
            let mut rotated = rows.clone();
            if !rows.is_empty() {
                rotated.rotate_left(shift.index(rows.len()));
            }
            let mut expected = sorted.clone();
            shuffle(&mut expected, &mut Random::new(mix(mix(seed) ^ 3)));
            for context in CONTEXTS.iter() {
                for rows in [&rows, &rotated] {
                    for choice in [TypeChoice::Infer, TypeChoice::Declared(ValueType::Text)] {
                        let table = table(rows, 30, choice);
                        let order = content_order(&table, &columns, context).unwrap();
                        prop_assert_eq!(&shown(rows, &order), &sorted);
                        let order = canonical_order(&table, &columns, seed, 3, context).unwrap();
                        prop_assert_eq!(&shown(rows, &order), &expected);
                    }
                }
            }
        }
    }

    #[test]
    fn wide_rows_that_differ_in_the_last_column_only_are_told_apart() {
        let rows: Vec<Row> = (0..300)
            .map(|row| {
                let mut cells = vec![Some((row % 3).to_string()); 70];
                cells.push(Some((row * 7 % 300).to_string()));
                cells
            })
            .collect();
        let context = Context::new(2).unwrap();
        let columns: Vec<usize> = (0..71).collect();
        let order = content_order(&table(&rows, 71, TypeChoice::Infer), &columns, &context).unwrap();
        let mut sorted = rows.clone();
        sorted.sort();
        assert_eq!(shown(&rows, &order), sorted);
    }

    #[test]
    fn seed_and_number_each_change_the_order() {
        let rows: Vec<Row> = (0..50).map(|row| vec![Some(row.to_string())]).collect();
        let (table, context) = (table(&rows, 1, TypeChoice::Infer), Context::new(1).unwrap());
        let order = |seed, number| canonical_order(&table, &[0], seed, number, &context).unwrap();
        assert_ne!(order(1, 1), order(2, 1));
        assert_ne!(order(1, 1), order(1, 2));
        assert_eq!(order(1, 1), order(1, 1));
    }
}

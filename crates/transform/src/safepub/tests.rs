//! Against definitions written out plainly, and against neighbours.

mod definition;
mod guarantee;
mod search;
mod sensitivity;

use super::*;
use lethe_data::hierarchy::{Hierarchy, UnknownValues};
use lethe_data::{Column, Context, Table, TypeChoice};

/// A small domain: two columns of four values under three levels, one of three under two, and a label of two.
const SHAPES: [usize; 3] = [4, 4, 3];
/// The levels of each column.
const HEIGHTS: [usize; 3] = [3, 3, 2];

type Row = [u8; 4];

fn context() -> Context {
    Context::new(2).unwrap()
}

fn hierarchy(column: usize) -> Hierarchy {
    let paths: Vec<Vec<String>> = (0..SHAPES[column])
        .map(|value| {
            let mut path = vec![value.to_string()];
            if HEIGHTS[column] == 3 {
                path.push(format!("{}-{}", value / 2 * 2, value / 2 * 2 + 1));
            }
            path.push("*".to_owned());
            path
        })
        .collect();
    Hierarchy::from_paths(&paths).unwrap()
}

/// The records of some rows; the last number of a row is the label.
fn records(rows: &[Row], with_label: bool) -> Records {
    let text = |column: usize| rows.iter().map(move |row| Some(row[column].to_string())).collect::<Vec<_>>();
    let columns: Vec<Column> = (0..4)
        .map(|column| {
            let texts = text(column);
            Column::from_texts(&format!("c{column}"), texts.iter().map(Option::as_deref), TypeChoice::Infer)
                .unwrap()
        })
        .collect();
    let table = Table::new(columns).unwrap();
    let attributes = (0..3)
        .map(|at| {
            let bound = hierarchy(at).bind(table.column(at), UnknownValues::Refuse).unwrap();
            Attribute::new(&bound, 0, HEIGHTS[at] - 1)
        })
        .collect();
    Records::new(&table, &[0, 1, 2], attributes, with_label.then_some(3), &context()).unwrap()
}

/// Every combination of levels.
fn all_levels() -> Vec<[usize; 3]> {
    let mut all = Vec::new();
    for a in 0..HEIGHTS[0] {
        for b in 0..HEIGHTS[1] {
            for c in 0..HEIGHTS[2] {
                all.push([a, b, c]);
            }
        }
    }
    all
}

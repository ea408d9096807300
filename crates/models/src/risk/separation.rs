//! How well columns tell records apart.

use super::ClassSizes;
use crate::Result;
use lethe_data::{ColumnSet, Context, Table, group};

/// What a set of columns shows.
#[derive(Clone, Debug, PartialEq)]
pub struct SubsetFigures {
    /// The columns, by position.
    pub columns: Vec<usize>,
    /// The different combinations of their values.
    pub classes: u64,
    /// Different combinations per person; `None` without records.
    pub distinction: Option<f64>,
    /// The share of pairs of records that differ; `None` for fewer than two records.
    pub separation: Option<f64>,
    /// The records with a unique combination.
    pub unique: u64,
}

/// The figures of one set of columns; a missing value is a value of its own.
///
/// **Paper**: Motwani and Xu 2007 (distinct and separation ratio).
/// **Cost**: one grouping of the table.
pub fn figures(table: &Table, columns: &[usize], context: &Context) -> Result<SubsetFigures> {
    let set = ColumnSet::of(columns.iter().copied())?;
    let sizes = ClassSizes::of(group::counts(table, &set, context)?.counts().iter().copied());
    Ok(SubsetFigures {
        columns: columns.to_vec(),
        classes: sizes.classes(),
        distinction: (sizes.records() > 0).then(|| sizes.classes() as f64 / sizes.records() as f64),
        separation: sizes.separation(),
        unique: sizes.of_size(1),
    })
}

/// The figures of every choice of one to `largest` of the columns, smaller ones first, then in the order of the columns.
///
/// **Cost**: one grouping of the table for each choice.
/// **Errors**: the memory budget is too small, or the run is cancelled.
pub fn subsets(
    table: &Table,
    columns: &[usize],
    largest: usize,
    context: &Context,
) -> Result<Vec<SubsetFigures>> {
    let mut found = Vec::new();
    for size in 1..=largest.min(columns.len()) {
        let mut choice: Vec<usize> = (0..size).collect();
        loop {
            context.check_cancelled()?;
            let chosen: Vec<usize> = choice.iter().map(|&place| columns[place]).collect();
            found.push(figures(table, &chosen, context)?);
            let movable = (0..size).rev().find(|&place| choice[place] < columns.len() - size + place);
            let Some(place) = movable else { break };
            choice[place] += 1;
            for after in place + 1..size {
                choice[after] = choice[after - 1] + 1;
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_data::{Column, TypeChoice};
    use proptest::prelude::*;

    fn table(rows: &[[u8; 3]]) -> Table {
        let column = |at: usize| {
            let texts: Vec<String> = rows.iter().map(|row| row[at].to_string()).collect();
            let cells = texts.iter().map(|text| (text != "0").then_some(text.as_str()));
            Column::from_texts(&format!("c{at}"), cells, TypeChoice::Infer).unwrap()
        };
        Table::new((0..3).map(column).collect()).unwrap()
    }

    proptest! {
        #[test]
        fn subsets_are_all_choices_and_their_figures_those_of_counted_pairs(
            rows in prop::collection::vec([0u8..3, 0u8..3, 0u8..3], 0..12)
        ) {
            let table = table(&rows);
            let context = Context::new(2).unwrap();
            let found = subsets(&table, &[0, 1, 2], 3, &context).unwrap();
            let names: Vec<&[usize]> = found.iter().map(|one| one.columns.as_slice()).collect();
            prop_assert_eq!(names, [&[0][..], &[1], &[2], &[0, 1], &[0, 2], &[1, 2], &[0, 1, 2]]);
            for one in &found {
                let key = |row: &[u8; 3]| one.columns.iter().map(|&at| row[at]).collect::<Vec<_>>();
                let mut keys: Vec<_> = rows.iter().map(key).collect();
                let differ = (0..keys.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
                let pairs = differ.clone().count();
                let differ = differ.filter(|&(i, j)| keys[i] != keys[j]).count();
                prop_assert_eq!(one.separation, (pairs > 0).then(|| differ as f64 / pairs as f64));
                keys.sort();
                keys.dedup();
                prop_assert_eq!(one.classes as usize, keys.len());
            }
        }
    }
}

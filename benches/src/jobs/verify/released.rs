//! A table as anonymization leaves it: few labels a column, and classes of records that look alike.

use crate::jobs::random::Random;
use anyhow::Result;
use lethe_data::{Codes, Column, Dictionary, Table};
use std::sync::Arc;

/// The labels of each quasi-identifying column: 360,000 combinations.
const DOMAINS: [usize; 8] = [10, 2, 5, 6, 10, 4, 5, 3];
/// A value that is no multiple of any domain's factors, so that its multiples reach all combinations.
const STRIDE: usize = 1_000_003;
/// Records in a class on average; half of them are the same in every class.
const RECORDS_A_CLASS: usize = 40;
/// The sensitive column.
pub(super) const SENSITIVE: &str = "disease";
const DISEASES: usize = 100;

/// The names of the quasi-identifying columns.
pub(super) fn quasi() -> Vec<String> {
    (0..DOMAINS.len()).map(|column| format!("quasi{column}")).collect()
}

/// The table: half of the records are spread evenly over all classes, the others prefer some.
pub(super) fn table(rows: usize) -> Result<Table> {
    let combinations: usize = DOMAINS.iter().product();
    let classes = (rows / RECORDS_A_CLASS).clamp(1, combinations);
    let mut random = Random::new(7);
    let class_of_row: Vec<usize> = (0..rows)
        .map(|row| match row % 2 {
            0 => row / 2 % classes * STRIDE % combinations,
            _ => random.skewed_below(classes as u64) as usize * STRIDE % combinations,
        })
        .collect();
    let mut columns = Vec::new();
    let mut below = 1;
    for (name, domain) in quasi().into_iter().zip(DOMAINS) {
        let codes = class_of_row.iter().map(|class| (class / below % domain) as u32);
        columns.push(column(name, domain, codes));
        below *= domain;
    }
    let diseases = (0..rows).map(|_| random.skewed_below(DISEASES as u64) as u32);
    columns.push(column(SENSITIVE.to_owned(), DISEASES, diseases));
    Ok(Table::new(columns)?)
}

fn column(name: String, domain: usize, codes: impl Iterator<Item = u32>) -> Column {
    let labels: Vec<String> = (0..domain).map(|label| format!("[{label:03}0, {label:03}9]")).collect();
    let dictionary = Arc::new(Dictionary::of_texts(labels.iter().map(String::as_str)));
    Column::new(name, dictionary, Codes::from_iter_within(domain, codes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_data::{ColumnSet, Context, group};

    #[test]
    fn nobody_is_alone() {
        let table = table(4_000).unwrap();
        let set = ColumnSet::of(0..DOMAINS.len()).unwrap();
        let context = Context::new(1).unwrap();
        let classes = group::counts(&table, &set, &context).unwrap().len();
        assert_eq!(classes, 4_000 / RECORDS_A_CLASS);
        assert!(!group::has_class_below(&table, &set, RECORDS_A_CLASS as u64 / 2, &context).unwrap());
    }
}

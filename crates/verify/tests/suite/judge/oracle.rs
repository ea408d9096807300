//! The definitions in their plainest form: rows of texts, and maps of them.

use std::collections::BTreeMap;

pub(crate) type Cell = Option<&'static str>;

/// Three quasi-identifying cells, a sensitive one and a weight.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) quasi: [Cell; 3],
    pub(crate) value: Cell,
    pub(crate) weight: u64,
}

impl Row {
    pub(crate) fn is_suppressed(&self) -> bool {
        self.quasi == [Some("*"); 3]
    }

    fn matches(&self, other: &Self) -> bool {
        self.quasi.iter().zip(&other.quasi).all(|(one, two)| one.is_none() || two.is_none() || one == two)
    }
}

/// The records of a class, by sensitive value; `*` is in `hidden`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    pub(crate) records: u64,
    pub(crate) values: BTreeMap<Cell, u64>,
    pub(crate) first_row: usize,
}

impl Group {
    pub(crate) fn shown(&self) -> u64 {
        self.values.values().sum()
    }

    pub(crate) fn most(&self) -> u64 {
        self.values.values().copied().max().unwrap_or(0)
    }
}

pub(crate) fn groups(rows: &[Row], columns: &[usize], ignore: bool) -> BTreeMap<Vec<Cell>, Group> {
    let mut groups: BTreeMap<Vec<Cell>, Group> = BTreeMap::new();
    for (number, row) in rows.iter().enumerate().filter(|(_, row)| !(ignore && row.is_suppressed())) {
        let key = columns.iter().map(|&column| row.quasi[column]).collect();
        let group = groups.entry(key).or_insert_with(|| Group { first_row: number, ..Group::default() });
        group.records += row.weight;
        if row.value != Some("*") && row.weight > 0 {
            *group.values.entry(row.value).or_default() += row.weight;
        }
    }
    groups.retain(|_, group| group.records > 0);
    groups
}

/// The suppressed rows as a class of their own.
pub(crate) fn suppressed_group(rows: &[Row]) -> Option<Group> {
    let alone: Vec<Row> = rows.iter().filter(|row| row.is_suppressed()).cloned().collect();
    let first_row = rows.iter().position(Row::is_suppressed)?;
    groups(&alone, &[], false).into_values().next().map(|group| Group { first_row, ..group })
}

/// The fewest records that a row with records matches.
pub(crate) fn fewest_matches(rows: &[Row], ignore: bool) -> Option<u64> {
    let rows: Vec<&Row> = rows.iter().filter(|row| !(ignore && row.is_suppressed())).collect();
    let matched = |row: &Row| rows.iter().filter(|other| row.matches(other)).map(|other| other.weight).sum();
    rows.iter().filter(|row| row.weight > 0).map(|row| matched(row)).min()
}

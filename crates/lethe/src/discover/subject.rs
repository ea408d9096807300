//! The table as it is searched: weighted, with the columns to combine told apart from those set aside.

use super::Discover;
use crate::{Error, Result, error::in_file};
use lethe_data::{Column, ColumnSet, Context, Table};
use lethe_discovery::qid::{self, Limits, Question};
use lethe_io::read_table;
use std::collections::BTreeSet;

/// What is searched.
pub(super) struct Subject {
    pub(super) table: Table,
    /// Positions of the columns to combine, ascending.
    pub(super) searched: Vec<usize>,
    /// The names of the columns that identify records by themselves, in file order.
    pub(super) standalone: Vec<String>,
}

impl Subject {
    /// Reads the table and sorts its columns.
    pub(super) fn read(request: &Discover, context: &Context) -> Result<Self> {
        check(request)?;
        let table = read_table(&request.data, &request.read, context)?;
        let positions = |names: &[String]| {
            table.positions(names.iter().map(String::as_str)).map_err(in_file(&request.data))
        };
        let mut chosen: BTreeSet<usize> = if request.columns.is_empty() {
            (0..table.columns().len()).collect()
        } else {
            positions(&request.columns)?.into_iter().collect()
        };
        for position in positions(&request.exclude)? {
            chosen.remove(&position);
        }
        if chosen.is_empty() {
            let problem = "no columns are left to combine; `columns` and `exclude` leave none";
            return Err(Error::Request(format!("{}: {problem}", request.data.name)));
        }
        Self::sorted(table, chosen.into_iter().collect(), request, context)
    }

    fn sorted(table: Table, chosen: Vec<usize>, request: &Discover, context: &Context) -> Result<Self> {
        let alone = qid::standalone(&table, &chosen, request.standalone_threshold, context)?;
        let standalone = names(&table, &alone);
        let mut searched = chosen;
        if !request.keep_standalone {
            let alone: BTreeSet<usize> = alone.into_iter().collect();
            searched.retain(|column| !alone.contains(column));
        }
        if searched.len() > ColumnSet::MAX_COLUMNS {
            return Err(Error::Request(format!(
                "{}: {} columns are more than the {} that can be combined; choose with `columns` or `exclude`",
                request.data.name,
                searched.len(),
                ColumnSet::MAX_COLUMNS
            )));
        }
        // Column sets number the columns of the table, so a table that is too wide keeps only what is searched.
        if table.columns().len() > ColumnSet::MAX_COLUMNS {
            let table = table.project(&searched);
            return Ok(Self { searched: (0..table.columns().len()).collect(), table, standalone });
        }
        Ok(Self { table, searched, standalone })
    }

    /// The question that an algorithm is asked.
    pub(super) fn question(&self, request: &Discover) -> Result<Question<'_>> {
        let limits = limits(request, self.table.records());
        Ok(Question::new(&self.table, self.searched.iter().copied(), limits)?)
    }

    /// The names of the columns to combine.
    pub(super) fn searched_names(&self) -> Vec<String> {
        names(&self.table, &self.searched)
    }

    /// The names in a column set.
    pub(super) fn names_in(&self, set: &ColumnSet) -> Vec<String> {
        set.iter().map(|column| self.table.column(column).name().to_owned()).collect()
    }
}

fn names(table: &Table, columns: &[usize]) -> Vec<String> {
    columns.iter().map(|&column| table.column(column)).map(Column::name).map(str::to_owned).collect()
}

fn limits(request: &Discover, records: u64) -> Limits {
    let min_exposed = request.min_exposed.records(records);
    Limits { k: request.k, min_exposed, max_size: request.max_size, nulls: request.nulls }
}

/// Refuses limits that make no sense before a large file is read.
fn check(request: &Discover) -> Result<()> {
    Question::new(&Table::new(Vec::new())?, [], limits(request, 1))?;
    let threshold = request.standalone_threshold;
    if !(threshold > 0.0 && threshold <= 1.0) {
        return Err(lethe_discovery::Error::Threshold { threshold }.into());
    }
    Ok(())
}

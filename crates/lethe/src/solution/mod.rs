//! A solution as a value: what was decided about one table, to be applied to others.
//!
//! It holds the recipe as it was understood, the hierarchies as they were built, because some of them depend on the data, the rule by
//! which records are shown or suppressed, and the columns that suppressed records do not show. To apply it is a function of each record
//! alone: parts of a table give what the whole gives, in any order and on any machine. It judges nothing; judging is [`crate::verify`]'s,
//! on what all parts give together.

mod file;

use crate::recipe_file::Recipe;
use crate::{Error, Result};
use lethe_data::hierarchy::{BoundHierarchy, Hierarchy, UnknownValues};
use lethe_data::{Context, Role, Table, ValueType};
use lethe_io::arrow_array::RecordBatch;
use lethe_io::{Location, MemoryTable, ReadOptions, read_table};
use lethe_transform::release::{self, Options};
use lethe_transform::rule::Rule;

/// What was decided about a table.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The recipe, with a role for every column.
    pub(crate) recipe: Recipe,
    /// The hierarchies of the quasi-identifying columns, in their order.
    pub(crate) hierarchies: Vec<(String, Hierarchy)>,
    /// What records show.
    pub(crate) rule: Rule,
    /// The columns, besides the quasi-identifying ones, that suppressed records do not show.
    pub(crate) hidden: Vec<String>,
}

impl Solution {
    /// What is published of a table, or of a part of one.
    ///
    /// **Guarantee**: what becomes of a record depends on its own values only. Whoever has quasi-identifying values that were not published when
    /// the solution was found is suppressed, and identifying columns are left out. Nothing is judged.
    /// **Cost**: a look-up a row for each round, in parallel.
    /// **Errors**: the table has other columns than the one that the solution is of, or the run was cancelled.
    pub fn apply(&self, table: &Table, context: &Context) -> Result<Table> {
        self.check_columns(table)?;
        let quasi = table.positions(self.hierarchies.iter().map(|(name, _)| name.as_str()))?;
        let bind = |(position, (_, hierarchy)): (&usize, &(String, Hierarchy))| {
            hierarchy.bind(table.column(*position), UnknownValues::Suppress)
        };
        let bound: Vec<BoundHierarchy> =
            quasi.iter().zip(&self.hierarchies).map(bind).collect::<Result<_, lethe_data::Error>>()?;
        let recoding = self.rule.recoding(table, &quasi, &bound, context)?;
        let hidden = table.positions(self.hidden.iter().map(String::as_str))?;
        let dropped = table.positions(self.of_role(Role::Identifying))?;
        let suppressed = self.recipe.search.suppressed;
        let options = Options { suppressed, hidden: &hidden, dropped: &dropped, ..Options::default() };
        Ok(release::apply(table, &quasi, &bound, &recoding, &options)?)
    }

    /// The same for a batch of Arrow. Columns in which something may be generalized or suppressed are texts, so that all batches have one
    /// schema.
    ///
    /// **Errors**: as of [`Self::apply`]; the batch has columns of a type that tables do not have.
    pub fn apply_batch(&self, batch: &RecordBatch, context: &Context) -> Result<RecordBatch> {
        let location = Location::memory("the batch", MemoryTable::new(batch.schema(), vec![batch.clone()])?);
        let changed = self.hierarchies.iter().map(|(name, _)| name).chain(&self.hidden);
        let types = changed.map(|name| (name.clone(), ValueType::Text)).collect();
        let table = read_table(&location, &ReadOptions { types, ..ReadOptions::default() }, context)?;
        let published = MemoryTable::from_table(&self.apply(&table, context)?)?;
        let batches = published.batches().unwrap_or_default();
        batches.into_iter().next().ok_or_else(|| Error::Refuted("no batch was made of a table".to_owned()))
    }

    /// **Errors**: a column is missing, or there is one more.
    fn check_columns(&self, table: &Table) -> Result<()> {
        table.positions(self.recipe.columns.iter().map(|(name, _)| name.as_str()))?;
        let is_known = |name: &str| self.recipe.columns.iter().any(|(known, _)| known == name);
        match table.columns().iter().find(|column| !is_known(column.name())) {
            Some(column) => {
                let problem = format!("the solution is of a table without the column '{}'", column.name());
                Err(Error::Request(format!("{problem}; leave the column out")))
            }
            None => Ok(()),
        }
    }

    fn of_role(&self, role: Role) -> impl Iterator<Item = &str> {
        let columns = self.recipe.columns.iter().filter(move |(_, column)| column.role == Some(role));
        columns.map(|(name, _)| name.as_str())
    }

    /// **Errors**: the rule does not fit the hierarchies, or a column that is hidden is none of the recipe's.
    fn check(&self) -> Result<(), &'static str> {
        let is_known = |name: &String| self.recipe.columns.iter().any(|(known, _)| known == name);
        let heights: Vec<usize> = self.hierarchies.iter().map(|(_, hierarchy)| hierarchy.height()).collect();
        if !self.rule.fits(&heights) {
            Err("the rule does not fit the hierarchies")
        } else if !self.hidden.iter().chain(self.hierarchies.iter().map(|(name, _)| name)).all(is_known) {
            Err("a column is not described")
        } else {
            Ok(())
        }
    }
}

//! What is asked of a search.

use super::space::Space;
use crate::{Error, Result};
use lethe_data::Table;
use lethe_data::hierarchy::BoundHierarchy;
use lethe_models::privacy::Requirements;
use lethe_models::quality::Measure;

/// Records of whom the table's are a part, with the table's hierarchies over their columns.
#[derive(Clone, Debug)]
pub struct Population<'a> {
    /// The population.
    pub table: &'a Table,
    /// The positions of the quasi-identifying columns in it.
    pub quasi: Vec<usize>,
    /// The table's hierarchies, laid over these columns.
    pub hierarchies: Vec<BoundHierarchy>,
}

/// A table that is to be generalized until the requirements hold, with the least loss.
#[derive(Debug)]
pub struct Problem<'a> {
    /// The table.
    pub table: &'a Table,
    /// The positions of the quasi-identifying columns.
    pub quasi: Vec<usize>,
    /// How these columns may be generalized.
    pub space: Space,
    /// The records of whom the table's are a part, where a model asks for them.
    pub population: Option<Population<'a>>,
    /// What must hold.
    pub requirements: &'a Requirements,
    /// What is to be small.
    pub measure: &'a dyn Measure,
    /// How many records may be suppressed.
    pub limit: u64,
    /// Whether suppressed records are left out of the release, so that nobody sees how many there are.
    pub suppressed_are_dropped: bool,
}

impl<'a> Problem<'a> {
    /// Puts the parts together.
    ///
    /// **Errors**: there is no quasi-identifying column, or one of them is also sensitive, or a model needs a
    /// population and there is none.
    pub fn new(
        table: &'a Table,
        quasi: Vec<usize>,
        space: Space,
        requirements: &'a Requirements,
        measure: &'a dyn Measure,
        limit: u64,
    ) -> Result<Self> {
        if quasi.is_empty() {
            return Err(Error::Problem("there is no quasi-identifying column; name at least one".to_owned()));
        }
        if let Some(&both) = requirements.sensitive.iter().find(|column| quasi.contains(column)) {
            let name = table.column(both).name();
            return Err(Error::Problem(format!(
                "column '{name}' cannot be quasi-identifying and sensitive at once"
            )));
        }
        Ok(Self {
            table,
            quasi,
            space,
            population: None,
            requirements,
            measure,
            limit,
            suppressed_are_dropped: false,
        })
    }

    /// The same when suppressed records are left out of the release.
    #[must_use]
    pub fn with_dropped(mut self) -> Self {
        self.suppressed_are_dropped = true;
        self
    }

    /// Adds the population that models ask for.
    #[must_use]
    pub fn with_population(mut self, population: Population<'a>) -> Self {
        for (dimension, bound) in self.space.dimensions_mut().iter_mut().zip(&population.hierarchies) {
            dimension.admit(bound);
        }
        self.population = Some(population);
        self
    }
}

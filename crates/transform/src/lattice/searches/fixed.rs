//! Levels that someone chose.

use super::incumbent::Incumbent;
use crate::lattice::{Checker, Outcome, Problem, Search};
use crate::{Error, Result};
use lethe_data::Context;

/// No search: the levels that were asked for, if they are a solution.
///
/// **Errors**: the levels are not one for each column, or not among those allowed.
#[derive(Clone, Debug)]
pub struct Fixed {
    levels: Vec<usize>,
}

impl Fixed {
    /// These levels, in the order of the quasi-identifying columns.
    pub fn new(levels: Vec<usize>) -> Self {
        Self { levels }
    }
}

impl Search for Fixed {
    fn name(&self) -> &'static str {
        "fixed"
    }

    fn search(&self, problem: &Problem<'_>, context: &Context) -> Result<Outcome> {
        let dimensions = problem.space.dimensions();
        if dimensions.len() != self.levels.len() {
            let (given, needed) = (self.levels.len(), dimensions.len());
            return Err(Error::Problem(format!(
                "{given} levels were given for {needed} quasi-identifying columns"
            )));
        }
        for ((dimension, &level), &column) in dimensions.iter().zip(&self.levels).zip(&problem.quasi) {
            if !(dimension.min()..=dimension.max()).contains(&level) {
                let (name, min, max) =
                    (problem.table.column(column).name(), dimension.min(), dimension.max());
                return Err(Error::Problem(format!(
                    "column '{name}' cannot be on level {level}; levels {min} to {max} are allowed"
                )));
            }
        }
        let checker = Checker::new(problem, context)?;
        let mut found = Incumbent::new(&checker, problem, context);
        found.check_all(std::slice::from_ref(&self.levels));
        Ok(found.heuristic(true))
    }
}

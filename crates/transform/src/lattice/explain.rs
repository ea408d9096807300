//! Why these levels, and what would be gained by asking less.

use super::checker::Checker;
use super::problem::Problem;
use super::space::{Dimension, Space};
use super::{Checked, Failure, Optimal, Search};
use crate::Result;
use lethe_data::Context;
use lethe_models::privacy::Requirements;

/// What explains a solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// For each column that could be less general: what would happen.
    pub lower: Vec<Lower>,
    /// What each relaxation would gain.
    pub relaxations: Vec<Relaxation>,
}

/// One column a level lower than in the solution, all others as they are.
#[derive(Clone, Debug, PartialEq)]
pub struct Lower {
    /// The position of the column among the quasi-identifying ones.
    pub column: usize,
    /// The node: whether it would be a solution as well, its loss, and how many would be suppressed.
    pub node: Checked,
    /// The models that stand in the way of publishing everybody there, with the classes that break them.
    pub failures: Vec<Failure>,
}

/// Something less that could be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Relax {
    /// One more person in a hundred may be suppressed.
    Suppression {
        /// The limit then, in records.
        limit: u64,
    },
    /// A quasi-identifying column is not published at all.
    Column {
        /// Its position among the quasi-identifying ones.
        column: usize,
    },
    /// Weaker models.
    Models {
        /// What is weaker, in the caller's words.
        name: String,
    },
}

/// What a relaxation would gain.
#[derive(Clone, Debug, PartialEq)]
pub struct Relaxation {
    /// What is given up.
    pub relax: Relax,
    /// The best solution then.
    pub best: Option<Checked>,
    /// Whether that is proven to be the best.
    pub optimal: bool,
    /// How much smaller the loss is. Where a column is left out, its own loss is no gain: the solution with the column
    /// on its top level is compared with.
    pub gain: f64,
}

/// Explains a solution. `weaker` are requirements that ask less, such as those with k − 1, each with a name.
///
/// **Cost**: one pass over the distinct rows for each column and each of its models, and an optimal search for each
/// relaxation. When the context is cancelled, relaxations are left out or not proven.
pub fn explain(
    problem: &Problem<'_>,
    solution: &Checked,
    weaker: &[(String, &Requirements)],
    context: &Context,
) -> Result<Explanation> {
    let checker = Checker::new(problem, context)?;
    let mut explanation = Explanation { lower: lower(problem, solution, &checker), relaxations: Vec::new() };
    let records = problem.table.records();
    if problem.limit < records {
        let limit = records.min(problem.limit + records.div_ceil(100));
        let relaxed = Problem { limit, ..copy(problem) };
        explanation.relaxations.extend(relaxation(
            Relax::Suppression { limit },
            &relaxed,
            solution.value,
            context,
        )?);
    }
    for (column, dimension) in problem.space.dimensions().iter().enumerate() {
        let top = dimension.height() - 1;
        if solution.levels[column] == top {
            continue;
        }
        let mut levels = solution.levels.clone();
        levels[column] = top;
        let without = Problem { space: left_out(problem, column)?, ..copy(problem) };
        let before = checker.check(&levels).value;
        explanation.relaxations.extend(relaxation(Relax::Column { column }, &without, before, context)?);
    }
    for (name, requirements) in weaker {
        let relaxed = Problem { requirements, ..copy(problem) };
        let relax = Relax::Models { name: name.clone() };
        explanation.relaxations.extend(relaxation(relax, &relaxed, solution.value, context)?);
    }
    Ok(explanation)
}

fn lower(problem: &Problem<'_>, solution: &Checked, checker: &Checker<'_>) -> Vec<Lower> {
    let dimensions = problem.space.dimensions().iter().enumerate();
    dimensions
        .filter(|(column, dimension)| solution.levels[*column] > dimension.min())
        .map(|(column, _)| {
            let mut levels = solution.levels.clone();
            levels[column] -= 1;
            Lower { column, node: checker.check(&levels), failures: checker.failures(&levels) }
        })
        .collect()
}

fn relaxation(
    relax: Relax,
    relaxed: &Problem<'_>,
    before: f64,
    context: &Context,
) -> Result<Option<Relaxation>> {
    if context.check_cancelled().is_err() {
        return Ok(None);
    }
    let outcome = Optimal.search(relaxed, context)?;
    let gain = outcome.best.as_ref().map_or(0.0, |best| (before - best.value).max(0.0));
    Ok(Some(Relaxation { relax, best: outcome.best, optimal: outcome.optimal, gain }))
}

/// The lattice with one column on its top level.
fn left_out(problem: &Problem<'_>, column: usize) -> Result<Space> {
    let mut dimensions = problem.space.dimensions().to_vec();
    let top = dimensions[column].height() - 1;
    dimensions[column] = Dimension::new(dimensions[column].bound().clone(), top, top)?;
    if let Some(population) = &problem.population {
        dimensions[column].admit(&population.hierarchies[column]);
    }
    Ok(Space::new(dimensions))
}

fn copy<'a>(problem: &Problem<'a>) -> Problem<'a> {
    Problem {
        table: problem.table,
        quasi: problem.quasi.clone(),
        space: problem.space.clone(),
        population: problem.population.clone(),
        requirements: problem.requirements,
        measure: problem.measure,
        limit: problem.limit,
        suppressed_are_dropped: problem.suppressed_are_dropped,
    }
}

//! The space of solutions: the best few, and every node as a table.

use super::Anonymize;
use super::levels::named_levels;
use super::plan::Plan;
use super::report::Levels;
use crate::recipe_file::Method;
use crate::time_limit::within;
use crate::{Error, Result};
use lethe_data::{Column, Context, Table, TypeChoice, ValueType};
use lethe_io::{Location, write_table};
use lethe_transform::lattice::{ListedNode, Problem, all_nodes, best_solutions};
use schemars::JsonSchema;
use serde::Serialize;

/// A solution: what it loses, and how exposed its records are.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ListedSolution {
    /// The level of each quasi-identifying column, in column order.
    pub levels: Levels,
    /// The value of the measure that the search makes small.
    pub value: f64,
    /// The records that are suppressed.
    pub suppressed: u64,
    /// The equivalence classes that are published.
    pub classes: u64,
    /// The records of the smallest class; null where everybody is suppressed.
    pub smallest_class: Option<u64>,
    /// The prosecutor's highest risk: 1 / the smallest class.
    pub highest_risk: Option<f64>,
    /// The prosecutor's average risk: classes / published records.
    pub average_risk: Option<f64>,
}

/// Larger lattices are not written node by node.
const MOST_NODES: f64 = 1_000_000.0;

/// **Errors**: solutions are to be listed, and the method is not a search of levels.
pub(super) fn check(request: &Anonymize) -> Result<()> {
    let is_asked = request.solutions.is_some() || request.solutions_file.is_some();
    let method = &request.recipe.search.method;
    let searches = matches!(method, Method::Levels(..) | Method::Fixed(..)) && request.rule.is_none();
    if is_asked && !searches {
        let problem = format!(
            "`solutions` and `solutions_file` list combinations of levels, which the method '{method}' does not search; leave \
             them out, or use the method 'auto'"
        );
        return Err(Error::Request(problem));
    }
    if request.solutions == Some(0) {
        return Err(Error::Request("`solutions` must be at least 1".to_owned()));
    }
    Ok(())
}

/// The best solutions, best first, and whether there are none better that were not found.
pub(super) fn best(
    plan: &Plan<'_>,
    problem: &Problem<'_>,
    most: u64,
    context: &Context,
) -> Result<(Vec<ListedSolution>, bool)> {
    let token = context.cancel_token().child();
    let limited = context.clone().with_cancel(token.clone());
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let listed =
        within(plan.request.recipe.search.time_limit, &token, || best_solutions(problem, most, &limited))?;
    let solutions = listed.nodes.iter().map(|listed| solution(plan, listed)).collect();
    Ok((solutions, listed.complete))
}

fn solution(plan: &Plan<'_>, listed: &ListedNode) -> ListedSolution {
    let node = &listed.node;
    let published = plan.table.records() - node.suppressed;
    ListedSolution {
        levels: named_levels(plan, &node.levels),
        value: node.value,
        suppressed: node.suppressed,
        classes: node.classes,
        smallest_class: listed.smallest_class,
        highest_risk: listed.smallest_class.map(|smallest| 1.0 / smallest as f64),
        average_risk: (published > 0).then(|| node.classes as f64 / published as f64),
    }
}

/// Writes a row for each node of the lattice.
///
/// **Errors**: the lattice is too large, or the file cannot be written.
pub(super) fn write_all(
    plan: &Plan<'_>,
    problem: &Problem<'_>,
    location: &Location,
    context: &Context,
) -> Result<()> {
    if problem.space.nodes() > MOST_NODES {
        let problem = "`solutions_file` lists every combination of levels, and there are more than 1,000,000: fix the levels of \
                       some columns with `min_level` and `max_level`";
        return Err(Error::Request(problem.to_owned()));
    }
    let listed = all_nodes(problem, context)?;
    if !listed.complete {
        context.check_cancelled()?;
    }
    let nodes = || listed.nodes.iter();
    let mut columns = Vec::new();
    for at in 0..plan.roles.quasi.len() {
        let levels = nodes().map(|listed| Some(listed.node.levels[at].to_string())).collect();
        columns.push((format!("level of {}", plan.quasi_name(at)), ValueType::Integer, levels));
    }
    let all: Vec<ListedSolution> = nodes().map(|listed| solution(plan, listed)).collect();
    let mut add = |name: &str, value_type, cells: Vec<Option<String>>| {
        columns.push((name.to_owned(), value_type, cells));
    };
    add("holds", ValueType::Boolean, nodes().map(|listed| Some(listed.node.holds.to_string())).collect());
    add("value", ValueType::Decimal, all.iter().map(|one| Some(one.value.to_string())).collect());
    add("suppressed", ValueType::Integer, all.iter().map(|one| Some(one.suppressed.to_string())).collect());
    add("classes", ValueType::Integer, all.iter().map(|one| Some(one.classes.to_string())).collect());
    let optional = |number: Option<f64>| number.map(|number| number.to_string());
    let smallest = all.iter().map(|one| one.smallest_class.map(|records| records.to_string()));
    add("smallest_class", ValueType::Integer, smallest.collect());
    add("highest_risk", ValueType::Decimal, all.iter().map(|one| optional(one.highest_risk)).collect());
    add("average_risk", ValueType::Decimal, all.iter().map(|one| optional(one.average_risk)).collect());
    let columns = columns.into_iter().map(|(name, value_type, cells): (_, _, Vec<Option<String>>)| {
        Column::from_texts(&name, cells.iter().map(Option::as_deref), TypeChoice::Declared(value_type))
    });
    let table = Table::new(columns.collect::<Result<_, _>>()?)?;
    Ok(write_table(&table, location, context)?)
}

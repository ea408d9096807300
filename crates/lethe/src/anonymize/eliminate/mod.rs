//! Methods that change cells or part columns until no combination of columns singles anybody out.

mod apart;
mod compartment;
mod falsified;
mod knowledge;
mod parts;
mod prepare;
mod report;

pub use report::{ColumnChanges, CompartmentFile, CompartmentReport, Elimination};

use super::frozen;
use super::plan::Plan;
use super::report::SearchReport;
use super::written::Written;
use super::{Anonymization, Anonymize, Solution, Solved, publish_proven};
use crate::Result;
use crate::discover::Stop;
use crate::recipe_file::{self, Composition, MethodName};
use crate::time_limit::within;
use knowledge::Knowledge;
use lethe_data::{Column, Context, Table};
use lethe_transform::eliminate::{Eliminated, Outcome, Policy, Problem, Rules, Stuck, Treatment, eliminate};
use lethe_transform::partition::Center;
use prepare::Prepared;
use std::time::Instant;

const NOT_TRUTHFUL: &str =
    "the release is not truthful: some cells show values that are not those of their records";

/// Reads a table, treats it as the recipe's method says, and proves what is to be published.
pub(super) fn make(request: &Anonymize, context: &Context) -> Result<(Anonymization, Written)> {
    let knowledge = Knowledge::of(&request.recipe)?;
    let Prepared { request, table, original } = prepare::prepare(request, knowledge, context)?;
    let plan = Plan::of(&request, table, context)?;
    frozen::check(&plan)?;
    match request.recipe.search.method.name() {
        MethodName::Compartment | MethodName::Compose => {
            compartment::make(plan, original.as_ref(), knowledge, context)
        }
        _ => change_cells(plan, original.as_ref(), knowledge, context),
    }
}

/// The methods that end in one table with every record.
fn change_cells(
    mut plan: Plan<'_>,
    original: Option<&Table>,
    knowledge: Knowledge,
    context: &Context,
) -> Result<(Anonymization, Written)> {
    let start = Instant::now();
    let mut report = begin(&plan);
    let columns = plan.roles.quasi.clone();
    let all = vec![(0..columns.len()).collect()];
    let policy = policy(&plan.request.recipe.search);
    let treated = in_time(&plan, context, |context| treat(&plan, knowledge, &policy, all, context))?;
    let treated = treated.unwrap_or(Treated::OutOfTime);
    report.search.elapsed_ms = start.elapsed().as_secs_f64() * 1000.0;
    let Some(done) = settle(&mut report, treated) else { return Ok((report, Written::default())) };
    plan.table = with_replaced(&plan, &done)?;
    let recoding = match center(&plan.request.recipe.search) {
        Some(center) => done.with_centers(&plan.table, &columns, &plan.hierarchies, center),
        None => done.recoding.clone(),
    };
    let mut elimination = told(&plan, &done, knowledge);
    if let Some(original) = original {
        falsified::count(&mut elimination, &plan, original, &done);
    }
    falsified::count_centers(&mut elimination, &plan, &done, &recoding);
    report.notes.extend((!elimination.truthful).then(|| NOT_TRUTHFUL.to_owned()));
    report.search.checked = elimination.rounds;
    report.elimination = Some(elimination);
    report.solution = Some(Solution { levels: None, rounds: Vec::new() });
    publish_proven(&plan, Solved { report, recoding: Some(recoding), best: None, grouped: None }, context)
}

/// What can be told before anything is changed.
fn begin(plan: &Plan<'_>) -> Anonymization {
    let quality = plan.request.recipe.search.quality;
    let mut report = Anonymization::begin(plan, SearchReport::begin(0.0, quality.name()));
    let nothing = "`explain` tells about levels; there are none where cells are changed";
    report.notes.extend(plan.request.explain.then(|| nothing.to_owned()));
    report
}

/// How treating cells ended.
enum Treated {
    Done(Box<Eliminated>),
    Impossible(Stuck),
    OutOfTime,
}

/// Does work until it is done or the time of the recipe is up, which is `None`.
fn in_time<T>(
    plan: &Plan<'_>,
    context: &Context,
    work: impl FnOnce(&Context) -> Result<T>,
) -> Result<Option<T>> {
    let token = context.cancel_token().child();
    let limited = context.clone().with_cancel(token.clone());
    match within(plan.request.recipe.search.time_limit, &token, || work(&limited)) {
        Ok(done) => Ok(Some(done)),
        Err(error) if token.is_cancelled() && matches!(error.limit(), Some(lethe_data::Error::Cancelled)) => {
            context.check_cancelled()?;
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Changes cells until no combination inside one of the sets `inside` singles anybody out.
fn treat(
    plan: &Plan<'_>,
    knowledge: Knowledge,
    policy: &Policy,
    inside: Vec<Vec<usize>>,
    context: &Context,
) -> Result<Treated> {
    Ok(match eliminate(&problem(plan, knowledge, inside)?, policy, context)? {
        Outcome::Done(done) => Treated::Done(done),
        Outcome::Impossible(stuck) => Treated::Impossible(stuck),
    })
}

/// The cells that may be changed, at what cost.
fn problem<'a>(plan: &'a Plan<'_>, knowledge: Knowledge, inside: Vec<Vec<usize>>) -> Result<Problem<'a>> {
    let recipe = &plan.request.recipe;
    let columns = plan.roles.quasi.clone();
    let places = 0..columns.len();
    let weights = plan.domains().iter().map(|domain| domain.weight).collect();
    let keep = places.clone().map(|at| recipe.column(plan.quasi_name(at)).is_some_and(|column| column.keep));
    Ok(Problem::new(&plan.table, columns, &plan.hierarchies, knowledge.k, knowledge.max_size)?
        .within(inside)
        .with_levels(places.map(|at| plan.levels_of(at)).collect())
        .with_weights(weights)
        .keeping(keep.collect()))
}

/// What was done, or why nothing can be published, said in the report.
fn settle(report: &mut Anonymization, treated: Treated) -> Option<Box<Eliminated>> {
    match treated {
        Treated::Done(done) => return Some(done),
        Treated::Impossible(Stuck { columns }) => {
            let names: Vec<String> = columns.iter().map(|name| format!("'{name}'")).collect();
            report.notes.push(format!(
                "nothing was written: on {} somebody stays singled out whatever is removed; there are too few people, or \
                 columns that are kept or must stay below a level stand in the way",
                names.join(", ")
            ));
        }
        Treated::OutOfTime => {
            report.complete = false;
            report.stopped = Some(Stop::TimeLimit);
            report.notes.push(
                "nothing was written: the time limit was reached while people were still singled out"
                    .to_owned(),
            );
        }
    }
    None
}

fn policy(search: &recipe_file::Search) -> Policy {
    match search.method.name() {
        MethodName::Generalize => Policy::Always(Treatment::Generalize),
        MethodName::Perturb => Policy::Always(Treatment::Perturb),
        MethodName::Compose => match search.method.keys().composition.unwrap_or_default() {
            Composition::Coverage => Policy::Rules(Rules::by_coverage(
                search.method.keys().generalizes_above().to_f64(),
                search.method.keys().compartments_from().to_f64(),
            )),
            Composition::A => Policy::Rules(Rules::by_cardinality(0.50, 0.90)),
            Composition::B => Policy::Rules(Rules::by_cardinality(0.75, 0.80)),
            Composition::C => Policy::Rules(Rules::by_cardinality(0.90, 0.95)),
            Composition::Auto => Policy::Least,
        },
        _ => Policy::Always(Treatment::Suppress),
    }
}

fn center(search: &recipe_file::Search) -> Option<Center> {
    let asked = search.method.keys().center.filter(|_| search.method.name() == MethodName::Generalize)?;
    Some(match asked {
        recipe_file::Center::Mean => Center::Mean,
        recipe_file::Center::Median => Center::Median,
    })
}

/// The table with the values that cells were moved to.
fn with_replaced(plan: &Plan<'_>, done: &Eliminated) -> Result<Table> {
    let mut columns: Vec<Column> = plan.table.columns().to_vec();
    for (place, column) in &done.replaced {
        columns[plan.roles.quasi[*place]] = column.clone();
    }
    let table = Table::new(columns)?;
    Ok(match plan.table.weights() {
        Some(weights) => table.with_weights(weights.to_vec())?,
        None => table,
    })
}

fn told(plan: &Plan<'_>, done: &Eliminated, knowledge: Knowledge) -> Elimination {
    let names: Vec<&str> = (0..plan.roles.quasi.len()).map(|at| plan.quasi_name(at)).collect();
    let cells = plan.table.rows() as u64 * names.len() as u64;
    Elimination::of(&done.stats, &names, cells, knowledge.max_size)
}

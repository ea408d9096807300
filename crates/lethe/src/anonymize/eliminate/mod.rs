//! Methods that change cells or part columns until no combination of columns singles anybody out.

mod apart;
mod compartment;
mod falsified;
mod knowledge;
mod parts;
mod prepare;
mod report;

pub use report::{ColumnChanges, CompartmentFile, CompartmentReport, Elimination};

use super::findings::Findings;
use super::pipeline::{self, Solved, Strategy};
use super::plan::Plan;
use super::recoded::Recoded;
use super::report::SearchReport;
use super::{Anonymize, Solution};
use crate::Result;
use crate::discover::Stop;
use crate::recipe_file::{self, Composition, MethodName};
use crate::time_limit::within;
use knowledge::Knowledge;
use lethe_data::{Column, Context, Table};
use lethe_transform::eliminate::{Eliminated, Outcome, Policy, Problem, Rules, Stuck, Treatment, eliminate};
use lethe_transform::partition::Center;
use std::borrow::Cow;
use std::time::Instant;

const NOT_TRUTHFUL: &str =
    "the release is not truthful: some cells show values that are not those of their records";

/// What all of these methods start from.
struct Start {
    knowledge: Knowledge,
    /// The table before noise, where there is any.
    original: Option<Table>,
}

/// Reads a table for one of these methods.
pub(super) fn prepare(request: &Anonymize, context: &Context) -> Result<pipeline::Prepared<'static>> {
    let knowledge = Knowledge::of(&request.recipe)?;
    let prepare::Prepared { request, table, original } = prepare::prepare(request, knowledge, context)?;
    let start = Start { knowledge, original };
    let strategy: Box<dyn Strategy> = match request.recipe.search.method.name() {
        MethodName::Compartment | MethodName::Compose => Box::new(compartment::PartColumns(start)),
        _ => Box::new(ChangeCells(start)),
    };
    Ok(pipeline::Prepared { request: Cow::Owned(request), table, is_stand_in: false, strategy })
}

/// The methods that end in one table with every record.
struct ChangeCells(Start);

impl Strategy for ChangeCells {
    fn solve(self: Box<Self>, plan: &mut Plan<'_>, context: &Context) -> Result<Solved> {
        let Start { knowledge, original } = self.0;
        let start = Instant::now();
        let mut findings = begin(plan);
        let columns = plan.roles.quasi.clone();
        let all = vec![(0..columns.len()).collect()];
        let policy = policy(&plan.request.recipe.search);
        let treated = in_time(plan, context, |context| treat(plan, knowledge, &policy, all, context))?;
        let treated = treated.unwrap_or(Treated::OutOfTime);
        findings.search.elapsed_ms = start.elapsed().as_secs_f64() * 1000.0;
        let Some(done) = settle(&mut findings, treated) else { return Ok(Solved::nothing(findings)) };
        plan.table = with_replaced(plan, &done)?;
        let recoding = match center(&plan.request.recipe.search) {
            Some(center) => done.with_centers(&plan.table, &columns, &plan.hierarchies, center),
            None => done.recoding.clone(),
        };
        let mut elimination = reported(plan, &done, knowledge);
        if let Some(original) = &original {
            falsified::count(&mut elimination, plan, original, &done);
        }
        falsified::count_centers(&mut elimination, plan, &done, &recoding);
        findings.notes.extend((!elimination.truthful).then(|| NOT_TRUTHFUL.to_owned()));
        findings.search.checked = elimination.rounds;
        findings.elimination = Some(elimination);
        findings.solution = Some(Solution { levels: None, rounds: Vec::new() });
        let publication = Recoded::new(plan, recoding, None, context)?;
        Ok(Solved { findings, publication: Some(Box::new(publication)) })
    }
}

/// What can be reported before anything is changed.
fn begin(plan: &Plan<'_>) -> Findings {
    let quality = plan.request.recipe.search.quality;
    let mut findings = Findings::begin(SearchReport::begin(0.0, quality.name()));
    let nothing = "`explain` is about levels; there are none where cells are changed";
    findings.notes.extend(plan.request.explain.then(|| nothing.to_owned()));
    findings
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
fn settle(findings: &mut Findings, treated: Treated) -> Option<Box<Eliminated>> {
    match treated {
        Treated::Done(done) => return Some(done),
        Treated::Impossible(Stuck { columns }) => {
            let names: Vec<String> = columns.iter().map(|name| format!("'{name}'")).collect();
            findings.notes.push(format!(
                "nothing was written: on {} a record stays identified whatever is removed; there are too few records, or \
                 columns that are kept or must stay below a level stand in the way",
                names.join(", ")
            ));
        }
        Treated::OutOfTime => {
            let note = "nothing was written: the time limit was reached while records were still identified";
            findings.stop(Stop::TimeLimit, note);
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
    search.method.keys().center.filter(|_| search.method.name() == MethodName::Generalize)
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

fn reported(plan: &Plan<'_>, done: &Eliminated, knowledge: Knowledge) -> Elimination {
    let names: Vec<&str> = (0..plan.roles.quasi.len()).map(|at| plan.quasi_name(at)).collect();
    let cells = plan.table.rows() as u64 * names.len() as u64;
    Elimination::of(&done.stats, &names, cells, knowledge.max_size)
}

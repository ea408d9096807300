//! Columns published apart, as tables of their own or as rows with `n/a`.

use super::parts::Compartmented;
use super::{Knowledge, Start, Treated, apart, begin, in_time, reported, settle, treat, with_replaced};
use crate::anonymize::findings::Findings;
use crate::anonymize::pipeline::{Solved, Strategy};
use crate::anonymize::plan::Plan;
use crate::anonymize::publish;
use crate::anonymize::quality::Measured;
use crate::anonymize::{Elimination, Solution};
use crate::recipe_file::{self, Alone, CompartmentMode, MethodName};
use crate::{Error, Result};
use lethe_data::{ColumnSet, Context, Table};
use lethe_transform::Recoding;
use lethe_transform::compartment::{
    Algorithm, Compartments, NOT_APPLICABLE, Options, Question, compartments, compartments_without,
    rows_to_split,
};
use lethe_transform::eliminate::{Eliminated, Policy, Treatment};
use std::time::Instant;

/// Parts the columns of a table; for the method compose, those sets that its rules part, and what is left in a part is treated
/// by changing cells.
pub(super) struct PartColumns(pub(super) Start);

impl Strategy for PartColumns {
    fn solve(self: Box<Self>, plan: &mut Plan<'_>, context: &Context) -> Result<Solved> {
        let Start { knowledge, original } = self.0;
        let start = Instant::now();
        let mut findings = begin(plan);
        let found = in_time(plan, context, |context| search(plan, knowledge, context))?;
        let found = match found.unwrap_or(Err(Treated::OutOfTime)) {
            Ok(found) => found,
            Err(treated) => {
                settle(&mut findings, treated);
                return Ok(Solved::nothing(findings));
            }
        };
        findings.search.elapsed_ms = start.elapsed().as_secs_f64() * 1000.0;
        plan.table = with_replaced(plan, &found.done)?;
        let mut elimination = reported(plan, &found.done, knowledge);
        if let Some(original) = &original {
            super::falsified::count(&mut elimination, plan, original, &found.done);
        }
        findings.search.checked = elimination.rounds;
        findings.solution = Some(Solution { levels: None, rounds: Vec::new() });
        say(&mut findings, plan, &found, &elimination);
        let measured = Measured::new(plan, &found.done.recoding, context)?;
        findings.quality = Some(measured.quality()?.into());
        findings.search.value = Some(measured.value()?);
        findings.elimination = Some(elimination);
        let publication = Compartmented::new(found, mode(plan), knowledge);
        Ok(Solved { findings, publication: Some(Box::new(publication)) })
    }
}

/// What is to be published.
pub(super) struct Found {
    /// The cells that gave way.
    pub(super) done: Box<Eliminated>,
    /// What the columns show then.
    pub(super) table: Table,
    pub(super) parts: Compartments,
    /// The rows that are split, where not all are.
    pub(super) split: Option<Vec<bool>>,
}

/// Changes the cells that must are changed, parts the columns, and says which rows are split. `Ok(Err(_))`: cells that may be
/// changed do not suffice.
fn search(plan: &Plan<'_>, knowledge: Knowledge, context: &Context) -> Result<Result<Found, Treated>> {
    let forbidden = match plan.request.recipe.search.method.name() {
        MethodName::Compose => Some(apart::sets(plan, knowledge, context)?),
        _ => None,
    };
    let given = forbidden.as_ref().map(|sets| parts_without(plan, knowledge, sets, context)).transpose()?;
    let done = match change_cells(plan, knowledge, given.as_ref(), context)? {
        Treated::Done(done) => done,
        other => return Ok(Err(other)),
    };
    let table = shown(plan, &with_replaced(plan, &done)?, &done.recoding)?;
    let parts = match given {
        // The published table has other positions, but the columns in the same order.
        Some(parts) => moved(plan, &table, parts)?,
        None => compartments(&question(&table, knowledge), &options(plan, &table)?, context)?,
    };
    let split = match mode(plan) {
        CompartmentMode::RowWise => {
            refuse_marks(&table)?;
            Some(rows_to_split(&question(&table, knowledge), &parts.sets, context)?)
        }
        CompartmentMode::Global => None,
    };
    Ok(Ok(Found { done, table, parts, split }))
}

/// What split rows show in columns of other compartments must not be the value of a cell: nobody could show who is split.
fn refuse_marks(table: &Table) -> Result<()> {
    for column in table.columns() {
        let mark = column.dictionary().find(NOT_APPLICABLE);
        if mark.is_some_and(|mark| column.codes().widened().any(|code| code == mark)) {
            return Err(Error::Request(format!(
                "column '{}' has cells {NOT_APPLICABLE}, which is what split rows show elsewhere; write them in another way, \
                 read them as missing with `null` {NOT_APPLICABLE}, or publish a folder with `mode` global",
                column.name()
            )));
        }
    }
    Ok(())
}

/// What the cells of a table show.
pub(super) fn shown(plan: &Plan<'_>, table: &Table, recoding: &Recoding) -> Result<Table> {
    publish::published(plan, table, &plan.hierarchies, recoding, &[], None)
}

/// What is split: all rows, or those that must be. A composition that goes to one file splits rows.
fn mode(plan: &Plan<'_>) -> CompartmentMode {
    let search = &plan.request.recipe.search;
    match (search.method.keys().mode, &plan.request.output) {
        (Some(mode), _) => mode,
        (None, Some(_)) if search.method.name() == MethodName::Compose => CompartmentMode::RowWise,
        (None, _) => CompartmentMode::Global,
    }
}

/// What cells must are changed before columns are split: columns that identify records by themselves, or whatever is left
/// inside the parts that are given.
fn change_cells(
    plan: &Plan<'_>,
    knowledge: Knowledge,
    given: Option<&Compartments>,
    context: &Context,
) -> Result<Treated> {
    let search = &plan.request.recipe.search;
    let quasi = &plan.roles.quasi;
    if let Some(parts) = given {
        let place = |position: usize| quasi.iter().position(|&other| other == position);
        let inside = parts.sets.iter().map(|set| set.iter().filter_map(place).collect()).collect();
        return treat(plan, knowledge, &super::policy(search), inside, context);
    }
    let treatment = match search.method.keys().alone.unwrap_or_default() {
        Alone::Suppress => Treatment::Suppress,
        Alone::Generalize => Treatment::Generalize,
    };
    let each: Vec<Vec<usize>> = (0..quasi.len()).map(|place| vec![place]).collect();
    let alone = Knowledge { max_size: Some(1), ..knowledge };
    treat(plan, alone, &Policy::Always(treatment), each, context)
}

fn parts_without(
    plan: &Plan<'_>,
    knowledge: Knowledge,
    forbidden: &[ColumnSet],
    context: &Context,
) -> Result<Compartments> {
    let question = Question {
        table: &plan.table,
        columns: plan.roles.quasi.clone(),
        k: knowledge.k,
        max_size: knowledge.max_size,
    };
    Ok(compartments_without(&question, forbidden.to_vec(), &options(plan, &plan.table)?, context)?)
}

fn question(table: &Table, knowledge: Knowledge) -> Question<'_> {
    let columns = (0..table.columns().len()).collect();
    Question { table, columns, k: knowledge.k, max_size: knowledge.max_size }
}

fn options(plan: &Plan<'_>, table: &Table) -> Result<Options> {
    let search = &plan.request.recipe.search;
    let names = search.method.keys().shared.unwrap_or_default();
    let mut shared = Vec::with_capacity(names.len());
    for name in names {
        let position = table.position(&name)?;
        if shared.contains(&position) {
            return Err(Error::Request(format!("column '{name}' is shared twice")));
        }
        shared.push(position);
    }
    let cover = search.method.keys().cover.unwrap_or_default();
    let algorithm = match search.method.keys().algorithm {
        Some(recipe_file::Algorithm::Cliques) => Algorithm::Cliques,
        _ => Algorithm::Borders,
    };
    Ok(Options { cover, algorithm, shared })
}

/// The parts by the positions of the published table.
fn moved(plan: &Plan<'_>, table: &Table, mut parts: Compartments) -> Result<Compartments> {
    let place = |position: usize| table.position(plan.table.column(position).name());
    for set in &mut parts.sets {
        let positions: Result<Vec<usize>, _> = set.iter().map(place).collect();
        *set = ColumnSet::of(positions?)?;
    }
    for (_, column) in &mut parts.unshared {
        *column = place(*column)?;
    }
    Ok(parts)
}

/// What is to be said about the parts.
fn say(findings: &mut Findings, plan: &Plan<'_>, found: &Found, elimination: &Elimination) {
    let Found { done, table, parts, .. } = found;
    if plan.request.recipe.search.method.name() == MethodName::Compartment && done.stats.altered() > 0 {
        let columns: Vec<String> =
            elimination.columns.iter().map(|changes| format!("'{}'", changes.column)).collect();
        findings.notes.push(format!(
            "columns that identify records by themselves fit into no compartment; their rare values were treated first: {}",
            columns.join(", ")
        ));
    }
    let mut lacking: Vec<usize> = parts.unshared.iter().map(|(_, column)| *column).collect();
    lacking.sort_unstable();
    lacking.dedup();
    for column in lacking {
        let without = parts.unshared.iter().filter(|(_, other)| *other == column).count();
        findings.notes.push(format!(
            "{without} of {} compartments cannot share column '{}' without identifying records",
            parts.sets.len(),
            table.column(column).name()
        ));
    }
    if !parts.complete {
        findings.complete = false;
        findings.notes.push(
            "there are too many safe column sets to list; the compartments cover pairs of columns".into(),
        );
    }
    if !elimination.truthful {
        findings.notes.push(super::NOT_TRUTHFUL.to_owned());
    }
}

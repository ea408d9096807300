//! Which column sets a composition publishes apart.

use super::{Knowledge, Treated, policy, treat, with_replaced};
use crate::Result;
use crate::anonymize::plan::Plan;
use lethe_data::{ColumnSet, Context, Table, ValueType};
use lethe_discovery::qid::{Algorithm, Exact, Limits, Nulls, Question};
use lethe_transform::eliminate::{Features, Policy, Treatment};
use lethe_transform::release::{Options, apply};

/// The sets of at least two columns that are published apart, by position: by the rules of shares, the smallest sets that
/// expose at least that share of records; by rules of cardinality, the minimal quasi-identifiers that these name. Columns
/// that expose records by themselves are treated before, as they will be: they would hide every set that they are in.
///
/// The loss of cells says nothing about relations, so that where the treatment with the least loss is requested, the share
/// of exposed records decides as well.
pub(super) fn sets(plan: &Plan<'_>, knowledge: Knowledge, context: &Context) -> Result<Vec<ColumnSet>> {
    let Some(shown) = with_columns_treated(plan, knowledge, context)? else { return Ok(Vec::new()) };
    let search = &plan.request.recipe.search;
    let share = search.method.keys().compartments_from().to_f64();
    let records = shown.records() as f64;
    match policy(search) {
        Policy::Rules(rules) if !rules.looks_at_coverage() => {
            let sets = exposing(plan, &shown, knowledge, 1, context)?;
            let is_apart = |set: &ColumnSet| rules.treatment(&features(plan, set)) == Treatment::Compartment;
            Ok(sets.into_iter().filter(is_apart).collect())
        }
        _ => exposing(plan, &shown, knowledge, ((share * records).ceil() as u64).max(1), context),
    }
}

/// What the table shows when no column exposes anybody by itself; `None` where that cannot be.
fn with_columns_treated(plan: &Plan<'_>, knowledge: Knowledge, context: &Context) -> Result<Option<Table>> {
    let quasi = &plan.roles.quasi;
    let each = (0..quasi.len()).map(|place| vec![place]).collect();
    let alone = Knowledge { max_size: Some(1), ..knowledge };
    let treated = treat(plan, alone, &policy(&plan.request.recipe.search), each, context)?;
    let Treated::Done(done) = treated else { return Ok(None) };
    let table = with_replaced(plan, &done)?;
    Ok(Some(apply(&table, quasi, &plan.hierarchies, &done.recoding, &Options::default())?))
}

/// The smallest sets of at least two columns that expose so many records.
fn exposing(
    plan: &Plan<'_>,
    shown: &Table,
    knowledge: Knowledge,
    min_exposed: u64,
    context: &Context,
) -> Result<Vec<ColumnSet>> {
    let limits = Limits { k: knowledge.k, min_exposed, max_size: knowledge.max_size, nulls: Nulls::Value };
    let question = Question::new(shown, plan.roles.quasi.iter().copied(), limits)?;
    let found = Exact.find(&question, context)?;
    context.check_cancelled()?;
    if !found.complete {
        return Err(lethe_transform::Error::Unfinished { what: "the search for quasi-identifiers" }.into());
    }
    Ok(found.minimal.into_iter().filter(|set| set.len() > 1).collect())
}

/// What rules of cardinality look at.
fn features(plan: &Plan<'_>, set: &ColumnSet) -> Features {
    let columns = || set.iter().map(|position| plan.table.column(position));
    let records = plan.table.rows().max(1) as f64;
    let is_ordered = |value_type: ValueType| value_type.is_numeric() || value_type == ValueType::Date;
    Features {
        numeric: columns().any(|column| is_ordered(column.value_type())),
        coverage: 0.0,
        cardinality: columns().map(|column| column.dictionary().len() as f64 / records).fold(0.0, f64::max),
    }
}

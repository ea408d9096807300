//! The proof on the file: what was written is read again and judged by the verifier, which uses none of the code that
//! searches and transforms.

use super::Anonymize;
use super::pipeline::{Draft, Proven};
use super::plan::Plan;
use super::publish::{self, Release, suppressed_rows};
use crate::Result;
use crate::requirements::{Generalized, Subject, requirements, requirements_on_levels};
use crate::verify::verified_models;
use lethe_data::{Context, Table, ValueType};
use lethe_io::{Format, Location, ReadOptions, Staged, read_table, with_weight_column};
use lethe_verify::{Options, SuppressedRecords, judge};

/// Writes a table under a temporary name. What was written is in the file; it is not held in memory a second time.
pub(super) fn stage(request: &Anonymize, table: Table, context: &Context) -> Result<Staged> {
    let table = match &request.read.weights {
        Some(weights) => with_weight_column(table, &weights.column)?,
        None => table,
    };
    Ok(Staged::write(table, &target(request)?, context)?)
}

/// Where a release goes, or its kind where it is not kept.
pub(super) fn target(request: &Anonymize) -> Result<Location> {
    Ok(request.output.clone().map_or_else(|| Location::parse("-"), Ok)?)
}

/// Reads a release again and judges it against the distributions of the original.
pub(super) fn judge_release(
    plan: &Plan<'_>,
    release: &Release,
    staged: Staged,
    context: &Context,
) -> Result<Proven> {
    let request = plan.request;
    let written = read_again(plan, &staged, context)?;
    let names = plan.roles.quasi.iter().map(|&position| plan.table.column(position).name());
    let quasi = written.positions(names)?;
    let read = crate::recipe::with_recipe(request.read.clone(), &request.recipe);
    let subject = released(plan, &written, staged.location(), &quasi, &read);
    let models = &request.recipe.privacy;
    let demand = match &release.recoding.rounds[..] {
        [levels] if release.recoding.spans.iter().all(Vec::is_empty) => {
            let hierarchies = &plan.hierarchies;
            let generalized = Generalized { hierarchies, levels, unknown: request.unknown };
            requirements_on_levels(models, &subject, generalized, context)?
        }
        // Several rounds and spans are not made for models with a population, and without one levels do not matter.
        _ => requirements(models, &subject, context)?,
    };
    let suppressed = under_stars(plan, release);
    let options = Options { translations: demand.translations.clone(), suppressed };
    let population = demand.population.as_ref();
    let judgement = judge(&written, &quasi, &demand.requirements, population, &options, context)?;
    let models = verified_models(&judgement, models, &demand, &written);
    Ok(Proven { draft: Draft::Table(staged), holds: judgement.holds, models })
}

/// Reads a table whose columns are all quasi-identifying again and judges it by the recipe's models; records of suppressed cells are a
/// class like any other.
pub(super) fn judge_all_columns(plan: &Plan<'_>, staged: Staged, context: &Context) -> Result<Proven> {
    let request = plan.request;
    let written = read_again(plan, &staged, context)?;
    let quasi: Vec<usize> = (0..written.columns().len()).collect();
    let read = crate::recipe::with_recipe(request.read.clone(), &request.recipe);
    let models = &request.recipe.privacy;
    let demand = requirements(models, &released(plan, &written, staged.location(), &quasi, &read), context)?;
    let options = Options { translations: demand.translations.clone(), suppressed: SuppressedRecords::Class };
    let judgement = judge(&written, &quasi, &demand.requirements, None, &options, context)?;
    let models = verified_models(&judgement, models, &demand, &written);
    Ok(Proven { draft: Draft::Table(staged), holds: judgement.holds, models })
}

/// What is in a staged table.
fn read_again(plan: &Plan<'_>, staged: &Staged, context: &Context) -> Result<Table> {
    let read = as_written(publish::columns(plan), staged.location());
    let options = ReadOptions { weights: plan.request.read.weights.clone(), ..read };
    Ok(read_table(staged.location(), &options, context)?)
}

/// A release of the plan's table, for the models that are to be judged on it.
pub(super) fn released<'a>(
    plan: &'a Plan<'_>,
    table: &'a Table,
    data: &'a Location,
    quasi: &'a [usize],
    read: &'a ReadOptions,
) -> Subject<'a> {
    let Anonymize { recipe, folder, data: original, read: asked, .. } = plan.request;
    let reference = Some((&plan.table, original));
    let (columns, types) = (&recipe.columns, &asked.types);
    Subject { table, data, quasi, reference, columns, types, folder, read, released: true }
}

/// How the records with `*` in every quasi-identifying column are judged. Published ones on the most general levels are a
/// class like any other, and so are all where cells are changed one by one: they are equal records for others who show the same suppressed cells. Suppressed ones that show their sensitive values must satisfy all that is asked of a class; the
/// verifier looks itself whether others show any.
fn under_stars(plan: &Plan<'_>, release: &Release) -> SuppressedRecords {
    let by_cell = plan.request.recipe.search.method.name().eliminates();
    if by_cell || !suppressed_rows(plan, release).is_empty() {
        SuppressedRecords::Class
    } else if release.hidden.is_some() && !release.hides() {
        SuppressedRecords::ClassWithoutPopulation
    } else {
        SuppressedRecords::ClassWhereShown
    }
}

/// How our own files are read: labels are texts, and the separator is known.
pub(crate) fn as_written<'a>(columns: impl Iterator<Item = &'a str>, target: &Location) -> ReadOptions {
    let delimiter = match target.format {
        Format::Delimited { delimiter, .. } => Some(delimiter.unwrap_or(b',')),
        _ => None,
    };
    let types = columns.map(|name| (name.to_owned(), ValueType::Text)).collect();
    ReadOptions { delimiter, types, unescape_formulas: target.escape_formulas, ..ReadOptions::default() }
}

//! The proof on the file: what was written is read again and judged by the verifier, which shares no code with what
//! made it.

use super::plan::Plan;
use super::publish::{self, Release};
use crate::Result;
use crate::requirements::{Subject, requirements};
use crate::verify::{VerifiedModel, verified_models};
use lethe_data::{Context, Table, ValueType};
use lethe_io::{Format, Location, ReadOptions, Staged, read_table};
use lethe_transform::Recoding;
use lethe_verify::{Options, judge};

/// A release under a temporary name, and what the verifier says about it.
pub(super) struct Proven {
    pub(super) staged: Staged,
    /// Whether every model holds on the file.
    pub(super) holds: bool,
    pub(super) models: Vec<VerifiedModel>,
}

/// Writes a release, reads it again and judges it against the distributions of the original.
pub(super) fn prove(plan: &Plan<'_>, release: &Release, context: &Context) -> Result<Proven> {
    let request = plan.request;
    let target = match &request.output {
        Some(output) => output.clone(),
        None => Location::parse("-")?,
    };
    let table = publish::table(plan, release, context)?;
    let options = as_written(&table, &target);
    // What was written is in the file; it is not held in memory a second time.
    let staged = Staged::write(table, &target, context)?;
    let written = read_table(staged.location(), &options, context)?;
    let names = plan.roles.quasi.iter().map(|&position| plan.table.column(position).name());
    let quasi = written.positions(names)?;
    let read = crate::recipe::with_declared_types(request.read.clone(), &request.recipe);
    let subject = Subject {
        table: &written,
        data: staged.location(),
        quasi: &quasi,
        reference: Some((&plan.table, &request.data)),
        columns: &request.recipe.columns,
        folder: &request.folder,
        read: &read,
        released: true,
    };
    let models = &request.recipe.privacy;
    let demand = requirements(models, &subject, context)?;
    let options = Options { translations: demand.translations.clone(), ..Options::default() };
    let population = demand.population.as_ref();
    let judgement = judge(&written, &quasi, &demand.requirements, population, &options, context)?;
    let mut holds = judgement.holds;
    if population.is_none() && shows_values_under_stars(plan, release) {
        let as_class = Options { ignore_suppressed: false, ..options };
        holds &= judge(&written, &quasi, &demand.requirements, None, &as_class, context)?.holds;
    }
    let verified = verified_models(&judgement, models, &demand, &written);
    Ok(Proven { staged, holds, models: verified })
}

/// Whether records with `*` in every quasi-identifying column show their sensitive values: suppressed ones that may, or
/// published ones on the most general levels. To the verifier such records are no class unless it is told so.
fn shows_values_under_stars(plan: &Plan<'_>, release: &Release) -> bool {
    let Recoding { rounds, round_of_row } = &release.recoding;
    let is_top = |levels: &Vec<usize>| {
        levels.iter().zip(&plan.hierarchies).all(|(level, bound)| level + 1 == bound.height())
    };
    let tops: Vec<bool> = rounds.iter().map(is_top).collect();
    let under_stars = |&round: &u32| tops.get(round as usize).is_some_and(|&top| top);
    release.hidden == Some(false) || round_of_row.iter().any(under_stars)
}

/// How our own files are read: labels are texts, and the separator is known.
fn as_written(table: &Table, target: &Location) -> ReadOptions {
    let delimiter = match target.format {
        Format::Delimited { delimiter, .. } => Some(delimiter.unwrap_or(b',')),
        _ => None,
    };
    let columns = table.columns().iter();
    let types = columns.map(|column| (column.name().to_owned(), ValueType::Text)).collect();
    ReadOptions { delimiter, types, ..ReadOptions::default() }
}

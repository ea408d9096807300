//! Everything that is reported about a release, asked of the other verbs.

use super::report::{EvidenceReport, JournalistRisk, Proof, Provenance, ReportedColumn};
use super::{limits, provenance};
use crate::attack::{Attack, AttackReport, KnowledgeRange, attack_described};
use crate::compare::{ColumnComparison, Compare, Comparison, Described, Release, compare_described};
use crate::recipe::usual_k;
use crate::recipe_file::{Population, Recipe};
use crate::risk::{Risk, risk};
use crate::verify::{Figure, is_too_large};
use crate::{Error, Result, json};
use lethe_data::{Context, Role};
use lethe_io::{Location, ReadOptions};
use std::path::Path;

/// The most columns that attackers who know some of them know.
const MOST_KNOWN: usize = 6;

/// What is reported on.
pub(super) struct Material<'a> {
    pub(super) original: &'a Location,
    /// The release, where it can be read.
    pub(super) released: Option<Release>,
    /// What the release is called.
    pub(super) released_name: String,
    /// How the original is read.
    pub(super) read: ReadOptions,
    pub(super) described: Described,
    pub(super) proof: Proof,
    /// Why there is no release to look at.
    pub(super) suppressed: Option<String>,
    pub(super) class: Option<String>,
    pub(super) k: Option<u64>,
    pub(super) date: Option<String>,
    pub(super) recipe_file: Option<&'a Path>,
}

/// Gathers the evidence. What memory is too small for is left out with a note.
///
/// **Errors**: a file cannot be read, the recipe does not fit, or the run was cancelled.
pub(super) fn gather(material: Material<'_>, context: &Context) -> Result<EvidenceReport> {
    let recipe = &material.described.recipe;
    let k = material.k.unwrap_or_else(|| usual_k(recipe)).max(2);
    let mut notes = material.proof.notes.clone();
    notes.extend(material.suppressed.clone());
    let is_readable = !material.original.is_standard_stream();
    if !is_readable && material.released.is_some() {
        notes.push(
            "the original came from standard input, which cannot be read again: nothing was compared or attacked".to_owned(),
        );
    }
    let released = material.released.as_ref().filter(|_| is_readable);
    let comparison = match released {
        Some(released) => {
            unless_too_large(compared(&material, released, k, &mut notes, context), "compared", &mut notes)?
        }
        None => None,
    };
    let attack = match (released, &comparison) {
        (Some(released), Some(found)) => {
            let tried = attacked(&material, released, found, k, context);
            unless_too_large(tried, "attacked", &mut notes)?.flatten()
        }
        _ => None,
    };
    let mut files = if is_readable {
        provenance::of_table("original", material.original, &material.original.name)?
    } else {
        Vec::new()
    };
    if let Some(released) = &material.released {
        files.extend(provenance::of_release(released, &material.released_name)?);
    }
    if let Some(file) = material.recipe_file {
        files.push(provenance::of_file("recipe", file, &file.display().to_string())?);
    }
    let journalist = journalist(&material, k, context)?;
    Ok(EvidenceReport {
        holds: material.proof.holds,
        original: material.original.name.clone(),
        released: material.released.as_ref().map(|_| material.released_name.clone()),
        columns: comparison
            .as_ref()
            .map_or_else(Vec::new, |found| found.columns.iter().map(published).collect()),
        journalist,
        limits: limits::of(recipe),
        provenance: Provenance {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            date: material.date.clone(),
            seed: context.seed(),
            files,
            recipe: json::value(recipe)?,
        },
        proof: material.proof,
        comparison,
        attack,
        notes,
    })
}

/// What was found; nothing and a note where memory is too small for it.
fn unless_too_large<T>(found: Result<T>, what: &str, notes: &mut Vec<String>) -> Result<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if is_too_large(&error) => {
            notes.push(format!("memory is too small for the tables to be {what}; give more with `memory`"));
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

fn compared(
    material: &Material<'_>,
    released: &Release,
    k: u64,
    notes: &mut Vec<String>,
    context: &Context,
) -> Result<Comparison> {
    let recipe = &material.described.recipe;
    let class =
        material.class.clone().or_else(|| with_role(recipe, Role::Sensitive).next().map(str::to_owned));
    let request = Compare {
        read: material.read.clone(),
        class,
        k: Some(k),
        ..Compare::of(material.original.clone(), released.clone())
    };
    match compare_described(&request, material.described.clone(), context) {
        // A class that nobody asked for need not be one that can be learned.
        Err(error @ Error::Learning(_)) if material.class.is_none() && error.limit().is_none() => {
            notes.push(
                "no classifier was trained: the sensitive column has too many values or too few records"
                    .to_owned(),
            );
            compare_described(&Compare { class: None, ..request }, material.described.clone(), context)
        }
        found => found,
    }
}

/// The attack of somebody who has the original's quasi-identifiers.
fn attacked(
    material: &Material<'_>,
    released: &Release,
    found: &Comparison,
    k: u64,
    context: &Context,
) -> Result<Option<AttackReport>> {
    let recipe = &material.described.recipe;
    let is_shown = |name: &str| found.columns.iter().any(|column| column.name == name && column.tables > 0);
    let columns: Vec<String> =
        with_role(recipe, Role::Quasi).filter(|name| is_shown(name)).map(str::to_owned).collect();
    let place = match released {
        Release::Compartments(folder) => Some(folder.as_path()),
        Release::Table(table) => table.path.as_deref(),
    };
    let (Some(place), false) = (place, columns.is_empty()) else { return Ok(None) };
    let released_read = material.described.released.as_ref();
    let is_same_delimiter = released_read.is_none_or(|read| read.delimiter == material.read.delimiter);
    let request = Attack {
        read: ReadOptions {
            // Found out for each file where they differ.
            delimiter: material.read.delimiter.filter(|_| is_same_delimiter),
            ..material.read.clone()
        },
        // Only its folder is looked in.
        recipe: Some(material.described.folder.join("recipe.toml")),
        knowledge: Some(KnowledgeRange::up_to(columns.len().min(MOST_KNOWN))),
        original: Some(material.original.clone()),
        columns,
        k: Some(k),
        ..Attack::of(place.to_string_lossy(), material.original.clone())
    };
    attack_described(&request, recipe, context).map(Some)
}

/// The risk of a journalist, where a model of the recipe names the population's records.
fn journalist(material: &Material<'_>, k: u64, context: &Context) -> Result<Option<JournalistRisk>> {
    let Described { recipe, folder, .. } = &material.described;
    let Some(file) = recipe.privacy.iter().find_map(|model| model.population_file()) else { return Ok(None) };
    let original = if material.original.is_standard_stream() {
        None
    } else {
        let population = Population::File(folder.join(file).display().to_string());
        let quasi = with_role(recipe, Role::Quasi).map(str::to_owned).collect();
        let read = crate::recipe::with_recipe(material.read.clone(), recipe);
        let request =
            Risk { read, k, population: Some(population), ..Risk::of(material.original.clone(), quasi) };
        match risk(&request, context) {
            Ok(found) => found.journalist,
            // A population that does not hold the table's records is the models' affair.
            Err(Error::Request(_)) => None,
            Err(error) => return Err(error),
        }
    };
    let smallest = material.proof.models.iter().filter(|model| model.model == "k-map").find_map(|model| {
        match model.achieved {
            Some(Figure::Whole(alike)) if alike > 0 => Some(1.0 / alike as f64),
            Some(Figure::Real(alike)) if alike > 0.0 => Some(1.0 / alike),
            _ => None,
        }
    });
    Ok(Some(JournalistRisk { original, released_max: smallest }))
}

fn with_role(recipe: &Recipe, role: Role) -> impl Iterator<Item = &str> {
    recipe.columns.iter().filter(move |(_, column)| column.role == Some(role)).map(|(name, _)| name.as_str())
}

fn published(column: &ColumnComparison) -> ReportedColumn {
    ReportedColumn {
        name: column.name.clone(),
        role: column.role.clone(),
        published: column.tables > 0,
        levels: column.levels,
        example: column.example.clone(),
        missing: column.missing.released,
    }
}

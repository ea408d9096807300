//! From what a recipe demands to models that can be asked about classes.
//!
//! A recipe names columns, files and values; models know slots, codes and distributions. Here the two are brought
//! together, with everything checked that needs the data: columns exist and have one role, values occur, a population
//! holds the table. `verify` calls it with a released table, `anonymize` with the original one.

mod attackers;
pub mod flags;
mod models;
mod order;
mod population;
mod sense;
mod sensitive;
mod spelling;

use crate::recipe_file::{ColumnRecipe, PrivacyModel};
use crate::{Error, Result, error::in_file};
pub(crate) use attackers::bounded;
use lethe_data::{Context, Table, ValueType};
use lethe_io::{Location, ReadOptions};
use lethe_models::privacy::Requirements;
pub(crate) use population::Generalized;
pub(crate) use sense::in_one_spelling;
use sensitive::Sensitive;
use std::collections::HashSet;
use std::path::Path;

/// The table that models are for, and what they may need besides.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The table.
    pub table: &'a Table,
    /// Where it was read from, for messages.
    pub data: &'a Location,
    /// The quasi-identifying columns, by position.
    pub quasi: &'a [usize],
    /// The table whose distributions classes are held against, where it is not the table itself: the original of a
    /// release, with its place.
    pub reference: Option<(&'a Table, &'a Location)>,
    /// What is said about columns: their types, hierarchies and orders are used.
    pub columns: &'a [(String, ColumnRecipe)],
    /// The types of columns that come before those.
    pub types: &'a [(String, ValueType)],
    /// Where hierarchies and populations are looked for.
    pub folder: &'a Path,
    /// How a population is read.
    pub read: &'a ReadOptions,
    /// Whether the table is a release: `*` withholds a sensitive value, suppressed records are in no population, and
    /// a population is generalized like the table.
    pub released: bool,
}

/// What a release must satisfy.
#[derive(Debug)]
pub struct Demand {
    /// The models.
    pub requirements: Requirements,
    /// For each model of the recipe, its place among the models as they are judged: those of classes first, then those
    /// of the whole release.
    pub places: Vec<usize>,
    /// For each slot, the code that the models know for each code of the table's column; see
    /// [`lethe_verify::Options::translations`]. `None`: the column's own codes.
    pub translations: Vec<Option<Vec<u32>>>,
    /// The population: the quasi-identifying columns in their order.
    pub population: Option<Table>,
}

/// Makes the models that a recipe demands.
///
/// **Errors**: a column is missing or both sensitive and quasi-identifying, a value to protect does not occur, no class
/// could satisfy a model, or the population lacks columns or records of the table; also what cannot be judged on one
/// table only.
pub fn requirements(models: &[PrivacyModel], subject: &Subject<'_>, context: &Context) -> Result<Demand> {
    demanded(models, subject, None, context)
}

/// Makes the models that a recipe demands of a release that was made by generalizing to known levels.
///
/// **Errors**: as [`requirements`].
pub(crate) fn requirements_on_levels(
    models: &[PrivacyModel],
    subject: &Subject<'_>,
    generalized: Generalized<'_>,
    context: &Context,
) -> Result<Demand> {
    demanded(models, subject, Some(generalized), context)
}

fn demanded(
    models: &[PrivacyModel],
    subject: &Subject<'_>,
    generalized: Option<Generalized<'_>>,
    context: &Context,
) -> Result<Demand> {
    let slots = Sensitive::all(models, subject)?;
    let population = population::load(models, subject, generalized, context)?;
    let mut requirements = Requirements::default();
    let mut made = Vec::new();
    for model in models {
        made.push(models::add(model, subject, &slots, &mut requirements, context)?);
    }
    let classes = requirements.classes.len();
    let places = made.into_iter().map(|place| place.among(classes)).collect();
    requirements.sensitive = slots.iter().map(|slot| slot.position).collect();
    let translations = slots.into_iter().map(|slot| slot.translation).collect();
    Ok(Demand { requirements, places, translations, population })
}

impl Subject<'_> {
    fn position(&self, name: &str) -> Result<usize> {
        Ok(self.table.position(name).map_err(in_file(self.data))?)
    }

    fn column_recipe(&self, name: &str) -> Option<&ColumnRecipe> {
        self.columns.iter().find(|(known, _)| known == name).map(|(_, recipe)| recipe)
    }

    /// The type that somebody declared for a column; `None` where it was inferred.
    fn declared_type(&self, name: &str) -> Option<ValueType> {
        let given = self.types.iter().rev().find(|(known, _)| known == name).map(|(_, given)| *given);
        given.or_else(|| self.column_recipe(name)?.value_type)
    }
}

/// The positions of columns named as quasi-identifying.
///
/// **Errors**: a name is unknown or given twice.
pub fn quasi_positions(table: &Table, names: &[String], data: &Location) -> Result<Vec<usize>> {
    let positions = table.positions(names.iter().map(String::as_str)).map_err(in_file(data))?;
    let mut seen = HashSet::new();
    match names.iter().find(|name| !seen.insert(name.as_str())) {
        Some(name) => Err(Error::Request(format!("column '{name}' is named twice as quasi-identifying"))),
        None => Ok(positions),
    }
}

#[cfg(test)]
mod tests;

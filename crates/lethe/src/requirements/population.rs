//! The population that the table is a part of.

use super::Subject;
use crate::{Error, Result, error::in_file};
use lethe_data::hierarchy::{BoundHierarchy, ROOT, UnknownValues};
use lethe_data::{Codes, Column, Context, Dictionary, Table};
use lethe_io::recipe::{Population, PrivacyModel};
use lethe_io::{Location, read_table};
use std::sync::Arc;

/// Reads the population that models name: the quasi-identifying columns in their order, on the levels of the table.
///
/// **Errors**: two models name different files, a column is missing, or the population lacks people of the table.
pub(super) fn load(
    models: &[PrivacyModel],
    subject: &Subject<'_>,
    context: &Context,
) -> Result<Option<Table>> {
    let Some(name) = named_file(models)? else { return Ok(None) };
    let place = Location::parse(&subject.folder.join(name).display().to_string())?;
    let all = read_table(&place, subject.read, context)?;
    let names = subject.quasi.iter().map(|&column| subject.table.column(column).name());
    let mut population = all.project(&all.positions(names).map_err(in_file(&place))?);
    if subject.released {
        let alike = population.columns().iter().zip(subject.quasi);
        let alike =
            alike.map(|(column, &at)| on_the_level_of(subject.table.column(at), column, subject, &place));
        population = Table::new(alike.collect::<Result<_>>()?)?;
    }
    let lacking = lethe_verify::first_row_lacking(
        subject.table,
        subject.quasi,
        &population,
        subject.released,
        context,
    )?;
    if let Some(row) = lacking {
        return Err(Error::Request(format!(
            "{}: row {}: {} has fewer such people than the table; the table must be a part of its population",
            subject.data.name,
            row + 1,
            place.name
        )));
    }
    Ok(Some(population))
}

fn named_file(models: &[PrivacyModel]) -> Result<Option<&str>> {
    let mut named: Option<&str> = None;
    for model in models {
        let file = match model {
            PrivacyModel::DeltaPresence { population, .. }
            | PrivacyModel::KMap { population: Some(Population::File(population)), .. }
            | PrivacyModel::ReidentificationRisk { population: Some(Population::File(population)), .. } => {
                population.as_str()
            }
            _ => continue,
        };
        if named.is_some_and(|named| named != file) {
            return Err(Error::Request("the models name different populations; a table has one".to_owned()));
        }
        named = Some(file);
    }
    Ok(named)
}

/// The population's column generalized to the level of the hierarchy that the released values are on; unchanged where
/// no hierarchy is known.
fn on_the_level_of(
    released: &Column,
    column: &Column,
    subject: &Subject<'_>,
    place: &Location,
) -> Result<Column> {
    let Some(how) = subject.column_recipe(released.name()).and_then(|recipe| recipe.hierarchy.as_ref())
    else {
        return Ok(column.clone());
    };
    let hierarchy = crate::hierarchy::build(how, column, subject.folder)?;
    let fits = |level: &usize| {
        let labels: std::collections::HashSet<&str> = hierarchy.labels(*level).collect();
        released.dictionary().texts().all(|text| text == ROOT || labels.contains(text))
    };
    let only_root = released.nulls() == 0 && released.dictionary().texts().all(|text| text == ROOT);
    let level = if only_root { Some(hierarchy.height() - 1) } else { (0..hierarchy.height()).find(fits) };
    let Some(level) = level else {
        return Err(Error::Request(format!(
            "{}: column '{}': the values are on no one level of the column's hierarchy, so the population cannot be compared",
            subject.data.name,
            released.name()
        )));
    };
    if level == 0 {
        return Ok(column.clone());
    }
    let bound = hierarchy.bind(column, UnknownValues::Refuse).map_err(in_file(place))?;
    Ok(at_level(column, &bound, level))
}

fn at_level(column: &Column, bound: &BoundHierarchy, level: usize) -> Column {
    let labels: Vec<Option<&str>> = bound.codes(level).iter().map(|&node| bound.label(level, node)).collect();
    let dictionary = Dictionary::of_texts(labels.iter().flatten().copied());
    let null = dictionary.len() as u32;
    // Every label went into the dictionary.
    let codes: Vec<u32> =
        labels.iter().map(|label| label.and_then(|label| dictionary.find(label)).unwrap_or(null)).collect();
    let mut rows = Codes::with_capacity(dictionary.len() + 1, column.len());
    rows.extend_mapped(column.codes(), &codes);
    Column::new(column.name(), Arc::new(dictionary), rows)
}

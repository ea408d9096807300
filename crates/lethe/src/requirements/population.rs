//! The population that the table is a part of.

use super::Subject;
use crate::recipe_file::PrivacyModel;
use crate::{Error, Result, error::in_file};
use lethe_data::hierarchy::{BoundHierarchy, ROOT, UnknownValues};
use lethe_data::{Codes, Column, Context, Dictionary, Table};
use lethe_io::{Location, ReadOptions, read_table};
use std::sync::Arc;

/// How a release was made: the hierarchy and the level of each quasi-identifying column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Generalized<'a> {
    pub(crate) hierarchies: &'a [BoundHierarchy],
    pub(crate) levels: &'a [usize],
    /// What becomes of values that a hierarchy lacks.
    pub(crate) unknown: UnknownValues,
}

/// Reads the population that models name: the quasi-identifying columns in their order, on the levels of the table.
///
/// **Errors**: two models name different files, a column is missing, the population lacks records of the table, or it
/// cannot be reported on which level a released column is.
pub(super) fn load(
    models: &[PrivacyModel],
    subject: &Subject<'_>,
    generalized: Option<Generalized<'_>>,
    context: &Context,
) -> Result<Option<Table>> {
    let Some(name) = named_file(models)? else { return Ok(None) };
    let place = Location::parse(&subject.folder.join(name).display().to_string())?;
    let names: Vec<&str> = subject.quasi.iter().map(|&column| subject.table.column(column).name()).collect();
    // It need not have the table's other columns, whose types may be declared.
    let types = subject.read.types.iter().filter(|(name, _)| names.contains(&name.as_str())).cloned();
    let read = ReadOptions { types: types.collect(), ..subject.read.clone() };
    let all = read_table(&place, &read, context)?;
    let mut population = all.project(&all.positions(names).map_err(in_file(&place))?);
    if subject.released {
        let alike = population.columns().iter().zip(subject.quasi).enumerate();
        let alike = alike.map(|(place_of_column, (column, &at))| match generalized {
            Some(known) => known.apply(place_of_column, column, &place),
            None => on_the_level_of(subject.table.column(at), column, subject, &place, context),
        });
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
            "{}: row {}: {} has fewer such records than the table; the table must be a part of its population",
            subject.data.name,
            row + 1,
            place.name
        )));
    }
    Ok(Some(population))
}

fn named_file(models: &[PrivacyModel]) -> Result<Option<&str>> {
    let mut named: Option<&str> = None;
    for file in models.iter().filter_map(PrivacyModel::population_file) {
        if named.is_some_and(|named| named != file) {
            return Err(Error::Request("the models name different populations; a table has one".to_owned()));
        }
        named = Some(file);
    }
    Ok(named)
}

impl Generalized<'_> {
    fn apply(&self, at: usize, column: &Column, place: &Location) -> Result<Column> {
        let bound = self.hierarchies[at].hierarchy().bind(column, self.unknown).map_err(in_file(place))?;
        Ok(at_level(column, &bound, self.levels[at]))
    }
}

/// The population's column generalized to the level of the hierarchy that the released values are on; unchanged where
/// no hierarchy is known.
///
/// **Errors**: the values are on no level, or on several that put different records of the population beside them: a
/// label may be spelt like a value of another level.
fn on_the_level_of(
    released: &Column,
    column: &Column,
    subject: &Subject<'_>,
    place: &Location,
    context: &Context,
) -> Result<Column> {
    let only_root = released.nulls() == 0 && released.dictionary().texts().all(|text| text == ROOT);
    let Some(how) = subject.column_recipe(released.name()).and_then(|recipe| recipe.hierarchy.as_ref())
    else {
        return Ok(if only_root { nothing_told(column) } else { column.clone() });
    };
    let hierarchy = crate::hierarchy::build(how, column, subject.folder, context)?;
    let fits = |level: &usize| {
        let labels: std::collections::HashSet<&str> = hierarchy.labels(*level).collect();
        // On the top level there is no missing value.
        (released.nulls() == 0 || *level + 1 < hierarchy.height())
            && released.dictionary().texts().all(|text| text == ROOT || labels.contains(text))
    };
    let top = hierarchy.height() - 1;
    let levels: Vec<usize> = if only_root { vec![top] } else { (0..=top).filter(fits).collect() };
    let refused = |problem: &str| {
        let (file, name) = (&subject.data.name, released.name());
        Error::Request(format!(
            "{file}: column '{name}': {problem} of the column's hierarchy, so the population cannot be compared"
        ))
    };
    match levels[..] {
        [] => Err(refused("the values are on no one level")),
        [0] => Ok(column.clone()),
        [level, ref others @ ..] => {
            let bound = hierarchy.bind(column, UnknownValues::Refuse).map_err(in_file(place))?;
            let records = shown_as(released, &bound, level);
            let differs = |other: &&usize| shown_as(released, &bound, **other) != records;
            if let Some(other) = others.iter().find(differs) {
                return Err(refused(&format!("the values may be on level {level} or on level {other}")));
            }
            Ok(at_level(column, &bound, level))
        }
    }
}

/// For each value of the population, as which released value it is shown on a level; `None` for one that is not.
fn shown_as(released: &Column, bound: &BoundHierarchy, level: usize) -> Vec<Option<u32>> {
    let label = |&node: &u32| bound.label(level, node).and_then(|label| released.dictionary().find(label));
    bound.codes(level).iter().map(label).collect()
}

/// A column that shows nobody apart.
fn nothing_told(column: &Column) -> Column {
    let codes = Codes::from_iter_within(2, std::iter::repeat_n(0, column.len()));
    Column::new(column.name(), Arc::new(Dictionary::of_texts([ROOT])), codes)
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

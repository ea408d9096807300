//! What is attacked, and with what.

use super::Attack;
use super::compartments::places;
use super::reading::quasi_of;
use crate::error::in_file;
use crate::hierarchy::build;
use crate::recipe::with_null_words;
use crate::recipe_file::{HierarchyRecipe, Recipe};
use crate::requirements::in_one_spelling;
use crate::split_rows::patterns;
use crate::{Error, Result};
use lethe_attack::{Knowledge, Linked, QuasiColumns, Subject};
use lethe_data::label::Tolerance;
use lethe_data::{Column, Context, Hierarchy, Role, Table, TypeChoice};
use lethe_io::{Location, read_table};
use std::path::Path;

/// What somebody knows.
pub(super) struct Auxiliary {
    pub(super) table: Table,
    /// The hierarchy of each of its columns, where there is one.
    hierarchies: Vec<Option<Hierarchy>>,
    /// How far the values of each of its columns may be from the true ones.
    tolerances: Vec<Option<Tolerance>>,
    truth: Option<usize>,
}

impl Auxiliary {
    pub(super) fn read(request: &Attack, recipe: &Recipe, context: &Context) -> Result<Self> {
        let table = read_table(&request.known, &with_null_words(request.read.clone(), recipe), context)?;
        let table = with_types(table, request, recipe, context)?;
        for name in request.columns.iter().chain(&request.truth) {
            table.position(name).map_err(in_file(&request.known))?;
        }
        let truth = request.truth.as_deref().map(|name| table.position(name)).transpose()?;
        let hierarchies = table.columns().iter().map(|column| hierarchy(column, request, recipe, context));
        let hierarchies = hierarchies.collect::<Result<_>>()?;
        if let Some((name, _)) = request.hierarchies.iter().find(|(name, _)| table.position(name).is_err()) {
            table.position(name).map_err(in_file(&request.known))?;
        }
        let tolerances = tolerances(request, &table)?;
        Ok(Self { table, hierarchies, tolerances, truth })
    }

    /// What is known in some columns.
    pub(super) fn knowledge(&self, positions: &[usize]) -> Knowledge {
        let columns: Vec<&Column> = positions.iter().map(|&position| self.table.column(position)).collect();
        Knowledge::of(&columns, self.table.rows())
    }
}

/// The tolerance of each column of what is known.
fn tolerances(request: &Attack, table: &Table) -> Result<Vec<Option<Tolerance>>> {
    let mut tolerances = vec![None; table.columns().len()];
    for (name, text) in &request.tolerance {
        let at = table.position(name).map_err(in_file(&request.known))?;
        let tolerance = Tolerance::parse(text, table.column(at).value_type());
        let tolerance = tolerance
            .map_err(|problem| Error::Request(format!("`tolerance` of column '{name}': {problem}")))?;
        tolerances[at] = Some(tolerance);
    }
    Ok(tolerances)
}

/// The table with the types that the recipe gives to columns it has; those of flags were used for reading.
fn with_types(table: Table, request: &Attack, recipe: &Recipe, context: &Context) -> Result<Table> {
    let wanted = |column: &Column| {
        let is_given = request.read.types.iter().any(|(known, _)| known == column.name());
        let described = recipe.column(column.name()).filter(|_| !is_given)?;
        described.value_type.filter(|&wanted| wanted != column.value_type())
    };
    if !table.columns().iter().any(|column| wanted(column).is_some()) {
        return Ok(table);
    }
    let mut columns = table.columns().to_vec();
    drop(table);
    for column in &mut columns {
        if let Some(wanted) = wanted(column) {
            let cells = (0..column.len()).map(|row| column.text(row));
            *column = Column::from_texts(column.name(), cells, TypeChoice::Declared(wanted))
                .map_err(in_file(&request.known))?;
        }
    }
    Ok(Table::new(columns)?.with_memory(context.memory())?)
}

fn hierarchy(
    column: &Column,
    request: &Attack,
    recipe: &Recipe,
    context: &Context,
) -> Result<Option<Hierarchy>> {
    let folder = request.recipe.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
    let given = request.hierarchies.iter().find(|(name, _)| name == column.name());
    let described = recipe.column(column.name()).and_then(|column| column.hierarchy.as_ref());
    match (given, described) {
        // Nobody's value is known, so there is nothing to find under a label.
        _ if column.dictionary().is_empty() => Ok(None),
        (Some((_, file)), _) => {
            build(&HierarchyRecipe::File(file.clone()), column, Path::new(""), context).map(Some)
        }
        (None, Some(how)) => build(how, column, folder, context).map(Some),
        (None, None) => Ok(None),
    }
}

/// What is attacked.
#[derive(Clone, Copy)]
pub(super) enum Attacked<'a> {
    /// A table, or a folder of compartments.
    Release(&'a str),
    /// The table before it was anonymized.
    Original(&'a Location),
}

impl Attacked<'_> {
    fn name(&self) -> &str {
        match self {
            Self::Release(name) => name,
            Self::Original(place) => &place.name,
        }
    }

    /// Its tables with their names, and whether they are compartments.
    fn places(&self) -> Result<(Vec<(String, Location)>, bool)> {
        match *self {
            Self::Release(name) => places(name),
            Self::Original(place) => Ok((vec![(place.name.clone(), place.clone())], false)),
        }
    }
}

/// A table that is attacked.
pub(super) struct Target {
    pub(super) name: String,
    pub(super) table: Table,
    /// Pairs of a released and a known column.
    pairs: Vec<(usize, usize)>,
    /// For each column that is to be learned, its position.
    pub(super) sensitive: Vec<Option<usize>>,
    truth: Option<usize>,
    /// The columns in which suppressed records show nothing.
    quasi: QuasiColumns,
    pub(super) is_compartment: bool,
}

impl Target {
    /// Every table of the release, or of the original.
    ///
    /// **Errors**: a file cannot be read, a named column is in none of them, or none has a column that is known.
    pub(super) fn all(
        request: &Attack,
        of: Attacked<'_>,
        recipe: &Recipe,
        auxiliary: &Auxiliary,
        sensitive: &[String],
        context: &Context,
    ) -> Result<Vec<Self>> {
        let (places, is_compartment) = of.places()?;
        let read = request.read.for_other_table();
        let mut targets = Vec::with_capacity(places.len());
        // What is identifying is not released, or under another name.
        let is_identifying =
            |name: &str| recipe.column(name).is_some_and(|column| column.role == Some(Role::Identifying));
        let is_known = |name: &str| {
            let is_named = if request.columns.is_empty() {
                !is_identifying(name) && !sensitive.iter().any(|other| other == name)
            } else {
                request.columns.iter().any(|other| other == name)
            };
            is_named && request.truth.as_deref() != Some(name)
        };
        let mut tables = Vec::with_capacity(places.len());
        for (name, place) in places {
            let table = read_table(&place, &read, context)?;
            let table = in_one_spelling(&table, sensitive)?;
            if is_compartment {
                tables.push((name, table, true));
            } else {
                tables.extend(parts(&name, table, context)?);
            }
        }
        let quasi = quasi_of(recipe);
        for (name, table, is_compartment) in tables {
            let released = table.columns().iter().enumerate().filter(|(_, column)| is_known(column.name()));
            let pair =
                |(at, column): (usize, &Column)| Some((at, auxiliary.table.position(column.name()).ok()?));
            targets.push(Self {
                name,
                pairs: released.filter_map(pair).collect(),
                sensitive: sensitive.iter().map(|name| table.position(name).ok()).collect(),
                truth: request.truth.as_deref().and_then(|name| table.position(name).ok()),
                quasi: match &quasi {
                    Some(quasi) => {
                        QuasiColumns::Named(positions(&table, &|name| quasi.iter().any(|q| q == name)))
                    }
                    None => QuasiColumns::Guessed(positions(&table, &|name| {
                        auxiliary.table.position(name).is_ok()
                            && !sensitive.iter().any(|other| other == name)
                            && request.truth.as_deref() != Some(name)
                    })),
                },
                is_compartment,
                table,
            });
        }
        let named = request.columns.iter().chain(request.truth.iter());
        let learned = request.sensitive.iter();
        for name in named.chain(learned) {
            let has = |target: &Self| target.table.position(name).is_ok();
            if !targets.iter().any(has) {
                return Err(missing(name, of.name(), &targets));
            }
        }
        if targets.iter().all(|target| target.pairs.is_empty()) {
            return Err(Error::Request(format!(
                "{}: no column is known: {} has none of the same name{}",
                of.name(),
                request.known.name,
                if sensitive.is_empty() { "" } else { " that is not sensitive" }
            )));
        }
        let is_compared = |name: &String| targets.iter().any(|target| target.known_columns().contains(name));
        if let Some((name, _)) = request.tolerance.iter().find(|(name, _)| !is_compared(name)) {
            return Err(Error::Request(format!("`tolerance`: column '{name}' is not compared")));
        }
        Ok(targets)
    }

    /// What is linked with what; `None` where nothing of the table is known.
    pub(super) fn subject<'a>(&'a self, auxiliary: &'a Auxiliary) -> Option<Subject<'a>> {
        let linked = |&(released, known): &(usize, usize)| Linked {
            released,
            known,
            hierarchy: auxiliary.hierarchies[known].as_ref(),
            tolerance: auxiliary.tolerances[known],
        };
        (!self.pairs.is_empty()).then(|| Subject {
            released: &self.table,
            known: &auxiliary.table,
            columns: self.pairs.iter().map(linked).collect(),
            sensitive: self.sensitive.iter().flatten().copied().collect(),
            truth: self.truth.zip(auxiliary.truth),
            quasi: self.quasi.clone(),
        })
    }

    /// The same with other records, of whom nothing is learned but whether they are in the release; `None` where nothing of
    /// the table is known of them.
    pub(super) fn subject_of<'a>(
        &'a self,
        others: &'a Table,
        auxiliary: &'a Auxiliary,
    ) -> Option<Subject<'a>> {
        let linked = |&(released, known): &(usize, usize)| {
            Some(Linked {
                released,
                known: others.position(self.table.column(released).name()).ok()?,
                hierarchy: auxiliary.hierarchies[known].as_ref(),
                tolerance: auxiliary.tolerances[known],
            })
        };
        let columns: Vec<Linked<'a>> = self.pairs.iter().filter_map(linked).collect();
        (!columns.is_empty()).then(|| Subject {
            released: &self.table,
            known: others,
            columns,
            sensitive: Vec::new(),
            truth: None,
            quasi: self.quasi.clone(),
        })
    }

    /// The positions of its known columns, among what is known.
    pub(super) fn known_positions(&self) -> impl Iterator<Item = usize> {
        self.pairs.iter().map(|&(_, known)| known)
    }

    /// The names of the columns that are compared.
    pub(super) fn known_columns(&self) -> Vec<String> {
        self.pairs.iter().map(|&(released, _)| self.table.column(released).name().to_owned()).collect()
    }
}

/// A table, or, where some of its rows are split, a table for each set of columns that rows show: rows with `n/a` are no
/// records, and several of them are one person.
fn parts(name: &str, table: Table, context: &Context) -> Result<Vec<(String, Table, bool)>> {
    let patterns = patterns(&table, context)?;
    if patterns.iter().all(|(shown, _)| shown.len() == table.columns().len()) {
        return Ok(vec![(name.to_owned(), table, false)]);
    }
    let mut parts = Vec::with_capacity(patterns.len());
    for (shown, rows) in patterns.into_iter().filter(|(shown, _)| !shown.is_empty()) {
        let names: Vec<&str> = shown.iter().map(|&column| table.column(column).name()).collect();
        let called = format!("{name} ({})", names.join(", "));
        parts.push((called, table.project(&shown).select(&rows)?, true));
    }
    Ok(parts)
}

/// The columns with such names.
fn positions(table: &Table, is: &dyn Fn(&str) -> bool) -> Vec<usize> {
    (0..table.columns().len()).filter(|&at| is(table.column(at).name())).collect()
}

fn missing(name: &str, released: &str, targets: &[Target]) -> Error {
    let names = targets.iter().flat_map(|target| target.table.columns()).map(Column::name);
    let suggestion = lethe_data::similar::closest(name, names).map(str::to_owned);
    let source = lethe_data::Error::UnknownColumn { name: name.to_owned(), suggestion };
    lethe_io::Error::Table { file: released.to_owned(), source }.into()
}

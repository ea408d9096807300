//! What elimination needs besides what the user says: the model that it makes hold, hierarchies, noise.

use super::Knowledge;
use crate::anonymize::others::refuse_recognised;
use crate::anonymize::{Anonymize, Identifying, Others};
use crate::hierarchy::build;
use crate::recipe::with_recipe;
use crate::recipe_file::{Alone, ColumnRecipe, MethodName, Perturbation};
use crate::{Error, Result};
use lethe_data::hierarchy::UnknownValues;
use lethe_data::hierarchy::make::{Groups, groups};
use lethe_data::{Column, Context, Role, Table, ValueType};
use lethe_io::read_table;
use lethe_transform::eliminate::noise::{Noise, disturb};

/// Groups of about equally many records that ordered values without a hierarchy are put into first.
const GROUPS: usize = 64;
/// How strong noise is when nothing is said.
const AMOUNT: f64 = 0.05;

/// A request made complete, and the table.
pub(super) struct Prepared {
    pub(super) request: Anonymize,
    pub(super) table: Table,
    /// The table before noise, where there is any.
    pub(super) original: Option<Table>,
}

/// Reads the table and completes the request.
///
/// **Errors**: the table cannot be read, or the recipe does not fit it.
pub(super) fn prepare(request: &Anonymize, knowledge: Knowledge, context: &Context) -> Result<Prepared> {
    let parts_columns =
        matches!(request.recipe.search.method.name(), MethodName::Compartment | MethodName::Compose);
    if parts_columns && matches!(request.identifying, Identifying::Pseudonym(_)) {
        return Err(Error::Request(
            "a pseudonym would single everybody out in every compartment; leave identifying columns out"
                .to_owned(),
        ));
    }
    let mut request = request.clone();
    let read = with_recipe(request.read.clone(), &request.recipe);
    let table = read_table(&request.data, &read, context)?;
    if request.others != Others::Drop {
        refuse_recognised(&request, &table, context)?;
    }
    name_roles(&mut request, &table)?;
    let quasi = quasi(&request, &table)?;
    let knowledge = Knowledge { max_size: knowledge.max_size.map(|size| size.min(quasi.len())), ..knowledge };
    request.recipe.privacy = vec![knowledge.model()];
    let disturbed = disturbed(&request, &table, &quasi, context)?;
    let (table, original) = match disturbed {
        Some(disturbed) => {
            check_hierarchies(&request, &table, &disturbed, &quasi, context)?;
            (disturbed, Some(table))
        }
        None => (table, None),
    };
    if generalizes(&request) {
        add_hierarchies(&mut request, &table, &quasi, context)?;
    }
    Ok(Prepared { request, table, original })
}

/// Calls the columns quasi-identifying that take part, and leaves out those without a role where the request says so.
fn name_roles(request: &mut Anonymize, table: &Table) -> Result<()> {
    let method = request.recipe.search.method.name();
    let roles = |wanted: Role| request.recipe.columns.iter().any(|(_, column)| column.role == Some(wanted));
    let any_quasi = roles(Role::Quasi);
    for column in table.columns() {
        let role = request.recipe.column(column.name()).and_then(|column| column.role);
        let role = match (role, request.others) {
            (None, Others::Drop) => Role::Identifying,
            (role, _) if method.treats(role, any_quasi) => Role::Quasi,
            _ => continue,
        };
        let described = request.recipe.columns.iter_mut().find(|(name, _)| name == column.name());
        if let Some((_, described)) = described {
            described.role = Some(role);
        } else {
            let described = ColumnRecipe { role: Some(role), ..ColumnRecipe::default() };
            request.recipe.columns.push((column.name().to_owned(), described));
        }
    }
    // A recipe may name columns that the table does not have.
    table.positions(request.recipe.columns.iter().map(|(name, _)| name.as_str()))?;
    Ok(())
}

fn quasi(request: &Anonymize, table: &Table) -> Result<Vec<usize>> {
    let quasi = request.recipe.columns.iter().filter(|(_, column)| column.role == Some(Role::Quasi));
    let mut positions = table.positions(quasi.map(|(name, _)| name.as_str()))?;
    positions.sort_unstable();
    Ok(positions)
}

fn generalizes(request: &Anonymize) -> bool {
    let search = &request.recipe.search;
    match search.method.name() {
        MethodName::Generalize | MethodName::Compose => true,
        MethodName::Compartment => search.method.keys().alone == Some(Alone::Generalize),
        _ => false,
    }
}

/// Ordered columns without a hierarchy get groups of about equally many records, put together two by two.
fn add_hierarchies(request: &mut Anonymize, table: &Table, quasi: &[usize], context: &Context) -> Result<()> {
    for &position in quasi {
        let column = table.column(position);
        let described = request.recipe.column(column.name()).is_some_and(|column| column.hierarchy.is_some());
        let given = described || request.hierarchies.iter().any(|(name, _)| name == column.name());
        let ordered = column.value_type().is_numeric()
            || matches!(column.value_type(), ValueType::Date | ValueType::DateTime);
        if given || !ordered || column.dictionary().len() < 3 {
            continue;
        }
        let hierarchy = groups(column, Groups { count: GROUPS, merge: true }, context)?;
        request.hierarchies.push((column.name().to_owned(), hierarchy));
    }
    Ok(())
}

/// **Errors**: noise made values that the hierarchy of a column lacks, though it has all values of the table.
fn check_hierarchies(
    request: &Anonymize,
    table: &Table,
    disturbed: &Table,
    quasi: &[usize],
    context: &Context,
) -> Result<()> {
    if request.unknown == UnknownValues::Suppress {
        return Ok(());
    }
    for &position in quasi {
        let column = disturbed.column(position);
        let name = column.name();
        let given = request.hierarchies.iter().find(|(known, _)| known == name);
        let described = request.recipe.column(name).and_then(|column| column.hierarchy.as_ref());
        let hierarchy = match (given, described) {
            (Some((_, hierarchy)), _) => hierarchy.clone(),
            (None, Some(how)) => build(how, column, &request.folder, context)?,
            (None, None) => continue,
        };
        let lacks = |column: &Column| hierarchy.missing_rows(column).first_row().is_some();
        if lacks(column) && !lacks(table.column(position)) {
            let perturbation = request.recipe.search.method.keys().perturbation.unwrap_or_default();
            return Err(Error::Request(format!(
                "column '{name}': the perturbation '{perturbation}' makes values that the column's hierarchy does not have; \
                 leave out the hierarchy, describe one that fits any value, such as {{ intervals = [10, 100] }}, or choose \
                 the perturbation neighbour or rank-swap"
            )));
        }
    }
    Ok(())
}

/// The table with noise on its numbers, where the recipe asks for it.
fn disturbed(
    request: &Anonymize,
    table: &Table,
    quasi: &[usize],
    context: &Context,
) -> Result<Option<Table>> {
    let search = &request.recipe.search;
    let amount = search.method.keys().amount.map_or(AMOUNT, lethe_data::Decimal::to_f64);
    let noise = match search.method.keys().perturbation.unwrap_or_default() {
        Perturbation::Neighbour => return Ok(None),
        Perturbation::Rounding => Noise::Rounding(amount),
        Perturbation::RankSwap => Noise::RankSwap(amount),
        Perturbation::Additive => Noise::Additive(amount),
        Perturbation::Multiplicative => Noise::Multiplicative(amount),
    };
    let is_kept = |name: &str| request.recipe.column(name).is_some_and(|column| column.keep);
    let changing = quasi.iter().copied().filter(|&position| !is_kept(table.column(position).name()));
    let mut columns: Vec<Column> = table.columns().to_vec();
    for (position, column) in disturb(table, &changing.collect::<Vec<_>>(), noise, context.seed())? {
        columns[position] = column;
    }
    let disturbed = Table::new(columns)?;
    Ok(Some(match table.weights() {
        Some(weights) => disturbed.with_weights(weights.to_vec())?,
        None => disturbed,
    }))
}

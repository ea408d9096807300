//! The part that each column plays.

use crate::recipe_file::Recipe;
use crate::{Error, Result};
use lethe_data::{Role, Table};

/// The columns of a table by the part they play, by position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Roles {
    pub(super) identifying: Vec<usize>,
    pub(super) quasi: Vec<usize>,
    pub(super) sensitive: Vec<usize>,
    /// Columns without a role of which it is not yet decided what becomes of them.
    pub(super) unnamed: Vec<usize>,
    /// Columns without a role that are left out.
    pub(super) dropped: Vec<usize>,
    /// Columns that suppressed records may show.
    pub(super) shown_suppressed: Vec<usize>,
}

impl Roles {
    /// The columns that are not published, where identifying columns get pseudonyms or not.
    pub(super) fn left_out(&self, has_pseudonyms: bool) -> Vec<usize> {
        let identifying = if has_pseudonyms { &[] } else { self.identifying.as_slice() };
        identifying.iter().chain(&self.dropped).copied().collect()
    }

    /// Sorts the columns. One that a model protects is sensitive without being called so.
    ///
    /// **Errors**: a column is unknown, no column is quasi-identifying, or a model protects a column of another role.
    pub(super) fn of(table: &Table, recipe: &Recipe) -> Result<Self> {
        let mut role_of: Vec<Option<Role>> = vec![None; table.columns().len()];
        for (name, column) in &recipe.columns {
            let position = table.position(name)?;
            role_of[position] = column.role.or(role_of[position]);
        }
        if role_of.iter().all(Option::is_none) {
            return Err(Error::Request(
                "no column has a role; name the quasi-identifying ones with `quasi` or in the recipe \
                 (`lethe inspect` suggests roles)"
                    .to_owned(),
            ));
        }
        for model in &recipe.privacy {
            let Some(name) = model.column() else { continue };
            let role = &mut role_of[table.position(name)?];
            match role {
                None => *role = Some(Role::Sensitive),
                Some(Role::Sensitive) => {}
                Some(other) => {
                    let model = model.name();
                    return Err(Error::Request(format!(
                        "column '{name}' cannot be {other} and sensitive at once: {model} protects it"
                    )));
                }
            }
        }
        let mut roles = Self::default();
        for (position, role) in role_of.into_iter().enumerate() {
            match role {
                Some(Role::Identifying) => roles.identifying.push(position),
                Some(Role::Quasi) => roles.quasi.push(position),
                Some(Role::Sensitive) => roles.sensitive.push(position),
                Some(Role::Insensitive) => {}
                None => roles.unnamed.push(position),
            }
        }
        if roles.quasi.is_empty() {
            let problem = "no column is quasi-identifying; name at least one with `quasi` or in the recipe";
            return Err(Error::Request(problem.to_owned()));
        }
        for name in recipe.search.method.keys().suppressed_shows.iter().flatten() {
            let position = table.position(name)?;
            let role = match position {
                _ if roles.quasi.contains(&position) => "quasi-identifying",
                _ if roles.identifying.contains(&position) => "identifying",
                _ => {
                    roles.shown_suppressed.push(position);
                    continue;
                }
            };
            let problem = format!("column '{name}' is {role}; suppressed records never show it");
            return Err(Error::Request(format!("{problem}: leave it out of suppressed_shows")));
        }
        Ok(roles)
    }
}

//! What a recipe says about a column that the column's role or the method does not use.
//!
//! Such a key is refused: whoever bounds the levels of a card number expects that it is not published as it is.

use crate::fitting::only_goes_with;
use crate::{ColumnRecipe, MethodName, ModelFamily, Recipe};
use lethe_data::Role;

/// A column, its key without effect, and why it is refused.
type Idle<'a> = (&'a str, &'static str, String);

impl<M: ModelFamily, Q> Recipe<M, Q> {
    /// The first key of a column that its role leaves without effect. Columns without a role are not looked at: a flag
    /// may give them one.
    pub fn idle_column_key(&self) -> Option<Idle<'_>> {
        self.idle_keep().or_else(|| self.columns.iter().find_map(|column| self.idle_bound(column, false)))
    }

    /// The same when everything is said, for columns without a role as well.
    pub fn idle_column_key_in_the_end(&self) -> Option<Idle<'_>> {
        let columns = &self.columns;
        self.idle_keep()
            .or_else(|| columns.iter().find_map(|column| self.idle_bound(column, true)))
            .or_else(|| self.idle_order())
    }

    /// The first column with an order that no model asks for.
    pub fn idle_order(&self) -> Option<Idle<'_>> {
        let asks = |model: &M, name: &str| {
            model.column() == Some(name) && (model.spec().uses_order)(model.parameters())
        };
        let mut orders = self.columns.iter().filter(|(_, column)| column.order.is_some());
        let (name, _) = orders.find(|(name, _)| !self.privacy.iter().any(|model| asks(model, name)))?;
        let problem =
            "does nothing without t-closeness of this column with distance = \"ordered\"; leave it out";
        Some((name, "order", problem.to_owned()))
    }

    /// The first column that is to be kept where nothing heeds that.
    pub fn idle_keep(&self) -> Option<Idle<'_>> {
        let (name, column) = self.columns.iter().find(|(_, column)| {
            column.keep && (!self.search.method.name().eliminates() || column.role == Some(Role::Identifying))
        })?;
        let problem = if column.role == Some(Role::Identifying) {
            "does not go with role = \"identifying\": such a column is never published as it is".to_owned()
        } else {
            only_goes_with("method", MethodName::ELIMINATIONS, self.search.method.name())
        };
        Some((name, "keep", problem))
    }

    /// A key about generalizing a column that is not generalized.
    fn idle_bound<'a>(&self, (name, column): &'a (String, ColumnRecipe), all_said: bool) -> Option<Idle<'a>> {
        let protected = self.privacy.iter().any(|model| model.column() == Some(name.as_str()));
        let role = column.role.or(protected.then_some(Role::Sensitive));
        let any_quasi = self.columns.iter().any(|(_, column)| column.role == Some(Role::Quasi));
        if self.search.method.name().treats(role, any_quasi) || (column.role.is_none() && !all_said) {
            return None;
        }
        let keys = [
            ("min_level", column.min_level.is_some()),
            ("max_level", column.max_level.is_some()),
            // A sensitive column may have a hierarchy, which says how far apart its values are.
            ("hierarchy", column.hierarchy.is_some() && role != Some(Role::Sensitive)),
            ("weight", column.weight.is_some()),
        ];
        let (key, _) = keys.into_iter().find(|(_, given)| *given)?;
        let of = role.map_or("a column without a role".to_owned(), |role| format!("role = \"{role}\""));
        let problem = format!(
            "does nothing for {of}: only quasi-identifying columns are generalized; write role = \"quasi\", or leave {key} out"
        );
        Some((name, key, problem))
    }
}

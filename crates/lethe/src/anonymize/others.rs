//! Columns without a role.
//!
//! Whoever forgets to name a column must not publish it by that. A column without a role is refused unless the request says what becomes of
//! all of them, and one that looks like a direct identifier is published only where it is named.

use super::Anonymize;
use super::roles::Roles;
use crate::parts::first_block;
use crate::recipe::with_recipe;
use crate::{Error, Result};
use lethe_data::wording::counted;
use lethe_data::{Context, Role, Table};
use lethe_discovery::{ColumnProfile, ProfileOptions, profile};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What becomes of columns without a role.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Others {
    /// The table is refused, with the role that each should have.
    #[default]
    Refuse,
    /// They are left out.
    Drop,
    /// They are published as they are, unless one looks like a direct identifier.
    Keep,
}

/// The roles in the order in which they are listed, with the settings that give them.
const SETTINGS: [(Role, &str); 4] = [
    (Role::Identifying, "`identifiers`"),
    (Role::Quasi, "`quasi`"),
    (Role::Sensitive, "`sensitive`"),
    (Role::Insensitive, "`insensitive`"),
];

impl Others {
    /// Drops or keeps the columns without a role, and reports what was done.
    ///
    /// **Errors**: there are some and they are refused, or one that looks like a direct identifier would be published.
    pub(super) fn settle(
        self,
        request: &Anonymize,
        table: &Table,
        is_stand_in: bool,
        roles: &mut Roles,
        context: &Context,
    ) -> Result<Option<String>> {
        let unnamed = std::mem::take(&mut roles.unnamed);
        if unnamed.is_empty() {
            return Ok(None);
        }
        let names: Vec<String> =
            unnamed.iter().map(|&position| table.column(position).name().to_owned()).collect();
        if self == Self::Drop {
            roles.dropped.extend(unnamed);
            let columns = counted(names.len() as u64, "column");
            return Ok(Some(format!("{columns} without a role left out: {}", quoted(&names))));
        }
        let read = with_recipe(request.read.clone(), &request.recipe);
        // A stand-in does not hold the values of these columns; the first rows of the file show what they are like.
        let sample = is_stand_in.then(|| first_block(&request.data, &read, context)).transpose()?.flatten();
        let looked_at = sample.as_ref().unwrap_or(table);
        let positions = looked_at.positions(names.iter().map(String::as_str))?;
        let options = ProfileOptions { standalone_threshold: 1.0, top_values: 0 };
        let profiles = profile(&looked_at.project(&positions), &options, context)?.columns;
        if self == Self::Refuse {
            return Err(refusal(request, &profiles));
        }
        let identifying: Vec<String> = profiles
            .iter()
            .filter(|column| column.role == Role::Identifying)
            .map(|column| column.name.clone())
            .collect();
        if !identifying.is_empty() {
            return Err(Error::Request(format!(
                "{}: {} without a role would be published and looks like a direct identifier: {}; leave it out with \
                 `identifiers` {}, or publish it by naming it with `insensitive`",
                request.data.name,
                counted(identifying.len() as u64, "column"),
                quoted(&identifying),
                identifying.join(",")
            )));
        }
        let columns = counted(names.len() as u64, "column");
        Ok(Some(format!("{columns} without a role published unchanged: {}", quoted(&names))))
    }
}

/// For methods that treat columns without a role as quasi-identifiers: names, numbers and addresses of persons are recognised and refused.
/// That a column has no two equal values is no reason, because rare values are suppressed there.
///
/// **Errors**: a column without a role holds direct identifiers.
pub(super) fn refuse_recognised(request: &Anonymize, table: &Table, context: &Context) -> Result<()> {
    let has_role = |name: &str| request.recipe.column(name).is_some_and(|column| column.role.is_some());
    let unnamed: Vec<usize> =
        (0..table.columns().len()).filter(|&at| !has_role(table.column(at).name())).collect();
    let options = ProfileOptions { standalone_threshold: 1.0, top_values: 0 };
    let profiles = profile(&table.project(&unnamed), &options, context)?.columns;
    let is_recognised =
        |column: &&ColumnProfile| column.kind.is_some_and(|kind| kind.role() == Role::Identifying);
    let names: Vec<String> =
        profiles.iter().filter(is_recognised).map(|column| column.name.clone()).collect();
    if names.is_empty() {
        return Ok(());
    }
    let has = if names.len() == 1 {
        "has no role and looks like a direct identifier"
    } else {
        "have no role and look like direct identifiers"
    };
    Err(Error::Request(format!(
        "{}: {} {has}: {}; leave out with `identifiers` {}, or name what the method is to treat with `quasi`",
        request.data.name,
        counted(names.len() as u64, "column"),
        quoted(&names),
        names.join(",")
    )))
}

/// One message with all columns, the role that each should have, and the settings that say so.
fn refusal(request: &Anonymize, profiles: &[ColumnProfile]) -> Error {
    let of_role = |role: Role| -> Vec<&str> {
        let columns = profiles.iter().filter(|column| column.role == role);
        columns.map(|column| column.name.as_str()).collect()
    };
    let settings: Vec<String> = SETTINGS
        .iter()
        .map(|&(role, setting)| (of_role(role), setting))
        .filter(|(names, _)| !names.is_empty())
        .map(|(names, setting)| format!("{setting} {}", names.join(",")))
        .collect();
    let has = if profiles.len() == 1 { "has" } else { "have" };
    Error::Request(format!(
        "{}: {} {has} no role and would be published unchanged; suggested roles: {}; or leave them out with `others` drop",
        request.data.name,
        counted(profiles.len() as u64, "column"),
        settings.join(" ")
    ))
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ")
}

//! The first reading of the input.

use super::ENCODED;
use super::state::new_subfolder;
use crate::Result;
use crate::anonymize::Anonymize;
use crate::anonymize::roles::Roles;
use lethe_data::{Column, Context, Table, TypeChoice};
use lethe_io::{ReadOptions, SpilledTable, Workspace};

/// The columns that groups and models look at, encoded onto disk.
pub(super) fn encoded(
    request: &Anonymize,
    names: &[String],
    read: &ReadOptions,
    state: &mut Workspace,
    context: &Context,
) -> Result<SpilledTable> {
    if state.is_done(ENCODED) {
        return Ok(SpilledTable::open(&state.path("input"), context)?);
    }
    let folder = new_subfolder(&state.path("input"))?;
    let empty = |name: &String| Column::from_texts(name, [], TypeChoice::Infer);
    let empty = Table::new(names.iter().map(empty).collect::<Result<_, _>>()?)?;
    let roles = Roles::of(&empty, &request.recipe)?;
    let kept = roles.quasi.iter().chain(&roles.sensitive).map(|&position| names[position].clone()).collect();
    let input = SpilledTable::create(
        &request.data,
        &ReadOptions { columns: Some(kept), ..read.clone() },
        &folder,
        context,
    )?;
    state.done(ENCODED, "")?;
    Ok(input)
}

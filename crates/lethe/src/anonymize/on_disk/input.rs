//! The first reading of the input.

use super::ENCODED;
use super::state::new_subfolder;
use crate::anonymize::Anonymize;
use crate::anonymize::roles::Roles;
use crate::{Error, Result};
use lethe_data::wording::counted;
use lethe_data::{Column, Context, Table, TypeChoice};
use lethe_io::{ReadOptions, SpilledTable, Workspace, stream_table};

/// The names of the input's columns.
pub(super) fn column_names(request: &Anonymize, context: &Context) -> Result<Vec<String>> {
    /// Ends the stream after its first block.
    enum End {
        Seen(Vec<String>),
        Failed(lethe_io::Error),
    }
    impl From<lethe_io::Error> for End {
        fn from(error: lethe_io::Error) -> Self {
            Self::Failed(error)
        }
    }
    let seen = stream_table(&request.data, &request.read, context, |block: &Table| {
        Err::<(), _>(End::Seen(block.columns().iter().map(|column| column.name().to_owned()).collect()))
    });
    match seen {
        Err(End::Seen(names)) => Ok(names),
        Err(End::Failed(error)) => Err(error.into()),
        Ok(()) => Ok(Vec::new()),
    }
}

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
    let folder = new_subfolder(state, "input")?;
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

/// A row of the stand-in is not a row of the table.
pub(super) fn without_row(error: Error) -> Error {
    match error {
        Error::Io(lethe_io::Error::Table {
            file,
            source: lethe_data::Error::NotInHierarchy { column, distinct, .. },
        }) => {
            let values = counted(distinct as u64, "value");
            Error::Request(format!("{file}: column '{column}': its hierarchy lacks {values} of the table"))
        }
        Error::Cells { file, column, problem, .. } => {
            Error::Cells { file, column, rows: String::new(), problem }
        }
        other => other,
    }
}

//! The whole story on generated data.

use crate::generate::{Generate, Generated, generate};
use crate::inspect::{Inspect, Inspection, inspect};
use crate::{Error, Result};
use lethe_data::Context;
use lethe_io::Location;
use lethe_synth::DataSet;
use schemars::JsonSchema;
use serde::Serialize;
use std::path::PathBuf;

const ROWS: u64 = 10_000;
const COLUMNS: usize = 20;

/// What the demonstration did.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Story {
    /// The folder that holds the generated files.
    pub folder: String,
    /// The table and hierarchies that were made.
    pub generated: Generated,
    /// What inspecting the table told.
    pub inspection: Inspection,
}

/// Generates a small health table and inspects it. The files go to `folder`, or to a new temporary folder that stays.
pub fn demo(folder: Option<PathBuf>, context: &Context) -> Result<Story> {
    let folder = match folder {
        Some(folder) => folder,
        None => temporary_folder()?,
    };
    let fail =
        |source| lethe_io::Error::File { file: folder.display().to_string(), action: "create", source };
    std::fs::create_dir_all(&folder).map_err(fail)?;
    let file = folder.join("health.csv");
    let name = file.to_str().ok_or_else(|| Error::Request("the folder's name is not UTF-8".to_owned()))?;
    let data = Location::parse(name)?;
    let request = Generate {
        data_set: DataSet::Health,
        rows: ROWS,
        columns: Some(COLUMNS),
        output: data.clone(),
        hierarchies: Some(folder.join("hierarchies")),
    };
    let generated = generate(&request, context)?;
    let inspection = inspect(&Inspect::of(data), context)?;
    Ok(Story { folder: folder.display().to_string(), generated, inspection })
}

fn temporary_folder() -> Result<PathBuf> {
    let fail = |source| lethe_io::Error::File { file: "(temporary folder)".into(), action: "create", source };
    Ok(tempfile::Builder::new().prefix("lethe-demo-").tempdir().map_err(fail)?.keep())
}

//! The whole story on generated data.

use crate::discover::{Details, Discover, Discovery, MinExposed, discover};
use crate::generate::{Generate, Generated, generate};
use crate::inspect::{Inspect, Inspection, inspect};
use crate::{Error, Result};
use lethe_data::{Context, Decimal};
use lethe_io::Location;
use lethe_synth::DataSet;
use schemars::JsonSchema;
use serde::Serialize;
use std::path::PathBuf;

const ROWS: u64 = 10_000;
const COLUMNS: usize = 20;
/// Small sets that expose many tell the story; the search takes a fraction of a second.
const MAX_SIZE: usize = 3;
const MIN_EXPOSED_PERCENT: i64 = 1;

/// What the demonstration did.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Story {
    /// The folder that holds the generated files.
    pub folder: String,
    /// The table and hierarchies that were made.
    pub generated: Generated,
    /// What inspecting the table told.
    pub inspection: Inspection,
    /// Which column sets single people out.
    pub discovery: Discovery,
}

/// Generates a small health table, inspects it, and finds its quasi-identifiers. The files go to `folder`, or to a new
/// temporary folder that stays.
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
    let inspection = inspect(&Inspect::of(data.clone()), context)?;
    let question = Discover {
        min_exposed: MinExposed::Share(Decimal::from(MIN_EXPOSED_PERCENT)),
        max_size: Some(MAX_SIZE),
        details: Details { coverage: true, ..Details::default() },
        ..Discover::of(data)
    };
    let discovery = discover(&question, context)?;
    Ok(Story { folder: folder.display().to_string(), generated, inspection, discovery })
}

fn temporary_folder() -> Result<PathBuf> {
    let fail = |source| lethe_io::Error::File { file: "(temporary folder)".into(), action: "create", source };
    Ok(tempfile::Builder::new().prefix("lethe-demo-").tempdir().map_err(fail)?.keep())
}

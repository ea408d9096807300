//! The whole story on generated data.

use crate::anonymize::{Anonymization, Anonymize, anonymize};
use crate::discover::{Details, Discover, Discovery, MinExposed, discover};
use crate::generate::{Generate, Generated, generate};
use crate::inspect::{Inspect, Inspection, inspect};
use crate::verify::{Verification, Verify, verify};
use crate::{Error, Result, recipe};
use lethe_data::{Context, Decimal, Role};
use lethe_io::{Location, write_atomically};
use lethe_synth::DataSet;
use schemars::JsonSchema;
use serde::Serialize;
use std::path::PathBuf;

const ROWS: u64 = 10_000;
const COLUMNS: usize = 20;
/// Small sets that expose many tell the story; the search takes a fraction of a second.
const MAX_SIZE: usize = 3;
const MIN_EXPOSED_PERCENT: i64 = 1;

const MODELS: &str = "[[privacy]]
model = \"k-anonymity\"
k = 5

[[privacy]]
model = \"l-diversity\"
column = \"disease_1\"
variant = \"distinct\"
l = 3

[search]
suppression_limit = 0.05
";

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
    /// The recipe that was made from the suggested roles.
    pub recipe: String,
    /// How the table was made safe.
    pub anonymization: Anonymization,
    /// What the verifier says about the published file.
    pub verification: Verification,
}

/// Generates a small health table, inspects it, finds its quasi-identifiers, anonymizes it by the roles that inspecting
/// suggests, and verifies the release. The files go to `folder`, or to a new temporary folder that stays.
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
        ..Discover::of(data.clone())
    };
    let discovery = discover(&question, context)?;
    let recipe = folder.join("health.toml");
    write_atomically(&recipe, recipe_of(&inspection, &generated).as_bytes())?;
    let release = file.with_file_name("release.csv");
    let name = release.to_str().ok_or_else(|| Error::Request("the folder's name is not UTF-8".to_owned()))?;
    let release = Location::parse(name)?;
    let question = Anonymize {
        folder: folder.clone(),
        output: Some(release.clone()),
        ..Anonymize::of(data, recipe::load(&recipe)?)
    };
    let anonymization = anonymize(&question, context)?;
    let verification = verify(&Verify { recipe: Some(recipe.clone()), ..Verify::of(release) }, context)?;
    Ok(Story {
        folder: folder.display().to_string(),
        generated,
        inspection,
        discovery,
        recipe: recipe.display().to_string(),
        anonymization,
        verification,
    })
}

/// The roles that inspecting suggests, the hierarchies that were made, and two models.
fn recipe_of(inspection: &Inspection, generated: &Generated) -> String {
    let mut text = String::new();
    for column in &inspection.columns {
        text += &format!("[columns.{}]\nrole = \"{}\"\n", column.name, column.role);
        let is_made = generated.hierarchies.iter().any(|hierarchy| hierarchy.column == column.name);
        if column.role == Role::Quasi.name() && is_made {
            text += &format!("hierarchy = \"hierarchies/{}.csv\"\n", column.name);
        }
        text.push('\n');
    }
    text + MODELS
}

fn temporary_folder() -> Result<PathBuf> {
    let fail = |source| lethe_io::Error::File { file: "(temporary folder)".into(), action: "create", source };
    Ok(tempfile::Builder::new().prefix("lethe-demo-").tempdir().map_err(fail)?.keep())
}

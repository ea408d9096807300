//! The whole story on generated data.

mod folder;
mod recipes;
mod story;

pub use story::{Attacks, Compared, SplitColumns, Story};

use crate::anonymize::{Anonymize, anonymize};
use crate::attack::{Attack, AttackReport, attack};
use crate::compare::{Compare, HtmlOptions, Release, compare, html};
use crate::discover::{Details, Discover, MinExposed, discover};
use crate::generate::{Generate, generate};
use crate::inspect::{Inspect, Inspection, inspect};
use crate::verify::compartments::{VerifyCompartments, verify_compartments};
use crate::verify::{Verify, verify};
use crate::{Files, Result, recipe};
use folder::Folder;
use lethe_data::{Context, Decimal, Role};
use lethe_io::{Location, write_atomically};
use lethe_synth::DataSet;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

const ROWS: u64 = 10_000;
const COLUMNS: usize = 20;
/// Small sets that expose many show the story; the search takes a fraction of a second.
const MAX_SIZE: usize = 3;
const MIN_EXPOSED_PERCENT: i64 = 1;
/// What a model learns to show from the other columns.
const CLASS: &str = "gender";
/// What the attacker wants to learn.
const SECRET: &str = "disease_1";
/// Who is who, to score the attacker's claims on the original.
const TRUTH: &str = "patient_id";

/// The whole story.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Demo {
    /// Where its files go; to a new temporary folder when not given.
    #[serde(default)]
    pub folder: Option<PathBuf>,
}

impl Demo {
    /// The files that it leaves in its folder.
    pub fn files(&self) -> Files {
        files(self.folder.as_deref())
    }
}

/// Generates a small health table, inspects it, finds its quasi-identifiers and attacks it; then publishes it in two ways,
/// generalized by the roles that inspecting suggests and with its columns split; verifies both, compares both with the
/// original and attacks both. The files go to `folder`, or to a new temporary folder that stays.
///
/// **Errors**: a file cannot be written, or the run was cancelled; what is new in the folder is removed then.
pub fn demo(request: &Demo, context: &Context) -> Result<Story> {
    let folder = Folder::open(request.folder.clone())?;
    let data = folder.table("health.csv")?;
    let request = Generate {
        data_set: DataSet::Health,
        rows: ROWS,
        columns: Some(COLUMNS),
        output: data.clone(),
        hierarchies: Some(folder.path("hierarchies")),
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

    let quasi = inspection.columns.iter().filter(|column| column.role == Role::Quasi.name());
    let known: Vec<String> = quasi.map(|column| column.name.clone()).collect();
    let attacker = Attacker { data: &data, known };
    let original = attacker.meets(&folder.name("health.csv")?, Some(TRUTH), None, context)?;

    let by_levels = folder.path("health.toml");
    write_atomically(&by_levels, recipes::levels(&inspection, &generated).as_bytes())?;
    let release = folder.table("release.csv")?;
    let question = Anonymize {
        folder: folder.path(""),
        output: Some(release.clone()),
        ..Anonymize::of(data.clone(), recipe::load(&by_levels)?)
    };
    let anonymization = anonymize(&question, context)?;
    let verification =
        verify(&Verify { recipe: Some(by_levels.clone()), ..Verify::of(release.clone()) }, context)?;
    let question =
        Compare { recipe: Some(by_levels.clone()), ..Compare::of(data.clone(), Release::Table(release)) };
    let comparison = compared(&folder, "release", question, context)?;
    let split = part(&folder, &data, &inspection, context)?;
    let attacks = Attacks {
        original,
        release: attacker.meets(&folder.name("release.csv")?, None, Some(&by_levels), context)?,
        compartments: attacker.meets(&folder.name("compartments")?, None, None, context)?,
    };
    let recipe = by_levels.display().to_string();
    let shown = folder.shown();
    context.check_cancelled()?;
    folder.keep();
    Ok(Story {
        folder: shown,
        generated,
        inspection,
        discovery,
        recipe,
        anonymization,
        verification,
        comparison,
        split,
        attacks,
    })
}

/// The files that the demonstration leaves in a folder.
fn files(folder: Option<&Path>) -> Files {
    let Some(folder) = folder.filter(|folder| folder.is_dir()) else { return Files::default() };
    let single = [
        "health.csv",
        "health.toml",
        "release.csv",
        "release.html",
        "compartments.toml",
        "compartments.html",
    ];
    let files = single
        .iter()
        .fold(Files::default(), |all, name| all.writes("the demonstration", folder.join(name).as_path()));
    ["hierarchies", "compartments"]
        .iter()
        .fold(files, |all, name| all.writes_folder("the demonstration", folder.join(name).as_path()))
}

/// Publishes the table with its columns split, verifies and compares it.
fn part(
    folder: &Folder,
    data: &Location,
    inspection: &Inspection,
    context: &Context,
) -> Result<SplitColumns> {
    let file = folder.path("compartments.toml");
    write_atomically(&file, recipes::compartments(inspection).as_bytes())?;
    let parts = folder.path("compartments");
    let question = Anonymize {
        folder: folder.path(""),
        output_folder: Some(parts.clone()),
        ..Anonymize::of(data.clone(), recipe::load(&file)?)
    };
    let anonymization = anonymize(&question, context)?;
    let verification = verify_compartments(&VerifyCompartments::of(parts.clone(), recipes::K), context)?;
    let question = Compare::of(data.clone(), Release::Compartments(parts));
    let comparison = compared(folder, "compartments", question, context)?;
    Ok(SplitColumns { recipe: file.display().to_string(), anonymization, verification, comparison })
}

/// Compares a release with its original and writes the report with charts, which is named like the release.
fn compared(folder: &Folder, released: &str, question: Compare, context: &Context) -> Result<Compared> {
    let figures =
        compare(&Compare { class: Some(CLASS.to_owned()), k: Some(recipes::K), ..question }, context)?;
    let title = format!("What {released} cost");
    let page = html(&figures, &HtmlOptions { title, show_values: false });
    let report = format!("{released}.html");
    write_atomically(&folder.path(&report), page.as_bytes())?;
    Ok(Compared { report: folder.name(&report)?, figures })
}

/// Somebody who knows some columns of everybody.
struct Attacker<'a> {
    data: &'a Location,
    known: Vec<String>,
}

impl Attacker<'_> {
    fn meets(
        &self,
        released: &str,
        truth: Option<&str>,
        recipe: Option<&PathBuf>,
        context: &Context,
    ) -> Result<AttackReport> {
        let request = Attack {
            columns: self.known.clone(),
            sensitive: vec![SECRET.to_owned()],
            truth: truth.map(str::to_owned),
            recipe: recipe.cloned(),
            k: Some(recipes::K),
            ..Attack::of(released, self.data.clone())
        };
        attack(&request, context)
    }
}

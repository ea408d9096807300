//! From what a user asks to a request of the library: tables and outputs get their places in the workspace.

use super::paths::Names;
use super::recipe::{copy_recipe, named_files_are_ours};
use crate::app::App;
use crate::problem::{Problem, Result};
use crate::store::{Dataset, Job, JobState};
use crate::work::Task;
use crate::workspace::{ProjectFolder, RECIPE};
use lethe::recipe_file::{CompartmentMode, MethodName, Recipe};
use lethe::request::Verb;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

/// A job that can be started.
#[derive(Clone, Debug)]
pub(crate) struct Assembled {
    pub(crate) task: Task,
    /// The folder of the job.
    pub(crate) folder: PathBuf,
    /// The file or folder in it that becomes the release.
    pub(crate) release: Option<String>,
    pub(crate) names: Names,
    /// The datasets that it reads.
    pub(crate) used: Vec<Dataset>,
}

/// How a verb is asked as a job.
struct Shape {
    verb: &'static str,
    /// The key of the table that the dataset is.
    table: &'static str,
    /// Keys of other tables, which a user may refer to.
    others: &'static [&'static str],
    recipe: RecipeKey,
}

/// What a verb takes of the recipe.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RecipeKey {
    Nothing,
    /// The quasi-identifiers, where the request names none.
    Quasi,
    /// The file.
    File,
    /// What it says.
    Content,
}

const SHAPES: &[Shape] = &[
    Shape { verb: "inspect", table: "data", others: &[], recipe: RecipeKey::Nothing },
    Shape { verb: "discover", table: "data", others: &[], recipe: RecipeKey::Nothing },
    Shape { verb: "exposure", table: "data", others: &[], recipe: RecipeKey::Nothing },
    Shape { verb: "risk", table: "data", others: &[], recipe: RecipeKey::Quasi },
    Shape { verb: "anonymize", table: "data", others: &[], recipe: RecipeKey::Content },
    Shape { verb: "verify", table: "data", others: &["reference"], recipe: RecipeKey::File },
    Shape { verb: "compare", table: "original", others: &["released"], recipe: RecipeKey::File },
    Shape {
        verb: "attack",
        table: "known",
        others: &["released", "original", "absent"],
        recipe: RecipeKey::File,
    },
    Shape { verb: "report", table: "original", others: &["released"], recipe: RecipeKey::File },
];

/// The verbs that can be jobs.
pub(crate) fn verbs() -> impl Iterator<Item = &'static str> {
    SHAPES.iter().map(|shape| shape.verb)
}

/// Keys that name files, which are the service's to choose.
const PLACES: [&str; 13] = [
    "output",
    "output_folder",
    "folder",
    "freeze",
    "report",
    "work",
    "ledger",
    "solutions_file",
    "records",
    "edges",
    "map",
    "release",
    "recipe",
];

/// Keys of reading, which is decided when a table is added.
const READING: [&str; 3] = ["delimiter", "no_header", "null"];
/// A longer request is refused.
const LONGEST: usize = 1 << 20;

/// Makes a request of the library of what a user asks, and the folder of the job with a copy of the recipe: that of an earlier job
/// where one is repeated, else the project's.
pub(crate) async fn assemble(app: &App, job: &Job, earlier: Option<&str>) -> Result<Assembled> {
    let verb = job.summary.verb.as_str();
    let shape = SHAPES.iter().find(|shape| shape.verb == verb).ok_or_else(|| {
        let known: Vec<_> = verbs().collect();
        Problem::request(format!("'{verb}' cannot be a job; use one of {}", known.join(", ")))
    })?;
    let mut request = match &job.request {
        Value::Object(request) => request.clone(),
        Value::Null => Map::new(),
        _ => return Err(Problem::request("`request` must be an object")),
    };
    if job.request.to_string().len() > LONGEST {
        return Err(Problem::too_large("`request` is longer than 1 MiB"));
    }
    let project = app.folder(&job.project);
    let dataset = app.table(&job.project, &job.summary.dataset).await?;
    let location = dataset.location.clone();
    let mut tables =
        Tables { app, job, project: &project, recipe: None, names: Vec::new(), used: Vec::new() };
    tables.known(dataset);
    // What a user may say of the recipe is its content.
    let asked_recipe = request.remove("recipe").filter(|recipe| !recipe.is_null());
    if let Some(key) = PLACES.iter().find(|key| request.contains_key(**key)) {
        return Err(Problem::request(format!(
            "`{key}` names a place, which the service chooses; leave it out"
        )));
    }
    if let Some(key) = READING.iter().find(|key| request.contains_key(**key)) {
        return Err(Problem::request(format!("`{key}` is said when a table is added; leave it out")));
    }
    let options = Options::take(&mut request, verb)?;
    let table = match request.remove(shape.table) {
        Some(Value::String(reference)) => tables.find(&reference).await?,
        None => location,
        Some(_) => {
            return Err(Problem::request(format!(
                "`{}` must be \"dataset:ID\" or \"release:JOB\"",
                shape.table
            )));
        }
    };
    request.insert(shape.table.to_owned(), Value::String(table));
    for key in shape.others {
        if let Some(Value::String(reference)) = request.get(*key).cloned() {
            request.insert((*key).to_owned(), Value::String(tables.find(&reference).await?));
        }
    }
    let folder = project.job(&job.summary.id);
    let earlier = earlier.map(|id| project.job(id).join("recipe")).filter(|recipe| recipe.is_dir());
    let source = earlier.or(tables.recipe.clone()).unwrap_or_else(|| project.files());
    let recipe_folder = folder.join("recipe");
    copy_recipe(&source, &recipe_folder)?;
    let made = fill(shape, &mut request, asked_recipe, &recipe_folder, &folder, &options);
    let (release, lattice) = match made {
        Ok(made) => made,
        Err(problem) => {
            let _ = crate::workspace::remove_folder(&folder);
            return Err(problem);
        }
    };
    let names = app.names(tables.names);
    let request = Value::Object(request);
    if let Err(mut problem) = check_files(app, verb, &request, &project, &folder) {
        names.hide_in(&mut problem.body);
        let _ = crate::workspace::remove_folder(&folder);
        return Err(problem);
    }
    let looked_at = release.as_ref().map(|file| (folder.join(file).display().to_string(), folder.clone()));
    let task = Task::Verb { verb: verb.to_owned(), request, lattice, pages: looked_at };
    Ok(Assembled { task, folder, release, names, used: tables.used })
}

/// Settings of a job that the library does not know.
struct Options {
    /// Whether the release is kept.
    publish: bool,
    /// Whether all nodes of the lattice are kept.
    lattice: bool,
}

impl Options {
    fn take(request: &mut Map<String, Value>, verb: &str) -> Result<Self> {
        let mut flag = |key: &str, usual: bool| match request.remove(key) {
            None => Ok(usual),
            Some(Value::Bool(flag)) if verb == "anonymize" => Ok(flag),
            Some(_) => {
                Err(Problem::request(format!("`{key}` is true or false, and a setting of 'anonymize'")))
            }
        };
        Ok(Self { publish: flag("publish", true)?, lattice: flag("lattice", false)? })
    }
}

type Made = (Option<String>, Option<(PathBuf, PathBuf)>);

/// Adds the recipe and the places of outputs.
fn fill(
    shape: &Shape,
    request: &mut Map<String, Value>,
    asked: Option<Value>,
    recipe_folder: &Path,
    folder: &Path,
    options: &Options,
) -> Result<Made> {
    let file = recipe_folder.join(RECIPE);
    let path = |path: &Path| Value::String(path.display().to_string());
    if let Some(asked) = asked {
        if shape.recipe == RecipeKey::Nothing {
            return Err(Problem::request(format!("'{}' takes no recipe", shape.verb)));
        }
        let recipe: Recipe =
            serde_json::from_value(asked).map_err(|error| Problem::recipe(error.to_string()))?;
        // The copy may be a link to the project's.
        if file.exists() {
            std::fs::remove_file(&file)?;
        }
        std::fs::write(&file, lethe::recipe::to_toml(&recipe)?)?;
    }
    if !file.is_file() {
        let is_needed = matches!(shape.verb, "anonymize" | "report")
            || (shape.verb == "risk" && !request.contains_key("quasi"));
        if is_needed {
            return Err(Problem::conflict("the project has no recipe yet")
                .hint("put one, or ask for a suggestion first"));
        }
        return Ok((None, None));
    }
    let recipe = lethe::recipe::load(&file)?;
    named_files_are_ours(&recipe, recipe_folder)?;
    match shape.recipe {
        RecipeKey::Nothing => {}
        RecipeKey::Quasi => {
            let quasi =
                recipe.columns.iter().filter(|(_, column)| column.role == Some(lethe::data::Role::Quasi));
            let quasi: Vec<&String> = quasi.map(|(name, _)| name).collect();
            request.entry("quasi").or_insert_with(|| json!(quasi));
        }
        RecipeKey::File => {
            request.insert("recipe".to_owned(), path(&file));
        }
        RecipeKey::Content => {
            request.insert("recipe".to_owned(), lethe::json::value(&recipe)?);
            request.insert("folder".to_owned(), path(recipe_folder));
        }
    }
    Ok(match shape.verb {
        "anonymize" => outputs(request, &recipe, folder, options),
        "report" => {
            request.insert("output".to_owned(), path(&folder.join("report.html")));
            (None, None)
        }
        _ => (None, None),
    })
}

/// The files of a job that anonymizes.
fn outputs(request: &mut Map<String, Value>, recipe: &Recipe, folder: &Path, options: &Options) -> Made {
    let path = |name: &str| Value::String(folder.join(name).display().to_string());
    let release = options.publish.then(|| {
        // A composition without a mode writes one table where it is asked for one.
        let parts = match (recipe.search.method.name(), recipe.search.method.keys().mode) {
            (MethodName::Compartment, None) => true,
            (MethodName::Compartment | MethodName::Compose, mode) => mode == Some(CompartmentMode::Global),
            _ => false,
        };
        let (key, name) = if parts { ("output_folder", "release") } else { ("output", "release.csv") };
        request.insert(key.to_owned(), path(name));
        name.to_owned()
    });
    let lattice = options.lattice.then(|| {
        request.insert("solutions_file".to_owned(), path("nodes.csv"));
        (folder.join("nodes.csv"), folder.join("nodes.json"))
    });
    (release, lattice)
}

/// Finds the tables that a request refers to.
struct Tables<'a> {
    app: &'a App,
    job: &'a Job,
    project: &'a ProjectFolder,
    /// The recipe of the release that was referred to.
    recipe: Option<PathBuf>,
    names: Vec<(String, String)>,
    used: Vec<Dataset>,
}

impl Tables<'_> {
    fn known(&mut self, dataset: Dataset) {
        self.names.push((dataset.location.clone(), dataset.name.clone()));
        self.used.push(dataset);
    }

    async fn find(&mut self, reference: &str) -> Result<String> {
        match reference.split_once(':') {
            Some(("dataset", id)) => {
                let dataset = self.app.table(&self.job.project, id).await?;
                let location = dataset.location.clone();
                self.known(dataset);
                Ok(location)
            }
            Some(("release", id)) => {
                let job = self.app.job(&self.job.project, id).await?;
                if job.summary.state != JobState::Done {
                    return Err(Problem::conflict("that job has not ended with a release"));
                }
                let file = job.release_file.ok_or_else(|| Problem::missing("release"))?;
                let folder = self.project.job(id);
                self.recipe = Some(folder.join("recipe"));
                let place = folder.join(&file).display().to_string();
                self.names.push((place.clone(), file));
                Ok(place)
            }
            _ => Err(Problem::request("tables are named as \"dataset:ID\" or \"release:JOB\"")),
        }
    }
}

/// **Errors**: a file of the request is outside the project, or one that is written outside the job.
fn check_files(app: &App, verb: &str, request: &Value, project: &ProjectFolder, folder: &Path) -> Result<()> {
    let verb = Verb::named(verb).ok_or_else(|| Problem::missing("command"))?;
    let files = (verb.files)(request)?;
    let outside = || Problem::forbidden("a file of the request is outside the project");
    for (path, is_written) in files.paths() {
        let path = resolved(path.ok_or_else(outside)?).ok_or_else(outside)?;
        let is_data = !is_written && app.data.as_ref().is_some_and(|data| path.starts_with(data));
        let allowed = if is_written { folder } else { project.root() };
        if !(is_data || path.starts_with(allowed)) {
            return Err(outside());
        }
    }
    files.check()?;
    Ok(())
}

/// The path without links and detours, of a file that may not be there yet.
fn resolved(path: &Path) -> Option<PathBuf> {
    if let Ok(path) = std::fs::canonicalize(path) {
        return Some(path);
    }
    Some(std::fs::canonicalize(path.parent()?).ok()?.join(path.file_name()?))
}

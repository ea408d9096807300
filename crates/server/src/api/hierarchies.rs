//! The hierarchies of a project.

use super::describe::{Api, Operation};
use super::extract::{Body, Path};
use crate::app::App;
use crate::problem::{Problem, Result};
use crate::work::Turn;
use crate::workspace::is_file_name;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use lethe::recipe_file::HierarchyRecipe;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

const TAG: &str = "hierarchies";
/// A larger one is not sent to a browser.
const LARGEST: u64 = 64 << 20;

pub(super) fn operations(api: Api) -> Api {
    api.with(
        Operation::get("/projects/{project}/hierarchies", TAG, "The hierarchies of a project")
            .answers::<All>(200),
        list,
    )
    .with(
        Operation::get(
            "/projects/{project}/hierarchies/{name}",
            TAG,
            "A hierarchy: a line for each leaf, up to the root; for stewards",
        )
        .for_stewards()
        .answers_bytes(&["text/csv"]),
        show,
    )
    .with(
        Operation::put(
            "/projects/{project}/hierarchies/{name}",
            TAG,
            "Add or replace a hierarchy that is valid",
        )
        .takes_bytes(&["text/csv", "text/plain"])
        .answers::<Levels>(200),
        put,
    )
    .with(
        Operation::delete("/projects/{project}/hierarchies/{name}", TAG, "Remove a hierarchy")
            .answers_nothing(204),
        delete,
    )
    .with(
        Operation::post(
            "/projects/{project}/hierarchies/make",
            TAG,
            "Build a hierarchy for a column; it is not stored",
        )
        .takes::<Make>()
        .answers::<Made>(200),
        make,
    )
    .with(
        Operation::post(
            "/projects/{project}/hierarchies/check",
            TAG,
            "Which rules a hierarchy breaks, and where",
        )
        .takes::<Check>()
        .answers::<Value>(200),
        check,
    )
}

#[derive(Serialize, JsonSchema)]
struct All {
    hierarchies: Vec<Named>,
}

#[derive(Serialize, JsonSchema)]
struct Named {
    name: String,
    bytes: u64,
}

async fn list(State(app): State<App>, Path(project): Path<String>) -> Result<Json<All>> {
    app.project(&project).await?;
    let mut hierarchies = Vec::new();
    for entry in std::fs::read_dir(app.folder(&project).files())? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if is_file_name(&name) {
            hierarchies.push(Named { name, bytes: entry.metadata()?.len() });
        }
    }
    hierarchies.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(Json(All { hierarchies }))
}

/// **Errors**: it cannot be the name of a hierarchy.
fn checked_name(name: &str) -> Result<()> {
    if is_file_name(name) { Ok(()) } else { Err(Problem::missing("hierarchy")) }
}

async fn show(State(app): State<App>, Path((project, name)): Path<(String, String)>) -> Result<Response> {
    app.project(&project).await?;
    checked_name(&name)?;
    let file = app.folder(&project).files().join(&name);
    let bytes = std::fs::metadata(&file).map_err(|_| Problem::missing("hierarchy"))?.len();
    if bytes > LARGEST {
        return Err(Problem::too_large("the hierarchy is too large to be shown"));
    }
    let text = tokio::fs::read(&file).await?;
    Ok(([(header::CONTENT_TYPE, "text/csv; charset=utf-8")], text).into_response())
}

/// How many nodes each level has, leaves first.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Levels {
    levels: Vec<u64>,
}

async fn put(
    State(app): State<App>,
    Path((project, name)): Path<(String, String)>,
    body: Bytes,
) -> Result<Json<Levels>> {
    app.project(&project).await?;
    if !is_file_name(&name) {
        return Err(Problem::request("`name` must be a plain file name such as age.csv"));
    }
    let files = app.folder(&project).files();
    let report = check_text(&app, &files, &name, &body, None).await?;
    if report["valid"] != Value::Bool(true) {
        let first = &report["defects"][0];
        let message = first["message"].as_str().unwrap_or("the hierarchy is not valid");
        let mut problem = Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "hierarchy", message);
        problem.body.file = Some(name);
        problem.body.line = first["line"].as_u64();
        return Err(problem);
    }
    lethe::io::write_privately(&files.join(&name), &body).map_err(lethe::Error::from)?;
    serde_json::from_value(report)
        .map(Json)
        .map_err(|_| Problem::internal("a hierarchy could not be checked"))
}

async fn delete(State(app): State<App>, Path((project, name)): Path<(String, String)>) -> Result<StatusCode> {
    app.project(&project).await?;
    checked_name(&name)?;
    std::fs::remove_file(app.folder(&project).files().join(&name))
        .map_err(|_| Problem::missing("hierarchy"))?;
    Ok(StatusCode::NO_CONTENT)
}

/// A hierarchy that is to be built.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Make {
    dataset: String,
    column: String,
    /// How it is built, as in a recipe, such as `{"intervals": [5, 10, 20]}`; or the name of one of the project's. Values without a
    /// hierarchy (null) can only be shown or suppressed.
    #[serde(default)]
    hierarchy: Value,
}

#[derive(Serialize, JsonSchema)]
struct Made {
    /// How many nodes each level has, leaves first.
    levels: Value,
    /// The hierarchy: a line for each leaf, up to the root.
    csv: String,
}

async fn make(
    State(app): State<App>,
    Path(project): Path<String>,
    Body(asked): Body<Make>,
) -> Result<Json<Made>> {
    let dataset = app.table(&project, &asked.dataset).await?;
    let files = app.folder(&project).files();
    let asked_for = if asked.hierarchy.is_null() { json!({ "flat": true }) } else { asked.hierarchy };
    let how: HierarchyRecipe = serde_json::from_value(asked_for.clone())
        .map_err(|error| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "hierarchy", error.to_string()))?;
    let output = draft(&files)?;
    let file = output.path().join("made.csv");
    let (verb, request) = if let HierarchyRecipe::File(name) = how {
        checked_name(&name)?;
        ("hierarchy-convert", json!({ "file": files.join(name), "output": file }))
    } else {
        let request = json!({ "data": dataset.location, "column": asked.column, "hierarchy": asked_for, "output": file });
        ("hierarchy-make", request)
    };
    let answer = app.workers.ask_verb(Turn::Table, verb, request, &app.names_of(&dataset)).await?;
    if std::fs::metadata(&file)?.len() > LARGEST {
        return Err(Problem::too_large("the hierarchy is too large to be shown"));
    }
    let csv = tokio::fs::read_to_string(&file).await?;
    Ok(Json(Made { levels: answer.report["levels"].clone(), csv }))
}

/// A hierarchy that is to be checked.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Check {
    /// Its text.
    csv: String,
    /// A dataset whose column it should cover.
    #[serde(default)]
    dataset: Option<String>,
    #[serde(default)]
    column: Option<String>,
}

async fn check(
    State(app): State<App>,
    Path(project): Path<String>,
    Body(asked): Body<Check>,
) -> Result<Json<Value>> {
    app.project(&project).await?;
    let of = match (asked.dataset, asked.column) {
        (Some(dataset), Some(column)) => {
            let dataset = app.table(&project, &dataset).await?;
            Some(json!({ "data": dataset.location, "column": column }))
        }
        (None, None) => None,
        _ => return Err(Problem::request("`dataset` and `column` go together")),
    };
    let files = app.folder(&project).files();
    check_text(&app, &files, "hierarchy.csv", asked.csv.as_bytes(), of).await.map(Json)
}

/// A folder for a moment, with a name that no hierarchy has.
fn draft(folder: &std::path::Path) -> std::io::Result<tempfile::TempDir> {
    tempfile::Builder::new().prefix(".draft-").tempdir_in(folder)
}

/// The report of `hierarchy check` about a text.
async fn check_text(
    app: &App,
    folder: &std::path::Path,
    name: &str,
    text: &[u8],
    of: Option<Value>,
) -> Result<Value> {
    let temporary = draft(folder)?;
    let file = temporary.path().join("hierarchy.csv");
    tokio::fs::write(&file, text).await?;
    let request = json!({ "file": file, "of": of });
    let names = app.names(vec![(file.display().to_string(), name.to_owned())]);
    let turn = if request["of"].is_null() { Turn::Check } else { Turn::Table };
    Ok(app.workers.ask_verb(turn, "hierarchy-check", request, &names).await?.report)
}

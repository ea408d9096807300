//! The recipe of a project.

use super::describe::{Api, Operation};
use super::extract::{Body, Path};
use crate::app::App;
use crate::ids::etag;
use crate::jobs::named_files_are_ours;
use crate::problem::{ErrorBody, Problem, Result};
use crate::work::Turn;
use crate::workspace::RECIPE;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use lethe::recipe_file::Recipe;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

const TAG: &str = "recipe";
const KINDS: &[&str] = &["application/json", "application/toml"];

pub(super) fn operations(api: Api) -> Api {
    api.with(
        Operation::get("/projects/{project}/recipe", TAG, "The recipe: roles of columns, models, search")
            .answers_bytes(KINDS),
        show,
    )
    .with(
        Operation::put(
            "/projects/{project}/recipe",
            TAG,
            "Replace the recipe, unless it is another one than `If-Match` names",
        )
        .takes_bytes(KINDS)
        .answers::<Stored>(200),
        put,
    )
    .with(
        Operation::post(
            "/projects/{project}/recipe/suggest",
            TAG,
            "Propose a recipe for a table; it is not stored",
        )
        .takes::<Suggest>()
        .answers::<Value>(200),
        suggest,
    )
    .with(
        Operation::post(
            "/projects/{project}/recipe/validate",
            TAG,
            "Whether a recipe can be understood, and fits a table",
        )
        .takes::<Validate>()
        .answers::<Validated>(200),
        validate,
    )
}

/// What is stored now.
#[derive(Serialize, JsonSchema)]
struct Stored {
    /// The version of the recipe, for `If-Match`.
    etag: String,
}

fn version(text: &str) -> String {
    etag(&Sha256::digest(text.as_bytes()))
}

/// Reads a recipe in one of its two forms.
fn read(is_toml: bool, bytes: &[u8]) -> Result<Recipe> {
    let text = std::str::from_utf8(bytes).map_err(|_| Problem::recipe("the recipe is not UTF-8"))?;
    if is_toml {
        return Recipe::parse(RECIPE, text).map_err(|error| Problem::of_library(&error.into()));
    }
    let value: Value = serde_json::from_str(text).map_err(|_| Problem::request("the body is not JSON"))?;
    serde_json::from_value(value).map_err(|error| Problem::recipe(error.to_string()))
}

async fn show(State(app): State<App>, Path(project): Path<String>, headers: HeaderMap) -> Result<Response> {
    app.project(&project).await?;
    let file = app.folder(&project).recipe();
    let text = match tokio::fs::read_to_string(&file).await {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Err(Problem::missing("recipe")),
        Err(error) => return Err(error.into()),
    };
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let etag = version(&text);
    if accepted.contains("application/toml") {
        return Ok(([(header::CONTENT_TYPE, "application/toml".to_owned()), (header::ETAG, etag)], text)
            .into_response());
    }
    let recipe = read(true, text.as_bytes())?;
    Ok(([(header::ETAG, etag)], Json(lethe::json::value(&recipe)?)).into_response())
}

async fn put(
    State(app): State<App>,
    Path(project): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Stored>> {
    app.project(&project).await?;
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_toml = kind.starts_with("application/toml");
    if !is_toml && !kind.starts_with("application/json") {
        let problem = "a recipe is sent with 'Content-Type: application/toml' or 'application/json'";
        return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "request", problem));
    }
    let recipe = read(is_toml, &body)?;
    let folder = app.folder(&project);
    named_files_are_ours(&recipe, &folder.files())?;
    // What a user wrote stays as it was written.
    let text =
        if is_toml { String::from_utf8_lossy(&body).into_owned() } else { lethe::recipe::to_toml(&recipe)? };
    let expected = headers.get(header::IF_MATCH).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let new = version(&text);
    let _turn = app.recipes.lock().await;
    if let Some(expected) = expected {
        let stored = tokio::fs::read_to_string(folder.recipe()).await.ok().map(|text| version(&text));
        if stored.as_deref() != Some(expected.as_str()) {
            let problem = "the recipe was changed by somebody else meanwhile";
            let problem = Problem::new(StatusCode::PRECONDITION_FAILED, "conflict", problem);
            return Err(problem.hint("load it again, then repeat the change"));
        }
    }
    lethe::io::write_privately(&folder.recipe(), text.as_bytes()).map_err(lethe::Error::from)?;
    Ok(Json(Stored { etag: new }))
}

/// For which table.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Suggest {
    /// The dataset.
    dataset: String,
}

async fn suggest(
    State(app): State<App>,
    Path(project): Path<String>,
    Body(Suggest { dataset }): Body<Suggest>,
) -> Result<Json<Value>> {
    let dataset = app.table(&project, &dataset).await?;
    let request = json!({ "data": dataset.location });
    let answer = app.workers.ask_verb(Turn::Table, "recipe-init", request, &app.names_of(&dataset)).await?;
    Ok(Json(answer.report))
}

/// A recipe that is to be checked.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Validate {
    /// The recipe: its text in TOML, or the same as JSON.
    recipe: Value,
    /// A dataset that it should fit.
    #[serde(default)]
    dataset: Option<String>,
}

/// Whether it can be used.
#[derive(Serialize, JsonSchema)]
struct Validated {
    valid: bool,
    /// What was understood: the report of `recipe check`.
    #[serde(flatten)]
    report: Option<serde_json::Map<String, Value>>,
    /// What is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorBody>,
}

async fn validate(
    State(app): State<App>,
    Path(project): Path<String>,
    Body(asked): Body<Validate>,
) -> Result<Json<Validated>> {
    app.project(&project).await?;
    match checked(&app, &project, asked).await {
        Ok(report) => Ok(Json(Validated { valid: true, report: report.as_object().cloned(), error: None })),
        Err(problem)
            if problem.status == StatusCode::UNPROCESSABLE_ENTITY
                || problem.status == StatusCode::BAD_REQUEST =>
        {
            Ok(Json(Validated { valid: false, report: None, error: Some(*problem.body) }))
        }
        Err(problem) => Err(problem),
    }
}

async fn checked(app: &App, project: &str, asked: Validate) -> Result<Value> {
    let recipe = match asked.recipe {
        Value::String(text) => read(true, text.as_bytes())?,
        other => read(false, other.to_string().as_bytes())?,
    };
    let files = app.folder(project).files();
    named_files_are_ours(&recipe, &files)?;
    // Beside the hierarchies that it names, for as long as it is looked at.
    let text = lethe::recipe::to_toml(&recipe)?;
    let builder = tempfile::Builder::new().prefix(".check-").suffix(".toml").tempfile_in(&files);
    let file = builder?;
    std::fs::write(file.path(), text)?;
    let mut request = json!({ "recipe": file.path() });
    let mut names = vec![(file.path().display().to_string(), RECIPE.to_owned())];
    let mut turn = Turn::Check;
    if let Some(dataset) = asked.dataset {
        let dataset = app.table(project, &dataset).await?;
        request["data"] = json!(dataset.location);
        names.push((dataset.location, dataset.name));
        turn = Turn::Table;
    }
    Ok(app.workers.ask_verb(turn, "recipe", request, &app.names(names)).await?.report)
}

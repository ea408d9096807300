//! Tables: uploaded, taken from a folder, or generated.

use super::describe::{Api, Operation};
use super::extract::{Asker, Parameters, Path};
use crate::access::Role;
use crate::app::App;
use crate::ids::new_id;
use crate::jobs::Names;
use crate::problem::{Problem, Result};
use crate::store::Dataset;
use crate::upload;
use crate::work::{Page, Pages, Rows, Task, Turn};
use crate::workspace::remove_folder;
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use lethe::ReadOptions;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::PathBuf;

const TAG: &str = "datasets";
/// Rows that are shown at once.
const MOST_ROWS: u64 = 1_000;

pub(super) fn operations(api: Api) -> Api {
    api.with(
        Operation::post(
            "/projects/{project}/datasets",
            TAG,
            "Add a table: the body, a file of the data folder, or a built-in example",
        )
        .query::<Option<String>>("name", "The name of the file in the body, whose ending shows its format")
        .query::<Option<String>>("path", "Instead of a body: a file under the folder of `--data`")
        .query::<Option<String>>("example", "Instead of a body: health, census or amnesia")
        .query::<Option<u64>>("rows", "Rows of the example")
        .query::<Option<u64>>("columns", "Columns of the example")
        .query::<Option<String>>("delimiter", "The field separator of a text file")
        .query::<Option<String>>("null", "A word that means: no value; repeatable")
        .query::<Option<bool>>("no_header", "Whether the first line holds data")
        .takes_bytes(&["application/octet-stream"])
        .answers::<Dataset>(201),
        add,
    )
    .with(
        Operation::get("/files", TAG, "The tables under the folder of `--data`")
            .for_stewards()
            .answers::<Files>(200),
        files,
    )
    .with(
        Operation::get("/projects/{project}/datasets/{dataset}", TAG, "A table").answers::<Dataset>(200),
        show,
    )
    .with(
        Operation::delete("/projects/{project}/datasets/{dataset}", TAG, "Remove a table")
            .answers_nothing(204),
        delete,
    )
    .with(
        Operation::get(
            "/projects/{project}/datasets/{dataset}/profile",
            TAG,
            "What is in a table: the report of `inspect`",
        )
        .noted()
        .query::<Option<u64>>(
            "values",
            "Also the smallest, largest and so many frequent values, for stewards",
        )
        .answers::<Value>(200),
        profile,
    )
    .with(
        Operation::get("/projects/{project}/datasets/{dataset}/rows", TAG, "Rows of a table, for stewards")
            .for_stewards()
            .query::<Option<u64>>("offset", "The first row, counted from 0")
            .query::<Option<u64>>("limit", "How many rows, at most 1,000")
            .answers::<Page>(200),
        rows,
    )
}

/// Where a new table comes from, and how it is read.
#[derive(Default)]
struct New {
    name: Option<String>,
    path: Option<String>,
    example: Option<String>,
    rows: Option<u64>,
    columns: Option<u64>,
    reading: ReadOptions,
}

impl New {
    /// From the parameters of the address, of which some may be there several times.
    fn of(parameters: Vec<(String, String)>) -> Result<Self> {
        let mut new = Self::default();
        for (key, value) in parameters {
            let wrong = |form: &str| Problem::request(format!("`{key}` must be {form}"));
            let number = || value.parse().map_err(|_| wrong("a whole number"));
            match key.as_str() {
                "name" => new.name = Some(value),
                "path" => new.path = Some(value),
                "example" => new.example = Some(value),
                "rows" => new.rows = Some(number()?),
                "columns" => new.columns = Some(number()?),
                "delimiter" => {
                    let delimiter = lethe::io::parse_delimiter(&value);
                    new.reading.delimiter = Some(delimiter.map_err(|_| wrong("one character, or 'tab'"))?);
                }
                "null" => new.reading.null_words.push(value),
                "no_header" => new.reading.header = !value.parse().map_err(|_| wrong("true or false"))?,
                _ => return Err(Problem::request(format!("there is no parameter `{key}`"))),
            }
        }
        Ok(new)
    }
}

async fn add(
    State(app): State<App>,
    Path(project): Path<String>,
    Parameters(parameters): Parameters<Vec<(String, String)>>,
    headers: HeaderMap,
    body: Body,
) -> Result<(StatusCode, Json<Dataset>)> {
    app.project(&project).await?;
    let new = New::of(parameters)?;
    let id = new_id()?;
    let folder = app.folder(&project).dataset(&id);
    let added = async {
        lethe::io::create_private_folder(&folder)?;
        let found = match (&new.name, &new.path, &new.example) {
            (Some(name), None, None) => {
                let length =
                    headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
                upload::receive(&app, &folder, name, length, body).await?
            }
            (None, Some(path), None) => upload::link(&app, path)?,
            (None, None, Some(example)) => {
                upload::generate(&app, &folder, example, new.rows, new.columns).await?
            }
            _ => return Err(Problem::request("name one of `name` (with a body), `path` and `example`")),
        };
        upload::register(&app, project, id, &folder, found, new.reading).await
    };
    // One that the sender breaks off ends with this future; its folder goes with it.
    let mut unfinished = Unfinished(Some(folder.clone()));
    let dataset = added.await?;
    unfinished.0 = None;
    Ok((StatusCode::CREATED, Json(dataset)))
}

/// A folder that is removed unless its table was added.
struct Unfinished(Option<PathBuf>);

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Some(folder) = &self.0 {
            let _ = remove_folder(folder);
        }
    }
}

#[derive(Serialize, JsonSchema)]
struct Files {
    files: Vec<upload::DataFile>,
}

async fn files(State(app): State<App>) -> Result<Json<Files>> {
    let Some(folder) = app.data.clone() else { return Ok(Json(Files { files: Vec::new() })) };
    let files = tokio::task::spawn_blocking(move || upload::list(&folder)).await;
    Ok(Json(Files { files: files.map_err(|_| Problem::internal("the data folder could not be listed"))? }))
}

async fn show(State(app): State<App>, Path((project, id)): Path<(String, String)>) -> Result<Json<Dataset>> {
    app.dataset(&project, &id).await.map(Json)
}

async fn delete(State(app): State<App>, Path((project, id)): Path<(String, String)>) -> Result<StatusCode> {
    let dataset = app.dataset(&project, &id).await?;
    if app.jobs.uses(&dataset.id) {
        return Err(Problem::conflict("a job about the table is under way").hint("cancel it first"));
    }
    let asked = id.clone();
    if app.store.ask(move |connection| Dataset::has_release(connection, &asked)).await? {
        let problem = "a release was made of the table, and its evidence needs it";
        return Err(Problem::conflict(problem).hint("remove the jobs with releases first"));
    }
    let folder = app.folder(&project).dataset(&dataset.id);
    app.store.ask(move |connection| Dataset::delete(connection, &id)).await?;
    remove_folder(&folder)?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
struct Shown {
    values: Option<u64>,
}

async fn profile(
    State(app): State<App>,
    Asker(user): Asker,
    Path((project, id)): Path<(String, String)>,
    Parameters(Shown { values }): Parameters<Shown>,
) -> Result<Json<Value>> {
    let dataset = app.dataset(&project, &id).await?;
    if let Some(values) = values {
        if user.role != Role::Steward {
            return Err(
                Problem::forbidden("values of cells are shown to stewards").hint("leave out `values`")
            );
        }
        app.check_unchanged(&dataset)?;
        let request = json!({ "data": dataset.location, "show_values": values.min(100) });
        let answer = app.workers.ask_verb(Turn::Table, "inspect", request, &app.names_of(&dataset)).await?;
        return Ok(Json(answer.report));
    }
    let stored = app.store.ask(move |connection| Dataset::profile(connection, &id)).await?;
    Ok(Json(serde_json::from_str(&stored).unwrap_or_default()))
}

/// Which rows.
#[derive(Deserialize)]
pub(super) struct Range {
    #[serde(default)]
    pub(super) offset: u64,
    pub(super) limit: Option<u64>,
}

async fn rows(
    State(app): State<App>,
    Path((project, id)): Path<(String, String)>,
    Parameters(range): Parameters<Range>,
) -> Result<Json<Page>> {
    let dataset = app.table(&project, &id).await?;
    let folder = app.folder(&project).dataset(&id);
    let names = app.names_of(&dataset);
    page(&app, &folder, dataset.location, &names, dataset.rows, range).await.map(Json)
}

/// Rows of a table, from its pages where they are there.
pub(super) async fn page(
    app: &App,
    folder: &std::path::Path,
    data: String,
    names: &Names,
    total: u64,
    Range { offset, limit }: Range,
) -> Result<Page> {
    let limit = limit.unwrap_or(100).min(MOST_ROWS);
    let kept = folder.to_owned();
    let kept = tokio::task::spawn_blocking(move || {
        Pages::open(&kept).and_then(|pages| pages.rows(&kept, offset, limit).ok().flatten())
    });
    let kept = kept.await.ok().flatten();
    let Rows { columns, rows } = if let Some(rows) = kept {
        rows
    } else {
        let answer = app.workers.ask(Turn::Table, &Task::Rows { data, offset, limit }, names).await?;
        serde_json::from_value(answer.report).map_err(|_| Problem::internal("rows could not be read"))?
    };
    Ok(Page { columns, offset, total, rows })
}

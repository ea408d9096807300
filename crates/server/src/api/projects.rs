//! Projects.

use super::describe::{Api, Operation};
use super::extract::{Body, Path};
use crate::app::App;
use crate::ids::new_id;
use crate::problem::{Problem, Result};
use crate::store::{Dataset, Job, JobSummary, Project};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

const TAG: &str = "projects";
/// A longer name does not fit on a screen.
const LONGEST_NAME: usize = 200;

pub(super) fn operations(api: Api) -> Api {
    api.with(
        Operation::get("/projects", TAG, "All projects, the newest first").answers::<Projects>(200),
        list,
    )
    .with(Operation::post("/projects", TAG, "Make a project").takes::<Name>().answers::<Project>(201), create)
    .with(
        Operation::get("/projects/{project}", TAG, "A project with its datasets and jobs")
            .answers::<Whole>(200),
        show,
    )
    .with(
        Operation::patch("/projects/{project}", TAG, "Give a project another name")
            .takes::<Name>()
            .answers::<Project>(200),
        rename,
    )
    .with(
        Operation::delete("/projects/{project}", TAG, "Delete a project with all its files")
            .answers_nothing(204),
        delete,
    )
}

#[derive(Serialize, JsonSchema)]
struct Projects {
    projects: Vec<Project>,
}

/// What a project is called.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Name {
    name: String,
}

impl Name {
    fn check(self) -> Result<String> {
        let name = self.name.trim();
        let is_good =
            !name.is_empty() && name.chars().count() <= LONGEST_NAME && !name.chars().any(char::is_control);
        if is_good {
            Ok(name.to_owned())
        } else {
            Err(Problem::request("`name` must have 1 to 200 characters"))
        }
    }
}

/// A project with what is in it.
#[derive(Serialize, JsonSchema)]
struct Whole {
    #[serde(flatten)]
    project: Project,
    /// Its tables, the oldest first.
    datasets: Vec<Dataset>,
    /// Its jobs, the newest first.
    jobs: Vec<JobSummary>,
}

async fn list(State(app): State<App>) -> Result<Json<Projects>> {
    let projects = app.store.ask(|connection| Project::all(connection)).await?;
    Ok(Json(Projects { projects }))
}

async fn create(State(app): State<App>, Body(name): Body<Name>) -> Result<(StatusCode, Json<Project>)> {
    let (id, name) = (new_id()?, name.check()?);
    // A folder without an entry is removed at the next start; an entry has its folder.
    app.folder(&id).create()?;
    let project = app.store.ask(move |connection| Project::create(connection, id, name)).await?;
    Ok((StatusCode::CREATED, Json(project)))
}

async fn show(State(app): State<App>, Path(id): Path<String>) -> Result<Json<Whole>> {
    let project = app.project(&id).await?;
    let (datasets, jobs) = app
        .store
        .ask(move |connection| Ok((Dataset::all(connection, &id)?, Job::all(connection, &id)?)))
        .await?;
    Ok(Json(Whole { project, datasets, jobs }))
}

async fn rename(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(name): Body<Name>,
) -> Result<Json<Project>> {
    let (name, renamed) = (name.check()?, id.clone());
    let found = app.store.ask(move |connection| Project::rename(connection, &renamed, &name)).await?;
    if !found {
        return Err(Problem::missing("project"));
    }
    app.project(&id).await.map(Json)
}

async fn delete(State(app): State<App>, Path(id): Path<String>) -> Result<StatusCode> {
    app.project(&id).await?;
    if app.jobs.is_busy(&id) {
        return Err(Problem::conflict("a job of the project is under way").hint("cancel it first"));
    }
    let folder = app.folder(&id);
    app.store.ask(move |connection| Project::delete(connection, &id)).await?;
    // Should this fail, the rest is removed at the next start.
    tokio::task::spawn_blocking(move || folder.remove())
        .await
        .map_err(|_| Problem::internal("a folder could not be removed"))??;
    Ok(StatusCode::NO_CONTENT)
}

//! Jobs.

use super::describe::{Api, Operation};
use super::events;
use super::extract::{Asker, Body, Path};
use crate::access::Role;
use crate::app::App;
use crate::ids::new_id;
use crate::jobs::{assemble, start};
use crate::problem::{Problem, Result};
use crate::store::{Job, JobSummary};
use crate::workspace::remove_folder;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

const TAG: &str = "jobs";

pub(super) fn operations(api: Api) -> Api {
    api.with(
        Operation::get("/projects/{project}/jobs", TAG, "The jobs of a project, the newest first")
            .answers::<Jobs>(200),
        list,
    )
    .with(
        Operation::post("/projects/{project}/jobs", TAG, "Start a job")
            .takes::<New>()
            .answers::<Started>(202),
        create,
    )
    .with(
        Operation::get("/projects/{project}/jobs/{job}", TAG, "A job with its report").answers::<Job>(200),
        show,
    )
    .with(
        Operation::get(
            "/projects/{project}/jobs/{job}/events",
            TAG,
            "What becomes of a job, as server-sent events",
        )
        .answers_bytes(&["text/event-stream"]),
        events::events,
    )
    .with(
        Operation::delete(
            "/projects/{project}/jobs/{job}",
            TAG,
            "Cancel a job, or remove one that has ended",
        )
        .answers_nothing(204)
        .or_answers(202, "It is being cancelled"),
        delete,
    )
    .with(
        Operation::post("/projects/{project}/jobs/{job}/restart", TAG, "Start the same job once more")
            .answers::<Started>(202),
        restart,
    )
}

#[derive(Serialize, JsonSchema)]
struct Jobs {
    jobs: Vec<JobSummary>,
}

/// A job that is to be started.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct New {
    /// The command: inspect, discover, risk, exposure, anonymize, verify, compare, attack or report.
    verb: String,
    /// The dataset it is about.
    dataset: String,
    /// The request of the command, without its files: those are the service's to choose. Other tables are named as `dataset:ID` and
    /// `release:JOB`.
    #[serde(default)]
    request: Value,
}

#[derive(Serialize, JsonSchema)]
struct Started {
    /// The name of the job in addresses.
    id: String,
}

async fn list(State(app): State<App>, Path(project): Path<String>) -> Result<Json<Jobs>> {
    app.project(&project).await?;
    let jobs = app.store.ask(move |connection| Job::all(connection, &project)).await?;
    Ok(Json(Jobs { jobs }))
}

async fn create(
    State(app): State<App>,
    Asker(user): Asker,
    Path(project): Path<String>,
    Body(New { verb, dataset, request }): Body<New>,
) -> Result<(StatusCode, Json<Started>)> {
    app.project(&project).await?;
    let job = Job::queued(new_id()?, project, dataset, verb, request, user.name, app.options.seed);
    begin(&app, job, None).await
}

/// Starts a job; with the recipe of an earlier one where that is repeated.
async fn begin(app: &App, job: Job, earlier: Option<&str>) -> Result<(StatusCode, Json<Started>)> {
    let id = job.summary.id.clone();
    let assembled = assemble(app, &job, earlier).await?;
    let folder = assembled.folder.clone();
    if let Err(problem) = start(app, job, assembled).await {
        let _ = remove_folder(&folder);
        return Err(problem);
    }
    Ok((StatusCode::ACCEPTED, Json(Started { id })))
}

/// A job as it is now.
pub(super) async fn current(app: &App, project: &str, id: &str) -> Result<Job> {
    // What is under way is looked at first: it may end meanwhile, and then the database has it.
    let news = app.jobs.news(id);
    let mut job = app.job(project, id).await?;
    if let Some(news) = news.filter(|_| !job.summary.state.is_final()) {
        job.progress = Some(news.borrow().clone());
    }
    Ok(job)
}

async fn show(
    State(app): State<App>,
    Asker(user): Asker,
    Path((project, id)): Path<(String, String)>,
) -> Result<Json<Job>> {
    let mut job = current(&app, &project, &id).await?;
    let shows_values = job.request.get("show_values").is_some_and(|shown| *shown != Value::Bool(false));
    if shows_values && user.role == Role::Viewer {
        return Err(Problem::forbidden("the report shows values of cells, for stewards"));
    }
    let report = app.store.ask(move |connection| Job::report(connection, &id)).await?;
    job.report = report.and_then(|report| serde_json::from_str(&report).ok());
    Ok(Json(job))
}

async fn delete(State(app): State<App>, Path((project, id)): Path<(String, String)>) -> Result<StatusCode> {
    app.job(&project, &id).await?;
    if app.jobs.cancel(&id) {
        return Ok(StatusCode::ACCEPTED);
    }
    let folder = app.folder(&project).job(&id);
    app.store.ask(move |connection| Job::delete(connection, &id)).await?;
    remove_folder(&folder)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn restart(
    State(app): State<App>,
    Asker(user): Asker,
    Path((project, id)): Path<(String, String)>,
) -> Result<(StatusCode, Json<Started>)> {
    let old = app.job(&project, &id).await?;
    let JobSummary { verb, dataset, .. } = old.summary;
    let job = Job::queued(new_id()?, project, dataset, verb, old.request, user.name, app.options.seed);
    begin(&app, job, Some(&id)).await
}

//! What came out of jobs: releases, lattices, evidence reports, and how to repeat them.

use super::datasets::{Range, page};
use super::describe::{Api, Operation};
use super::extract::{Parameters, Path};
use super::script;
use crate::app::App;
use crate::ids::hex;
use crate::jobs::Names;
use crate::problem::{Problem, Result};
use crate::store::{Dataset, Job, JobState};
use crate::work::{Lattice, Page, Pages, Turn};
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use futures_util::stream;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::path::{Path as FilePath, PathBuf};
use tokio::io::AsyncReadExt as _;

const TAG: &str = "releases";
/// A file is sent in pieces of so many bytes.
const PIECE: usize = 1 << 18;
/// A page of our own that may do nothing but be looked at.
const PAGE_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox";

pub(super) fn operations(api: Api) -> Api {
    api.with(
        Operation::get("/projects/{project}/jobs/{job}/release", TAG, "The release of a job")
            .noted()
            .query::<Option<String>>("format", "csv or parquet; parquet is verified before it is sent")
            .answers_bytes(&["text/csv", "application/vnd.apache.parquet"]),
        release,
    )
    .with(
        Operation::get("/projects/{project}/jobs/{job}/files", TAG, "The files of a job's release")
            .answers::<Files>(200),
        files,
    )
    .with(
        Operation::get(
            "/projects/{project}/jobs/{job}/files/{name}",
            TAG,
            "A file of a release in several files",
        )
        .noted()
        .answers_bytes(&["application/octet-stream"]),
        file,
    )
    .with(
        Operation::get("/projects/{project}/jobs/{job}/rows", TAG, "Rows of the release")
            .noted()
            .query::<Option<u64>>("offset", "The first row, counted from 0")
            .query::<Option<u64>>("limit", "How many rows, at most 1,000")
            .answers::<Page>(200),
        rows,
    )
    .with(
        Operation::get(
            "/projects/{project}/jobs/{job}/solutions",
            TAG,
            "Every combination of levels with what it is worth",
        )
        .answers::<Lattice>(200),
        solutions,
    )
    .with(
        Operation::get("/projects/{project}/jobs/{job}/report.html", TAG, "The evidence report")
            .noted()
            .answers_bytes(&["text/html"]),
        report,
    )
    .with(
        Operation::get(
            "/projects/{project}/jobs/{job}/manifest",
            TAG,
            "What was released, with the hashes of all files",
        )
        .answers::<Manifest>(200),
        manifest,
    )
    .with(
        Operation::get("/projects/{project}/jobs/{job}/script", TAG, "How to repeat a job")
            .query::<Option<String>>("for", "toml (the recipe), shell or python")
            .answers_bytes(&["text/plain"]),
        script::script,
    )
}

/// A job that has ended with a release, and where that is.
pub(super) struct Released {
    pub(super) job: Job,
    pub(super) folder: PathBuf,
    pub(super) file: PathBuf,
}

impl Released {
    pub(super) async fn find(app: &App, project: &str, id: &str) -> Result<Self> {
        let job = app.job(project, id).await?;
        if !job.summary.state.is_final() {
            return Err(Problem::conflict("the job has not ended yet").hint("wait for it"));
        }
        let file = job.release_file.as_ref().filter(|_| job.summary.state == JobState::Done);
        let file = file.ok_or_else(|| Problem::missing("release"))?;
        let folder = app.folder(project).job(id);
        let file = folder.join(file);
        Ok(Self { job, folder, file })
    }
}

impl Released {
    /// **Errors**: the release is several files.
    fn check_one_file(&self) -> Result<()> {
        let several =
            || Problem::conflict("the release is several files").hint("get them one by one from …/files");
        if self.file.is_dir() { Err(several()) } else { Ok(()) }
    }
}

#[derive(Deserialize)]
struct Wanted {
    format: Option<String>,
}

async fn release(
    State(app): State<App>,
    Path((project, id)): Path<(String, String)>,
    Parameters(Wanted { format }): Parameters<Wanted>,
) -> Result<Response> {
    let released = Released::find(&app, &project, &id).await?;
    released.check_one_file()?;
    match format.as_deref() {
        None | Some("csv") => send(&released.file, "text/csv; charset=utf-8", "release.csv").await,
        Some("parquet") => {
            let file = as_parquet(&app, &released).await?;
            send(&file, "application/vnd.apache.parquet", "release.parquet").await
        }
        Some(_) => Err(Problem::request("`format` must be csv or parquet")),
    }
}

/// The release in Parquet. What is sent is what was verified: the file is judged by itself before it gets its name.
async fn as_parquet(app: &App, released: &Released) -> Result<PathBuf> {
    let file = released.folder.join("release.parquet");
    let _turn = app.conversions.wait(&released.job.summary.id).await;
    if file.is_file() {
        return Ok(file);
    }
    let names = app.names(Vec::new());
    // Text in every column: what is judged are the same labels.
    let draft = tempfile::tempdir_in(&released.folder)?;
    let made = draft.path().join("release.parquet");
    app.workers
        .ask_verb(Turn::Table, "convert", json!({ "data": released.file, "output": made }), &names)
        .await?;
    let recipe = released.folder.join("recipe").join(crate::workspace::RECIPE);
    let verified = app
        .workers
        .ask_verb(Turn::Table, "verify", json!({ "data": made, "recipe": recipe }), &names)
        .await?;
    // Whatever ended the search: a file that is sent satisfies the models.
    if verified.report["holds"] != Value::Bool(true) {
        return Err(Problem::internal("the models do not hold on the file in Parquet; it is not sent"));
    }
    tokio::fs::rename(&made, &file).await?;
    Ok(file)
}

/// Sends a file as it is read.
async fn send(file: &FilePath, kind: &str, name: &str) -> Result<Response> {
    let file = tokio::fs::File::open(file).await?;
    let bytes = file.metadata().await?.len();
    let pieces = stream::unfold(Some(file), |file| async {
        let mut file = file?;
        let mut piece = vec![0; PIECE];
        match file.read(&mut piece).await {
            Ok(0) => None,
            Ok(read) => {
                piece.truncate(read);
                Some((Ok(piece), Some(file)))
            }
            Err(error) => Some((Err(error), None)),
        }
    });
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_LENGTH, bytes.to_string()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    Ok((headers, Body::from_stream(pieces)).into_response())
}

#[derive(Serialize, JsonSchema)]
struct Files {
    files: Vec<ReleasedFile>,
}

/// A file of a release.
#[derive(Serialize, JsonSchema)]
struct ReleasedFile {
    name: String,
    bytes: u64,
    /// Its hash, in hexadecimal digits.
    sha256: String,
}

async fn files(State(app): State<App>, Path((project, id)): Path<(String, String)>) -> Result<Json<Files>> {
    let released = Released::find(&app, &project, &id).await?;
    Ok(Json(Files { files: hashed(released.file).await? }))
}

/// The files of a release, with their hashes.
async fn hashed(release: PathBuf) -> Result<Vec<ReleasedFile>> {
    let all = move || -> std::io::Result<Vec<ReleasedFile>> {
        let mut paths = vec![release.clone()];
        if release.is_dir() {
            paths = std::fs::read_dir(&release)?
                .map(|entry| Ok(entry?.path()))
                .collect::<std::io::Result<_>>()?;
            paths.sort();
        }
        paths.iter().map(|path| hashed_file(path)).collect()
    };
    let all = tokio::task::spawn_blocking(all).await;
    Ok(all.map_err(|_| Problem::internal("a file could not be read"))??)
}

fn hashed_file(path: &FilePath) -> std::io::Result<ReleasedFile> {
    let mut hash = Sha256::new();
    let bytes = std::io::copy(&mut std::fs::File::open(path)?, &mut Hashing(&mut hash))?;
    let sha256 = hex(&hash.finalize());
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(ReleasedFile { name, bytes, sha256 })
}

struct Hashing<'a>(&'a mut Sha256);

impl std::io::Write for Hashing<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

async fn file(
    State(app): State<App>,
    Path((project, id, name)): Path<(String, String, String)>,
) -> Result<Response> {
    let released = Released::find(&app, &project, &id).await?;
    if !released.file.is_dir()
        || !crate::workspace::is_file_name(&name)
        || !released.file.join(&name).is_file()
    {
        return Err(Problem::missing("file"));
    }
    send(&released.file.join(&name), "application/octet-stream", &name).await
}

async fn rows(
    State(app): State<App>,
    Path((project, id)): Path<(String, String)>,
    Parameters(range): Parameters<Range>,
) -> Result<Json<Page>> {
    let released = Released::find(&app, &project, &id).await?;
    released.check_one_file()?;
    let place = released.file.display().to_string();
    let total = Pages::open(&released.folder).map_or(0, |pages| pages.total);
    page(&app, &released.folder, place, &app.names(Vec::new()), total, range).await.map(Json)
}

async fn solutions(State(app): State<App>, Path((project, id)): Path<(String, String)>) -> Result<Response> {
    let job = app.job(&project, &id).await?;
    if !job.summary.state.is_final() {
        return Err(Problem::conflict("the job has not ended yet").hint("wait for it"));
    }
    let file = app.folder(&project).job(&id).join("nodes.json");
    let missing = || Problem::missing("lattice").hint("start a job 'anonymize' with \"lattice\": true");
    let text = tokio::fs::read(file).await.map_err(|_| missing())?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

async fn report(State(app): State<App>, Path((project, id)): Path<(String, String)>) -> Result<Response> {
    let job = app.job(&project, &id).await?;
    let page = app.folder(&project).job(&id).join("report.html");
    if !page.is_file() {
        let released = Released::find(&app, &project, &id).await?;
        let dataset = app.table(&project, &job.summary.dataset).await?;
        let recipe = released.folder.join("recipe").join(crate::workspace::RECIPE);
        let date = crate::clock::now();
        let request = json!({
            "original": dataset.location, "released": released.file, "recipe": recipe, "output": page, "date": date[..10],
        });
        let _turn = app.conversions.wait(&id).await;
        if !page.is_file() {
            app.workers.ask_verb(Turn::Table, "report", request, &app.names_of(&dataset)).await?;
        }
    }
    let mut text = tokio::fs::read_to_string(page).await.map_err(|_| Problem::missing("report"))?;
    named(&app, &project).await?.hide(&mut text);
    let headers =
        [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CONTENT_SECURITY_POLICY, PAGE_POLICY)];
    Ok((headers, text).into_response())
}

/// What users call the tables of a project, and nothing of where they are.
async fn named(app: &App, project: &str) -> Result<Names> {
    let project = project.to_owned();
    let datasets = app.store.ask(move |connection| Dataset::all(connection, &project)).await?;
    Ok(app.names(datasets.into_iter().map(|dataset| (dataset.location, dataset.name)).collect()))
}

/// What was released, and from what.
#[derive(Serialize, JsonSchema)]
struct Manifest {
    /// The version of Lethe.
    lethe: String,
    created: String,
    /// Whether the models hold.
    verdict: Option<lethe::request::Verdict>,
    /// What the verifier says about each model.
    models: Value,
    files: Vec<ReleasedFile>,
    /// The table that it was made from.
    dataset: Source,
    /// The recipe, in TOML.
    recipe: String,
    seed: u64,
}

#[derive(Serialize, JsonSchema)]
struct Source {
    name: String,
    bytes: u64,
    sha256: String,
}

async fn manifest(
    State(app): State<App>,
    Path((project, id)): Path<(String, String)>,
) -> Result<Json<Manifest>> {
    let released = Released::find(&app, &project, &id).await?;
    let dataset = app.table(&project, &released.job.summary.dataset).await?;
    let report = app.store.ask(move |connection| Job::report(connection, &id)).await?;
    let mut report: Value = report.and_then(|report| serde_json::from_str(&report).ok()).unwrap_or_default();
    let source = dataset.source.clone();
    let source = tokio::task::spawn_blocking(move || hashed_file(FilePath::new(&source))).await;
    let source = source.map_err(|_| Problem::internal("a file could not be read"))??;
    let recipe =
        tokio::fs::read_to_string(released.folder.join("recipe").join(crate::workspace::RECIPE)).await?;
    Ok(Json(Manifest {
        lethe: released.job.made_by.version.clone(),
        created: released.job.summary.created.clone(),
        verdict: released.job.summary.verdict,
        models: report["models"].take(),
        files: hashed(released.file).await?,
        dataset: Source { name: dataset.name, bytes: source.bytes, sha256: source.sha256 },
        recipe,
        seed: released.job.made_by.seed,
    }))
}

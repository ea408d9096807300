//! Where the tables of a project come from.

use crate::app::App;
use crate::clock::now;
use crate::jobs::Names;
use crate::problem::{Problem, Result};
use crate::reading::with_reading;
use crate::store::Dataset;
use crate::work::Task;
use axum::body::Body;
use futures_util::StreamExt as _;
use lethe::io::private_file;
use lethe::{Location, ReadOptions};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use std::path::{Path, PathBuf};
use tokio::io::AsyncWriteExt as _;

/// A table that was found.
pub(crate) struct Found {
    /// What its user calls it.
    pub(crate) name: String,
    /// Where it is.
    pub(crate) location: String,
    pub(crate) bytes: u64,
}

impl Found {
    /// A problem with the name that its user knows instead of the path.
    pub(crate) fn named(&self, mut problem: Problem) -> Problem {
        Names::new(vec![(self.location.clone(), self.name.clone())]).hide_in(&mut problem.body);
        problem
    }
}

/// Receives the body of a request as a file.
///
/// **Errors**: the name tells no format, the table is larger than allowed, the disk is full, or the sender went away. Nothing stays
/// in the folder then, as far as its caller removes it.
pub(crate) async fn receive(app: &App, folder: &Path, name: &str, body: Body) -> Result<Found> {
    let name = name.trim();
    let (file_name, table) = name.split_once('#').map_or((name, None), |(file, table)| (file, Some(table)));
    if name.len() > 200 || name.chars().any(char::is_control) {
        return Err(Problem::request("`name` is too long, or has control characters"));
    }
    // The format is known by the ending; the rest of the name is the user's own.
    Location::parse_file(name).map_err(lethe::Error::from)?;
    let base = Path::new(file_name)
        .file_name()
        .map(|base| base.to_string_lossy().to_lowercase())
        .unwrap_or_default();
    let (_, ending) = base.split_once('.').unwrap_or(("", ""));
    let known = [".gz", ".zst"].iter().find(|packed| base.ends_with(**packed)).copied().unwrap_or("");
    let plain = base.strip_suffix(known).unwrap_or(&base);
    let format = plain.rsplit_once('.').map_or(ending, |(_, format)| format);
    let file = folder.join(format!("data.{format}{known}"));
    let limit = app.options.limits.upload;
    let opened = private_file().write(true).create_new(true).open(&file)?;
    let mut output = tokio::fs::File::from_std(opened);
    let (mut stream, mut bytes) = (body.into_data_stream(), 0u64);
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(|_| Problem::request("the upload ended early"))?;
        bytes += chunk.len() as u64;
        if bytes > limit.0 {
            let problem = Problem::too_large(format!("the table is larger than {limit}"));
            return Err(problem.hint(
                "start the service with a larger `upload_limit`, or put the file into its `data` folder",
            ));
        }
        output.write_all(&chunk).await?;
    }
    output.sync_all().await?;
    let mut location = file.display().to_string();
    if let Some(table) = table {
        location = format!("{location}#{table}");
    }
    Ok(Found { name: name.to_owned(), location, bytes })
}

/// A file under the data folder.
///
/// **Errors**: there is no such folder or file, or the file is elsewhere.
pub(crate) fn link(app: &App, path: &str) -> Result<Found> {
    let folder = app.data.as_ref().ok_or_else(|| {
        Problem::conflict("the service has no data folder").hint("start it with `data`, or upload the file")
    })?;
    let (file, table) = path.split_once('#').map_or((path, None), |(file, table)| (file, Some(table)));
    let found = std::fs::canonicalize(folder.join(file)).map_err(|_| Problem::missing("file"))?;
    if !found.starts_with(folder) || !found.is_file() {
        return Err(Problem::missing("file"));
    }
    let bytes = std::fs::metadata(&found)?.len();
    let mut location = found.display().to_string();
    if let Some(table) = table {
        location = format!("{location}#{table}");
    }
    Location::parse_file(&location).map_err(|_| Problem::request("`path`: unknown kind of file"))?;
    Ok(Found { name: path.to_owned(), location, bytes })
}

/// Looks at a table and makes it a dataset of its project.
///
/// **Errors**: the table cannot be read.
pub(crate) async fn register(
    app: &App,
    project: String,
    id: String,
    folder: &Path,
    found: Found,
    reading: ReadOptions,
) -> Result<Dataset> {
    let request = with_reading(json!({ "data": found.location }), &reading);
    let profile =
        app.workers.ask_verb("inspect", request).await.map_err(|problem| found.named(problem))?.report;
    let dataset = Dataset {
        id,
        name: found.name,
        rows: profile["rows"].as_u64().unwrap_or(0),
        columns: profile["columns"].as_array().map_or(0, |columns| columns.len() as u64),
        bytes: found.bytes,
        created: now(),
        location: found.location,
        reading,
        project,
    };
    let stored = dataset.clone();
    app.store.ask(move |connection| stored.insert(connection, &profile.to_string())).await?;
    keep_pages(app, &dataset, folder);
    Ok(dataset)
}

/// Prepares the rows of a table for looking at them, while its user does something else.
fn keep_pages(app: &App, dataset: &Dataset, folder: &Path) {
    let (data, read) = (dataset.location.clone(), dataset.reading.clone());
    let (app, folder) = (app.clone(), folder.to_owned());
    tokio::spawn(async move {
        // Without pages, rows are read from the table.
        let _ = app.workers.ask(&Task::Pages { data, read, folder }).await;
    });
}

/// One of the built-in data sets.
pub(crate) async fn generate(
    app: &App,
    folder: &Path,
    name: &str,
    rows: Option<u64>,
    columns: Option<u64>,
) -> Result<Found> {
    let rows = rows.unwrap_or(10_000);
    if rows > 10_000_000 {
        return Err(Problem::request("`rows` must be at most 10,000,000"));
    }
    let file = folder.join("data.csv");
    let request = json!({ "name": name, "rows": rows, "columns": columns, "output": file });
    app.workers.ask_verb("generate", request).await?;
    let bytes = std::fs::metadata(&file)?.len();
    Ok(Found { name: format!("{name}.csv"), location: file.display().to_string(), bytes })
}

/// A table under the data folder.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct DataFile {
    /// Its path in the folder.
    path: String,
    bytes: u64,
}

/// Deeper folders are not listed, and no more files.
const DEEPEST: usize = 4;
const MOST_FILES: usize = 10_000;

/// The tables under a folder, by name. Links are not followed.
pub(crate) fn list(folder: &Path) -> Vec<DataFile> {
    let mut found = Vec::new();
    let mut folders: Vec<(PathBuf, usize)> = vec![(folder.to_owned(), 0)];
    while let Some((next, depth)) = folders.pop() {
        for entry in std::fs::read_dir(next).into_iter().flatten().flatten() {
            let (Ok(kind), path) = (entry.file_type(), entry.path()) else { continue };
            if kind.is_dir() && depth < DEEPEST {
                folders.push((path, depth + 1));
            } else if kind.is_file() && Location::parse_file(&path.display().to_string()).is_ok() {
                let Ok(relative) = path.strip_prefix(folder) else { continue };
                let bytes = entry.metadata().map_or(0, |metadata| metadata.len());
                found.push(DataFile { path: relative.display().to_string(), bytes });
            }
            if found.len() >= MOST_FILES {
                folders.clear();
                break;
            }
        }
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    found
}

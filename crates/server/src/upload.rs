//! Where the tables of a project come from.

use crate::app::App;
use crate::clock::now;
use crate::problem::{Problem, Result};
use crate::store::Dataset;
use crate::work::{Task, Turn};
use axum::body::Body;
use futures_util::StreamExt as _;
use lethe::io::{Format, private_file};
use lethe::{Location, ReadOptions};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use std::path::{Path, PathBuf};
use tokio::io::AsyncWriteExt as _;

/// A table that was added.
pub(crate) struct NewTable {
    /// What its user calls it.
    pub(crate) name: String,
    /// Its file.
    file: PathBuf,
    /// The table of a database.
    table: Option<String>,
}

impl NewTable {
    fn location(&self) -> String {
        let file = self.file.display();
        self.table.as_ref().map_or_else(|| file.to_string(), |table| format!("{file}#{table}"))
    }
}

/// The size and the time of a file: another one has other ones.
pub(crate) fn stamp_of(file: &Path) -> std::io::Result<String> {
    let metadata = std::fs::metadata(file)?;
    let time = metadata.modified()?.duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    Ok(format!("{} {time}", metadata.len()))
}

/// The ending that shows the format of a table, and the name of its table where it is a database.
///
/// **Errors**: the name shows no format.
fn ending_of(name: &str) -> Result<(String, Option<String>)> {
    let location = Location::parse_file(name).map_err(lethe::Error::from)?;
    let path = location.path.ok_or_else(|| Problem::request("`name` must be the name of a file"))?;
    let file = path.file_name().map(|file| file.to_string_lossy().to_lowercase()).unwrap_or_default();
    let packed = [".gz", ".zst"].into_iter().find(|packed| file.ends_with(packed)).unwrap_or("");
    let plain = file.strip_suffix(packed).unwrap_or(&file);
    let format = plain.rsplit_once('.').map_or("", |(_, format)| format);
    let table = if let Format::Sqlite { table } = location.format { Some(table) } else { None };
    Ok((format!("{format}{packed}"), table))
}

/// Receives the body of a request as a file.
///
/// **Errors**: the name shows no format, the table is larger than allowed, the disk is full, or the sender went away. Nothing stays
/// in the folder then, as far as its caller removes it.
pub(crate) async fn receive(
    app: &App,
    folder: &Path,
    name: &str,
    length: Option<u64>,
    body: Body,
) -> Result<NewTable> {
    let name = name.trim();
    if name.len() > 200 || name.chars().any(char::is_control) {
        return Err(Problem::request("`name` is too long, or has control characters"));
    }
    // The rest of the name is the user's own.
    let (ending, table) = ending_of(name)?;
    let limit = app.options.limits.upload;
    let too_large = || {
        let problem = Problem::too_large(format!("the table is larger than {limit}"));
        problem.hint("start the service with a larger `upload_limit`, or put the file into its `data` folder")
    };
    if length.is_some_and(|length| length > limit.0) {
        return Err(too_large());
    }
    let file = folder.join(format!("data.{ending}"));
    let opened = private_file().write(true).create_new(true).open(&file)?;
    let mut output = tokio::fs::File::from_std(opened);
    let (mut stream, mut bytes) = (body.into_data_stream(), 0u64);
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(|_| Problem::request("the upload ended early"))?;
        bytes += chunk.len() as u64;
        if bytes > limit.0 {
            return Err(too_large());
        }
        output.write_all(&chunk).await?;
    }
    output.flush().await?;
    Ok(NewTable { name: name.to_owned(), file, table })
}

/// A file under the data folder.
///
/// **Errors**: there is no such folder or file, or the file is elsewhere.
pub(crate) fn link(app: &App, path: &str) -> Result<NewTable> {
    let folder = app.data.as_ref().ok_or_else(|| {
        Problem::conflict("the service has no data folder").hint("start it with `data`, or upload the file")
    })?;
    let (_, table) = ending_of(path).map_err(|_| Problem::request("`path`: unknown kind of file"))?;
    let file = table.as_ref().map_or(path, |table| &path[..path.len() - table.len() - 1]);
    let found = std::fs::canonicalize(folder.join(file)).map_err(|_| Problem::missing("file"))?;
    if !found.starts_with(folder) || !found.is_file() {
        return Err(Problem::missing("file"));
    }
    Ok(NewTable { name: path.to_owned(), file: found, table })
}

/// Looks at a table and makes it a dataset of its project. One that needs options to be read is kept once more in a form that needs
/// none, so that it is read in one way wherever it is used.
///
/// **Errors**: the table cannot be read.
pub(crate) async fn register(
    app: &App,
    project: String,
    id: String,
    folder: &Path,
    added: NewTable,
    reading: ReadOptions,
) -> Result<Dataset> {
    let stamp = stamp_of(&added.file)?;
    let mut dataset = Dataset {
        id,
        name: added.name.clone(),
        rows: 0,
        columns: 0,
        bytes: std::fs::metadata(&added.file)?.len(),
        created: now(),
        location: added.location(),
        source: added.file.display().to_string(),
        stamp,
        reading,
        project,
    };
    let names = app.names_of(&dataset);
    if dataset.reading != ReadOptions::default() {
        let mut request = serde_json::to_value(&dataset.reading).unwrap_or_default();
        let plain = folder.join("table.parquet").display().to_string();
        request["data"] = json!(dataset.location);
        request["output"] = json!(plain);
        app.workers.ask_verb(Turn::Table, "convert", request, &names).await?;
        dataset.location = plain;
    }
    let request = json!({ "data": dataset.location });
    // What is stored below must survive a power cut; the disk writes while the table is read.
    let file = added.file.clone();
    let synced = tokio::task::spawn_blocking(move || std::fs::File::open(file)?.sync_all());
    let profile = app.workers.ask_verb(Turn::Table, "inspect", request, &names).await?.report;
    synced.await.map_err(|_| Problem::internal("a file could not be stored"))??;
    dataset.rows = profile["rows"].as_u64().unwrap_or(0);
    dataset.columns = profile["columns"].as_array().map_or(0, |columns| columns.len() as u64);
    let stored = dataset.clone();
    app.store.ask(move |connection| stored.insert(connection, &profile.to_string())).await?;
    keep_pages(app, &dataset, folder);
    Ok(dataset)
}

/// Prepares the rows of a table for looking at them, while its user does something else.
fn keep_pages(app: &App, dataset: &Dataset, folder: &Path) {
    let task = Task::Pages { data: dataset.location.clone(), folder: folder.to_owned() };
    let app = app.clone();
    tokio::spawn(async move {
        // Without pages, rows are read from the table.
        let _ = app.workers.ask(Turn::Pages, &task, &app.names(Vec::new())).await;
    });
}

/// One of the built-in data sets.
pub(crate) async fn generate(
    app: &App,
    folder: &Path,
    name: &str,
    rows: Option<u64>,
    columns: Option<u64>,
) -> Result<NewTable> {
    let rows = rows.unwrap_or(10_000);
    if rows > 10_000_000 {
        return Err(Problem::request("`rows` must be at most 10,000,000"));
    }
    let file = folder.join("data.csv");
    let request = json!({ "name": name, "rows": rows, "columns": columns, "output": file });
    app.workers.ask_verb(Turn::Table, "generate", request, &app.names(Vec::new())).await?;
    Ok(NewTable { name: format!("{name}.csv"), file, table: None })
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

//! Jobs.

use crate::clock::now;
use crate::problem::ErrorBody;
use lethe::progress::TaskState;
use lethe::request::Verdict;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Connection, OptionalExtension as _, Result, Row, params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

const SUMMARY: &str = "id, verb, dataset, state, verdict, created, started, ended, user, release";

/// How far a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum JobState {
    /// It waits for others.
    Queued,
    /// It is under way.
    Running,
    /// It has a report.
    Done,
    /// It has an error.
    Failed,
    /// A user ended it.
    Cancelled,
    /// The service ended while it was under way.
    Interrupted,
}

impl JobState {
    const ALL: [(Self, &str); 6] = [
        (Self::Queued, "queued"),
        (Self::Running, "running"),
        (Self::Done, "done"),
        (Self::Failed, "failed"),
        (Self::Cancelled, "cancelled"),
        (Self::Interrupted, "interrupted"),
    ];

    /// Whether nothing more will happen.
    pub(crate) fn is_final(self) -> bool {
        !matches!(self, Self::Queued | Self::Running)
    }

    fn word(self) -> &'static str {
        Self::ALL.iter().find(|(state, _)| *state == self).map_or("", |(_, word)| word)
    }
}

impl ToSql for JobState {
    fn to_sql(&self) -> Result<ToSqlOutput<'_>> {
        Ok(self.word().into())
    }
}

impl FromSql for JobState {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let text = value.as_str()?;
        Self::ALL
            .iter()
            .find(|(_, word)| *word == text)
            .map(|(state, _)| *state)
            .ok_or(FromSqlError::InvalidType)
    }
}

/// A job in a list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct JobSummary {
    /// Its name in addresses.
    pub(crate) id: String,
    /// The command.
    pub(crate) verb: String,
    /// The dataset.
    pub(crate) dataset: String,
    /// How far it is.
    pub(crate) state: JobState,
    /// Its report in one word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) verdict: Option<Verdict>,
    /// When it was asked for.
    pub(crate) created: String,
    /// When it began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) started: Option<String>,
    /// When it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ended: Option<String>,
    /// Who asked for it.
    pub(crate) user: String,
    /// Whether it has a release.
    pub(crate) release: bool,
}

/// A job.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Job {
    /// What lists show of it.
    #[serde(flatten)]
    pub(crate) summary: JobSummary,
    /// What was asked.
    pub(crate) request: Value,
    /// The tasks that are under way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) progress: Option<Vec<TaskState>>,
    /// The report of the command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) report: Option<Value>,
    /// Why there is no report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<ErrorBody>,
    /// The file or folder of its release, in its folder.
    #[serde(skip)]
    pub(crate) release_file: Option<String>,
    #[serde(skip)]
    pub(crate) project: String,
    /// The program that did it.
    #[serde(skip)]
    pub(crate) made_by: MadeBy,
}

/// The program that did a job: what decides its result besides the request.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct MadeBy {
    pub(crate) version: String,
    pub(crate) seed: u64,
}

/// How a job ended.
pub(crate) struct Ended {
    pub(crate) state: JobState,
    pub(crate) verdict: Option<Verdict>,
    pub(crate) report: Option<String>,
    pub(crate) error: Option<ErrorBody>,
    pub(crate) release: Option<String>,
}

impl Ended {
    pub(crate) fn failed(error: ErrorBody) -> Self {
        Self { state: JobState::Failed, verdict: None, report: None, error: Some(error), release: None }
    }

    pub(crate) fn cancelled() -> Self {
        Self { state: JobState::Cancelled, verdict: None, report: None, error: None, release: None }
    }
}

/// Marks what was under way when the service ended.
pub(super) fn interrupt_all(connection: &mut Connection) -> Result<()> {
    let update = "UPDATE job SET state = ?1, ended = ?2 WHERE state IN ('queued', 'running')";
    connection.execute(update, params![JobState::Interrupted, now()]).map(|_| ())
}

impl Job {
    /// A new one that waits.
    pub(crate) fn queued(
        id: String,
        project: String,
        dataset: String,
        verb: String,
        request: Value,
        user: String,
        seed: u64,
    ) -> Self {
        let made_by = MadeBy { version: env!("CARGO_PKG_VERSION").to_owned(), seed };
        let summary = JobSummary {
            id,
            verb,
            dataset,
            state: JobState::Queued,
            verdict: None,
            created: now(),
            started: None,
            ended: None,
            user,
            release: false,
        };
        Self {
            summary,
            request,
            progress: None,
            report: None,
            error: None,
            release_file: None,
            project,
            made_by,
        }
    }

    pub(crate) fn insert(&self, connection: &Connection) -> Result<()> {
        let insert = "INSERT INTO job (id, project, dataset, verb, request, state, user, created, made_by) \
                      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
        let Self { summary, project, request, .. } = self;
        let JobSummary { id, dataset, verb, state, user, created, .. } = summary;
        let made_by = serde_json::to_string(&self.made_by).unwrap_or_default();
        let values = params![id, project, dataset, verb, request.to_string(), state, user, created, made_by];
        connection.execute(insert, values).map(|_| ())
    }

    pub(crate) fn start(connection: &Connection, id: &str) -> Result<()> {
        let update = "UPDATE job SET state = ?, started = ? WHERE id = ?";
        connection.execute(update, params![JobState::Running, now(), id]).map(|_| ())
    }

    pub(crate) fn end(connection: &Connection, id: &str, ended: &Ended) -> Result<()> {
        let update = "UPDATE job SET state = ?, verdict = ?, report = ?, error = ?, release = ?, ended = ? WHERE id = ?";
        let verdict = ended.verdict.and_then(|verdict| serde_json::to_string(&verdict).ok());
        let error = ended.error.as_ref().and_then(|error| serde_json::to_string(error).ok());
        connection
            .execute(update, params![ended.state, verdict, ended.report, error, ended.release, now(), id])
            .map(|_| ())
    }

    /// Those of a project, the newest first.
    pub(crate) fn all(connection: &Connection, project: &str) -> Result<Vec<JobSummary>> {
        let select = format!("SELECT {SUMMARY} FROM job WHERE project = ? ORDER BY rowid DESC");
        let mut query = connection.prepare(&select)?;
        let rows = query.query_map([project], read_summary)?;
        rows.collect()
    }

    /// One of them, without its report.
    pub(crate) fn find(connection: &Connection, project: &str, id: &str) -> Result<Option<Self>> {
        let select = format!(
            "SELECT {SUMMARY}, project, request, error, made_by FROM job WHERE project = ? AND id = ?"
        );
        connection.query_row(&select, [project, id], Self::read).optional()
    }

    /// The report of a job, as JSON.
    pub(crate) fn report(connection: &Connection, id: &str) -> Result<Option<String>> {
        connection.query_row("SELECT report FROM job WHERE id = ?", [id], |row| row.get(0))
    }

    pub(crate) fn delete(connection: &Connection, id: &str) -> Result<()> {
        connection.execute("DELETE FROM job WHERE id = ?", [id]).map(|_| ())
    }

    fn read(row: &Row<'_>) -> Result<Self> {
        let (request, error): (String, Option<String>) = (row.get(11)?, row.get(12)?);
        let made_by: String = row.get(13)?;
        Ok(Self {
            summary: read_summary(row)?,
            request: serde_json::from_str(&request).unwrap_or_default(),
            progress: None,
            report: None,
            error: error.and_then(|error| serde_json::from_str(&error).ok()),
            release_file: row.get(9)?,
            project: row.get(10)?,
            made_by: serde_json::from_str(&made_by).unwrap_or_default(),
        })
    }
}

fn read_summary(row: &Row<'_>) -> Result<JobSummary> {
    let verdict: Option<String> = row.get(4)?;
    let release: Option<String> = row.get(9)?;
    Ok(JobSummary {
        id: row.get(0)?,
        verb: row.get(1)?,
        dataset: row.get(2)?,
        state: row.get(3)?,
        verdict: verdict.and_then(|word| serde_json::from_str(&word).ok()),
        created: row.get(5)?,
        started: row.get(6)?,
        ended: row.get(7)?,
        user: row.get(8)?,
        release: release.is_some(),
    })
}

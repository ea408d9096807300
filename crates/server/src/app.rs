//! What every handler works with.

use crate::access::{Hosts, Users};
use crate::audit::Audit;
use crate::jobs::Jobs;
use crate::options::ServeOptions;
use crate::problem::{Problem, Result};
use crate::store::{Dataset, Job, Project, Store};
use crate::work::Workers;
use crate::workspace::{ProjectFolder, Workspace};
use serde_json::Value;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::Mutex;

/// The service; cloning is cheap and shares it.
#[derive(Clone)]
pub(crate) struct App(Arc<Parts>);

/// What the service consists of.
pub(crate) struct Parts {
    pub(crate) options: ServeOptions,
    /// The folder of `--data`, without links and detours.
    pub(crate) data: Option<PathBuf>,
    /// Whether the workspace was made just now.
    pub(crate) is_new: bool,
    pub(crate) workspace: Workspace,
    pub(crate) store: Store,
    pub(crate) users: Users,
    pub(crate) hosts: Hosts,
    pub(crate) audit: Audit,
    pub(crate) workers: Workers,
    pub(crate) jobs: Jobs,
    /// One recipe is replaced at a time.
    pub(crate) recipes: Mutex<()>,
    /// One release is converted or reported on at a time.
    pub(crate) conversions: Mutex<()>,
    pub(crate) openapi: Value,
}

impl App {
    pub(crate) fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }

    pub(crate) fn folder(&self, project: &str) -> ProjectFolder {
        self.workspace.project(project)
    }

    /// **Errors**: there is no such project.
    pub(crate) async fn project(&self, id: &str) -> Result<Project> {
        let id = id.to_owned();
        let found = self.store.ask(move |connection| Project::find(connection, &id)).await?;
        found.ok_or_else(|| Problem::missing("project"))
    }

    /// **Errors**: there is no such dataset in the project.
    pub(crate) async fn dataset(&self, project: &str, id: &str) -> Result<Dataset> {
        let (project, id) = (project.to_owned(), id.to_owned());
        let found = self.store.ask(move |connection| Dataset::find(connection, &project, &id)).await?;
        found.ok_or_else(|| Problem::missing("dataset"))
    }

    /// **Errors**: there is no such job in the project.
    pub(crate) async fn job(&self, project: &str, id: &str) -> Result<Job> {
        let (project, id) = (project.to_owned(), id.to_owned());
        let found = self.store.ask(move |connection| Job::find(connection, &project, &id)).await?;
        found.ok_or_else(|| Problem::missing("job"))
    }
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

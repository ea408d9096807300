//! What every handler works with.

use crate::access::{Hosts, Users};
use crate::audit::Audit;
use crate::jobs::{Jobs, Names};
use crate::locks::Locks;
use crate::options::ServeOptions;
use crate::problem::{Problem, Result};
use crate::store::{Dataset, Job, Project, Store};
use crate::upload::stamp_of;
use crate::work::Workers;
use crate::workspace::{ProjectFolder, Workspace};
use serde_json::Value;
use std::ops::Deref;
use std::path::{Path, PathBuf};
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
    /// The name of the cookie that browsers send.
    pub(crate) cookie: String,
    pub(crate) audit: Audit,
    pub(crate) workers: Workers,
    pub(crate) jobs: Jobs,
    /// One recipe is replaced at a time.
    pub(crate) recipes: Mutex<()>,
    /// One file is made of a job at a time.
    pub(crate) conversions: Locks,
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

    /// A dataset whose table is to be read.
    ///
    /// **Errors**: there is no such dataset, or its file is not the one that was added.
    pub(crate) async fn table(&self, project: &str, id: &str) -> Result<Dataset> {
        let dataset = self.dataset(project, id).await?;
        self.check_unchanged(&dataset)?;
        Ok(dataset)
    }

    /// **Errors**: the file of a dataset was changed, replaced or removed since it was added.
    pub(crate) fn check_unchanged(&self, dataset: &Dataset) -> Result<()> {
        let changed = || {
            let problem = format!("{}: the table has changed since it was added", dataset.name);
            Problem::conflict(problem).hint("add it again as a new dataset")
        };
        let source = Path::new(&dataset.source);
        let found = std::fs::canonicalize(source).map_err(|_| changed())?;
        let is_ours =
            self.workspace.contains(&found) || self.data.as_ref().is_some_and(|data| found.starts_with(data));
        if !is_ours || found != source || stamp_of(source)? != dataset.stamp {
            return Err(changed());
        }
        Ok(())
    }

    /// What users see instead of paths.
    pub(crate) fn names(&self, known: Vec<(String, String)>) -> Names {
        let folders = [Some(self.workspace.root()), self.data.as_deref()];
        let roots = folders.into_iter().flatten().map(|folder| folder.display().to_string()).collect();
        Names::new(known, roots)
    }

    /// The same for a dataset.
    pub(crate) fn names_of(&self, dataset: &Dataset) -> Names {
        let known = [&dataset.location, &dataset.source].map(|path| (path.clone(), dataset.name.clone()));
        self.names(known.to_vec())
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

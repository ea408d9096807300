//! Jobs: requests of the library that take their time.
//!
//! A job waits for its turn, works in a process of its own, and ends with a report or an error in the database. Its files are in a
//! folder of its own and have their names only when they are whole.

mod assemble;
mod paths;
mod recipe;

pub(crate) use assemble::{Assembled, assemble, verbs};
pub(crate) use paths::{Names, without_paths};
pub(crate) use recipe::named_files_are_ours;

use crate::app::App;
use crate::problem::{Problem, Result};
use crate::store::{Ended, Job, JobState};
use crate::work::{Answer, Task};
use crate::workspace::clear_job;
use axum::http::StatusCode;
use lethe::progress::TaskState;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, Semaphore, watch};

/// How often it is tried to store how a job ended.
const RETRY: Duration = Duration::from_secs(1);

/// What is new about a job: the tasks that are under way.
pub(crate) type News = Vec<TaskState>;

/// The jobs that wait or run.
pub(crate) struct Jobs {
    turns: Arc<Semaphore>,
    active: Mutex<HashMap<String, Active>>,
    most: usize,
}

struct Active {
    project: String,
    datasets: Vec<String>,
    cancel: Arc<Notify>,
    news: watch::Receiver<News>,
}

impl Jobs {
    pub(crate) fn new(at_once: usize, waiting: usize) -> Self {
        Self { turns: Arc::new(Semaphore::new(at_once)), active: Mutex::default(), most: at_once + waiting }
    }

    fn active(&self) -> MutexGuard<'_, HashMap<String, Active>> {
        self.active.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is new about a job from now on; `None` of one that has ended.
    pub(crate) fn news(&self, id: &str) -> Option<watch::Receiver<News>> {
        self.active().get(id).map(|active| active.news.clone())
    }

    /// Asks a job to stop; whether it waits or runs.
    pub(crate) fn cancel(&self, id: &str) -> bool {
        self.active().get(id).map(|active| active.cancel.notify_one()).is_some()
    }

    /// Whether a job of the project waits or runs.
    pub(crate) fn is_busy(&self, project: &str) -> bool {
        self.active().values().any(|active| active.project == project)
    }

    /// Whether a job about the dataset waits or runs.
    pub(crate) fn uses(&self, dataset: &str) -> bool {
        self.active().values().any(|active| active.datasets.iter().any(|used| used == dataset))
    }
}

/// Starts a job whose request was assembled.
///
/// **Errors**: too many jobs wait.
pub(crate) async fn start(app: &App, job: Job, assembled: Assembled) -> Result<()> {
    let id = job.summary.id.clone();
    let (send, news) = watch::channel(News::new());
    let cancel = Arc::new(Notify::new());
    {
        let mut active = app.jobs.active();
        if active.len() >= app.jobs.most {
            let problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, "busy", "too many jobs wait");
            return Err(problem.hint("wait until some have ended, or cancel them"));
        }
        let datasets = assembled.used.iter().map(|dataset| dataset.id.clone()).collect();
        let active_job = Active { project: job.project.clone(), datasets, cancel: Arc::clone(&cancel), news };
        active.insert(id.clone(), active_job);
    }
    let inserted = app.store.ask(move |connection| job.insert(connection)).await;
    if let Err(problem) = inserted {
        app.jobs.active().remove(&id);
        return Err(problem);
    }
    tokio::spawn(run(app.clone(), id, assembled, cancel, send));
    Ok(())
}

async fn run(app: App, id: String, assembled: Assembled, cancel: Arc<Notify>, news: watch::Sender<News>) {
    let turns = Arc::clone(&app.jobs.turns);
    let turn = tokio::select! {
        turn = turns.acquire() => turn.ok(),
        () = cancel.notified() => None,
    };
    let ended = if turn.is_none() {
        Ended::cancelled()
    } else {
        let started = id.clone();
        let started = app.store.ask(move |connection| Job::start(connection, &started)).await;
        news.send_replace(News::new());
        let show = |progress| drop(news.send_replace(progress));
        let answer = match started {
            Ok(()) => app.workers.run(&assembled.task, &cancel, &assembled.names, show).await,
            Err(problem) => Err(problem),
        };
        // What was read must be what is there: a release is evidence about its source.
        let unchanged =
            |answer| assembled.used.iter().try_for_each(|used| app.check_unchanged(used)).map(|()| answer);
        ended(answer.and_then(unchanged), &assembled)
    };
    drop(turn);
    if ended.state != JobState::Done {
        // What a job that failed has written is of no use.
        let _ = clear_job(&assembled.folder);
    }
    store_end(&app, &id, ended).await;
    app.jobs.active().remove(&id);
    news.send_replace(News::new());
}

/// Stores how a job ended. Where the disk is full, that waits until it is not: a job that has ended is not shown as interrupted.
async fn store_end(app: &App, id: &str, ended: Ended) {
    let ended = Arc::new(ended);
    loop {
        let (id, ended) = (id.to_owned(), Arc::clone(&ended));
        let stored = app.store.ask(move |connection| Job::end(connection, &id, &ended)).await;
        if stored.is_ok() {
            return;
        }
        tokio::time::sleep(RETRY).await;
    }
}

fn ended(answer: Result<Answer>, assembled: &Assembled) -> Ended {
    match answer {
        Ok(Answer { report, verdict }) => {
            if let Task::Verb { lattice: Some((nodes, _)), .. } = &assembled.task {
                // What is in it is in the JSON that was made of it.
                let _ = std::fs::remove_file(nodes);
            }
            let release = assembled.release.clone().filter(|file| assembled.folder.join(file).exists());
            Ended { state: JobState::Done, verdict, report: Some(report.to_string()), error: None, release }
        }
        Err(problem) if problem.body.code == "interrupted" => Ended::cancelled(),
        Err(problem) => Ended::failed(*problem.body),
    }
}

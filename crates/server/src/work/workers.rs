//! The side of the service: starts processes, hands them their tasks, and listens.

use super::{Answer, Line, Task};
use crate::jobs::{Names, without_paths};
use crate::options::ServeOptions;
use crate::problem::{ErrorBody, Problem, Result};
use axum::http::StatusCode;
use lethe::progress::TaskState;
use std::ffi::OsString;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::{Notify, Semaphore};

/// How long a process may take to end by itself once its work is cancelled.
const PATIENCE: Duration = Duration::from_secs(2);
/// Questions of each kind that are answered at once, besides the jobs; others wait.
const AT_ONCE: [usize; 3] = [4, 4, 1];
/// How long the answer may take.
const LONGEST: [Duration; 3] = [Duration::from_mins(1), Duration::from_mins(15), Duration::from_hours(1)];
/// An answer is shorter than this; what a process writes is not trusted to end.
const LONGEST_LINE: usize = 256 << 20;

/// How much a question is: each kind has turns of its own, so that large tables do not keep small questions waiting.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Turn {
    /// Something small is checked.
    Check,
    /// A table is read.
    Table,
    /// Rows are prepared, while nobody waits.
    Pages,
}

/// What starts processes.
#[derive(Clone, Debug)]
pub(crate) struct Workers {
    command: Vec<OsString>,
    turns: [Arc<Semaphore>; 3],
}

impl Workers {
    pub(crate) fn new(options: &ServeOptions) -> Self {
        let mut command = options.worker.clone();
        let mut add =
            |flag: &str, value: String| command.extend([OsString::from(flag), OsString::from(value)]);
        add("work", "--progress=never".to_owned());
        add("--threads", options.threads.to_string());
        add("--seed", options.seed.to_string());
        if let Some(memory) = options.limits.memory {
            add("--memory", memory.0.to_string());
        }
        Self { command, turns: AT_ONCE.map(|turns| Arc::new(Semaphore::new(turns))) }
    }

    /// Does a task that a user waits for.
    pub(crate) async fn ask(&self, turn: Turn, task: &Task, names: &Names) -> Result<Answer> {
        let (turns, patience) = (&self.turns[turn as usize], LONGEST[turn as usize]);
        let _turn = turns.acquire().await.map_err(|_| Problem::internal("the service is ending"))?;
        let never = Notify::new();
        match tokio::time::timeout(patience, self.run(task, &never, names, |_| ())).await {
            Ok(answer) => answer,
            Err(_) => {
                Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "too-large", "the answer took too long"))
            }
        }
    }

    /// Asks a verb that a user waits for.
    pub(crate) async fn ask_verb(
        &self,
        turn: Turn,
        verb: &str,
        request: serde_json::Value,
        names: &Names,
    ) -> Result<Answer> {
        let task = Task::Verb { verb: verb.to_owned(), request, lattice: None, pages: None };
        self.ask(turn, &task, names).await
    }

    /// Does a task until it is done or `cancel` is notified. What is answered has names instead of paths.
    pub(crate) async fn run(
        &self,
        task: &Task,
        cancel: &Notify,
        names: &Names,
        progress: impl FnMut(Vec<TaskState>),
    ) -> Result<Answer> {
        match self.run_process(task, cancel, progress).await {
            Ok(mut answer) => {
                // Rows are what they are.
                if matches!(task, Task::Verb { .. }) {
                    without_paths(&mut answer.report, names);
                }
                Ok(answer)
            }
            Err(mut problem) => {
                names.hide_in(&mut problem.body);
                Err(problem)
            }
        }
    }

    async fn run_process(
        &self,
        task: &Task,
        cancel: &Notify,
        mut progress: impl FnMut(Vec<TaskState>),
    ) -> Result<Answer> {
        let mut child = self.start()?;
        let (mut input, output) = (child.stdin.take(), child.stdout.take());
        let gone = || Problem::internal("the work could not be started");
        let mut task = lethe::json::line(task)?;
        task.push('\n');
        input.as_mut().ok_or_else(gone)?.write_all(task.as_bytes()).await.map_err(|_| gone())?;
        let mut output = BufReader::new(output.ok_or_else(gone)?);
        let mut line = Vec::new();
        loop {
            tokio::select! {
                read = read_line(&mut output, &mut line) => {
                    if !read? {
                        return Err(ended_without_answer(&mut child).await);
                    }
                    match serde_json::from_slice(&line) {
                        Ok(Line::Progress(states)) => progress(states),
                        Ok(Line::Answer(answer)) => return Ok(answer),
                        Ok(Line::Error(error)) => return Err(Problem::of_body(error)),
                        Err(_) => return Err(Problem::internal("the work answered with something else than JSON")),
                    }
                    line.clear();
                }
                () = cancel.notified(), if input.is_some() => {
                    // The end of its input tells the process to stop, remove its temporary files, and answer.
                    drop(input.take());
                    let rest = tokio::time::timeout(PATIENCE, child.wait()).await;
                    if rest.is_err() {
                        let _ = child.kill().await;
                    }
                    return Err(interrupted());
                }
            }
        }
    }

    fn start(&self) -> Result<Child> {
        let (program, arguments) =
            self.command.split_first().ok_or_else(|| Problem::internal("there is no program for jobs"))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        command.kill_on_drop(true).spawn().map_err(|_| Problem::internal("the work could not be started"))
    }
}

/// Reads a line; false at the end.
async fn read_line(output: &mut BufReader<tokio::process::ChildStdout>, line: &mut Vec<u8>) -> Result<bool> {
    loop {
        let available = output.fill_buf().await?;
        if available.is_empty() {
            return Ok(false);
        }
        let end = available.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(available.len(), |end| end + 1);
        line.extend_from_slice(&available[..taken]);
        output.consume(taken);
        if end.is_some() {
            return Ok(true);
        }
        if line.len() > LONGEST_LINE {
            return Err(Problem::internal("an answer is too long"));
        }
    }
}

/// What a process that is gone says by its status: 3 is a limit.
async fn ended_without_answer(child: &mut Child) -> Problem {
    let status = child.wait().await.ok().and_then(|status| status.code());
    match status {
        Some(3) => {
            let problem = "the memory budget of a job does not suffice";
            let problem = Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "memory-limit", problem);
            problem.hint("start the service with more `memory`")
        }
        _ => Problem::internal("the work ended without an answer"),
    }
}

fn interrupted() -> Problem {
    Problem::of_body(ErrorBody {
        code: "interrupted".to_owned(),
        message: "the job was cancelled".to_owned(),
        file: None,
        line: None,
        column: None,
        hint: None,
    })
}

//! The side of the process that works.

use super::{Answer, Line, Task, lattice, pages};
use crate::problem::ErrorBody;
use lethe::progress::Tasks;
use lethe::request::{Answered, Verb};
use lethe::{CancelToken, Context, Error, Result};
use std::io::{BufRead as _, Read as _, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How often progress is reported.
const PERIOD: Duration = Duration::from_millis(200);
/// How long work may take to stop once nobody waits for it.
const STOP: Duration = Duration::from_millis(750);

/// Reads a task from standard input, does it, and writes its progress and its answer to standard output.
///
/// **Errors**: standard input holds no task. What goes wrong with the task is a part of the answer.
pub fn work(context: &Context) -> Result<()> {
    let mut line = String::new();
    let read = std::io::stdin().lock().read_line(&mut line);
    let task: Option<Task> = read.ok().and_then(|_| serde_json::from_str(&line).ok());
    let task = task.ok_or_else(|| {
        Error::Request("standard input holds no task; `lethe serve` starts this command by itself".to_owned())
    })?;
    end_with_the_service(context.cancel_token().clone());
    let tasks = Tasks::default();
    let context = context.clone().with_progress(Arc::new(tasks.clone()));
    let (send, receive) = channel();
    let worker = std::thread::spawn(move || {
        // A receiver that is gone asks for nothing.
        let _ = send.send(lethe::guarded(|| answer(&task, &context)));
    });
    let mut shown = Vec::new();
    let answer = loop {
        match receive.recv_timeout(PERIOD) {
            Ok(answer) => break answer,
            Err(RecvTimeoutError::Timeout) => {
                let states = tasks.under_way();
                if states != shown {
                    shown.clone_from(&states);
                    say(&Line::Progress(states));
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                break Err(Error::Refuted("the work ended without an answer".to_owned()));
            }
        }
    };
    // It has sent its answer.
    let _ = worker.join();
    say(&match answer {
        Ok(answer) => Line::Answer(answer),
        Err(error) => Line::Error(ErrorBody::of(&error)),
    });
    Ok(())
}

fn answer(task: &Task, context: &Context) -> Result<Answer> {
    match task {
        Task::Verb { verb, request, lattice, pages } => {
            let unknown = || Error::Request(format!("there is no command '{verb}'"));
            let verb = Verb::named(verb).ok_or_else(unknown)?;
            let Answered { report, verdict, .. } = (verb.answer)(request, context)?;
            if let Some((nodes, output)) = lattice.as_ref().filter(|(nodes, _)| nodes.exists()) {
                lattice::write(nodes, output, &report, context)?;
            }
            if let Some((data, folder)) = pages.as_ref().filter(|(data, _)| Path::new(data).is_file()) {
                pages::write(data, folder, context)?;
            }
            Ok(Answer { report, verdict: Some(verdict) })
        }
        Task::Rows { data, offset, limit } => {
            let rows = pages::read_rows(data, *offset, *limit, context)?;
            Ok(Answer { report: lethe::json::value(&rows)?, verdict: None })
        }
        Task::Pages { data, folder } => {
            pages::write(data, folder, context)?;
            Ok(Answer { report: serde_json::Value::Null, verdict: None })
        }
    }
}

/// Writes a line. Where nobody reads it any more, standard input is closed as well, which ends the work.
fn say(line: &Line) {
    if let Ok(mut text) = lethe::json::line(line) {
        text.push('\n');
        let mut output = std::io::stdout().lock();
        let _ = output.write_all(text.as_bytes()).and_then(|()| output.flush());
    }
}

/// Ends the work when standard input is closed: its user cancelled it, or the service is gone.
fn end_with_the_service(token: CancelToken) {
    let watch = move || {
        let mut rest = [0; 64];
        while std::io::stdin().lock().read(&mut rest).is_ok_and(|bytes| bytes > 0) {}
        token.cancel();
        std::thread::sleep(STOP);
        say(&Line::Error(ErrorBody::of(&Error::Data(lethe::data::Error::Cancelled))));
        lethe::io::abandon_temporaries(Duration::from_millis(150));
        std::process::exit(3);
    };
    drop(std::thread::Builder::new().name("service".to_owned()).spawn(watch));
}

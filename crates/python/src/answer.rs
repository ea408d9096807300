//! Asking a verb.

use crate::errors::raise;
use lethe::progress::Tasks;
use lethe::request::{Answered, VERBS, Verb};
use lethe::{ByteSize, CancelToken, Context, Error, MemoryBudget};
use pyo3::prelude::*;
use serde_json::Value;
use std::ffi::OsString;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How often a waiting call looks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);
/// How often it reports progress.
const SHOW: Duration = Duration::from_millis(200);

/// The resources of a call.
#[derive(FromPyObject)]
pub(crate) struct Resources {
    #[pyo3(item)]
    threads: usize,
    #[pyo3(item)]
    memory: Option<String>,
    #[pyo3(item)]
    seed: u64,
}

impl Resources {
    pub(crate) fn context(&self) -> lethe::Result<Context> {
        let context = Context::new(self.threads)?.with_seed(self.seed);
        let Some(memory) = &self.memory else { return Ok(context) };
        let size: ByteSize = memory.parse().map_err(Error::Request)?;
        Ok(context.with_memory(MemoryBudget::limited(size)))
    }
}

/// The report of a request as JSON, its verdict, and its charts as HTML. The interpreter is free while the work is done; Ctrl-C ends it. `progress`
/// is called with the tasks that are under way.
#[pyfunction]
pub(crate) fn answer(
    py: Python<'_>,
    verb: &str,
    request: &str,
    resources: Resources,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<(String, String, Vec<String>)> {
    let unknown = || raise(py, Error::Request(format!("there is no command '{verb}'")));
    let verb = Verb::named(verb).ok_or_else(unknown)?;
    let request: Value = serde_json::from_str(request)
        .map_err(|_| raise(py, Error::Request("the request is not JSON".to_owned())))?;
    let answered = waiting(py, &resources, progress, move |context| (verb.answer)(&request, context))?;
    let Answered { report, verdict, charts } = answered;
    let verdict = serde_json::to_value(verdict).ok().and_then(|word| word.as_str().map(str::to_owned));
    Ok((report.to_string(), verdict.unwrap_or_default(), charts))
}

/// Does work on a thread of its own, so that this one can look for signals and show progress.
pub(crate) fn waiting<T: Send + 'static>(
    py: Python<'_>,
    resources: &Resources,
    progress: Option<Bound<'_, PyAny>>,
    work: impl FnOnce(&Context) -> lethe::Result<T> + Send + 'static,
) -> PyResult<T> {
    let tasks = Tasks::default();
    let cancel = CancelToken::default();
    let context = resources.context().map_err(|error| raise(py, error))?;
    let context = context.with_cancel(cancel.clone()).with_progress(Arc::new(tasks.clone()));
    let (send, mut receive) = channel();
    let worker = std::thread::spawn(move || {
        // A receiver that is gone has been interrupted and asks for nothing.
        let _ = send.send(lethe::guarded(|| work(&context)));
    });
    let mut shown = Instant::now();
    let mut interrupted = None;
    let answer = loop {
        let (answer, back) = py.detach(move || (receive.recv_timeout(LOOK), receive));
        receive = back;
        match answer {
            Ok(answer) => break answer,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                break Err(Error::Refuted("the work ended without an answer".to_owned()));
            }
        }
        if interrupted.is_none()
            && let Err(signal) = py.check_signals()
        {
            cancel.cancel();
            interrupted = Some(signal);
        }
        if let Some(show) = progress.as_ref().filter(|_| interrupted.is_none() && shown.elapsed() >= SHOW) {
            shown = Instant::now();
            let states = tasks.under_way().into_iter();
            let states: Vec<_> =
                states.map(|task| (task.number, task.label, task.total, task.done, task.note)).collect();
            if let Err(error) = show.call1((states,)) {
                cancel.cancel();
                interrupted = Some(error);
            }
        }
    };
    // It has sent its answer.
    let _ = py.detach(|| worker.join());
    match interrupted {
        Some(signal) => Err(signal),
        None => answer.map_err(|error| raise(py, error)),
    }
}

/// Every verb: its name, and the JSON Schemas of its request and report.
#[pyfunction]
pub(crate) fn verbs() -> Vec<(&'static str, String, String)> {
    let schemas = |verb: &Verb| {
        (verb.name, (verb.request)().as_value().to_string(), (verb.report)().as_value().to_string())
    };
    VERBS.iter().map(schemas).collect()
}

/// The command line: runs `arguments`, of which the first is the program, and returns the exit status. `program` starts it once more.
#[pyfunction]
pub(crate) fn command_line(py: Python<'_>, program: Vec<OsString>, arguments: Vec<String>) -> u8 {
    py.detach(|| lethe_cli::run_as(program, arguments))
}

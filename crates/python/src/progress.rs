//! What work says of its progress, gathered for whoever looks at it from Python.

use lethe::data::{ProgressSink, ProgressTask};
use std::sync::{Arc, Mutex, PoisonError};

/// Where a task stands.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) number: u64,
    pub(crate) label: String,
    pub(crate) total: Option<u64>,
    pub(crate) done: u64,
    pub(crate) note: String,
}

/// The tasks that are under way, in the order in which they began.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tasks(Arc<Mutex<(u64, Vec<State>)>>);

impl Tasks {
    pub(crate) fn under_way(&self) -> Vec<State> {
        self.with(|(_, tasks)| tasks.clone())
    }

    fn with<T>(&self, work: impl FnOnce(&mut (u64, Vec<State>)) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl ProgressSink for Tasks {
    fn begin(&self, label: &str, total: Option<u64>) -> Box<dyn ProgressTask> {
        let number = self.with(|(next, tasks)| {
            let number = *next;
            *next += 1;
            tasks.push(State { number, label: label.to_owned(), total, done: 0, note: String::new() });
            number
        });
        Box::new(UnderWay { tasks: self.clone(), number })
    }
}

struct UnderWay {
    tasks: Tasks,
    number: u64,
}

impl UnderWay {
    fn with(&self, change: impl FnOnce(&mut State)) {
        self.tasks.with(|(_, tasks)| tasks.iter_mut().find(|task| task.number == self.number).map(change));
    }
}

impl ProgressTask for UnderWay {
    fn advance(&self, amount: u64) {
        self.with(|task| task.done += amount);
    }

    fn note(&self, note: &str) {
        self.with(|task| note.clone_into(&mut task.note));
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.tasks.with(|(_, tasks)| tasks.retain(|task| task.number != self.number));
    }
}

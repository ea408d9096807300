//! What work says of its progress, gathered for whoever looks at it from elsewhere: a notebook, a browser.

use lethe_data::{ProgressSink, ProgressTask};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError};

/// Where a task stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TaskState {
    /// Its number, in the order in which tasks began.
    pub number: u64,
    /// What is done.
    pub label: String,
    /// Its size, where known.
    pub total: Option<u64>,
    /// How much of it is done.
    pub done: u64,
    /// What there is to say about it at this moment.
    pub note: String,
}

/// The tasks that are under way, in the order in which they began.
#[derive(Clone, Debug, Default)]
pub struct Tasks(Arc<Mutex<(u64, Vec<TaskState>)>>);

impl Tasks {
    /// Where each of them stands.
    pub fn under_way(&self) -> Vec<TaskState> {
        self.with(|(_, tasks)| tasks.clone())
    }

    fn with<T>(&self, work: impl FnOnce(&mut (u64, Vec<TaskState>)) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl ProgressSink for Tasks {
    fn begin(&self, label: &str, total: Option<u64>) -> Box<dyn ProgressTask> {
        let number = self.with(|(next, tasks)| {
            let number = *next;
            *next += 1;
            tasks.push(TaskState { number, label: label.to_owned(), total, done: 0, note: String::new() });
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
    fn with(&self, change: impl FnOnce(&mut TaskState)) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_are_listed_while_they_last_in_the_order_in_which_they_began() {
        let tasks = Tasks::default();
        let (first, second) = (tasks.begin("reading", Some(10)), tasks.begin("searching", None));
        first.advance(3);
        first.advance(4);
        second.note("2 found");
        let state = |number, label: &str, total, done, note: &str| TaskState {
            number,
            label: label.to_owned(),
            total,
            done,
            note: note.to_owned(),
        };
        let searching = state(1, "searching", None, 0, "2 found");
        assert_eq!(tasks.under_way(), [state(0, "reading", Some(10), 7, ""), searching.clone()]);
        drop(first);
        assert_eq!(tasks.under_way(), [searching]);
    }
}

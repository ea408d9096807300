//! Reporting progress without knowing who looks.

/// Something that can show tasks, such as bars on a terminal.
pub trait ProgressSink: Send + Sync {
    /// Starts to show a task; `total` is its size where known.
    fn begin(&self, label: &str, total: Option<u64>) -> Box<dyn ProgressTask>;
}

/// A task being shown; dropping it ends the display.
pub trait ProgressTask: Send + Sync {
    /// `amount` more of the total is done.
    fn advance(&self, amount: u64);

    /// What there is to say about the work at this moment, such as how much was found.
    fn note(&self, _note: &str) {}
}

/// Shows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProgress;

impl ProgressSink for NoProgress {
    fn begin(&self, _label: &str, _total: Option<u64>) -> Box<dyn ProgressTask> {
        Box::new(Self)
    }
}

impl ProgressTask for NoProgress {
    fn advance(&self, _amount: u64) {}
}

/// A handle on a task being shown.
pub struct Task(Box<dyn ProgressTask>);

impl Task {
    pub(crate) fn new(task: Box<dyn ProgressTask>) -> Self {
        Self(task)
    }

    /// `amount` more of the total is done.
    pub fn advance(&self, amount: u64) {
        self.0.advance(amount);
    }

    /// Replaces what is said about the work beside its progress.
    pub fn note(&self, note: &str) {
        self.0.note(note);
    }
}

//! What every piece of work is given: threads, memory, a seed, a place to report progress, and a way to be stopped.

mod cancel;
mod memory;
mod meter;
mod progress;

pub use cancel::CancelToken;
pub use memory::{ByteSize, MemoryBudget, Reservation};
pub use meter::Meter;
pub use progress::{NoProgress, ProgressSink, ProgressTask, Task};

use crate::{Error, Result};
use std::sync::Arc;

/// What the names of worker threads begin with.
const WORKER: &str = "lethe-";

/// The resources and limits of a run. Cloning is cheap and shares them.
#[derive(Clone)]
pub struct Context {
    pool: Arc<rayon::ThreadPool>,
    memory: Arc<MemoryBudget>,
    seed: u64,
    progress: Arc<dyn ProgressSink>,
    cancel: CancelToken,
}

impl Context {
    /// The most threads a run may have: more would only wait for each other.
    pub const MAX_THREADS: usize = 512;

    /// A context with `threads` workers (0: one a core), no memory limit, seed 0 and no progress display.
    ///
    /// **Errors**: more than [`Self::MAX_THREADS`] are asked for, or the system refuses them.
    pub fn new(threads: usize) -> Result<Self> {
        if threads > Self::MAX_THREADS {
            return Err(Error::TooManyThreads { threads });
        }
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|number| format!("{WORKER}{number}"))
            .build()
            .map_err(|_| Error::Threads { threads })?;
        Ok(Self {
            pool: Arc::new(pool),
            memory: Arc::new(MemoryBudget::unlimited()),
            seed: 0,
            progress: Arc::new(NoProgress),
            cancel: CancelToken::default(),
        })
    }

    /// The same context with a memory budget.
    #[must_use]
    pub fn with_memory(mut self, budget: MemoryBudget) -> Self {
        self.memory = Arc::new(budget);
        self
    }

    /// The same context with another seed.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The same context with a progress display.
    #[must_use]
    pub fn with_progress(mut self, sink: Arc<dyn ProgressSink>) -> Self {
        self.progress = sink;
        self
    }

    /// The same context with a cancel token of the caller's.
    #[must_use]
    pub fn with_cancel(mut self, token: CancelToken) -> Self {
        self.cancel = token;
        self
    }

    /// The number of worker threads.
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Whether the current thread is a worker of some context.
    pub fn is_worker() -> bool {
        std::thread::current().name().is_some_and(|name| name.starts_with(WORKER))
    }

    /// Runs work inside the thread pool; parallel iterators in it use the pool's threads.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        let (mut work, mut result) = (Some(work), None);
        self.enter(&mut || result = work.take().map(|work| work()));
        result.unwrap_or_else(|| unreachable!("work that was entered has ended or panicked"))
    }

    /// The same for work of any kind, so that the way into the pool is compiled once and not for every call.
    fn enter(&self, work: &mut (dyn FnMut() + Send)) {
        self.pool.install(work);
    }

    /// Runs `ahead` in the thread pool while `here` runs on this thread, and returns when both have ended.
    pub fn alongside<R>(&self, ahead: impl FnOnce() + Send, here: impl FnOnce() -> R) -> R {
        self.pool.in_place_scope(|scope| {
            scope.spawn(|_| ahead());
            here()
        })
    }

    /// The memory budget.
    pub fn memory(&self) -> &Arc<MemoryBudget> {
        &self.memory
    }

    /// The seed of everything random.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Announces a piece of work; the display ends when the task is dropped.
    pub fn task(&self, label: &str, total: Option<u64>) -> Task {
        Task::new(self.progress.begin(label, total))
    }

    /// The token that stops this run.
    pub fn cancel_token(&self) -> &CancelToken {
        &self.cancel
    }

    /// **Errors**: the run was cancelled, or occupies far more memory than it may.
    pub fn check_cancelled(&self) -> Result<()> {
        if self.cancel.is_cancelled() { Err(Error::Cancelled) } else { self.memory.check() }
    }
}

impl std::fmt::Debug for Context {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Context")
            .field("threads", &self.threads())
            .field("seed", &self.seed)
            .finish_non_exhaustive()
    }
}

//! A panic turned into an error, without its message: that may hold a value of a cell.

use crate::{Error, Result};
use lethe_data::Context;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, Once, PoisonError};

/// How many guarded calls are under way.
static GUARDED: AtomicUsize = AtomicUsize::new(0);
/// How many panics there were in guarded calls; some are caught before they end one.
static PANICS: AtomicUsize = AtomicUsize::new(0);
/// The last panic of a worker thread.
static OF_WORKERS: Mutex<Option<Panic>> = Mutex::new(None);

/// The number of a panic and where it was.
type Panic = (usize, String);

thread_local! {
    /// How many guarded calls this thread is in.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// The last panic of this thread.
    static OF_THREAD: RefCell<Option<Panic>> = const { RefCell::new(None) };
}

/// Does some work of Lethe's; a panic on the way becomes [`Error::Panicked`].
///
/// **Guarantee**: neither the error nor standard error shows the panic's message, only where in the code it was. Panics of other
/// threads, those of Lethe's workers aside, are reported as before.
///
/// The first call adds to the process's panic hook. A hook that is set afterwards hides the place and may show the message.
///
/// **Errors**: those of the work, and a panic.
pub fn guarded<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |info| if is_guarded() { note(info) } else { before(info) }));
    });
    let entered = Entered::enter();
    // What a panic leaves half done is not looked at again: locks are taken over, and requests are only read.
    let outcome = catch_unwind(AssertUnwindSafe(work));
    drop(entered);
    outcome.unwrap_or_else(|_| Err(Error::Panicked { place: place() }))
}

/// Counts a guarded call, until it is dropped.
struct Entered;

impl Entered {
    fn enter() -> Self {
        GUARDED.fetch_add(1, Ordering::Relaxed);
        DEPTH.set(DEPTH.get() + 1);
        Self
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get() - 1);
        GUARDED.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Whether this thread does guarded work, or may do so.
fn is_guarded() -> bool {
    DEPTH.get() > 0 || (GUARDED.load(Ordering::Relaxed) > 0 && Context::is_worker())
}

fn note(info: &PanicHookInfo<'_>) {
    let number = PANICS.fetch_add(1, Ordering::Relaxed);
    let panic = info.location().map(|location| (number, format!("{}:{}", location.file(), location.line())));
    if DEPTH.get() > 0 {
        OF_THREAD.set(panic);
    } else {
        *OF_WORKERS.lock().unwrap_or_else(PoisonError::into_inner) = panic;
    }
}

/// Where the last panic was; one of a worker goes on in the thread that waits for it.
fn place() -> String {
    let of_worker = OF_WORKERS.lock().unwrap_or_else(PoisonError::into_inner).take();
    OF_THREAD.take().max(of_worker).map_or_else(|| "an unknown place".to_owned(), |(_, place)| place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_data::Fault;

    fn message(outcome: Result<()>) -> String {
        let error = outcome.unwrap_err();
        assert_eq!(error.fault(), Fault::Bug);
        error.to_string()
    }

    #[test]
    fn a_panic_becomes_an_error_that_names_the_place_and_no_value() {
        let text = message(guarded(|| panic!("Alice has the flu")));
        assert!(text.contains("guard.rs:") && !text.contains("Alice"), "{text}");
        assert_eq!(guarded(|| Ok(7)).unwrap(), 7);
        let error = guarded(|| Err::<(), _>(Error::Request("no such column".to_owned()))).unwrap_err();
        assert_eq!(error.to_string(), "no such column");
    }

    #[test]
    fn a_panic_of_a_worker_is_caught_too() {
        let context = Context::new(2).unwrap();
        let work = || context.install(|| rayon::join(|| (), || panic!("Alice has the flu")).0);
        let text = message(guarded(|| {
            work();
            Ok(())
        }));
        assert!(text.contains("guard.rs:") && !text.contains("Alice"), "{text}");
    }

    #[test]
    fn a_guarded_call_within_another_leaves_the_outer_one_guarded() {
        let text = message(guarded(|| {
            assert!(guarded(|| -> Result<()> { panic!("inner") }).is_err());
            panic!("outer")
        }));
        assert!(text.contains("guard.rs:"), "{text}");
    }
}

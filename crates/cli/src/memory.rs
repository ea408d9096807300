//! Measures what the program occupies, and stops it when that is far more than `--memory`.
//!
//! Structures that grow with the data ask the budget before they grow. This is the net below them: what a library allocates, what is
//! counted wrongly, what the allocator keeps. The work stops at its next check; where none comes in time, the program ends from outside.

use crate::exit::LIMITED;
use crate::interrupt::end;
use crate::output;
use lethe::Context;
use std::time::Duration;

const PERIOD: Duration = Duration::from_millis(20);
/// For how many periods on end the work may go on above the limit.
const PATIENCE: u32 = 50;

/// Begins to measure, where the system says how much memory a process has of its own.
pub(crate) fn watch(context: &Context) {
    let budget = context.memory().clone();
    let measure = move || {
        let mut above = 0;
        while let Some(bytes) = own_memory() {
            budget.measured(bytes);
            let outcome = budget.check();
            above = if outcome.is_err() { above + 1 } else { 0 };
            if let (Err(error), true) = (outcome, above > PATIENCE) {
                output::say(&error.to_string());
                end(LIMITED);
            }
            std::thread::sleep(PERIOD);
        }
    };
    // Without a thread, the budget is what is asked of it.
    drop(std::thread::Builder::new().name("memory".to_owned()).spawn(measure));
}

/// The bytes of memory that belong to this process and to no file; `None` where that is not known.
fn own_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use lethe::data::{ByteSize, MemoryBudget};
    use std::time::Instant;

    #[test]
    fn work_that_grows_without_asking_is_stopped_at_its_next_check() {
        let context = Context::new(1).unwrap().with_memory(MemoryBudget::limited(ByteSize(1 << 20)));
        assert!(own_memory().is_some());
        watch(&context);
        let grown = vec![1u8; 300 << 20];
        let began = Instant::now();
        let error = loop {
            assert!(began.elapsed() < PERIOD * PATIENCE, "nothing was measured");
            if let Err(error) = context.check_cancelled() {
                break error;
            }
            std::thread::sleep(PERIOD);
        };
        drop(grown);
        assert!(error.to_string().contains("the whole run needs"), "{error}");
    }
}

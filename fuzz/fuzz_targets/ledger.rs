//! A ledger of privacy budgets: shown, or refused in one line.
#![no_main]

mod support;

use lethe::dp::show;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Err(error) = show(&support::place().file("ledger.json", bytes)) {
        assert_eq!(error.to_string().lines().count(), 1, "{error}");
    }
});

//! A ledger of privacy budgets: shown, or refused in one line.
#![no_main]

mod support;

use lethe::dp::{ShowLedger, show};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let place = support::place();
    let request = ShowLedger { file: place.file("ledger.json", bytes) };
    if let Err(error) = show(&request, &place.context) {
        assert_eq!(error.to_string().lines().count(), 1, "{error}");
    }
});

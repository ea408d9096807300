//! A recipe: understood, or refused in one line.
#![no_main]

mod support;

use lethe::recipe::load;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Err(error) = load(&support::place().file("r.toml", bytes)) {
        assert_eq!(error.to_string().lines().count(), 1, "{error}");
    }
});

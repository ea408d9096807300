//! Compressed text: a table or an error.
#![no_main]

mod support;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| support::try_table("t.csv.gz", "t.csv.gz", bytes));

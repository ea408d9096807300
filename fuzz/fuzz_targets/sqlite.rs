//! A database: a table or an error, whatever its schema says.
#![no_main]

mod support;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| support::try_table("t.sqlite", "t.sqlite#t", bytes));

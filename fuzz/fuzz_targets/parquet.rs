//! A Parquet file: a table or an error, never more memory than the budget.
#![no_main]

mod support;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| support::try_table("t.parquet", "t.parquet", bytes));

//! A hierarchy file of any format: taken apart, checked and repaired, or refused.
#![no_main]

use lethe::io::hierarchy::{ReadOptions, parse, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let options = ReadOptions::default();
    if let Ok(parsed) = parse(bytes, &options) {
        let _ = parsed.check(None);
    }
    let _ = read(bytes, &options);
});

//! A stranger's model file: an error or a model, never a panic and never more memory than a few times the file.
#![no_main]

mod support;

use lethe::silo;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let place = support::place();
    let (file, output) = (place.file("model", bytes), place.path("output"));
    if silo::merge(&[&file, &file], &output, &place.context).is_ok() {
        // What was written is a model again.
        silo::merge(&[&output], &file, &place.context).expect("our own file can be read");
        let _ = silo::sanitize(&output, 2, None, &file, &place.context);
    }
});

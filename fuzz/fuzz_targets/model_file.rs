//! A stranger's model file: an error or a model, never a panic and never more memory than a few times the file.
#![no_main]

mod support;

use lethe::{Document, silo};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let place = support::place();
    let (file, output) = (Document::from(place.file("model", bytes)), Document::from(place.path("output")));
    let merge = |models: Vec<Document>, output: &Document| {
        silo::merge(&silo::Merge { models, output: output.clone() }, &place.context)
    };
    if merge(vec![file.clone(), file.clone()], &output).is_ok() {
        // What was written is a model again.
        merge(vec![output.clone()], &file).expect("our own file can be read");
        let _ = silo::sanitize(&silo::Sanitize { model: output, k: 2, epsilon: None, output: file }, &place.context);
    }
});

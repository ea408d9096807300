//! The state of a stream: continued, or refused in one line.
#![no_main]

mod support;

use lethe::stream::{AtEnd, Stream, stream};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let place = support::place();
    let state = place.path("state");
    let _ = std::fs::remove_dir_all(&state);
    std::fs::create_dir(&state).expect("a folder can be made");
    place.file("state/state", bytes);
    let input = place.file("in.csv", b"a,b\n1,x\n1,x\n2,y\n");
    let request = Stream {
        input: input.display().to_string(),
        state,
        output: place.path("out.csv"),
        model: None,
        recipe: None,
        sets: Vec::new(),
        columns: vec!["a".to_owned()],
        max_size: None,
        k: Some(2),
        batch: 2,
        max_delay: 1,
        drop_overdue: false,
        id: None,
        exclude: Vec::new(),
        delimiter: None,
        escape_formulas: false,
        at_end: AtEnd::Pause,
    };
    if let Err(error) = stream(&request, &place.context) {
        assert_eq!(error.to_string().lines().count(), 1, "{error}");
    }
    let _ = std::fs::remove_file(place.path("out.csv"));
});

//! A stranger's model file: an error or a model, never a panic and never more memory than a few times the file.
#![no_main]

use lethe::data::{ByteSize, MemoryBudget};
use lethe::{Context, silo};
use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;

/// More than a file of a fuzzer ever needs.
const MEMORY: ByteSize = ByteSize(64 << 20);

struct Place {
    folder: tempfile::TempDir,
    context: Context,
}

fn place() -> &'static Place {
    static PLACE: OnceLock<Place> = OnceLock::new();
    PLACE.get_or_init(|| {
        // Panics of the Arrow reader are caught and told as damage; those that are not caught still end the run.
        std::panic::set_hook(Box::new(|_| {}));
        let context = Context::new(1).expect("one thread can be had");
        let context = context.with_memory(MemoryBudget::limited(MEMORY));
        Place { folder: tempfile::tempdir().expect("there is a place for files"), context }
    })
}

fuzz_target!(|bytes: &[u8]| {
    let Place { folder, context } = place();
    let (file, output) = (folder.path().join("model"), folder.path().join("output"));
    std::fs::write(&file, bytes).expect("the file can be written");
    if silo::merge(&[&file, &file], &output, context).is_ok() {
        // What was written is a model again.
        silo::merge(&[&output], &file, context).expect("our own file can be read");
        let _ = silo::sanitize(&output, 2, None, &file, context);
    }
});

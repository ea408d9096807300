//! Where tests of several crates find real data; they include this file by its path.

use std::path::{Path, PathBuf};

/// The folder of real data sets, where it is at hand.
pub(crate) fn real_data() -> Option<PathBuf> {
    let folder = std::env::var_os("LETHE_TEST_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from);
    let there = folder.join("adult/adult.csv").exists();
    if !there {
        eprintln!("skipped: no real data at {}; LETHE_TEST_DATA names another folder", folder.display());
    }
    there.then_some(folder)
}

//! What a case left: command lines with exit statuses, what was printed, the files that were written.

use crate::case::folder;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Contents by path, relative to the record's folder.
pub(crate) type Record = BTreeMap<String, Vec<u8>>;

/// The expected record of a case; empty where there is none.
pub(crate) fn read(case: &str) -> Record {
    let folder = folder("expected").join(case);
    files_below(&folder)
        .into_iter()
        .map(|(name, path)| (name, fs::read(path).expect("the file can be read")))
        .collect()
}

/// Replaces the expected record of a case.
pub(crate) fn write(case: &str, record: &Record) {
    let folder = folder("expected").join(case);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the old record can be removed");
    }
    for (name, content) in record {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder can be made");
        fs::write(path, content).expect("the record can be written");
    }
}

/// The cases that have a record, sorted.
pub(crate) fn names() -> Vec<String> {
    let entries = fs::read_dir(folder("expected")).expect("the folder of records is there");
    let mut names: Vec<_> = entries
        .map(|entry| entry.expect("the folder can be listed").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Removes the records of cases that are no more.
pub(crate) fn remove_all_but(cases: &[String]) {
    for name in names().iter().filter(|name| !cases.contains(name)) {
        fs::remove_dir_all(folder("expected").join(name)).expect("an old record can be removed");
    }
}

/// All files below a folder by their relative path, with `/` between its parts.
pub(crate) fn files_below(folder: &Path) -> BTreeMap<String, PathBuf> {
    let mut found = BTreeMap::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(place) = waiting.pop() {
        for entry in fs::read_dir(&place).into_iter().flatten() {
            let path = entry.expect("the folder can be listed").path();
            if path.is_dir() {
                waiting.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("it is below the folder");
                found.insert(name.to_string_lossy().replace('\\', "/"), path);
            }
        }
    }
    found
}

//! Loads every hierarchy file of a folder of public data sets, where there is one.

use lethe_io::hierarchy::{Loaded, ReadOptions, read, write_csv};
use std::path::{Path, PathBuf};

fn data_folder() -> Option<PathBuf> {
    let folder = std::env::var_os("LETHE_TEST_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from);
    folder.is_dir().then_some(folder)
}

fn hierarchy_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            hierarchy_files(&path, files);
        } else if path.file_name().is_some_and(|name| name.to_string_lossy().contains("_hierarchy_")) {
            files.push(path);
        }
    }
}

#[test]
fn real_hierarchies_are_valid_and_survive_writing() {
    let Some(folder) = data_folder() else {
        eprintln!("skipped: no data folder; set LETHE_TEST_DATA to one");
        return;
    };
    let mut files = Vec::new();
    hierarchy_files(&folder, &mut files);
    files.sort();
    for file in &files {
        let bytes = std::fs::read(file).unwrap();
        let loaded = read(&bytes, &ReadOptions::default());
        let Ok(Loaded::Levels(hierarchy)) = loaded else { panic!("{}: {loaded:?}", file.display()) };
        let lines = bytes.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty()).count();
        assert_eq!(hierarchy.leaf_count(), lines, "{}", file.display());
        let mut written = Vec::new();
        write_csv(&hierarchy, ';', &mut written).unwrap();
        let Ok(Loaded::Levels(back)) = read(&written, &ReadOptions::default()) else { panic!() };
        assert_eq!(back, hierarchy, "{}", file.display());
    }
    eprintln!("{} hierarchies loaded", files.len());
}

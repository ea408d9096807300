//! Loads every hierarchy file of a folder of public data sets, where there is one.

use crate::real_data::real_data;
use lethe_data::{Column, TypeChoice, UnknownValues};
use lethe_io::hierarchy::{Loaded, ReadOptions, read, write_csv};
use std::path::{Path, PathBuf};

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
    let Some(folder) = real_data() else { return };
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

#[test]
fn the_adult_hierarchies_have_every_value_of_the_adult_data() {
    let Some(folder) = real_data().map(|folder| folder.join("adult")) else { return };
    let text = std::fs::read_to_string(folder.join("adult.csv")).unwrap();
    let mut lines = text.lines().map(|line| line.split(';').collect::<Vec<_>>());
    let names = lines.next().unwrap();
    let rows: Vec<Vec<&str>> = lines.collect();
    for (index, name) in names.iter().enumerate() {
        let column =
            Column::from_texts(name, rows.iter().map(|row| Some(row[index])), TypeChoice::Infer).unwrap();
        let bytes = std::fs::read(folder.join(format!("adult_hierarchy_{name}.csv"))).unwrap();
        let hierarchy = read(&bytes, &ReadOptions::default()).unwrap().for_column(&column).unwrap();
        let bound = hierarchy.bind(&column, UnknownValues::Refuse).unwrap();
        for level in 0..bound.height() {
            for code in 0..column.dictionary().len() as u32 {
                let leaf = hierarchy.find_leaf(column.dictionary().text(code)).unwrap();
                assert_eq!(bound.codes(level)[code as usize], hierarchy.node_of_leaf(level, leaf));
            }
        }
        assert_eq!(bound.domain(bound.height() - 1), 1);
    }
}

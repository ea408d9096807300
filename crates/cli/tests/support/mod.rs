//! Running the program and reading what it says.

#![allow(dead_code, reason = "each test program uses its own part")]

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

pub(crate) fn lethe(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lethe")).args(arguments).output().expect("the program starts")
}

pub(crate) fn in_folder(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lethe")).args(arguments).current_dir(folder).output().expect("it starts")
}

pub(crate) fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("exactly one JSON object on standard output")
}

pub(crate) fn error(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.stdout.is_empty(), "an error prints nothing on standard output");
    assert_eq!(text.lines().count(), 1, "an error is one line: {text}");
    assert!(text.starts_with("lethe: "), "{text}");
    text
}

pub(crate) fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        std::fs::write(folder.path().join(name), content).unwrap();
    }
    folder
}

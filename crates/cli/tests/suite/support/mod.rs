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
    assert_eq!(text.lines().count(), 1, "an error is one line: {text}");
    if !output.stdout.is_empty() {
        let printed: Value =
            serde_json::from_slice(&output.stdout).expect("an error prints nothing but JSON");
        let part = |name: &str| printed["error"][name].as_str().unwrap_or_default().to_owned();
        assert!(text.contains(&part("message")) && text.contains(&part("hint")), "{printed} as in {text}");
        assert!(lethe::CODES.iter().any(|(code, _)| *code == part("code")), "{printed}");
    }
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

/// FPVI, Table I.
pub(crate) const FPVI: &str = "Birth,Gender,ZIP,Marital
09/64,Female,94139,Divorced
09/64,Female,94138,Divorced
04/64,Male,94138,Widow
04/64,Male,94139,Married
03/63,Male,94138,Married
03/63,Male,94138,Married
09/64,Female,94141,Married
09/64,Female,94141,Married
05/61,Male,94138,Single
05/61,Male,94138,Single
";

pub(crate) fn discover(folder: &Path, arguments: &[&str]) -> Output {
    in_folder(folder, &[&["discover"], arguments].concat())
}

/// What `discover` reports as JSON.
pub(crate) fn found(folder: &Path, arguments: &[&str]) -> Value {
    json(&discover(folder, &[arguments, &["--format", "json"]].concat()))
}

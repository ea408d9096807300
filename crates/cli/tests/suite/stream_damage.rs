//! `lethe stream` where log, output or state are not what they should be: nothing that was shown is taken back.

use crate::support::{error, folder_with, in_folder};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn records(count: usize) -> String {
    (0..count).fold("a,b,n\n".to_owned(), |text, n| text + &format!("{},{},{n}\n", n * 7 % 5, n * 3 % 4))
}

fn arguments<'a>(state: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let common = ["--columns", "a,b", "--k", "4", "--max-delay", "1", "--quiet", "-o", "out.csv"];
    [&["stream", "in.csv", "--state", state], &common[..], more].concat()
}

fn run(folder: &Path, state: &str, more: &[&str]) -> Output {
    in_folder(folder, &arguments(state, more))
}

fn succeeds(folder: &Path, state: &str, more: &[&str]) {
    let output = run(folder, state, more);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn refused(folder: &Path, state: &str, more: &[&str]) -> String {
    let before = std::fs::read(folder.join("out.csv")).unwrap();
    let output = run(folder, state, more);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(std::fs::read(folder.join("out.csv")).unwrap() == before, "nothing is taken back");
    error(&output)
}

#[test]
fn a_deleted_or_cut_log_is_noticed_whatever_the_batch_is() {
    let folder = folder_with(&[("in.csv", &records(200))]);
    succeeds(folder.path(), "s", &["--batch", "10"]);
    let log = folder.path().join("s/log-0");
    let bytes = std::fs::read(&log).unwrap();
    for length in [0, bytes.len() / 3, bytes.len() - 1] {
        std::fs::write(&log, &bytes[..length]).unwrap();
        for batch in ["10", "70"] {
            let text = refused(folder.path(), "s", &["--batch", batch]);
            assert!(text.contains("log-0") && text.contains("restore the folder from a copy"), "{text}");
        }
    }
    std::fs::remove_file(&log).unwrap();
    assert!(refused(folder.path(), "s", &["--batch", "70"]).contains("are missing"));
    // What fixes it, does.
    std::fs::write(&log, &bytes).unwrap();
    succeeds(folder.path(), "s", &["--batch", "70", "--finish"]);
}

#[test]
fn an_output_that_was_changed_is_noticed() {
    let folder = folder_with(&[("in.csv", &records(200))]);
    succeeds(folder.path(), "s", &["--batch", "10"]);
    let output = folder.path().join("out.csv");
    let text = std::fs::read_to_string(&output).unwrap();
    let end = text.len() - 2;
    for changed in [text[..end].to_owned() + "x\n", text.clone() + "1,1,1\n", text.lines().rev().collect()] {
        std::fs::write(&output, changed).unwrap();
        let text = refused(folder.path(), "s", &["--batch", "70", "--finish"]);
        assert!(text.contains("out.csv") && text.contains("begin another stream"), "{text}");
    }
    std::fs::write(&output, text).unwrap();
    succeeds(folder.path(), "s", &["--finish"]);
}

fn started(folder: &Path, state: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lethe"));
    command.args(arguments(state, &["--follow"])).current_dir(folder);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

#[cfg(unix)]
#[test]
fn two_streams_never_write_to_one_output() {
    let folder = folder_with(&[("in.csv", &records(3))]);
    let mut first = started(folder.path(), "one");
    let begin = Instant::now();
    while !folder.path().join("one/state").exists() && begin.elapsed() < Duration::from_mins(1) {
        std::thread::sleep(Duration::from_millis(5));
    }
    // Nothing is released yet, and the first lines of both would be the same.
    let text = refused(folder.path(), "two", &[]);
    assert!(text.contains("out.csv is in use by another stream"), "{text}");
    first.kill().unwrap();
    first.wait().unwrap();
    // One after the other: whoever comes second to release something finds rows of the other.
    let other = folder_with(&[("in.csv", &records(3))]);
    for state in ["one", "two"] {
        succeeds(other.path(), state, &[]);
    }
    std::fs::write(other.path().join("in.csv"), records(200)).unwrap();
    succeeds(other.path(), "two", &[]);
    assert!(refused(other.path(), "one", &[]).contains("holds rows that this stream did not release"));
}

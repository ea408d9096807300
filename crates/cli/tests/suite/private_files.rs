//! What holds original values is readable by its owner alone, also after a kill, and `lethe clean` finds it.
#![cfg(unix)]

use crate::support::{error, folder_with, in_folder, json};
use serde_json::Value;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// A folder and everything in it, and whether its owner alone can read it.
fn check_private(path: &Path) {
    let expected = if path.is_dir() { 0o700 } else { 0o600 };
    assert_eq!(mode(path), expected, "{}", path.display());
    if path.is_dir() {
        for entry in std::fs::read_dir(path).unwrap() {
            check_private(&entry.unwrap().path());
        }
    }
}

fn started(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lethe"));
    command.args(arguments).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Waits until something is there.
fn await_some(find: impl Fn() -> Vec<PathBuf>) -> Vec<PathBuf> {
    let begin = Instant::now();
    loop {
        let found = find();
        if !found.is_empty() {
            return found;
        }
        assert!(begin.elapsed() < Duration::from_mins(2), "nothing came");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Temporary files that something was written to; others only try whether the folder can be written to.
fn temporary(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_written = |path: &PathBuf| std::fs::metadata(path).is_ok_and(|found| found.len() > 0);
    entries
        .filter(|path| path.extension().is_some_and(|ending| ending == "tmp") && is_written(path))
        .collect()
}

/// It takes long, so that it is killed before it is done.
const GENERATE: [&str; 8] = ["generate", "health", "--rows", "20000000", "--columns", "6", "-o", "big.csv"];

/// Leaves what a run leaves that is killed while it writes.
fn killed_while_writing(folder: &Path) -> PathBuf {
    let mut child = started(folder, &GENERATE);
    let left = await_some(|| temporary(folder)).remove(0);
    check_private(&left);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(left.exists(), "it was killed before it was done");
    left
}

fn found(folder: &Path, more: &[&str]) -> Vec<(String, String, String)> {
    let report = json(&in_folder(folder, &[&["clean", ".", "--format", "json"], more].concat()));
    let text = |found: &Value, field: &str| found[field].as_str().unwrap().to_owned();
    let one = |found: &Value| (text(found, "path"), text(found, "kind"), text(found, "outcome"));
    report["leftovers"].as_array().unwrap().iter().map(one).collect()
}

fn outcomes(found: &[(String, String, String)]) -> Vec<(&str, &str)> {
    found.iter().map(|(_, kind, outcome)| (kind.as_str(), outcome.as_str())).collect()
}

#[test]
fn what_a_killed_run_left_goes_with_the_next_one() {
    let folder = folder_with(&[("in.csv", "a\n1\n")]);
    let left = killed_while_writing(folder.path());
    let converted = in_folder(folder.path(), &["convert", "in.csv", "-o", "out.csv"]);
    assert!(converted.status.success());
    assert!(!left.exists());
    // Outputs are as readable as any other file.
    assert_eq!(mode(&folder.path().join("out.csv")), mode(&folder.path().join("in.csv")));
}

#[test]
fn clean_removes_what_no_process_holds_and_nothing_else() {
    let folder = folder_with(&[("diary.txt", "mine")]);
    assert_eq!(found(folder.path(), &[]), []);
    let left = killed_while_writing(folder.path());
    let mut running = started(folder.path(), &GENERATE);
    // The first thing it writes takes away what was left.
    let held = await_some(|| temporary(folder.path()).into_iter().filter(|path| *path != left).collect());
    std::fs::create_dir(folder.path().join(".lethe-aaaaaa.tmp")).unwrap();
    std::os::unix::fs::symlink(folder.path().join("diary.txt"), folder.path().join(".lethe-bbbbbb.tmp"))
        .unwrap();
    let listed = found(folder.path(), &["--dry-run"]);
    assert!(held[0].exists(), "it still runs");
    let mut sorted = outcomes(&listed);
    sorted.sort_unstable();
    assert_eq!(sorted, [("temporary", "in-use"), ("temporary", "would-be-removed")]);
    let mut removed = found(folder.path(), &[]);
    assert!(held[0].exists(), "it still runs");
    removed.retain(|(_, _, outcome)| outcome == "removed");
    assert!(removed.len() == 1 && removed[0].0.ends_with(".lethe-aaaaaa.tmp"), "{removed:?}");
    running.kill().unwrap();
    running.wait().unwrap();
    assert_eq!(outcomes(&found(folder.path(), &[])), [("temporary", "removed")]);
    assert_eq!(std::fs::read_to_string(folder.path().join("diary.txt")).unwrap(), "mine");
    let missing = in_folder(folder.path(), &["clean", "nowhere"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(error(&missing).contains("nowhere"));
}

#[test]
fn states_of_streams_are_private_and_removed_only_when_asked_for() {
    let folder = folder_with(&[("in.csv", "a,n\n1,1\n1,2\n2,3\n")]);
    let flags =
        ["stream", "in.csv", "--state", "s", "--columns", "a", "--k", "2", "-o", "out.csv", "--model", "m"];
    assert!(in_folder(folder.path(), &flags).status.success());
    check_private(&folder.path().join("s"));
    assert_eq!(mode(&folder.path().join("out.csv")), mode(&folder.path().join("in.csv")));
    assert_eq!(outcomes(&found(folder.path(), &[])), [("stream-state", "not-asked")]);
    let mut running = started(folder.path(), &[&flags[..], &["--follow"]].concat());
    let in_use =
        || outcomes(&found(folder.path(), &["--dry-run", "--streams"])) == [("stream-state", "in-use")];
    await_some(|| if in_use() { vec![PathBuf::new()] } else { Vec::new() });
    assert_eq!(outcomes(&found(folder.path(), &["--streams"])), [("stream-state", "in-use")]);
    running.kill().unwrap();
    running.wait().unwrap();
    std::fs::write(folder.path().join("s/notes.txt"), "mine").unwrap();
    assert_eq!(outcomes(&found(folder.path(), &["--streams"])), [("stream-state", "removed")]);
    let kept: Vec<_> =
        std::fs::read_dir(folder.path().join("s")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(kept, ["notes.txt"]);
}

#[test]
fn work_folders_are_private_and_can_be_cleaned() {
    let mut text = "age,zip,disease\n".to_owned();
    (0..60_000_u64)
        .for_each(|row| text += &format!("{},{},{}\n", row * 7919 % 83, row * 104_729 % 389, row % 5));
    let folder = folder_with(&[("people.csv", &text)]);
    let work = folder.path().join("out.csv.lethe-work");
    let flags = ["--quasi", "age,zip", "--l", "distinct:2@disease", "--k", "20", "--method", "disk-cluster"];
    let mut child =
        started(folder.path(), &[&["anonymize", "people.csv", "-o", "out.csv"], &flags[..]].concat());
    await_some(|| work.join("input.state/table.state").exists().then(|| work.clone()).into_iter().collect());
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(work.exists(), "it was killed before it was done");
    check_private(&work);
    assert_eq!(outcomes(&found(folder.path(), &["--dry-run"])), [("work-folder", "would-be-removed")]);
    assert_eq!(outcomes(&found(folder.path(), &[])), [("work-folder", "removed")]);
    assert!(!work.exists() && folder.path().join("people.csv").exists());
}

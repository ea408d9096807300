//! Runs of `lethe anonymize` on disk that are killed, damaged or out of space: the same bytes later, or a clear error.

#![cfg(unix)]

use crate::support::{error, folder_with, in_folder};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

const WORK: &str = "out.csv.lethe-work";

fn records(rows: usize) -> String {
    with_notes(rows, "")
}

fn with_notes(rows: usize, note: &str) -> String {
    let mut text = "age,zip,disease,note\n".to_owned();
    for row in 0..rows {
        writeln!(text, "{},{},{},{note}", row * 7919 % 83, row * 104_729 % 389, row % 5).unwrap();
    }
    text
}

fn arguments<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let common = [
        "anonymize",
        "people.csv",
        "--quasi",
        "age,zip",
        "--l",
        "distinct:2@disease",
        "--k",
        "20",
        "--insensitive",
        "note",
        "--quiet",
    ];
    [&common[..], &["--method", "disk-cluster"], more].concat()
}

fn run(folder: &Path, more: &[&str]) -> Output {
    in_folder(folder, &arguments(more))
}

fn succeeds(folder: &Path, more: &[&str]) {
    let output = run(folder, more);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Every file of a folder, from the folder itself.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

fn copy(from: &Path, to: &Path) {
    for file in files(from) {
        let target = to.join(file.strip_prefix(from).unwrap());
        std::fs::create_dir_all(target.parent().unwrap()).unwrap();
        std::fs::copy(&file, target).unwrap();
    }
}

/// Starts a run and kills it as soon as a file is there; `false` when it ended before.
fn kill_when_there(folder: &Path, file: &str, more: &[&str]) -> bool {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lethe"))
        .args(arguments(more))
        .current_dir(folder)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while !folder.join(file).exists() {
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success());
            return false;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    !child.wait().unwrap().success()
}

#[test]
fn a_run_killed_again_and_again_ends_in_the_same_bytes() {
    let folder = folder_with(&[("people.csv", &records(70_000))]);
    let memory = ["--memory", "16MiB"];
    succeeds(folder.path(), &[&memory[..], &["-o", "whole.csv"]].concat());
    let mut killed = 0;
    for file in [
        "journal",
        "input.state/table.state",
        "rows.state",
        "rows%2e0.state",
        "shown%20rows%2e0.state",
        "shown%20rows%2e1.state",
        "release.state/out.csv",
        "proof.state",
    ] {
        let watched = format!("{WORK}/{file}");
        let more = [&memory[..], &["-o", "out.csv", "--resume"]].concat();
        killed += usize::from(kill_when_there(folder.path(), &watched, &more));
        if folder.path().join("out.csv").exists() {
            break;
        }
    }
    assert!(killed >= 3, "killed only {killed} times");
    // With another budget, and other threads, the same.
    succeeds(folder.path(), &["-o", "out.csv", "--resume", "--threads", "1"]);
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    assert!(read("whole.csv") == read("out.csv"));
    let names: Vec<PathBuf> = files(folder.path());
    assert_eq!(names.len(), 3, "{names:?}");
}

/// Runs with files of at most so many blocks: a write beyond fails, as one to a full disk does, once nobody listens to
/// the signal.
fn run_within(blocks: usize, folder: &Path, more: &[&str]) -> Output {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_lethe")])
        .args(arguments(more))
        .current_dir(folder)
        .output()
        .unwrap()
}

/// A folder with the state of a run that was interrupted when its release, larger than all other files, was written.
fn interrupted() -> tempfile::TempDir {
    let folder = folder_with(&[("people.csv", &with_notes(300, &"x".repeat(120)))]);
    let output = run_within(24, folder.path(), &["-o", "out.csv"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(error(&output).contains("out.csv: cannot write"));
    assert!(folder.path().join(WORK).is_dir() && !folder.path().join("out.csv").exists());
    folder
}

#[test]
fn the_state_of_another_run_is_refused_and_kept() {
    let folder = interrupted();
    let refused = |more: &[&str], expected: &str| {
        let before = files(&folder.path().join(WORK));
        let output = run(folder.path(), &[&["-o", "out.csv"], more].concat());
        let message = error(&output);
        assert!(output.status.code() == Some(2) && message.contains(expected), "{message}");
        assert_eq!(files(&folder.path().join(WORK)), before);
        assert!(!folder.path().join("out.csv").exists());
    };
    refused(&[], "go on with --resume, or remove the folder");
    refused(&["--resume", "--seed", "77"], "belongs to another table, recipe or seed");
    refused(&["--resume", "--recode", "range"], "belongs to another table, recipe or seed");
    refused(&["--resume", "--beta", "9@disease"], "belongs to another table, recipe or seed");
    let table = std::fs::read_to_string(folder.path().join("people.csv")).unwrap();
    std::fs::write(folder.path().join("people.csv"), table.clone() + "1,2,3\n").unwrap();
    refused(&["--resume"], "belongs to another table, recipe or seed");
    std::fs::write(folder.path().join("people.csv"), table).unwrap();
    succeeds(folder.path(), &["-o", "out.csv", "--resume"]);
    assert!(!folder.path().join(WORK).exists());
}

/// Damages each of these files of a state at its start, in its middle and at its end, and goes on: an error that names the file,
/// or, where the file is not needed any more, the same bytes. Gives the files whose damage was always an error.
fn damage(folder: &Path, is_meant: fn(&Path) -> bool) -> Vec<String> {
    let kept = tempfile::tempdir().unwrap();
    let work = folder.join(WORK);
    copy(&work, kept.path());
    succeeds(folder, &["-o", "whole.csv"]);
    let whole = std::fs::read(folder.join("whole.csv")).unwrap();
    let mut refused = Vec::new();
    for file in files(kept.path()).iter().filter(|file| is_meant(file)) {
        let name = file.strip_prefix(kept.path()).unwrap();
        let bytes = std::fs::read(file).unwrap();
        let mut always = true;
        for at in [0, bytes.len() / 2, bytes.len() - 1] {
            if work.exists() {
                std::fs::remove_dir_all(&work).unwrap();
            }
            copy(kept.path(), &work);
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x20;
            std::fs::write(work.join(name), damaged).unwrap();
            let output = run(folder, &["-o", "out.csv", "--resume"]);
            let out = folder.join("out.csv");
            if output.status.success() {
                always = false;
                assert!(std::fs::read(&out).unwrap() == whole, "{} at {at}", name.display());
                std::fs::remove_file(out).unwrap();
            } else {
                let message = error(&output);
                assert_eq!(output.status.code(), Some(2), "{}: {message}", name.display());
                assert!(message.contains(WORK) && !out.exists(), "{message}");
            }
        }
        refused.extend(always.then(|| name.display().to_string()));
    }
    refused
}

#[test]
fn a_damaged_file_is_an_error_and_never_another_release() {
    let refused = damage(interrupted().path(), |_| true);
    for file in ["shown%20rows.state", "input.state/table.state", "input.state/table-dictionary-0.state"] {
        assert!(refused.iter().any(|name| name == file), "{file} is not among {refused:?}");
    }
    assert!(refused.iter().any(|name| name.starts_with("input.state/table-codes-")), "{refused:?}");
}

#[test]
fn a_damaged_part_is_an_error_and_never_another_release() {
    let folder = folder_with(&[("people.csv", &records(30_000))]);
    let output = run(folder.path(), &["-o", "out.csv", "--memory", "2500kB"]);
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(error(&output).contains("raise --memory"));
    assert_eq!(damage(folder.path(), |file| file.ends_with("rows.state")), ["rows.state"]);
}

#[test]
fn a_full_disk_is_status_3_and_the_run_goes_on_when_there_is_space() {
    let folder = folder_with(&[("people.csv", &records(3000))]);
    let table = records(3000);
    succeeds(folder.path(), &["-o", "whole.csv"]);
    let whole = std::fs::read(folder.path().join("whole.csv")).unwrap();
    let mut full = 0;
    for blocks in [1, 8, 30, 60, 90, 120] {
        let output = run_within(blocks, folder.path(), &["-o", "out.csv"]);
        let out = folder.path().join("out.csv");
        if !output.status.success() {
            full += 1;
            let message = error(&output);
            assert!(output.status.code() == Some(3) && message.contains("cannot write"), "{message}");
            assert!(!out.exists());
            succeeds(folder.path(), &["-o", "out.csv", "--resume"]);
        }
        assert!(std::fs::read(&out).unwrap() == whole, "{blocks} blocks");
        assert_eq!(std::fs::read_to_string(folder.path().join("people.csv")).unwrap(), table);
        assert!(!folder.path().join(WORK).exists());
        std::fs::remove_file(out).unwrap();
    }
    assert!(full >= 3, "the disk was full only {full} times");
}

#[test]
fn folders_that_cannot_be_written_to_are_named() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder_with(&[("people.csv", &records(100))]);
    let refused = |output: &str| {
        let output = run(folder.path(), &["-o", output]);
        assert_eq!(output.status.code(), Some(2));
        error(&output)
    };
    let message = refused("missing/out.csv");
    assert!(message.contains("missing"), "{message}");
    let closed = folder.path().join("closed");
    std::fs::create_dir(&closed).unwrap();
    std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o555)).unwrap();
    if std::fs::create_dir(closed.join("probe")).is_ok() {
        eprintln!("skipped: this user may write to read-only folders");
        return;
    }
    assert!(refused("closed/out.csv").contains("closed/out.csv.lethe-work: cannot create"));
    assert_eq!(std::fs::read_dir(&closed).unwrap().count(), 0);
}

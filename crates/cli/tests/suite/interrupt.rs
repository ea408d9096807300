//! The first interrupt ends every command within a second, with status 130 and nothing left behind: while it waits for a pipe
//! that is silent or has no writer, and while it works.

#![cfg(target_os = "linux")]

use crate::support::in_folder;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A second, and what a busy machine may add to it.
const SOON: Duration = Duration::from_secs(4);
const ROWS: usize = 20_000;

fn table(rows: usize) -> String {
    let mut text = "name,age,zip,disease\n".to_owned();
    for row in 0..rows {
        text += &format!("n{row},{},{:05},d{}\n", row % 90, row * 7919 % 99_991, row % 13);
    }
    text
}

fn start(folder: &Path, arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_lethe"))
        .args(arguments)
        .current_dir(folder)
        .env("TMPDIR", folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Whether the program is ready for interrupts: it catches SIGTERM.
fn is_ready(child: &Child) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    caught.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask >> 14 & 1 == 1))
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < Duration::from_secs(30), "{what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn interrupt(child: &Child, signal: &str) {
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
}

/// Waits for the end of programs that were interrupted at `since`.
fn assert_all_end(children: Vec<(String, Child)>, since: Instant) {
    for (command, child) in children {
        let (status, said) = end_of(&command, child, since);
        assert_eq!(status, Some(130), "{command}: {said}");
    }
}

/// The status of a program that was interrupted at `since`, and what it said.
fn end_of(command: &str, mut child: Child, since: Instant) -> (Option<i32>, String) {
    until(&format!("{command}: it does not end"), || child.try_wait().unwrap().is_some());
    assert!(since.elapsed() < SOON, "{command}: it took {:?}", since.elapsed());
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort_unstable();
    names
}

/// A folder with small tables, models and hierarchies, and a named pipe without a writer.
fn prepared() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("small.csv"), table(30)).unwrap();
    std::fs::write(folder.path().join("r.toml"), "[columns.age]\nrole = \"quasi\"\n").unwrap();
    assert!(in_folder(folder.path(), &["silo", "train", "small.csv", "-o", "m.model"]).status.success());
    assert!(Command::new("mkfifo").arg(folder.path().join("pipe.csv")).status().unwrap().success());
    folder
}

/// Every command that reads a table, with the place of the table left open.
const READERS: [&[&str]; 18] = [
    &["inspect", "DATA"],
    &["discover", "DATA"],
    &["risk", "DATA", "--quasi", "age,zip"],
    &["exposure", "DATA", "--edges", "edges.csv"],
    &["verify", "DATA", "--quasi", "age,zip", "--k", "2"],
    &["verify", "small.csv", "--quasi", "age", "--delta", "0.1,0.5@DATA"],
    &["compare", "DATA", "small.csv"],
    &["compare", "small.csv", "DATA", "-o", "report.txt"],
    &["attack", "DATA", "--known", "small.csv", "--columns", "age"],
    &["attack", "small.csv", "--known", "DATA", "--columns", "age"],
    &["convert", "DATA", "-o", "out.parquet"],
    &["recipe", "check", "r.toml", "--data", "DATA"],
    &["hierarchy", "make", "DATA", "--column", "age", "--order", "2", "-o", "h.csv"],
    &["anonymize", "DATA", "--quasi", "age,zip", "--k", "2", "-o", "out.csv"],
    &["silo", "train", "DATA", "-o", "new.model"],
    &["silo", "update", "m.model", "DATA", "-o", "new.model"],
    &["silo", "score", "m.model", "DATA"],
    &["dp", "count", "DATA", "--epsilon", "1"],
];

#[test]
fn a_silent_pipe_does_not_keep_a_command_from_being_interrupted() {
    let folder = prepared();
    let before = names_in(folder.path());
    let mut children = Vec::new();
    let mut inputs = Vec::new();
    for (place, signal) in [("-", "-TERM"), ("pipe.csv", "-INT")] {
        for reader in READERS {
            let arguments: Vec<String> = reader.iter().map(|part| part.replace("DATA", place)).collect();
            if arguments.contains(&"0.1,0.5@-".to_owned()) {
                continue;
            }
            let mut child = start(folder.path(), &arguments.iter().map(String::as_str).collect::<Vec<_>>());
            // The pipe stays open after the first lines.
            let mut input = child.stdin.take().unwrap();
            std::io::Write::write_all(&mut input, table(3).as_bytes()).unwrap();
            inputs.push(input);
            until("it starts", || is_ready(&child) || child.try_wait().unwrap().is_some());
            assert!(child.try_wait().unwrap().is_none(), "{arguments:?} waits for the pipe");
            children.push((arguments.join(" "), child, signal));
        }
    }
    let since = Instant::now();
    for (_, child, signal) in &children {
        interrupt(child, signal);
    }
    assert_all_end(children.into_iter().map(|(command, child, _)| (command, child)).collect(), since);
    assert_eq!(names_in(folder.path()), before);
}

#[test]
fn a_stream_takes_what_came_before_the_interrupt_and_goes_on_later() {
    let folder = prepared();
    let arguments =
        ["stream", "pipe.csv", "--state", "state", "--columns", "age,disease", "--k", "2", "-o", "out.csv"];
    let child = start(folder.path(), &arguments);
    let mut writer = std::fs::File::options().write(true).open(folder.path().join("pipe.csv")).unwrap();
    std::io::Write::write_all(&mut writer, table(50).as_bytes()).unwrap();
    until("the state is there", || folder.path().join("state").exists() && is_ready(&child));
    let since = Instant::now();
    interrupt(&child, "-INT");
    assert_all_end(vec![("stream".to_owned(), child)], since);
    drop(writer);
    std::fs::write(folder.path().join("more.csv"), table(50)).unwrap();
    let mut again = arguments;
    again[1] = "more.csv";
    let output = in_folder(folder.path(), &[&again[..], &["--finish"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn work_is_ended_at_any_moment_and_leaves_nothing_behind() {
    let commands: [&[&str]; 8] = [
        &["hierarchy", "make", "big.csv", "--column", "name", "--order", "2", "-o", "old.csv"],
        &["hierarchy", "make", "big.csv", "--column", "zip", "--mask", "right", "-o", "new.csv"],
        &["exposure", "big.csv", "--k", "2", "--release", "new.csv", "--edges", "edges.csv"],
        &["silo", "train", "big.csv", "-o", "new.model"],
        &["convert", "big.csv", "-o", "new.parquet"],
        &["anonymize", "big.csv", "--quasi", "age,zip,name", "--others", "drop", "--k", "2", "-o", "old.csv"],
        &["demo", "-o", "story"],
        &["generate", "health", "--rows", "3000000", "-o", "old.csv", "--hierarchies", "levels"],
    ];
    let big = table(ROWS);
    for (number, command) in commands.into_iter().enumerate() {
        for moment in [0, 60, 400] {
            let folder = tempfile::tempdir().unwrap();
            std::fs::write(folder.path().join("big.csv"), &big).unwrap();
            std::fs::write(folder.path().join("old.csv"), "kept\n").unwrap();
            let before = names_in(folder.path());
            let mut child = start(folder.path(), command);
            until("it starts", || is_ready(&child) || child.try_wait().unwrap().is_some());
            std::thread::sleep(Duration::from_millis(moment));
            if child.try_wait().unwrap().is_some() {
                break;
            }
            let since = Instant::now();
            interrupt(&child, if number % 2 == 0 { "-INT" } else { "-TERM" });
            let (status, said) = end_of(&command.join(" "), child, since);
            let found = names_in(folder.path());
            if status == Some(0) && moment > 0 {
                // It was about to end; then what it wrote is whole.
                assert!(found.iter().all(|name| !name.contains("lethe")), "{command:?}, {moment}: {found:?}");
                continue;
            }
            assert_eq!(status, Some(130), "{command:?}, {moment}: {said}");
            assert_eq!(found, before, "{command:?}, {moment}");
            assert_eq!(std::fs::read_to_string(folder.path().join("old.csv")).unwrap(), "kept\n");
        }
    }
}

#[test]
fn a_temporary_file_that_is_being_written_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    for (name, more) in
        [("out.csv", None), ("out.csv.gz", None), ("out.parquet", None), ("out.sqlite#t", None)]
    {
        let arguments = ["generate", "health", "--rows", "3000000", "-o", name];
        let child = start(folder.path(), &[&arguments[..], more.unwrap_or(&[])].concat());
        until("a file is being written", || is_ready(&child) && !names_in(folder.path()).is_empty());
        let since = Instant::now();
        interrupt(&child, "-TERM");
        assert_all_end(vec![(name.to_owned(), child)], since);
        assert_eq!(names_in(folder.path()), [""; 0], "{name}");
    }
}

#[test]
fn what_must_be_read_twice_is_not_read_from_a_pipe() {
    let folder = prepared();
    std::fs::write(
        folder.path().join("piped.toml"),
        "[columns.age]\nrole = \"quasi\"\nhierarchy = \"pipe.csv\"\n",
    )
    .unwrap();
    assert!(Command::new("mkfifo").arg(folder.path().join("pipe.parquet")).status().unwrap().success());
    assert!(Command::new("mkfifo").arg(folder.path().join("pipe.toml")).status().unwrap().success());
    let quasi = ["--quasi", "age", "--k", "2", "-o", "out.csv"];
    let refused: [&[&str]; 5] = [
        &[&["anonymize", "pipe.csv", "--method", "disk-cluster"], &quasi[..]].concat(),
        &["anonymize", "small.csv", "--recipe", "piped.toml", "--k", "2", "-o", "out.csv"],
        &["inspect", "pipe.parquet"],
        &["verify", "small.csv", "--recipe", "pipe.toml"],
        &["silo", "merge", "pipe.csv", "m.model", "-o", "new.model"],
    ];
    for command in refused {
        let output = in_folder(folder.path(), command);
        let said = crate::support::error(&output);
        assert_eq!(output.status.code(), Some(2), "{command:?}: {said}");
        assert!(said.contains("pipe"), "{command:?}: {said}");
    }
}

//! What the exit status says when nobody reads the output.

use crate::support::folder_with;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

const TABLE: &str = "age,zip\n21,a\n21,a\n29,b\n";
/// What shells report for a program that a closed pipe has ended.
const CLOSED: i32 = 141;

/// Runs a command whose output nobody reads: the pipe is closed before it starts.
fn unread(folder: &Path, call: &str) -> (ExitStatus, String) {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = Command::new(env!("CARGO_BIN_EXE_lethe"))
        .args(call.split_whitespace())
        .current_dir(folder)
        .stdout(writer)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    (output.status, String::from_utf8_lossy(&output.stderr).into_owned())
}

#[cfg(unix)]
#[test]
fn the_status_of_an_answer_stands_whether_it_is_read_or_not() {
    let hierarchy = "1;a;*\n2;b\n1;b;*\n";
    let folder = folder_with(&[("t.csv", TABLE), ("bad.csv", hierarchy)]);
    for (call, status) in [
        ("verify t.csv --quasi age,zip --k 2", 1),
        ("verify t.csv --quasi age,zip --k 2 --format json", 1),
        ("verify t.csv --quasi age,zip --k 2 -o /dev/stdout", 1),
        ("risk t.csv --quasi age,zip", 0),
        ("attack t.csv --known t.csv", 1),
        ("discover t.csv --fail-if-found", 1),
        ("discover t.csv --time-limit 0s", 3),
        ("hierarchy check bad.csv", 1),
        ("anonymize t.csv --quasi age,zip --k 4 --suppression-limit 0 --max-level age=0,zip=0", 1),
        ("inspect t.csv", 0),
        ("inspect missing.csv", 2),
    ] {
        let (found, message) = unread(folder.path(), call);
        assert_eq!(found.code(), Some(status), "{call}: {message}");
        assert_eq!(message.is_empty(), !matches!(status, 2 | 3), "{call}: {message}");
    }
}

#[cfg(unix)]
#[test]
fn what_was_made_and_not_taken_is_no_success() {
    let folder = folder_with(&[("t.csv", TABLE)]);
    for call in [
        "convert t.csv",
        "convert t.csv -o -",
        "generate census --rows 300000",
        "anonymize t.csv --quasi age,zip --k 2 -o -",
        "hierarchy make t.csv --column age --intervals 5",
        "discover t.csv --max-size 2 --emit-sql=t",
        "schema inspect",
    ] {
        let (found, message) = unread(folder.path(), call);
        assert_eq!((found.code(), message.as_str()), (Some(CLOSED), ""), "{call}");
    }
}

//! Where a result differs from its record, for records to read.

use crate::record::Record;
use crate::run::Threads;
use std::fmt::Write as _;

pub(crate) const HOW_TO_UPDATE: &str = "\
If this is what you wanted: `cargo xtask golden --update`, then read `git diff tests/golden/expected` line by line.";

/// How many differing lines of a file are shown.
const SHOWN: usize = 6;
/// How many characters of a line are shown.
const WIDTH: usize = 160;

/// What differs, or nothing.
pub(crate) fn find(expected: &Record, actual: &Record) -> Option<String> {
    if expected == actual {
        return None;
    }
    if expected.is_empty() {
        return Some("  it has no record yet\n".to_owned());
    }
    let mut report = String::new();
    for (name, content) in expected {
        match actual.get(name) {
            None => writeln!(report, "  {name}: is missing now"),
            Some(now) if now != content => writeln!(report, "  {name}:\n{}", lines(content, now)),
            Some(_) => Ok(()),
        }
        .expect("a text takes what is written");
    }
    for name in actual.keys().filter(|&name| !expected.contains_key(name)) {
        let first = lines(b"", &actual[name]);
        writeln!(report, "  {name}: is new\n{first}").expect("a text takes what is written");
    }
    Some(report)
}

/// The first lines that differ.
fn lines(expected: &[u8], actual: &[u8]) -> String {
    let (expected, actual) = (String::from_utf8_lossy(expected), String::from_utf8_lossy(actual));
    let (mut old, mut new) = (expected.split('\n'), actual.split('\n'));
    let (mut shown, mut report) = (0, String::new());
    for number in 1.. {
        let (old, new) = match (old.next(), new.next()) {
            (None, None) => break,
            (old, new) if old == new => continue,
            pair => pair,
        };
        if shown == SHOWN {
            report.push_str("    …\n");
            break;
        }
        shown += 1;
        for (sign, line) in [('-', old), ('+', new)] {
            if let Some(line) = line {
                let short: String = line.chars().take(WIDTH).collect();
                writeln!(report, "    {number:>5} {sign} {short}").expect("a text takes what is written");
            }
        }
    }
    report
}

pub(crate) fn message(case: &str, threads: Threads, difference: &str) -> String {
    format!("golden case {case}, --threads {}:\n{difference}", threads.number())
}

#[test]
fn the_first_differing_lines_are_shown() {
    assert_eq!(lines(b"a\nb\nc\n", b"a\nx\nc\n"), "        2 - b\n        2 + x\n");
    let record = |content: &str| Record::from([("1.stdout.txt".to_owned(), content.as_bytes().to_vec())]);
    assert_eq!(find(&record("a"), &record("a")), None);
    assert!(find(&record("a"), &Record::new()).is_some_and(|report| report.contains("is missing now")));
}

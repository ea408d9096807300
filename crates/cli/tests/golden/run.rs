//! Running a case.

use crate::case::{Case, Line, folder};
use crate::mask::mask;
use crate::record::{Record, files_below};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

/// What is done with results.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Compare them with the record; cases take turns in running on one thread and on two.
    Check,
    /// Compare them with the record on one thread and on two.
    CheckBoth,
    /// Write the record from one thread, and compare two threads with it.
    Update,
}

impl Mode {
    /// `LETHE_GOLDEN` as `cargo xtask golden` sets it.
    pub(crate) fn from_environment() -> Self {
        match std::env::var("LETHE_GOLDEN").as_deref() {
            Err(_) | Ok("") => Self::Check,
            Ok("both") => Self::CheckBoth,
            Ok("update") => Self::Update,
            Ok(other) => panic!("LETHE_GOLDEN is '{other}'; it may be 'both' or 'update'"),
        }
    }
}

/// On how many threads the program works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Threads {
    One,
    Two,
}

impl Threads {
    pub(crate) fn of(mode: Mode, position: usize) -> &'static [Self] {
        match (mode, position % 2) {
            (Mode::Check, 0) => &[Self::One],
            (Mode::Check, _) => &[Self::Two],
            _ => &[Self::One, Self::Two],
        }
    }

    pub(crate) fn number(self) -> &'static str {
        match self {
            Self::One => "1",
            Self::Two => "2",
        }
    }
}

/// Endings of files that are not text. A later command of the case shows them as text.
pub(crate) const BINARY: &[&str] =
    &["parquet", "pq", "arrow", "feather", "ipc", "sqlite", "sqlite3", "db", "gz", "zst", "model"];

/// What the case leaves in a folder of its own, which begins as a copy of `tests/golden/data`.
pub(crate) fn run(case: &Case, threads: Threads) -> Record {
    let place = tempfile::tempdir().expect("there is a temporary folder");
    copy(&folder("data"), place.path());
    // Some messages name files with their whole path.
    let folder_name = place.path().canonicalize().expect("the folder is there").display().to_string();
    let before = contents(place.path());
    let mut record = Record::new();
    let mut summary = String::new();
    for (number, line) in (1..).zip(&case.run) {
        let output = execute(&Line::parse(line), threads, place.path());
        let status = output.status.code().map_or("killed".to_owned(), |code| code.to_string());
        writeln!(summary, "$ lethe {line}\nexit {status}\n").expect("a text takes what is written");
        let printed = |bytes: &[u8]| mask(&text(bytes).replace(&folder_name, "<folder>"));
        let mut stdout = printed(&output.stdout);
        if case.keys_only.contains(&number) {
            stdout = keys_only(&stdout);
        }
        let ending = if stdout.starts_with(['{', '[']) { "json" } else { "txt" };
        keep(&mut record, format!("{number}.stdout.{ending}"), stdout);
        keep(&mut record, format!("{number}.stderr.txt"), printed(&output.stderr));
    }
    let after = contents(place.path());
    for (name, content) in after.iter().filter(|&(name, content)| before.get(name) != Some(content)) {
        let ending = name.rsplit('.').next().unwrap_or_default();
        let is_among = |listed: &[String]| listed.iter().any(|listed| Path::new(name).starts_with(listed));
        if is_among(&case.private) {
            let entry = format!("wrote {} (not recorded)\n", name.split('/').next().unwrap_or_default());
            if !summary.contains(&entry) {
                summary.push_str(&entry);
            }
        } else if BINARY.contains(&ending) {
            writeln!(summary, "wrote {name} (not recorded)").expect("a text takes what is written");
        } else {
            let is_table = ["csv", "tsv", "psv"].contains(&ending);
            let content = if is_table { content.clone() } else { mask(&text(content)).into_bytes() };
            if is_among(&case.digest) {
                let (length, hash) = (content.len(), hash(&content));
                writeln!(summary, "wrote {name}: {length} bytes, hash {hash:016x}")
                    .expect("a text takes what is written");
            } else {
                record.insert(format!("files/{name}"), content);
            }
        }
    }
    for name in before.keys().filter(|&name| !after.contains_key(name)) {
        writeln!(summary, "removed {name}").expect("a text takes what is written");
    }
    record.insert("run.txt".to_owned(), (summary.trim_end().to_owned() + "\n").into_bytes());
    record
}

/// FNV-1a: it only has to notice changes.
fn hash(content: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    content.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

fn execute(line: &Line, threads: Threads, place: &Path) -> std::process::Output {
    let standard_input = line.standard_input.as_ref().map_or_else(Stdio::null, |name| {
        File::open(place.join(name)).unwrap_or_else(|error| panic!("{name}: {error}")).into()
    });
    Command::new(env!("CARGO_BIN_EXE_lethe"))
        .args(&line.words)
        .args(["--threads", threads.number()])
        .current_dir(place)
        .env("TZ", "UTC")
        .stdin(standard_input)
        .output()
        .expect("the program starts")
}

fn keep(record: &mut Record, name: String, text: String) {
    if !text.is_empty() {
        record.insert(name, text.into_bytes());
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text files and reports are UTF-8")
}

/// A JSON text with the kind of each value instead of the value.
fn keys_only(text: &str) -> String {
    fn kinds(value: &Value) -> Value {
        match value {
            Value::Null => Value::Null,
            Value::Bool(_) => "boolean".into(),
            Value::Number(_) => "number".into(),
            Value::String(_) => "text".into(),
            Value::Array(values) => values.first().map(kinds).into_iter().collect(),
            Value::Object(entries) => {
                entries.iter().map(|(key, value)| (key.clone(), kinds(value))).collect()
            }
        }
    }
    let value: Value = serde_json::from_str(text).expect("the command prints JSON");
    serde_json::to_string_pretty(&kinds(&value)).expect("JSON can be written") + "\n"
}

fn contents(place: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = files_below(place).into_iter();
    files.map(|(name, path)| (name, fs::read(path).expect("the file can be read"))).collect()
}

fn copy(from: &Path, to: &Path) {
    for (name, path) in files_below(from) {
        let target = to.join(name);
        fs::create_dir_all(target.parent().expect("it is in the folder")).expect("a folder can be made");
        fs::copy(path, target).expect("the data can be copied");
    }
}

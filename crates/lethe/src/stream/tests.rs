//! Runs that snapshot often, are cut anywhere, and go on.

use super::{Stream, StreamReport, stream};
use crate::{Context, silo};
use lethe_io::{Location, ReadOptions};
use std::path::Path;

fn request(folder: &Path, batch: usize, finish: bool) -> Stream {
    Stream {
        input: folder.join("in.csv").display().to_string(),
        state: folder.join("state"),
        output: folder.join("out.csv"),
        model: Some(folder.join("model")),
        recipe: None,
        sets: vec![vec!["a".to_owned(), "b".to_owned()], vec!["c".to_owned()]],
        columns: Vec::new(),
        max_size: None,
        k: Some(3),
        batch,
        max_delay: 2,
        drop_overdue: false,
        id: Some("id".to_owned()),
        exclude: Vec::new(),
        delimiter: None,
        follow: false,
        finish,
    }
}

fn run(folder: &Path, batch: usize, finish: bool) -> StreamReport {
    stream(&request(folder, batch, finish), &Context::new(2).unwrap()).unwrap()
}

fn records(count: usize) -> String {
    let line = |n: usize| {
        let mixed = n.wrapping_mul(2_654_435_761) >> 5;
        format!("{n},{},{},{},{n}\n", mixed % 4, mixed / 4 % 9, mixed / 36 % 40)
    };
    (0..count).map(line).fold("id,a,b,c,n\n".to_owned(), |text, line| text + &line)
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            drop(std::fs::copy(entry.path(), target));
        }
    }
}

/// The model is what training on the output gives, whose stars are missing values; but what the stream shows of a record depends on
/// others, so that it is not said to be counted per record.
fn check_model(folder: &Path) {
    let read = ReadOptions { null_words: vec!["*".to_owned()], ..ReadOptions::default() };
    let location = Location::parse(&folder.join("out.csv").display().to_string()).unwrap();
    let trained = folder.join("trained");
    silo::train(&silo::Data { location, read }, &[], &[], &trained, &Context::new(2).unwrap()).unwrap();
    let read = |file: &str| silo::file::read(&folder.join(file), &Context::new(2).unwrap()).unwrap();
    let model = read("model");
    assert!(!model.is_per_record());
    assert!(model.per_record() == read("trained"), "the model is not that of the output");
}

fn output(folder: &Path) -> Vec<u8> {
    std::fs::read(folder.join("out.csv")).unwrap()
}

fn log_of(folder: &Path) -> std::path::PathBuf {
    let entries = std::fs::read_dir(folder.join("state")).unwrap().map(|entry| entry.unwrap().path());
    let logs: Vec<_> = entries.filter(|path| path.to_string_lossy().contains("log-")).collect();
    assert_eq!(logs.len(), 1, "one log at a time");
    logs[0].clone()
}

#[test]
fn a_run_cut_at_any_byte_of_its_log_ends_in_the_same_bytes() {
    let whole = tempfile::tempdir().unwrap();
    std::fs::write(whole.path().join("in.csv"), records(1500)).unwrap();
    let report = run(whole.path(), 20, false);
    assert_eq!((report.total.taken, report.total.batches), (1500, 75));
    let log = log_of(whole.path());
    assert!(!log.ends_with("log-0"), "there were snapshots");
    let before = output(whole.path());
    let length = std::fs::metadata(&log).unwrap().len();
    let finished = tempfile::tempdir().unwrap();
    copy(whole.path(), finished.path());
    assert_eq!(run(finished.path(), 20, true).held, 0);
    for cut in (0..=length).step_by(length as usize / 7).chain([length]) {
        let again = tempfile::tempdir().unwrap();
        copy(whole.path(), again.path());
        let log = std::fs::File::options().write(true).open(log_of(again.path())).unwrap();
        log.set_len(cut).unwrap();
        run(again.path(), 20, false);
        assert!(output(again.path()) == before, "{cut}");
        check_model(again.path());
        run(again.path(), 20, true);
        check_model(again.path());
        assert!(output(again.path()) == output(finished.path()), "{cut}");
    }
}

#[test]
fn a_run_stopped_after_every_batch_ends_in_the_same_bytes() {
    let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    std::fs::write(whole.path().join("in.csv"), records(600)).unwrap();
    run(whole.path(), 20, true);
    for count in (20..=600).step_by(20) {
        std::fs::write(parts.path().join("in.csv"), records(count)).unwrap();
        run(parts.path(), 20, count == 600);
        check_model(parts.path());
    }
    assert!(output(whole.path()) == output(parts.path()));
    let text = String::from_utf8(output(whole.path())).unwrap();
    let mut shown: Vec<usize> =
        text.lines().skip(1).map(|line| line.rsplit(',').next().unwrap().parse().unwrap()).collect();
    shown.sort_unstable();
    assert_eq!(shown, (0..600).collect::<Vec<_>>());
}

#[test]
fn a_model_that_is_not_the_noted_one_is_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    std::fs::write(path.join("in.csv"), records(300)).unwrap();
    run(path, 20, false);
    check_model(path);
    let first = std::fs::read(path.join("model")).unwrap();
    std::fs::write(path.join("in.csv"), records(600)).unwrap();
    let without = Stream { model: None, ..request(path, 20, false) };
    stream(&without, &Context::new(1).unwrap()).unwrap();
    assert!(std::fs::read(path.join("model")).unwrap() == first, "it was not asked for");
    run(path, 20, false);
    check_model(path);
    // Killed between the model and its note, a damaged model, none at all, a damaged note.
    let wrongs: [(&str, Option<&[u8]>); 4] =
        [("model", Some(&first)), ("model", Some(b"x")), ("model", None), ("state/model", Some(b"{}"))];
    for (file, content) in wrongs {
        match content {
            Some(bytes) => std::fs::write(path.join(file), bytes).unwrap(),
            None => std::fs::remove_file(path.join(file)).unwrap(),
        }
        run(path, 20, false);
        check_model(path);
    }
}

#[test]
fn nothing_released_is_a_model_too() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("in.csv"), records(2)).unwrap();
    assert_eq!(run(folder.path(), 20, false).held, 2);
    check_model(folder.path());
}

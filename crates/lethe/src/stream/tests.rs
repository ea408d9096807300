//! Runs that snapshot often, are cut anywhere, and go on.

use super::{AtEnd, Stream, StreamReport, stream};
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
        escape_formulas: false,
        at_end: if finish { AtEnd::Finish } else { AtEnd::Pause },
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
    if from.is_file() {
        std::fs::copy(from, to).unwrap();
        return;
    }
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

/// The model is what training on the output gives, whose suppressed cells are missing values; but what the stream shows of a record depends on
/// others, so that it is not said to be counted per record.
fn check_model(folder: &Path) {
    let read = ReadOptions { null_words: vec!["*".to_owned()], ..ReadOptions::default() };
    let location = Location::parse(&folder.join("out.csv").display().to_string()).unwrap();
    let trained = folder.join("trained");
    let (data, output) = (silo::Data { location, read }, trained.clone());
    let request = silo::Train { data, columns: Vec::new(), exclude: Vec::new(), output: output.into() };
    silo::train(&request, &Context::new(2).unwrap()).unwrap();
    let read = |file: &str| silo::file::read(&folder.join(file).into(), &Context::new(2).unwrap()).unwrap();
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

/// A folder before and after its last batch, of the same snapshot, with enough snapshots before.
fn before_and_after() -> (tempfile::TempDir, tempfile::TempDir) {
    let (before, after) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for count in (1400..2000).step_by(20) {
        std::fs::write(after.path().join("in.csv"), records(count)).unwrap();
        run(after.path(), 20, false);
        let is_next = before.path().join("state").exists()
            && log_of(before.path()).file_name() == log_of(after.path()).file_name()
            && output(before.path()) != output(after.path());
        if is_next {
            assert!(!log_of(after.path()).ends_with("log-0"), "there were snapshots");
            return (before, after);
        }
        copy(after.path(), before.path());
        for old in std::fs::read_dir(before.path().join("state")).unwrap().map(|entry| entry.unwrap().path())
        {
            if !after.path().join("state").join(old.file_name().unwrap()).exists() {
                std::fs::remove_file(old).unwrap();
            }
        }
    }
    panic!("no two batches follow the same snapshot");
}

#[test]
fn a_run_killed_at_any_byte_of_its_last_batch_ends_in_the_same_bytes() {
    let (before, after) = before_and_after();
    let [old_log, new_log] = [&before, &after].map(|folder| std::fs::read(log_of(folder.path())).unwrap());
    assert!(new_log.starts_with(&old_log));
    let [old_output, new_output] = [&before, &after].map(|folder| output(folder.path()));
    let finished = tempfile::tempdir().unwrap();
    copy(after.path(), finished.path());
    assert_eq!(run(finished.path(), 20, true).held, 0);
    let ends_the_same = |log: &[u8], shown: &[u8]| {
        let again = tempfile::tempdir().unwrap();
        copy(before.path(), again.path());
        copy(&after.path().join("in.csv"), &again.path().join("in.csv"));
        std::fs::write(log_of(again.path()), log).unwrap();
        std::fs::write(again.path().join("out.csv"), shown).unwrap();
        run(again.path(), 20, false);
        assert!(output(again.path()) == new_output);
        check_model(again.path());
        run(again.path(), 20, true);
        check_model(again.path());
        assert!(output(again.path()) == output(finished.path()));
    };
    // Killed while the batch was noted, and then while it was shown; a lost power may leave zeros.
    let steps = |from: usize, to: usize| (from..to).step_by(((to - from) / 4).max(1)).chain([to]);
    for cut in steps(old_log.len(), new_log.len()) {
        ends_the_same(&new_log[..cut], &old_output);
    }
    for cut in steps(old_output.len(), new_output.len()) {
        ends_the_same(&new_log, &new_output[..cut]);
        let mut zeros = new_output.clone();
        zeros[cut..].fill(0);
        ends_the_same(&new_log, &zeros);
    }
}

#[test]
fn a_log_or_an_output_that_lost_something_is_noticed_and_nothing_is_taken_back() {
    let (_, after) = before_and_after();
    let log = std::fs::read(log_of(after.path())).unwrap();
    let shown = output(after.path());
    let refused = |change: &dyn Fn(&Path)| {
        let again = tempfile::tempdir().unwrap();
        copy(after.path(), again.path());
        change(again.path());
        let left = output(again.path());
        // Another size of batches would give other rows.
        for batch in [20, 33] {
            let error = stream(&request(again.path(), batch, true), &Context::new(2).unwrap()).unwrap_err();
            assert!(
                matches!(error.fault(), lethe_data::Fault::Input | lethe_data::Fault::Request),
                "{error}"
            );
            let text = error.to_string();
            assert!(text.contains("begin another stream") || text.contains("from a copy"), "{text}");
            assert!(output(again.path()) == left, "{text}");
        }
    };
    for cut in (0..log.len()).step_by(log.len() / 7) {
        refused(&|folder| std::fs::write(log_of(folder), &log[..cut]).unwrap());
    }
    refused(&|folder| std::fs::remove_file(log_of(folder)).unwrap());
    refused(&|folder| std::fs::remove_file(folder.join("state/progress")).unwrap());
    refused(&|folder| std::fs::remove_file(folder.join("state/state")).unwrap());
    refused(&|folder| std::fs::write(folder.join("out.csv"), &shown[..20]).unwrap());
    refused(&|folder| std::fs::write(folder.join("out.csv"), [&shown[..], b"1,1,1,1\n"].concat()).unwrap());
    for at in [12, shown.len() / 2, shown.len() - 3] {
        let mut other = shown.clone();
        other[at] ^= 1;
        refused(&|folder| std::fs::write(folder.join("out.csv"), &other).unwrap());
    }
}

#[test]
fn a_run_stopped_after_every_batch_ends_in_the_same_bytes() {
    let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    std::fs::write(whole.path().join("in.csv"), records(600)).unwrap();
    let last = run(whole.path(), 20, true);
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
    let before = shown.len();
    shown.dedup();
    assert_eq!(shown.len(), before, "nothing is shown twice");
    assert_eq!(before as u64 + last.total.dropped, 600);
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
    // Killed between the model and its note; none at all.
    let noted = std::fs::read_to_string(path.join("state/model")).unwrap();
    let replacing = noted.replace("\"replacing\":false", "\"replacing\":true");
    assert_ne!(replacing, noted);
    for model in [Some(&first), None] {
        match model {
            Some(bytes) => std::fs::write(path.join("model"), bytes).unwrap(),
            None => std::fs::remove_file(path.join("model")).unwrap(),
        }
        std::fs::write(path.join("state/model"), &replacing).unwrap();
        run(path, 20, false);
        check_model(path);
    }
}

#[test]
fn a_model_of_somebody_else_is_not_written_over() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    for folder in &folders {
        std::fs::write(folder.path().join("in.csv"), records(300)).unwrap();
    }
    run(folders[0].path(), 20, false);
    let model = folders[0].path().join("model");
    let first = std::fs::read(&model).unwrap();
    let second = Stream { model: Some(model.clone()), ..request(folders[1].path(), 20, false) };
    let error = stream(&second, &Context::new(1).unwrap()).unwrap_err().to_string();
    assert!(error.contains("is not the model that this stream wrote"), "{error}");
    assert!(std::fs::read(&model).unwrap() == first);
    // Nor by the stream itself, once another file has taken its place.
    std::fs::write(&model, "x").unwrap();
    let again = request(folders[0].path(), 20, false);
    assert!(stream(&again, &Context::new(1).unwrap()).is_err());
    assert_eq!(std::fs::read(&model).unwrap(), b"x");
}

#[test]
fn nothing_released_is_a_model_too() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("in.csv"), records(2)).unwrap();
    assert_eq!(run(folder.path(), 20, false).held, 2);
    check_model(folder.path());
}

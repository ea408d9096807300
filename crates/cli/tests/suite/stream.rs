//! `lethe stream`

use crate::support::{error, folder_with, in_folder, json};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const FLAGS: [&str; 8] = ["--state", "s", "--sets", "a,b;b,c", "--k", "3", "-o", "out.csv"];

fn arguments<'a>(input: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["stream", input][..], &FLAGS, more, &["--format", "json"]].concat()
}

fn run(folder: &Path, input: &str, more: &[&str]) -> Value {
    json(&in_folder(folder, &arguments(input, more)))
}

fn piped(folder: &Path, text: &str, more: &[&str]) -> Value {
    let mut child = started(folder, "-", more);
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), text.as_bytes()).unwrap();
    json(&child.wait_with_output().unwrap())
}

fn started(folder: &Path, input: &str, more: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_lethe"))
        .args(arguments(input, more))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Numbered records with values that come often, seldom, and once.
fn records(from: usize, to: usize) -> String {
    let mut text = "n,a,b,c\n".to_owned();
    for n in from..to {
        let mixed = n.wrapping_mul(2_654_435_761) >> 7;
        let (a, b) = (mixed % 5, mixed / 5 % 7);
        let c = if mixed.is_multiple_of(11) { n } else { mixed / 35 % 4 };
        let b = if b == 0 { String::new() } else { format!("\"b{b}\"") };
        text += &format!("{n},a{a},{b},{c}\n");
    }
    text
}

fn lines(folder: &Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(folder.join("out.csv")).unwrap();
    assert!(text.starts_with("n,a,b,c\n") && text.ends_with('\n'));
    text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

/// No configured combination has one or two carriers, suppressed cells being values.
fn check(folder: &Path) {
    let lines = lines(folder);
    for set in [[1, 2], [2, 3]] {
        let mut carriers: BTreeMap<[&str; 2], usize> = BTreeMap::new();
        for line in &lines {
            *carriers.entry(set.map(|column| line[column].as_str())).or_default() += 1;
        }
        for (combination, carriers) in carriers {
            assert!(carriers >= 3, "{combination:?} has {carriers}");
        }
    }
}

/// The model is what training on the output gives, whose stars are missing values; but a model of a stream is not counted record by
/// record, and neither is one that such a model was added to.
fn check_model(folder: &Path) {
    let succeeds = |arguments: &[&str]| {
        let output = in_folder(folder, arguments);
        assert!(output.status.success(), "{}", error(&output));
    };
    std::fs::copy(folder.join("out.model"), folder.join("copy.model")).unwrap();
    succeeds(&["silo", "train", "out.csv", "--null", "*", "-o", "trained.model"]);
    succeeds(&["silo", "merge", "out.model", "copy.model", "-o", "twice.model"]);
    succeeds(&["silo", "merge", "out.model", "trained.model", "-o", "both.model"]);
    let [twice, both] = ["twice.model", "both.model"].map(|file| std::fs::read(folder.join(file)).unwrap());
    assert!(twice == both, "the model is not that of the output");
}

/// Of so many records each is shown once, or was dropped.
fn check_all_are_somewhere(folder: &Path, report: &Value, taken: usize) {
    let mut numbers: Vec<usize> = lines(folder).iter().map(|line| line[0].parse().unwrap()).collect();
    numbers.sort_unstable();
    let shown = numbers.len();
    numbers.dedup();
    assert_eq!(shown, numbers.len(), "nothing is shown twice");
    assert_eq!((report["held"].as_u64(), report["total"]["taken"].as_u64()), (Some(0), Some(taken as u64)));
    assert_eq!(shown + report["total"]["dropped"].as_u64().unwrap() as usize, taken);
    assert!(shown > taken * 9 / 10, "most are shown");
}

#[test]
fn everything_is_shown_once_and_nothing_below_k() {
    let folder = folder_with(&[("in.csv", &records(0, 500))]);
    let first = run(folder.path(), "in.csv", &["--batch", "50", "--max-delay", "2"]);
    check(folder.path());
    let of = |report: &Value, field: &str| report["total"][field].as_u64().unwrap();
    assert_eq!((of(&first, "taken"), of(&first, "batches")), (500, 10));
    let shown = of(&first, "released") + of(&first, "suppressed") + of(&first, "dropped");
    assert_eq!(shown + first["held"].as_u64().unwrap(), 500);
    assert!(
        of(&first, "suppressed") > 0
            && of(&first, "suppressed_cells") > 0
            && first["held"].as_u64().unwrap() > 0
    );
    let last = run(folder.path(), "in.csv", &["--batch", "50", "--max-delay", "2", "--finish"]);
    check(folder.path());
    assert_eq!(last["run"]["taken"].as_u64(), Some(0));
    check_all_are_somewhere(folder.path(), &last, 500);
    let again = run(folder.path(), "in.csv", &["--max-delay", "2", "--finish"]);
    assert_eq!(again["total"], last["total"]);
}

#[test]
fn what_is_overdue_can_be_dropped() {
    let folder = folder_with(&[("in.csv", &records(0, 300))]);
    let report = run(folder.path(), "in.csv", &["--batch", "30", "--overdue", "drop", "--finish"]);
    check(folder.path());
    let total = &report["total"];
    assert_eq!(total["suppressed"], 0);
    assert_eq!(total["released"].as_u64().unwrap() + total["dropped"].as_u64().unwrap(), 300);
    assert!(!std::fs::read_to_string(folder.path().join("out.csv")).unwrap().contains('*'));
}

#[test]
fn a_stream_in_parts_gives_the_bytes_of_one_run() {
    let whole = folder_with(&[("in.csv", &records(0, 400))]);
    let flags = ["--batch", "40", "--max-delay", "1"];
    run(whole.path(), "in.csv", &flags);
    let expected = std::fs::read(whole.path().join("out.csv")).unwrap();
    // A file that grows by a batch between runs, cut in the middle of a line.
    let parts = folder_with(&[]);
    let text = records(0, 400);
    let mut shown = 0;
    for records in (40..=400).step_by(40) {
        let end = text.match_indices('\n').nth(records).unwrap().0 + 1;
        std::fs::write(parts.path().join("in.csv"), &text[..text.len().min(end + 5)]).unwrap();
        run(parts.path(), "in.csv", &flags);
        check(parts.path());
        let output = std::fs::read(parts.path().join("out.csv")).unwrap();
        assert!(expected.starts_with(&output) && output.len() >= shown);
        shown = output.len();
    }
    assert_eq!(std::fs::read(parts.path().join("out.csv")).unwrap(), expected);
    // A folder of files.
    let folder = folder_with(&[]);
    std::fs::create_dir(folder.path().join("inbox")).unwrap();
    for part in 0..4 {
        let text = records(part * 100, (part + 1) * 100);
        let text = if part == 1 { text.trim_end() } else { &text };
        std::fs::write(folder.path().join(format!("inbox/{part}.csv")), text).unwrap();
    }
    std::fs::write(folder.path().join("inbox/4.csv.tmp"), "not yet").unwrap();
    let report = run(folder.path(), "inbox", &flags);
    assert_eq!(report["run"]["taken"], 400);
    assert_eq!(std::fs::read(folder.path().join("out.csv")).unwrap(), expected);
    std::fs::write(folder.path().join("inbox/4.csv"), records(400, 410)).unwrap();
    assert_eq!(run(folder.path(), "inbox", &flags)["run"]["taken"], 10);
}

#[test]
fn compressed_files_give_the_same_bytes_and_are_taken_once() {
    let whole = folder_with(&[("in.csv", &records(0, 400))]);
    let flags = ["--batch", "40", "--max-delay", "1"];
    run(whole.path(), "in.csv", &flags);
    let expected = std::fs::read(whole.path().join("out.csv")).unwrap();
    let pack = |folder: &Path, from: &str, to: &str| {
        let packed = in_folder(folder, &["convert", from, "-o", to]);
        assert!(packed.status.success(), "{}", error(&packed));
    };
    pack(whole.path(), "in.csv", "in.csv.zst");
    for input in ["in.csv.zst", "inbox"] {
        let folder = folder_with(&[]);
        let inbox = folder.path().join("inbox");
        std::fs::create_dir(&inbox).unwrap();
        std::fs::copy(whole.path().join("in.csv.zst"), folder.path().join("in.csv.zst")).unwrap();
        std::fs::write(folder.path().join("a.csv"), records(0, 130)).unwrap();
        pack(folder.path(), "a.csv", "inbox/1.csv.gz");
        std::fs::write(inbox.join("2.csv"), records(130, 300)).unwrap();
        std::fs::write(folder.path().join("a.csv"), records(300, 400)).unwrap();
        pack(folder.path(), "a.csv", "inbox/3.csv.zst");
        assert_eq!(run(folder.path(), input, &flags)["run"]["taken"], 400, "{input}");
        assert_eq!(std::fs::read(folder.path().join("out.csv")).unwrap(), expected, "{input}");
        assert_eq!(run(folder.path(), input, &flags)["run"]["taken"], 0, "{input}");
    }
}

#[test]
fn compressed_files_that_are_cut_or_change_are_told() {
    let folder = folder_with(&[("a.csv", &records(0, 900))]);
    assert!(in_folder(folder.path(), &["convert", "a.csv", "-o", "in.csv.gz"]).status.success());
    let path = folder.path().join("in.csv.gz");
    let bytes = std::fs::read(&path).unwrap();
    let refused = || {
        let output = in_folder(folder.path(), &arguments("in.csv.gz", &["--batch", "10"]));
        assert_eq!(output.status.code(), Some(2), "{}", error(&output));
        error(&output)
    };
    std::fs::write(&path, &bytes[..bytes.len() - 9]).unwrap();
    assert!(refused().contains("in.csv.gz"));
    check(folder.path());
    // What is put in its place whole is taken from there on.
    std::fs::write(&path, &bytes).unwrap();
    assert_eq!(run(folder.path(), "in.csv.gz", &["--batch", "10"])["total"]["taken"], 900);
    std::fs::write(&path, [&bytes[..], &bytes].concat()).unwrap();
    assert!(refused().contains("has changed since it was taken"));
    std::fs::write(&path, &bytes).unwrap();
    let last = run(folder.path(), "in.csv.gz", &["--finish"]);
    check_all_are_somewhere(folder.path(), &last, 900);
}

#[test]
fn records_sent_again_are_taken_once() {
    let folder = folder_with(&[]);
    let all = records(0, 200).replace("n,a,b,c", "id,a,b,c");
    let half: String = all.lines().take(121).map(|line| format!("{line}\n")).collect();
    let flags = ["--id", "id", "--batch", "50"];
    assert_eq!(piped(folder.path(), &half, &flags)["total"]["taken"], 120);
    let second = piped(folder.path(), &all, &flags);
    assert_eq!((&second["run"]["taken"], &second["run"]["repeated"]), (&80.into(), &120.into()));
    let last = piped(folder.path(), "", &["--id", "id", "--finish"]);
    assert_eq!(last["held"], 0);
    let text = std::fs::read_to_string(folder.path().join("out.csv")).unwrap();
    let shown = 200 - last["total"]["dropped"].as_u64().unwrap() as usize;
    assert_eq!((text.lines().count(), text.lines().next()), (1 + shown, Some("a,b,c")));
}

#[test]
fn bad_input_is_told_in_one_line_and_the_state_stays_good() {
    let folder = folder_with(&[]);
    let inbox = folder.path().join("inbox");
    std::fs::create_dir(&inbox).unwrap();
    std::fs::write(inbox.join("1.csv"), records(0, 100)).unwrap();
    run(folder.path(), "inbox", &["--batch", "10"]);
    let output = std::fs::read(folder.path().join("out.csv")).unwrap();
    for (content, complaint) in [
        ("n,a,b,c\n1,2,3\n", "line 2: 3 fields for 4 columns"),
        ("n,a,b,d\n1,2,3,4\n", "line 1: the columns are not those"),
        ("n,a,b\n", "line 1: the columns are not those"),
        ("", "the file is empty"),
        ("n,a,b,c\n1,\"2,3,4\n", "line 2: a quoted field"),
    ] {
        std::fs::write(inbox.join("2.csv"), content).unwrap();
        let refused = in_folder(folder.path(), &arguments("inbox", &["--batch", "10"]));
        assert_eq!(refused.status.code(), Some(2), "{content}");
        assert!(error(&refused).contains(complaint), "{}", error(&refused));
        assert_eq!(std::fs::read(folder.path().join("out.csv")).unwrap(), output);
    }
    std::fs::write(inbox.join("2.csv"), records(100, 200)).unwrap();
    let last = run(folder.path(), "inbox", &["--finish"]);
    check_all_are_somewhere(folder.path(), &last, 200);
}

#[test]
fn calls_that_do_not_fit_the_state_are_refused() {
    let folder = folder_with(&[("in.csv", &records(0, 100)), ("else.csv", "x\n")]);
    let refused = |more: &[&str]| {
        let output = in_folder(folder.path(), &[&["stream", "in.csv", "--state", "s"], more].concat());
        assert_eq!(output.status.code(), Some(2), "{more:?}");
        error(&output)
    };
    let to = ["-o", "out.csv"];
    assert!(refused(&["--columns", "a"]).contains("-o FILE"));
    assert!(refused(&[&["--columns", "a"][..], &to].concat()).contains("--k"));
    assert!(refused(&[&["--k", "2"][..], &to].concat()).contains("--columns"));
    assert!(refused(&[&["--k", "2", "--columns", "a,zz"][..], &to].concat()).contains("zz"));
    assert!(refused(&["--k", "2", "--columns", "a", "-o", "else.csv"]).contains("else.csv exists"));
    assert!(refused(&["--k", "2", "--columns", "a", "-o", "in.csv"]).contains("overwrite"));
    assert!(
        refused(&[&["--k", "2", "--columns", "a", "--model", "out.csv"][..], &to].concat())
            .contains("overwrite")
    );
    assert!(refused(&[&["--k", "2", "--columns", "a", "--exclude", "a"][..], &to].concat()).contains("'a'"));
    run(folder.path(), "in.csv", &[]);
    let same = |k: &'static str| ["--sets", "a,b;b,c", "--k", k, "-o", "out.csv"];
    assert!(refused(&same("4")).contains("other k"));
    assert!(refused(&["--sets", "a,b", "--k", "3", "-o", "out.csv"]).contains("other column sets"));
    assert!(refused(&[&same("3")[..], &["--overdue", "drop"]].concat()).contains("other --overdue"));
    assert!(refused(&[&same("3")[..4], &["-o", "none.csv"]].concat()).contains("none.csv is not there"));
    let state = folder.path().join("s/state");
    let mut bytes = std::fs::read(&state).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&state, bytes).unwrap();
    assert!(refused(&same("3")).contains("damaged"));
}

#[test]
fn too_little_memory_ends_with_3_and_the_state_stays_good() {
    let folder = folder_with(&[("in.csv", &records(0, 3000))]);
    let limited = in_folder(folder.path(), &arguments("in.csv", &["--batch", "100", "--memory", "24KiB"]));
    assert_eq!(limited.status.code(), Some(3), "{}", error(&limited));
    check(folder.path());
    let last = run(folder.path(), "in.csv", &["--batch", "100", "--finish"]);
    check(folder.path());
    check_all_are_somewhere(folder.path(), &last, 3000);
}

#[test]
fn two_runs_never_use_one_state() {
    let folder = folder_with(&[("in.csv", &records(0, 50))]);
    let mut first = started(folder.path(), "in.csv", &["--follow"]);
    let released = || folder.path().join("s/log-0").exists();
    for _ in 0..200 {
        if released() {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let second = in_folder(folder.path(), &arguments("in.csv", &[]));
    assert_eq!(second.status.code(), Some(2));
    assert!(error(&second).contains("in use by another run"));
    first.kill().unwrap();
    first.wait().unwrap();
    let last = run(folder.path(), "in.csv", &["--finish"]);
    assert_eq!((last["held"].as_u64(), last["total"]["taken"].as_u64()), (Some(0), Some(50)));
}

#[test]
fn fifty_kills_lose_and_double_nothing() {
    let whole = folder_with(&[("in.csv", &records(0, 20_000))]);
    let flags = ["--batch", "100", "--max-delay", "3", "--model", "out.model"];
    let begin = std::time::Instant::now();
    run(whole.path(), "in.csv", &flags);
    let takes = begin.elapsed();
    check_model(whole.path());
    let killed = folder_with(&[("in.csv", &records(0, 20_000))]);
    let (mut in_the_middle, mut random) = (0, 12_345_u64);
    for _ in 0..50 {
        let mut child = started(killed.path(), "in.csv", &flags);
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Later kills find a longer log, and must come after it was done again to get any further.
        std::thread::sleep(takes.mul_f64((random >> 40) as f64 / f64::from(1 << 24) * 0.25));
        let ended = child.try_wait().unwrap().is_some();
        child.kill().unwrap();
        child.wait().unwrap();
        in_the_middle += usize::from(!ended);
        if killed.path().join("out.csv").exists() {
            let shown = std::fs::read(killed.path().join("out.csv")).unwrap();
            let expected = std::fs::read(whole.path().join("out.csv")).unwrap();
            assert!(expected.starts_with(&shown), "what is shown is never taken back");
        }
    }
    assert!(in_the_middle >= 25, "{in_the_middle} of 50 were killed while they worked");
    for folder in [&whole, &killed] {
        run(folder.path(), "in.csv", &[&flags[..], &["--finish"]].concat());
    }
    let output = |folder: &Path| std::fs::read(folder.join("out.csv")).unwrap();
    assert!(output(whole.path()) == output(killed.path()), "the same bytes as without a kill");
    check_model(killed.path());
    // Kills while the model is made and written, again and again.
    let replacing = r#"{"sum":"","offset":0,"lines":0,"replacing":true}"#;
    let finish = [&flags[..], &["--finish"]].concat();
    for part in 1..=10 {
        std::fs::write(killed.path().join("s/model"), replacing).unwrap();
        let mut child = started(killed.path(), "in.csv", &finish);
        std::thread::sleep(takes.mul_f64(f64::from(part) * 0.05));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let last = run(killed.path(), "in.csv", &finish);
    check_model(killed.path());
    check(killed.path());
    check_all_are_somewhere(killed.path(), &last, 20_000);
}

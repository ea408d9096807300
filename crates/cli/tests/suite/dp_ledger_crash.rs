//! The ledger under fire: processes that are killed at any moment, two at a time.

use crate::support::{folder_with, in_folder, json};
use serde_json::Value;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const ROUNDS: u64 = 50;

fn start(folder: &Path, label: &str) -> Child {
    let output = format!("{label}.json");
    let arguments = [
        "dp",
        "count",
        "t.csv",
        "--epsilon",
        "0.01",
        "--ledger",
        "l",
        "--label",
        label,
        "--format",
        "json",
        "-o",
    ];
    Command::new(env!("CARGO_BIN_EXE_lethe"))
        .args(arguments)
        .arg(output)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts")
}

fn ledger(folder: &Path) -> Value {
    json(&in_folder(folder, &["dp", "ledger", "show", "l", "--format", "json"]))
}

/// What was shown is on record, and the total is never exceeded: a budget of 60 answers for 100 processes, half of which are killed.
#[test]
fn killed_processes_never_leave_an_answer_that_was_not_paid_for() {
    let folder = folder_with(&[("t.csv", "a\n1\n2\n3\n")]);
    let folder = folder.path();
    json(&in_folder(
        folder,
        &["dp", "ledger", "create", "l", "--data-set", "t", "--epsilon", "0.6", "--format", "json"],
    ));
    let began = Instant::now();
    start(folder, "first").wait().unwrap();
    // Kills are spread over the time that a whole run takes.
    let whole = began.elapsed().as_micros() as u64;
    let mut mixed = 1u64;
    for round in 0..ROUNDS {
        let mut pair = [start(folder, &format!("{round}a")), start(folder, &format!("{round}b"))];
        mixed = mixed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(Duration::from_micros((mixed >> 33) % (whole * 3 / 2)));
        // SIGKILL on Unix: nothing can be cleaned up.
        pair[(round % 2) as usize].kill().unwrap();
        for process in &mut pair {
            process.wait().unwrap();
        }
        let shown = ledger(folder);
        let spends = shown["spends"].as_array().unwrap();
        assert!(spends.len() <= 60);
        let on_record = |label: &str| spends.iter().filter(|spend| spend["label"] == label).count();
        for side in ["a", "b"] {
            let label = format!("{round}{side}");
            let was_shown = folder.join(format!("{label}.json")).exists();
            assert!(on_record(&label) <= 1);
            assert!(!was_shown || on_record(&label) == 1, "{label} was shown and is not on record");
        }
    }
    // Enough processes were left alone to use all of the budget or get an answer each round.
    let spends = ledger(folder)["spends"].as_array().unwrap().len();
    assert!(spends >= ROUNDS as usize, "{spends}");
}

//! The output of `lethe stream` against the plainest definition, and against `lethe verify`.

use crate::support::{error, folder_with, in_folder, json};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

#[test]
fn a_record_whose_suppressed_cell_would_single_it_out_is_dropped() {
    let folder = folder_with(&[
        ("f.csv", "age,zip,disease\n1,x,flu\n1,x,cold\n2,x,hiv\n"),
        ("known.csv", "age,zip\n1,x\n1,x\n2,x\n"),
    ]);
    let flags = ["stream", "f.csv", "--state", "s", "--columns", "age,zip", "--max-size", "1", "--k", "2"];
    let report = json(&in_folder(
        folder.path(),
        &[&flags[..], &["--finish", "-o", "out.csv", "--format", "json"]].concat(),
    ));
    let output = std::fs::read_to_string(folder.path().join("out.csv")).unwrap();
    assert_eq!(output, "age,zip,disease\n1,x,flu\n1,x,cold\n");
    assert_eq!(report["total"]["dropped"], 1);
    let verified = &report["verified"];
    assert_eq!((&verified["records"], &verified["fewest_carriers"]), (&2.into(), &2.into()));
    assert_eq!(verified["whole_file"], true);
    let verify = in_folder(folder.path(), &["verify", "out.csv", "--quasi", "age,zip", "--km", "2,1"]);
    assert_eq!(verify.status.code(), Some(0));
    let attack = in_folder(folder.path(), &["attack", "out.csv", "--known", "known.csv", "--format", "json"]);
    let attack: Value = serde_json::from_slice(&attack.stdout).unwrap();
    assert_eq!(attack["reidentified"], 0, "{attack}");
}

/// Whole numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

const NAMES: [&str; 4] = ["a", "b", "c", "n"];

fn sets_of(size: usize) -> Vec<Vec<usize>> {
    (1u8..8)
        .filter(|set| set.count_ones() as usize == size)
        .map(|set| (0..3).filter(|column| set >> column & 1 == 1).collect())
        .collect()
}

/// The cells of the output, and whether every combination on the sets has k carriers, whether or not records that show nothing
/// are counted.
fn check(folder: &Path, sets: &[Vec<usize>], k: usize) -> usize {
    let text = std::fs::read_to_string(folder.join("out.csv")).unwrap();
    let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split(',').collect()).collect();
    for with_hidden in [true, false] {
        for set in sets {
            let mut carriers: BTreeMap<Vec<&str>, usize> = BTreeMap::new();
            for row in rows.iter().filter(|row| with_hidden || row[..3] != ["*"; 3]) {
                *carriers.entry(set.iter().map(|&column| row[column]).collect()).or_default() += 1;
            }
            for (combination, carriers) in carriers {
                assert!(carriers >= k, "{combination:?} has {carriers} of {k} on {set:?}");
            }
        }
    }
    rows.len()
}

#[test]
fn random_streams_never_show_what_fewer_than_k_records_carry() {
    for seed in 0..30 {
        let mut random = Random(seed);
        let (k, size) = (2 + random.below(3), 1 + random.below(3));
        let values = 2 + random.below(4);
        let mut text = NAMES.join(",") + "\n";
        for row in 0..20 + random.below(60) {
            // Missing values and stars that come with the input are among them.
            let mut cell = || match random.below(12) {
                0 => String::new(),
                1 => "*".to_owned(),
                _ => random.below(values).to_string(),
            };
            text += &format!("{},{},{},{row}\n", cell(), cell(), cell());
        }
        let numbers = [k, size, 1 + random.below(25), random.below(4)].map(|number| number.to_string());
        let overdue = ["suppress", "suppress", "drop"][random.below(3)];
        let flags = [
            "stream",
            "in.csv",
            "--state",
            "s",
            "--columns",
            "a,b,c",
            "--k",
            &numbers[0],
            "--max-size",
            &numbers[1],
            "--batch",
            &numbers[2],
            "--max-delay",
            &numbers[3],
            "--overdue",
            overdue,
            "-o",
            "out.csv",
            "--format",
            "json",
        ];
        let half = text.len() / 2;
        let half = half + text[half..].find('\n').unwrap() + 1;
        let outputs = ["1", "3"].map(|threads| {
            let folder = folder_with(&[("in.csv", &text[..half])]);
            let sets = sets_of(size);
            let mut shown = 0;
            for (content, last) in [(&text[..half], None), (&text[..], None), (&text[..], Some("--finish"))] {
                std::fs::write(folder.path().join("in.csv"), content).unwrap();
                let arguments: Vec<&str> =
                    flags.into_iter().chain(["--threads", threads]).chain(last).collect();
                let report = json(&in_folder(folder.path(), &arguments));
                let rows = check(folder.path(), &sets, k);
                assert!(rows >= shown, "nothing is taken back");
                shown = rows;
                assert_eq!(report["verified"]["records"], rows);
                let fewest = report["verified"]["fewest_carriers"].as_u64();
                assert!(fewest.is_none_or(|fewest| fewest >= k as u64));
                if last.is_some() {
                    let total = |field: &str| report["total"][field].as_u64().unwrap();
                    assert_eq!(rows as u64 + total("dropped"), total("taken"));
                    assert_eq!(
                        (&report["held"], &report["verified"]["whole_file"]),
                        (&0.into(), &true.into())
                    );
                }
            }
            if shown > 0 {
                let km = format!("{k},{size}");
                let verify = ["verify", "out.csv", "--quasi", "a,b,c", "--km", &km];
                assert_eq!(in_folder(folder.path(), &verify).status.code(), Some(0), "seed {seed}");
            }
            std::fs::read(folder.path().join("out.csv")).unwrap()
        });
        assert!(outputs[0] == outputs[1], "the same bytes with any number of threads, seed {seed}");
    }
}

#[test]
fn a_stream_of_the_first_version_is_not_gone_on_with() {
    let folder = folder_with(&[("f.csv", "age\n1\n1\n")]);
    let flags = ["stream", "f.csv", "--state", "s", "--columns", "age", "--k", "2", "-o", "out.csv"];
    assert!(in_folder(folder.path(), &flags).status.success());
    let state = folder.path().join("s/state");
    let bytes = std::fs::read(&state).unwrap();
    std::fs::write(&state, [b"lethe stream 1\n", &bytes[15..]].concat()).unwrap();
    let refused = in_folder(folder.path(), &flags);
    assert_eq!(refused.status.code(), Some(2));
    assert!(error(&refused).contains("begin another stream"));
}

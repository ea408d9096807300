//! `lethe compare` on releases with suppressed records: the same figures as `lethe anonymize`, and as plain sums.

use crate::support::{folder_with, in_folder, json};
use serde_json::Value;
use std::collections::BTreeMap;

#[test]
fn suppressed_records_count_on_the_level_of_a_column_that_is_all_stars() {
    let recipe = "[columns.q1]\nrole = \"quasi\"\n[columns.q2]\nrole = \"quasi\"\n[[privacy]]\nmodel = \"k-anonymity\"\n\
                  k = 2\n[search]\nmethod = \"fixed\"\nlevels = { q1 = 0, q2 = 1 }\nsuppression_limit = 0.5\n";
    let folder = folder_with(&[("d.csv", "q1,q2\na,b\na,c\na,b\na,c\nd,b\n"), ("r.toml", recipe)]);
    let made = ["anonymize", "d.csv", "--recipe", "r.toml", "-o", "o.csv", "--format", "json"];
    let made = json(&in_folder(folder.path(), &made));
    assert_eq!(made["suppressed"], 1);
    let compared = ["compare", "d.csv", "o.csv", "--recipe", "r.toml", "--format", "json"];
    let compared = json(&in_folder(folder.path(), &compared));
    // Nothing is lost of q1 but what suppressing d takes, which is nothing beyond its node; everything of q2.
    let (q1, q2) = (-(0.8 * 0.8f64.ln() + 0.2 * 0.2f64.ln()), -(0.6 * 0.6f64.ln() + 0.4 * 0.4f64.ln()));
    for report in [&made, &compared] {
        let entropy = report["quality"]["entropy"].as_f64().unwrap();
        assert!((entropy - q2 / (q1 + q2)).abs() < 1e-6, "{entropy}");
    }
}

/// The label of a value on a level, by a hierarchy of lines.
fn label<'a>(hierarchy: &'a str, value: &str, level: usize) -> &'a str {
    let line = hierarchy.lines().find(|line| line.split(';').next() == Some(value)).unwrap();
    line.split(';').nth(level).unwrap()
}

fn counts<T: Ord>(values: impl Iterator<Item = T>) -> BTreeMap<T, f64> {
    let mut counts = BTreeMap::new();
    values.for_each(|value| *counts.entry(value).or_insert(0.0) += 1.0);
    counts
}

/// Entropy and DM* by their formulas, from the original, the levels and k alone.
fn plain(rows: &[[String; 2]], hierarchies: [&str; 2], levels: [usize; 2], k: f64) -> (f64, f64) {
    let shown: Vec<[&str; 2]> =
        rows.iter().map(|row| [0, 1].map(|at| label(hierarchies[at], &row[at], levels[at]))).collect();
    let classes = counts(shown.iter());
    let is_lost = |row: &&[&str; 2]| classes[row] < k;
    let lost = shown.iter().filter(is_lost).count() as f64;
    let (mut bits, mut most) = (0.0, 0.0);
    for at in [0, 1] {
        let (values, nodes) =
            (counts(rows.iter().map(|row| &row[at])), counts(shown.iter().map(|row| row[at])));
        let suppressed = counts(shown.iter().filter(is_lost).map(|row| row[at]));
        for (row, shown) in rows.iter().zip(&shown) {
            bits += (nodes[shown[at]] / values[&row[at]]).log2();
            most += (rows.len() as f64 / values[&row[at]]).log2();
        }
        bits += suppressed.values().map(|records| records * (lost / records).log2()).sum::<f64>();
    }
    (bits / most, classes.values().map(|size| size * size).sum::<f64>() / (rows.len() as f64).powi(2))
}

const NUMBERS: &str = "1;[1-2];*\n2;[1-2];*\n3;[3-4];*\n4;[3-4];*\n5;[5-6];*\n6;[5-6];*\n";
/// One label stands on two levels.
const WORDS: &str = "a;a;*\nb;rest;*\nc;rest;*\nd;rest;*\n";

#[test]
fn figures_agree_with_those_of_the_one_who_suppressed() {
    let mut state = 3u64;
    let mut below = |end: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % end
    };
    let mut suppressed = 0;
    for round in 0..18 {
        let rows: Vec<[String; 2]> = (0..8 + below(20))
            .map(|_| [(1 + below(6)).to_string(), ["a", "b", "c", "d"][below(4) as usize].to_owned()])
            .collect();
        let levels = [below(3) as usize, below(3) as usize];
        let more = ["", "suppressed = \"drop\"\n"][round % 2];
        let recipe = format!(
            "[columns.p]\nrole = \"quasi\"\nhierarchy = \"p.csv\"\n[columns.q]\nrole = \"quasi\"\nhierarchy = \"q.csv\"\n\
             [[privacy]]\nmodel = \"k-anonymity\"\nk = 2\n[search]\nmethod = \"fixed\"\nsuppression_limit = 0.9\n\
             levels = {{ p = {}, q = {} }}\n{more}",
            levels[0], levels[1]
        );
        let data: String = rows.iter().map(|[p, q]| format!("{p},{q}\n")).collect();
        let data = format!("p,q\n{data}");
        let folder = folder_with(&[
            ("d.csv", data.as_str()),
            ("r.toml", &recipe),
            ("p.csv", NUMBERS),
            ("q.csv", WORDS),
        ]);
        let shuffle: &[&str] = if round % 3 == 2 { &["--shuffle"] } else { &[] };
        let made = ["anonymize", "d.csv", "--recipe", "r.toml", "-o", "o.csv", "--format", "json"];
        let made = in_folder(folder.path(), &[&made[..], shuffle].concat());
        let Ok(made) = serde_json::from_slice::<Value>(&made.stdout) else { continue };
        let compared = ["compare", "d.csv", "o.csv", "--recipe", "r.toml", "--format", "json"];
        let compared = json(&in_folder(folder.path(), &compared));
        suppressed += made["suppressed"].as_u64().unwrap();
        let near = |measure: &str, expected: f64| {
            let found = compared["quality"][measure].as_f64().unwrap();
            assert!((found - expected).abs() < 1e-6, "{measure}: {found}, not {expected}: {data}{recipe}");
        };
        for (measure, value) in made["quality"].as_object().unwrap() {
            near(measure, value.as_f64().unwrap());
        }
        let (entropy, monotone) = plain(&rows, [NUMBERS, WORDS], levels, 2.0);
        near("entropy", entropy);
        near("discernibility_monotone", monotone);
    }
    assert!(suppressed > 20, "{suppressed}");
}

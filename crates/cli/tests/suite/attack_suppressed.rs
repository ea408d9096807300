//! `lethe attack` on releases with suppressed records, against plain loops over all records and records.

use crate::support::{folder_with, in_folder, lethe};
use serde_json::Value;
use std::path::Path;

const AGES: &str = "1;[1-2];*\n2;[1-2];*\n3;[3-4];*\n4;[3-4];*\n5;[5-6];*\n6;[5-6];*\n";
const TOWNS: &str = "Bonn;west;*\nKiel;north;*\nUlm;south;*\nJena;south;*\n";

/// Small numbers that depend on the seed alone.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// Age and town are quasi-identifiers, the eye colour is insensitive, and the disease is to be learned.
fn records(dice: &mut Dice) -> String {
    let mut table = "age,town,eyes,disease\n".to_owned();
    for _ in 0..20 + dice.below(40) {
        let age = 1 + dice.below(6) * dice.below(6) / 5;
        let town = ["Bonn", "Kiel", "Ulm", "Jena"][(dice.below(4) * dice.below(4) / 3) as usize];
        let eyes = ["blue", "brown"][(dice.below(5) / 4) as usize];
        table += &format!("{age},{town},{eyes},d{}\n", dice.below(4));
    }
    table
}

fn recipe(search: &str) -> String {
    format!(
        "[columns.age]\nrole = \"quasi\"\nhierarchy = \"age.csv\"\n[columns.town]\nrole = \"quasi\"\n\
         hierarchy = \"town.csv\"\n[columns.eyes]\nrole = \"insensitive\"\n[columns.disease]\nrole = \"sensitive\"\n\
         [[privacy]]\nmodel = \"k-anonymity\"\nk = 3\n[[privacy]]\nmodel = \"l-diversity\"\ncolumn = \"disease\"\n\
         variant = \"distinct\"\nl = 2\n[search]\nsuppression_limit = 0.3\n{search}\n"
    )
}

type Row = Vec<String>;

fn rows(file: &Path) -> Vec<Row> {
    let text = std::fs::read_to_string(file).unwrap();
    text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

/// Whether a label may stand for a value: `*`, the value, or what stands above it in the hierarchy.
fn fits(label: &str, value: &str, hierarchy: &str) -> bool {
    label == "*"
        || label == value
        || hierarchy.lines().any(|line| {
            let mut path = line.split(';');
            path.next() == Some(value) && path.any(|above| above == label)
        })
}

/// By each reading, the records with one candidate, with fewer than three, and with a disclosed disease.
fn expected(released: &[Row], known: &[Row], columns: &[usize]) -> [[u64; 3]; 2] {
    let quasi = [0, 1];
    // What is * in every record tells no record from another.
    let reported = quasi.into_iter().filter(|&column| released.iter().any(|record| record[column] != "*"));
    let reported: Vec<usize> = reported.collect();
    let is_suppressed =
        |record: &Row| !reported.is_empty() && reported.iter().all(|&column| record[column] == "*");
    let mut counts = [[0; 3]; 2];
    for person in known {
        let fits = |record: &&Row| {
            columns.iter().all(|&at| fits(&record[at], &person[at], [AGES, TOWNS, "", ""][at]))
        };
        let all: Vec<&Row> = released.iter().filter(fits).collect();
        let is_class_known = reported.iter().all(|column| columns.contains(column));
        let is_published = |record: &&&Row| reported.iter().all(|&column| record[column] != "*");
        let by_rule: Vec<&Row> = if is_class_known && all.iter().any(|record| is_published(&record)) {
            all.iter().copied().filter(|record| !is_suppressed(record)).collect()
        } else {
            all.clone()
        };
        for (counts, candidates) in counts.iter_mut().zip([all, by_rule]) {
            let is_blank = candidates.iter().all(|record| record.iter().all(|cell| cell == "*"));
            let size = if is_blank { 0 } else { candidates.len() };
            let disease = candidates.first().map(|record| &record[3]).filter(|disease| *disease != "*");
            let shared = disease.is_some_and(|one| candidates.iter().all(|record| record[3] == *one));
            for (count, is) in counts.iter_mut().zip([size == 1, (1..3).contains(&size), shared]) {
                *count += u64::from(is);
            }
        }
    }
    counts
}

fn attacked(folder: &Path, arguments: &[&str]) -> (Option<i32>, Value) {
    let always = ["attack", "out.csv", "--known", "p.csv", "--k", "3", "--format", "json"];
    let output = in_folder(folder, &[&always[..], arguments].concat());
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{text}")))
}

fn counts(report: &Value) -> [u64; 3] {
    ["reidentified", "below_k", "disclosed"].map(|count| report[count].as_u64().unwrap())
}

#[test]
fn both_readings_count_what_plain_loops_count() {
    let mut dice = Dice(7);
    let (mut suppressed, mut differ) = (0, 0);
    for round in 0..24 {
        let search =
            ["", "method = \"fixed\"\nlevels = { age = 1, town = 0 }", "suppressed = \"drop\""][round % 3];
        let (records, recipe) = (records(&mut dice), recipe(search));
        let files =
            [("p.csv", records.as_str()), ("r.toml", &recipe), ("age.csv", AGES), ("town.csv", TOWNS)];
        let folder = folder_with(&files);
        let made = ["anonymize", "p.csv", "--recipe", "r.toml", "-o", "out.csv"];
        if !in_folder(folder.path(), &made).status.success() {
            continue;
        }
        let (released, known) = (rows(&folder.path().join("out.csv")), rows(&folder.path().join("p.csv")));
        for (named, columns) in
            [("age,town,eyes", &[0, 1, 2][..]), ("age,town", &[0, 1]), ("town,eyes", &[1, 2])]
        {
            let [any, rule] = expected(&released, &known, columns);
            let arguments = ["--recipe", "r.toml", "--columns", named];
            let (status, found) = attacked(folder.path(), &arguments);
            assert_eq!(
                (counts(&found), found["reading"].as_str()),
                (rule, Some("rule")),
                "{records}{named}: {found}"
            );
            assert_eq!(counts(&found["readings"][0]), any, "{records}{named}: {found}");
            assert_eq!(counts(&found["readings"][1]), rule);
            assert_eq!(status, Some(i32::from(rule[0] + rule[2] > 0)), "{found}");
            let (status, found) = attacked(folder.path(), &[&arguments[..], &["--reading", "any"]].concat());
            assert_eq!((counts(&found), status), (any, Some(i32::from(any[0] + any[2] > 0))));
            suppressed += found["suppressed"].as_u64().unwrap();
            differ += u64::from(any != rule);
        }
    }
    assert!(suppressed > 100 && differ > 5, "{suppressed} suppressed, {differ} differ");
}

const RELEASED: &str =
    "age,zip,eyes,disease\n[20-29],1*,blue,flu\n[20-29],1*,brown,flu\n[20-29],1*,brown,hiv\n*,*,*,*\n";
const KNOWN: &str = "age,zip,eyes\n25,10,blue\n25,10,brown\n99,99,blue\n";

#[test]
fn a_suppressed_record_hides_nobody_whose_class_is_published() {
    let folder = folder_with(&[("out.csv", RELEASED), ("p.csv", KNOWN)]);
    let (status, found) = attacked(folder.path(), &["--sensitive", "disease"]);
    assert_eq!((status, counts(&found), &found["suppressed"]), (Some(1), [1, 2, 1], &1.into()), "{found}");
    assert_eq!((&found["blank"], &found["membership"]), (&1.into(), &"assumed".into()));
    let (status, found) = attacked(folder.path(), &["--sensitive", "disease", "--reading", "any"]);
    assert_eq!((status, counts(&found)), (Some(0), [0, 1, 0]), "{found}");
}

#[test]
fn suppressed_records_may_show_insensitive_columns() {
    let released = RELEASED.replace("*,*,*,*", "*,*,blue,*");
    let recipe = "[columns.age]\nrole = \"quasi\"\n[columns.zip]\nrole = \"quasi\"\n";
    let folder = folder_with(&[("out.csv", released.as_str()), ("p.csv", KNOWN), ("r.toml", recipe)]);
    let (status, found) = attacked(folder.path(), &["--sensitive", "disease", "--recipe", "r.toml"]);
    // The last person is the one suppressed record, which shows the colour of the eyes.
    assert_eq!((status, counts(&found)), (Some(1), [2, 3, 1]), "{found}");
}

#[test]
fn anybody_may_be_suppressed_of_whom_too_little_is_known() {
    let known = "age,zip\n25,10\n,10\n";
    let recipe = "[columns.age]\nrole = \"quasi\"\n[columns.zip]\nrole = \"quasi\"\n";
    let released = "age,zip\n[20-29],1*\n*,*\n";
    let folder = folder_with(&[("out.csv", released), ("p.csv", known), ("r.toml", recipe)]);
    for more in [&[][..], &["--recipe", "r.toml"]] {
        let (status, found) = attacked(folder.path(), more);
        assert_eq!((status, counts(&found)), (Some(1), [1, 2, 0]), "{found}");
    }
    let (status, found) = attacked(folder.path(), &["--recipe", "r.toml", "--columns", "zip"]);
    assert_eq!((status, counts(&found), &found["suppressed"]), (Some(0), [0, 2, 0], &0.into()), "{found}");
}

#[test]
fn cells_that_are_suppressed_by_themselves_stay_candidates() {
    // The rule is about the last record alone: who matches nothing that shows both columns may be in any.
    let released = "age,zip\n[20-29],*\n*,1*\n*,*\n";
    let folder = folder_with(&[("out.csv", released), ("p.csv", "age,zip\n25,10\n25,20\n")]);
    let (status, found) = attacked(folder.path(), &[]);
    assert_eq!((status, counts(&found)), (Some(0), [0, 1, 0]), "{found}");
    let released = format!("{released}[20-29],1*\n");
    let folder = folder_with(&[("out.csv", released.as_str()), ("p.csv", "age,zip\n25,10\n")]);
    let (_, found) = attacked(folder.path(), &[]);
    let sizes = &found["candidates"][0]["from"];
    assert_eq!((sizes, &found["suppressed"]), (&3.into(), &1.into()), "{found}");
}

#[test]
fn a_record_that_shows_a_column_which_is_not_compared_is_not_suppressed() {
    let released = "age,zip,disease\n25,10,flu\n25,10,flu\n*,10,cold\n";
    let folder = folder_with(&[("out.csv", released), ("p.csv", "age,zip\n25,10\n")]);
    for columns in ["age", "age,zip"] {
        let (status, found) = attacked(folder.path(), &["--sensitive", "disease", "--columns", columns]);
        assert_eq!((status, counts(&found)), (Some(0), [0, 0, 0]), "{columns}: {found}");
    }
    // Beside it, one that shows nothing is.
    let released = format!("{released}*,*,hiv\n");
    let folder = folder_with(&[("out.csv", released.as_str()), ("p.csv", "age,zip\n25,10\n")]);
    let (_, found) = attacked(folder.path(), &["--sensitive", "disease", "--columns", "age"]);
    assert_eq!((&found["candidates"][0]["from"], &found["suppressed"]), (&3.into(), &1.into()), "{found}");
}

#[test]
fn sampled_records_may_be_missing_though_their_equals_are_shown() {
    let recipe = "[columns.age]\nrole = \"quasi\"\n[columns.zip]\nrole = \"quasi\"\n[[privacy]]\n\
                  model = \"differential-privacy\"\nepsilon = 1\ndelta = 1e-6\n[search]\nmethod = \"safepub\"\n";
    let folder = folder_with(&[
        ("out.csv", "age,zip\n[20-29],1*\n*,*\n"),
        ("p.csv", "age,zip\n25,10\n"),
        ("r.toml", recipe),
    ]);
    let (status, found) = attacked(folder.path(), &["--recipe", "r.toml"]);
    assert_eq!((status, &found["reading"], counts(&found)), (Some(0), &"any".into(), [0, 1, 0]), "{found}");
    assert_eq!(found["readings"].as_array().unwrap().len(), 1);
    let (status, _) = attacked(folder.path(), &["--recipe", "r.toml", "--reading", "rule"]);
    assert_eq!(status, Some(1));
}

#[test]
fn disclosure_alone_is_an_answer_of_no() {
    let released = "age,disease\n[20-29],hiv\n[20-29],hiv\n";
    let folder = folder_with(&[("out.csv", released), ("p.csv", "age\n25\n")]);
    let (status, found) = attacked(folder.path(), &["--sensitive", "disease"]);
    assert_eq!((status, counts(&found)), (Some(1), [0, 1, 1]));
    let (status, _) = attacked(folder.path(), &["--sensitive", "disease", "--ignore-disclosure"]);
    assert_eq!(status, Some(0));
    let arguments = ["attack", "out.csv", "--known", "p.csv", "--sensitive", "disease"];
    let text = String::from_utf8(in_folder(folder.path(), &arguments).stdout).unwrap();
    assert!(
        text.ends_with("Nobody is re-identified, but a sensitive value of 1 record is disclosed.\n"),
        "{text}"
    );
}

#[test]
fn compartments_and_split_rows_are_read_by_the_same_rule() {
    let folder = folder_with(&[
        ("compartments.json", r#"[{"file": "one.csv"}, {"file": "two.csv"}]"#),
        ("one.csv", "a,b\n1,x\n2,y\n2,y\n*,*\n"),
        ("two.csv", "c\n5\n5\n5\n5\n"),
    ]);
    let other = folder_with(&[
        (
            "split.csv",
            "a,b,c\n1,x,n/a\n2,y,n/a\n2,y,n/a\n*,*,n/a\nn/a,n/a,5\nn/a,n/a,5\nn/a,n/a,5\nn/a,n/a,5\n",
        ),
        ("p.csv", "a,b,c\n1,x,5\n2,y,5\n"),
    ]);
    let path = |name: &str| other.path().join(name).display().to_string();
    let (split, known) = (path("split.csv"), path("p.csv"));
    for released in [".", split.as_str()] {
        for (reading, one) in [("rule", 1), ("any", 0)] {
            let arguments = ["attack", released, "--known", &known, "--reading", reading, "--format", "json"];
            let output = in_folder(folder.path(), &arguments);
            let found: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!((output.status.code(), &found["reidentified"]), (Some(one), &one.into()), "{found}");
            assert_eq!(found["compartments"][0]["reidentified"], one);
        }
    }
    assert!(String::from_utf8(lethe(&["attack", "--help"]).stdout).unwrap().contains("--reading"));
}

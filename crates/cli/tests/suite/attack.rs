//! `lethe attack`

use crate::support::{FPVI, error, folder_with, in_folder, lethe};
use serde_json::{Value, json};
use std::path::Path;

/// What `attack` reports, with its exit status.
fn attacked(folder: &Path, arguments: &[&str]) -> (Option<i32>, Value) {
    let output = in_folder(folder, &[&["attack"], arguments, &["--format", "json"]].concat());
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let report = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{text}"));
    (output.status.code(), report)
}

#[test]
fn a_table_attacked_with_itself_gives_away_exactly_its_unique_rows() {
    let folder = folder_with(&[("t.csv", FPVI)]);
    let (status, found) =
        attacked(folder.path(), &["t.csv", "--known", "t.csv", "--k", "5", "--columns", "Birth,Gender,ZIP"]);
    assert_eq!(status, Some(1));
    // Four records are alone, the others are three pairs (as `lethe risk` says).
    assert_eq!(
        (&found["known"], &found["reidentified"], &found["below_k"]),
        (&10.into(), &4.into(), &10.into())
    );
    assert_eq!((&found["no_candidate"], &found["mean_success"]), (&0.into(), &0.7.into()));
    let counts = json!([{"from": 1, "to": 1, "records": 4}, {"from": 2, "to": 2, "records": 6}]);
    assert_eq!((&found["candidates"], &found["k"]), (&counts, &5.into()));
    assert!(found.get("correct").is_none() && found.get("compartments").is_none());
    let arguments = ["t.csv", "--known", "t.csv", "--columns", "Birth,Gender,ZIP", "--sensitive", "Marital"];
    let (_, found) = attacked(folder.path(), &arguments);
    // Those who are alone, and every pair is of one marital status.
    assert_eq!(found["sensitive"], json!([{"column": "Marital", "disclosed": 10}]));
}

#[test]
fn claims_are_scored_with_the_truth() {
    let release = "who,age,zip\nann,[20-30],1*\nbob,[31-40],1*\ncid,[31-40],2*\ndan,*,*\n";
    let known = "who,age,zip\nann,25,10\nbob,35,10\neve,33,20\nfay,50,30\n,22,11\n";
    let folder = folder_with(&[("r.csv", release), ("k.csv", known)]);
    let arguments = ["r.csv", "--known", "k.csv", "--truth", "who"];
    let (status, found) = attacked(folder.path(), &arguments);
    assert_eq!(found["columns"], json!(["age", "zip"]));
    // Dan's record is suppressed and so of none whose class is published. For fay it is the only one, and shows nothing.
    assert_eq!((status, &found["reidentified"], &found["blank"]), (Some(1), &4.into(), &1.into()));
    assert_eq!(
        (&found["correct"], &found["wrong"], &found["expected_correct"]),
        (&2.into(), &2.into(), &2.0.into())
    );
    let (status, found) = attacked(folder.path(), &[&arguments[..], &["--reading", "any"]].concat());
    // Dan's record fits all. Nobody else is certain.
    assert_eq!((status, &found["reidentified"], &found["blank"]), (Some(0), &0.into(), &1.into()));
    assert_eq!(
        (&found["correct"], &found["wrong"], &found["expected_correct"]),
        (&0.into(), &0.into(), &1.0.into())
    );
    let folder = folder_with(&[("r.csv", release.trim_end_matches("dan,*,*\n")), ("k.csv", known)]);
    let (status, found) = attacked(folder.path(), &["r.csv", "--known", "k.csv", "--truth", "who"]);
    // Right about ann and bob; eve is taken for cid, and the one without a name for ann; no record fits fay.
    assert_eq!((status, &found["reidentified"], &found["no_candidate"]), (Some(1), &4.into(), &1.into()));
    assert_eq!(
        (&found["correct"], &found["wrong"], &found["expected_correct"]),
        (&2.into(), &2.into(), &2.0.into())
    );
}

/// Records whose ages, codes and towns are spread unevenly.
fn records() -> String {
    let mut table = "age,zip,town,disease\n".to_owned();
    for row in 0u64..400 {
        let mixed = row.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
        let town = ["Bonn", "Kiel", "Ulm, old town", "Jena"][(mixed % 7 % 4) as usize];
        table += &format!("{},{:05},\"{town}\",d{}\n", mixed % 80, 1000 + mixed / 80 % 300, mixed / 7 % 5);
    }
    table
}

#[test]
fn nobody_stands_out_in_a_k_anonymous_release() {
    let recipe = "
[columns.age]
role = \"quasi\"
hierarchy = { intervals = [5, 10, 20, 40] }
[columns.zip]
role = \"quasi\"
type = \"text\"
hierarchy = { mask = \"right\" }
[columns.town]
role = \"quasi\"
[columns.disease]
role = \"sensitive\"
[[privacy]]
model = \"k-anonymity\"
k = 5
[search]
suppression_limit = 0.0
";
    let records = records();
    let folder = folder_with(&[("p.csv", records.as_str()), ("r.toml", recipe)]);
    for (method, more) in
        [("flash", &[][..]), ("mondrian", &[]), ("mondrian", &["--recode", "range"]), ("cluster", &[])]
    {
        let made = [&["anonymize", "p.csv", "--recipe", "r.toml", "--method", method, "-o", "out.csv"], more]
            .concat();
        let made = in_folder(folder.path(), &made);
        assert!(made.status.success(), "{method}: {}", String::from_utf8_lossy(&made.stderr));
        for with_recipe in [&["--recipe", "r.toml"][..], &["--k", "5", "--columns", "age,zip,town"]] {
            let (status, found) =
                attacked(folder.path(), &[&["out.csv", "--known", "p.csv"], with_recipe].concat());
            assert_eq!(found["columns"], json!(["age", "zip", "town"]));
            assert_eq!((status, &found["known"]), (Some(0), &400.into()), "{method}: {found}");
            for count in ["reidentified", "below_k", "no_candidate"] {
                assert_eq!(found[count], 0, "{method} {with_recipe:?}: {count}");
            }
        }
    }
}

#[test]
fn hierarchies_tell_what_lies_under_a_label() {
    let release = "job\nmedical\nmedical\ntechnical\n";
    let hierarchy = "nurse;medical;*\ndoctor;medical;*\nsmith;technical;*\n";
    let folder =
        folder_with(&[("r.csv", release), ("k.csv", "job\nnurse\nsmith\ncook\n"), ("h.csv", hierarchy)]);
    let (_, without) = attacked(folder.path(), &["r.csv", "--known", "k.csv"]);
    assert_eq!(without["no_candidate"], 3);
    assert!(without["notes"][0].as_str().unwrap().contains("no record fits 3 records"));
    let (_, found) = attacked(folder.path(), &["r.csv", "--known", "k.csv", "--hierarchy", "job=h.csv"]);
    assert_eq!(
        (&found["no_candidate"], &found["reidentified"], &found["below_k"]),
        (&1.into(), &1.into(), &1.into())
    );
}

#[test]
fn each_compartment_is_attacked_and_the_best_attack_counts() {
    let folder = folder_with(&[
        ("compartments.json", r#"[{"file": "one.csv"}, {"file": "two.csv"}, {"file": "three.csv"}]"#),
        ("one.csv", "a,b\n1,x\n1,x\n2,y\n2,y\n"),
        ("two.csv", "b,c\nx,5\nx,5\nx,6\ny,5\n"),
        ("three.csv", "d\n1\n"),
    ]);
    let known = folder_with(&[("k.csv", "a,b,c\n1,x,5\n2,y,5\n1,x,6\n")]);
    let known = known.path().join("k.csv").display().to_string();
    let (status, found) = attacked(folder.path(), &[".", "--known", &known, "--k", "3"]);
    assert_eq!((status, &found["reidentified"], &found["below_k"]), (Some(1), &2.into(), &3.into()));
    let parts: Vec<[&Value; 3]> = found["compartments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|part| [&part["file"], &part["reidentified"], &part["below_k"]])
        .collect();
    let reported = |file: &str, one: u64, few: u64| [file.into(), one.into(), few.into()];
    let expected: [[Value; 3]; 3] =
        [reported("one.csv", 0, 3), reported("two.csv", 2, 3), reported("three.csv", 0, 0)];
    assert!(
        parts
            .iter()
            .zip(&expected)
            .all(|(part, reported)| part.iter().zip(reported).all(|(one, other)| *one == other)),
        "{found}"
    );
    assert!(found["notes"][0].as_str().unwrap().starts_with("three.csv: none of its columns is known"));
}

#[test]
fn rows_that_are_split_are_no_records() {
    // The last person is alone in each of the two rows that show parts of the record.
    let release = "a,b,c\nx,1,p\nx,1,p\nx,1,p\ny,2,n/a\nn/a,n/a,q\n";
    let known = "a,b,c\nx,1,p\nx,1,p\nx,1,p\ny,2,q\n";
    let folder = folder_with(&[("r.csv", release), ("k.csv", known)]);
    let (status, found) = attacked(folder.path(), &["r.csv", "--known", "k.csv", "--k", "2"]);
    assert_eq!((status, &found["reidentified"], &found["below_k"]), (Some(1), &1.into(), &1.into()));
}

#[test]
fn success_grows_with_what_is_known_and_can_be_drawn() {
    let folder = folder_with(&[("t.csv", FPVI)]);
    let arguments = ["t.csv", "--known", "t.csv", "--knowledge", "1..4", "--draws", "20", "--plot", "s.svg"];
    let (status, found) = attacked(folder.path(), &arguments);
    let sizes = found["knowledge"].as_array().unwrap();
    assert_eq!((status, sizes.len(), &sizes[3]["attacks"]), (Some(1), 4, &200.into()));
    let success: Vec<f64> = sizes.iter().map(|one| one["mean_success"].as_f64().unwrap()).collect();
    assert!(success.windows(2).all(|pair| pair[0] <= pair[1]), "{success:?}");
    // All four columns are all that is known.
    let (_, all) = attacked(folder.path(), &["t.csv", "--known", "t.csv"]);
    let last = sizes[3]["reidentified"].as_u64().unwrap();
    assert_eq!(
        (last, success[3]),
        (all["reidentified"].as_u64().unwrap() * 20, all["mean_success"].as_f64().unwrap())
    );
    assert!(std::fs::read_to_string(folder.path().join("s.svg")).unwrap().contains("known columns"));
    let threads =
        |number: &str| attacked(folder.path(), &[&arguments[..], &["--threads", number]].concat()).1;
    assert_eq!(threads("1"), threads("3"));
    let (status, found) =
        attacked(folder.path(), &["t.csv", "--known", "t.csv", "--knowledge", "1", "--columns", "Gender"]);
    assert_eq!((status, &found["knowledge"][0]["reidentified"]), (Some(0), &0.into()));
}

#[test]
fn drawn_knowledge_is_of_all_compartments_together() {
    // Whoever knows one of the two columns finds somebody in one compartment, and in the other everybody fits.
    let folder = folder_with(&[
        ("compartments.json", r#"[{"file": "one.csv"}, {"file": "two.csv"}]"#),
        ("one.csv", "a\n1\n2\n"),
        ("two.csv", "b\n1\n2\n"),
    ]);
    let known = folder_with(&[("k.csv", "a,b\n1,1\n2,2\n")]);
    let known = known.path().join("k.csv").display().to_string();
    let (_, found) = attacked(folder.path(), &[".", "--known", &known, "--knowledge", "1", "--draws", "50"]);
    let known = |part: usize| found["compartments"][part]["reidentified"].as_u64().unwrap();
    assert_eq!((known(0), known(1)), (2, 2));
    assert_eq!(found["knowledge"][0]["reidentified"], 100, "each draw is of one column, which is enough");
    assert_eq!(found["mean_success"], 1.0);
}

#[test]
fn faults_are_told_in_a_line() {
    let folder = folder_with(&[
        ("t.csv", FPVI),
        ("other.csv", "x\n1\n"),
        ("empty.csv", ""),
        ("k.csv", "Birth,Gender\n09/64,Female\n"),
    ]);
    for (arguments, expected) in [
        (
            &["t.csv", "--known", "other.csv"][..],
            "t.csv: no column is known: other.csv has none of the same name",
        ),
        (&["t.csv", "--known", "k.csv", "--columns", "ZIP"], "k.csv: unknown column 'ZIP'"),
        (&["k.csv", "--known", "t.csv", "--columns", "ZIP"], "k.csv: unknown column 'ZIP'"),
        (&["k.csv", "--known", "t.csv", "--truth", "Marital"], "k.csv: unknown column 'Marital'"),
        (
            &["k.csv", "--known", "t.csv", "--sensitive", "Genders"],
            "k.csv: unknown column 'Genders'; did you mean 'Gender'?",
        ),
        (&["t.csv", "--known", "k.csv", "--k", "1"], "k must be at least 2, not 1"),
        (&["t.csv", "--known", "k.csv", "--columns", "Birth,Birth"], "column 'Birth' is named twice"),
        (&["t.csv", "--known", "empty.csv"], "empty.csv"),
        (&["empty.csv", "--known", "k.csv"], "empty.csv"),
        (&[".", "--known", "k.csv"], "./compartments.json"),
        (
            &["t.csv", "--known", "k.csv", "--knowledge", "1", "--plot", "s.pdf"],
            "s.pdf: a plot is an SVG file; give it a name that ends in .svg",
        ),
        (
            &["t.csv", "--known", "k.csv", "-o", "k.csv"],
            "k.csv: -o would overwrite what is known; name another file",
        ),
        (&["-", "--known", "-"], "standard input cannot be both the release and what is known"),
    ] {
        let output = in_folder(folder.path(), &[&["attack"], arguments].concat());
        let text = error(&output);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.starts_with(&format!("lethe: {expected}")), "{arguments:?}: {text}");
    }
}

#[test]
fn files_without_rows_have_nobody_to_find() {
    let folder = folder_with(&[("t.csv", FPVI), ("none.csv", "Birth,Gender\n")]);
    let (status, found) = attacked(folder.path(), &["t.csv", "--known", "none.csv"]);
    assert_eq!((status, &found["known"], &found["mean_success"]), (Some(0), &0.into(), &Value::Null));
    let (status, found) = attacked(folder.path(), &["none.csv", "--known", "t.csv"]);
    assert_eq!((status, &found["no_candidate"], &found["mean_success"]), (Some(0), &10.into(), &0.0.into()));
}

#[test]
fn records_read_tables_and_programs_know_the_fields() {
    let folder = folder_with(&[("t.csv", FPVI)]);
    let output = in_folder(folder.path(), &["attack", "t.csv", "--known", "t.csv", "--sensitive", "Marital"]);
    let text = String::from_utf8(output.stdout).unwrap();
    for words in
        ["10 known records against 10 records", "re-identified", "'Marital' disclosed", "4 records are"]
    {
        assert!(text.contains(words), "{words}: {text}");
    }
    let schema: Value = serde_json::from_slice(&lethe(&["schema", "attack"]).stdout).unwrap();
    let (_, found) = attacked(folder.path(), &["t.csv", "--known", "t.csv"]);
    let named = schema["properties"].as_object().unwrap();
    assert!(found.as_object().unwrap().keys().all(|key| named.contains_key(key)));
    for key in schema["required"].as_array().unwrap() {
        assert!(found.get(key.as_str().unwrap()).is_some(), "{key}");
    }
}

#[test]
fn a_sensitive_value_in_two_spellings_is_disclosed() {
    let folder = folder_with(&[
        ("release.csv", "age,disease\n30-39,1\n30-39,1.0\n40-49,2\n40-49,3\n"),
        ("known.csv", "age\n31\n45\n"),
    ]);
    let call =
        ["attack", "release.csv", "--known", "known.csv", "--sensitive", "disease", "--format", "json"];
    let output = in_folder(folder.path(), &call);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &report["disclosed"]), (Some(1), &1.into()), "{report}");
}

//! One person's cell changes nothing of what commands that promise differential privacy read of others.

use crate::support::{error, folder_with, in_folder, json};

/// Two hundred records of thirty and two hundred without an age, and perhaps one more whose age is no number.
fn tables() -> [String; 2] {
    let common = format!("age,sex\n{}{}", "\"30\",\"m\"\n".repeat(200), "\"\",\"m\"\n".repeat(200));
    [common.clone(), common + "\"unknown\",\"m\"\n"]
}

const RECIPE: &str = r#"
columns.age = { role = "quasi", min_level = 0, max_level = 0 }
columns.sex = { role = "quasi", min_level = 0, max_level = 0 }
privacy = [{ model = "differential-privacy", epsilon = 1, delta = 1e-6 }]
search = { method = "safepub", score = "intensity" }
"#;

#[test]
fn safepub_with_the_same_coins_publishes_the_same_records() {
    let [without, with] = tables();
    let typed = RECIPE.replace("age = { ", "age = { type = \"integer\", ");
    let folder = folder_with(&[
        ("without.csv", &without),
        ("with.csv", &with),
        ("text.toml", RECIPE),
        ("typed.toml", &typed),
    ]);
    for (recipe, missing) in [("text.toml", "\n\"\",m\n"), ("typed.toml", "\n,m\n")] {
        let released = ["without.csv", "with.csv"].map(|table| {
            let arguments =
                ["anonymize", table, "--recipe", recipe, "--insecure-seed", "5", "-q", "-o", "released.csv"];
            // What is made with a seed is not proven.
            let output = in_folder(folder.path(), &arguments);
            assert_eq!(output.status.code(), Some(1), "{output:?}");
            std::fs::read_to_string(folder.path().join("released.csv")).unwrap()
        });
        // Where it has to be a number, `unknown` is missing as well: one more of those who are sampled, at most.
        let rows = released.each_ref().map(|text| text.lines().collect::<Vec<_>>());
        let more = rows[1].len() - rows[0].len();
        assert!(more <= usize::from(recipe == "typed.toml"), "{recipe}: {more}");
        let shown = rows.map(|rows| rows.into_iter().collect::<std::collections::BTreeSet<_>>());
        assert_eq!(shown[0], shown[1], "{recipe}");
        assert!(released[0].contains("\n30,m\n") && released[0].contains(missing), "{recipe}");
    }
}

#[test]
fn models_and_noisy_models_count_the_others_alike() {
    let [without, with] = tables();
    let files =
        [("without.csv", without.as_str()), ("with.csv", &with), ("one.csv", "age,sex\n\"unknown\",\"m\"\n")];
    let folder = folder_with(&files);
    let folder = folder.path();
    let silo = |arguments: &[&str]| {
        json(&in_folder(folder, &[&["silo"], arguments, &["--format", "json"]].concat()))
    };
    for name in ["without", "with"] {
        silo(&["train", &format!("{name}.csv"), "-o", &format!("{name}.model")]);
        // Noise of about four does not bring 200 records below 20.
        let noisy =
            silo(&["sanitize", &format!("{name}.model"), "--k", "20", "--epsilon", "1", "-o", "noisy.model"]);
        assert_eq!((&noisy["columns"][0]["values"], &noisy["pairs"]), (&2.into(), &2.into()), "{name}");
    }
    silo(&["update", "without.model", "one.csv", "-o", "added.model"]);
    let bytes = |name: &str| std::fs::read(folder.join(name)).unwrap();
    assert_eq!(bytes("added.model"), bytes("with.model"));
    // A declared type says what has no age, each record by itself; one that nothing fits is told.
    let typed = silo(&["train", "with.csv", "--type", "age=integer", "-o", "typed.model"]);
    assert_eq!(typed["columns"][0]["values"], 1);
    let typed = silo(&["train", "with.csv", "--type", "age=date", "-o", "typed.model"]);
    assert!(typed["notes"][0].as_str().unwrap().contains("'age' has no value that fits"), "{typed}");
}

#[test]
fn noise_is_refused_for_a_model_of_what_a_stream_released() {
    let records: String = (0..40).map(|row| format!("{},x\n", row % 2)).collect();
    let folder = folder_with(&[("in.csv", &format!("a,b\n{records}"))]);
    let folder = folder.path();
    let stream =
        ["stream", "in.csv", "--state", "s", "--columns", "a,b", "--k", "2", "--finish", "-o", "out.csv"];
    let output = in_folder(folder, &[&stream[..], &["--model", "released.model"]].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let sanitize = ["silo", "sanitize", "released.model", "--k", "5", "-o", "safe.model"];
    let refused = in_folder(folder, &[&sanitize[..], &["--epsilon", "1"]].concat());
    assert_eq!(refused.status.code(), Some(2));
    assert!(error(&refused).contains("released.model: one record may have changed"), "{refused:?}");
    assert_eq!(in_folder(folder, &sanitize).status.code(), Some(0));
}

#[test]
fn the_delimiter_of_noisy_answers_is_never_found_out_from_rows() {
    let folder = folder_with(&[
        ("comma.csv", &format!("a,b\n{}", "x;1,y;2\n".repeat(30))),
        ("semicolon.csv", &format!("a;b\n{}", "x,1;y\n".repeat(30))),
    ]);
    let count = |file: &str, column: &str, value: &str| {
        let asked = ["dp", "histogram", file, "--column", column, "--values", value, "--epsilon", "1"];
        let seeded = ["--insecure-seed", "1", "--format", "json"];
        json(&in_folder(folder.path(), &[&asked[..], &seeded].concat()))["counts"][0]["count"]
            .as_f64()
            .unwrap()
    };
    // The same noise on thirty rows and on none.
    for (file, column, value) in [("comma.csv", "a", "x;1"), ("semicolon.csv", "b", "y")] {
        let rows = count(file, column, value) - count(file, column, "nobody");
        assert!((rows - 30.0).abs() < 1e-9, "{file}: {rows}");
    }
}

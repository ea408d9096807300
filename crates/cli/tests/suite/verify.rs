//! `lethe verify`: the worked tables of the literature, and what it refuses.

use crate::support::{error, folder_with, in_folder};
use serde_json::Value;
use std::path::Path;
use std::process::Output;

/// Dimakopoulos 2022, Table 2.
const TABLE_2: &str = "Age,Post-code,Gender,Municipality,Disease
(20 - 40],116**,*,Athens,Cancer
(20 - 40],116**,*,Athens,Cancer
(20 - 40],116**,*,Athens,Cancer
(40 - 60],151**,*,Marousi,Covid-19
(40 - 60],151**,*,Marousi,Covid-19
(40 - 60],151**,*,Marousi,Covid-19
(60 - 80],185**,*,Pireus,Anaemia
(60 - 80],185**,*,Pireus,Anaemia
(60 - 80],185**,*,Pireus,Broken Leg
";

/// Dimakopoulos 2022, Table 3.
const TABLE_3: &str = "Age,Post-code,Gender,Municipality,Disease
[15 - 30),116**,*,*,Anaemia
[15 - 30),116**,*,*,Anaemia
[15 - 30),116**,*,*,Covid-19
[15 - 30),116**,*,*,Covid-19
[40 - 60),1858*,*,*,Cancer
[40 - 60),1858*,*,*,Anaemia
[40 - 60),1858*,*,*,Covid-19
[40 - 60),1858*,*,*,Covid-19
[30 - 40),116**,*,*,Cancer
[30 - 40),116**,*,*,Cancer
[30 - 40),116**,*,*,Cancer
[30 - 40),116**,*,*,Cancer
";

/// Dimakopoulos 2022, Table 4.
const TABLE_4: &str = "Age,Post-code,Gender,Municipality,Disease
[15 - 40),1163*,*,*,Cancer
[15 - 40),1163*,*,*,Cancer
[15 - 40),1163*,*,*,Covid-19
[15 - 40),1163*,*,*,Anaemia
[40 - 60),1858*,*,*,Anaemia
[40 - 60),1858*,*,*,Covid-19
[40 - 60),1858*,*,*,Cancer
[40 - 60),1858*,*,*,Covid-19
[15 - 40),1169*,*,*,Covid-19
[15 - 40),1169*,*,*,Cancer
[15 - 40),1169*,*,*,Cancer
[15 - 40),1169*,*,*,Anaemia
";

/// Dimakopoulos 2022, Fig. 8.
const FIGURE_8: &str = "Age,Zipcode,Diagnosis
[20-30),130**,Heart Disease
[20-30),130**,Heart Disease
[20-30),130**,Viral Inflection
[20-30),130**,Viral Inflection
[40-60),148**,Cancer
[40-60),148**,Heart Disease
[40-60),148**,Viral Inflection
[40-60),148**,Viral Inflection
[30-40),13***,Cancer
[30-40),13***,Cancer
[30-40),13***,Cancer
[30-40),13***,Cancer
";

/// Dimakopoulos 2022, Table 7; salaries in thousands.
const TABLE_7: &str = "ZIP,Age,Salary,Disease
476**,2*,3,gastric ulcer
476**,2*,4,gastritis
476**,2*,5,stomach cancer
4790*,>= 40,6,gastritis
4790*,>= 40,11,flu
4790*,>= 40,8,bronchitis
476**,3*,7,bronchitis
476**,3*,9,pneumonia
476**,3*,10,stomach cancer
";

/// Dimakopoulos 2022, Table 8.
const TABLE_8: &str = "ZIP,Age,Salary,Disease
4767*,<= 40,3,gastric ulcer
4767*,<= 40,5,stomach cancer
4767*,<= 40,9,pneumonia
4790*,>= 40,6,gastritis
4790*,>= 40,11,flu
4790*,>= 40,8,bronchitis
4760*,<= 40,4,gastritis
4760*,<= 40,7,bronchitis
4760*,<= 40,10,stomach cancer
";

/// One level of organs between the diseases and the root.
const DISEASES: &str = "gastric ulcer;stomach;*
gastritis;stomach;*
stomach cancer;stomach;*
flu;lung;*
bronchitis;lung;*
pneumonia;lung;*
";

fn verify(folder: &Path, arguments: &[&str]) -> Output {
    in_folder(folder, &[&["verify"], arguments].concat())
}

/// The JSON of a verification, held against its exit status.
fn verified(folder: &Path, arguments: &[&str]) -> Value {
    let output = verify(folder, &[arguments, &["--format", "json"]].concat());
    let json: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    assert_eq!(output.status.code(), Some(i32::from(json["holds"] == false)));
    json
}

fn achieved(json: &Value, model: usize) -> &Value {
    &json["models"][model]["achieved"]
}

fn near(found: &Value, expected: f64) -> bool {
    (found.as_f64().unwrap() - expected).abs() < 1e-12
}

#[test]
fn the_tables_of_dimakopoulos_are_as_anonymous_as_he_says() {
    let folder = folder_with(&[("2.csv", TABLE_2), ("3.csv", TABLE_3), ("8.csv", FIGURE_8)]);
    for (file, quasi, k) in [
        ("2.csv", "Age,Post-code,Gender,Municipality", 3),
        ("3.csv", "Age,Post-code,Gender,Municipality", 4),
        ("8.csv", "Age,Zipcode", 4),
    ] {
        let json = verified(folder.path(), &[file, "--quasi", quasi, "--k", &k.to_string()]);
        assert_eq!(json["holds"], true);
        assert_eq!(*achieved(&json, 0), k);
        assert_eq!(json["k"]["null_as_wildcard"], k);
        let json = verified(folder.path(), &[file, "--quasi", quasi, "--k", &(k + 1).to_string()]);
        assert_eq!(json["holds"], false);
        assert_eq!(json["models"][0]["worst_class"]["records"], k);
        assert_eq!(json["models"][0]["worst_class"]["row"], 1);
    }
}

#[test]
fn table_4_is_three_diverse_and_table_3_gives_cancer_away() {
    let folder = folder_with(&[("3.csv", TABLE_3), ("4.csv", TABLE_4)]);
    let quasi = ["--quasi", "Age,Post-code,Gender,Municipality", "--l", "distinct:3@Disease"];
    let json = verified(folder.path(), &[&["4.csv"], &quasi[..]].concat());
    assert_eq!((&json["holds"], achieved(&json, 0)), (&true.into(), &3.into()));
    let json = verified(folder.path(), &[&["3.csv"], &quasi[..]].concat());
    assert_eq!((&json["holds"], achieved(&json, 0)), (&false.into(), &1.into()));
    assert_eq!(json["models"][0]["worst_class"]["row"], 9);
    assert_eq!(json["models"][0]["variant"], "distinct");
    // Counts 2, 1, 1: the entropy is that of 2^1.5 equally frequent values.
    let json = verified(
        folder.path(),
        &[
            "4.csv",
            "--quasi",
            "Age,Post-code",
            "--l",
            "entropy:2.8@Disease",
            "--l",
            "recursive:2.1,2@Disease",
        ],
    );
    assert_eq!(json["holds"], true, "{json}");
    assert!(near(achieved(&json, 0), 2f64.powf(1.5)));
}

#[test]
fn salaries_of_tables_7_and_8_are_three_eighths_and_a_sixth_from_the_whole() {
    let folder = folder_with(&[("7.csv", TABLE_7), ("8.csv", TABLE_8)]);
    let ordered = |file: &str, t: &str| {
        verified(folder.path(), &[file, "--quasi", "ZIP,Age", "--t", &format!("{t}@Salary:ordered")])
    };
    let json = ordered("7.csv", "0.375");
    assert_eq!((&json["holds"], achieved(&json, 0)), (&true.into(), &0.375.into()));
    assert_eq!(json["models"][0]["worst_class"]["row"], 1);
    assert_eq!(ordered("7.csv", "0.374999999999999999999")["holds"], false);
    let json = ordered("8.csv", "0.167");
    assert_eq!(json["holds"], true);
    let bounds = &json["models"][0]["bounds"];
    assert!(bounds["lower"].as_f64() <= Some(1.0 / 6.0) && Some(1.0 / 6.0) <= bounds["upper"].as_f64());
    assert_eq!(ordered("8.csv", "0.1666666666666666666666")["holds"], false);
}

#[test]
fn diseases_are_compared_along_a_hierarchy_from_a_flag_or_a_recipe() {
    let recipe = "[columns.ZIP]\nrole='quasi'\n[columns.Age]\nrole='quasi'\ntype='integer'\n[columns.Disease]\n\
        role='sensitive'\nhierarchy='d.csv'\n[[privacy]]\nmodel='t-closeness'\ncolumn='Disease'\nt=0.5\ndistance='hierarchical'";
    let folder = folder_with(&[("7.csv", TABLE_7), ("d.csv", DISEASES), ("r.toml", recipe)]);
    let json =
        verified(folder.path(), &["7.csv", "--quasi", "ZIP,Age", "--t", "0.5@Disease:hierarchical:d.csv"]);
    // 4/9 of the records move from lungs to stomachs, all the way over the root.
    assert!(near(achieved(&json, 0), 4.0 / 9.0));
    assert_eq!(verified(folder.path(), &["7.csv", "--recipe", "r.toml"]), json);
    std::fs::create_dir(folder.path().join("elsewhere")).unwrap();
    let elsewhere = ["../7.csv", "--recipe", "../r.toml"];
    assert_eq!(verified(&folder.path().join("elsewhere"), &elsewhere), json);
}

#[test]
fn suppressed_records_and_withheld_values_are_set_aside() {
    let data = "age,salary\n[20-30),100\n[20-30),9\n*,*\n*,20\n[30-40),20\n[30-40),*\n";
    let folder = folder_with(&[("r.csv", data)]);
    let arguments = ["r.csv", "--quasi", "age", "--k", "2", "--t", "0.5@salary:ordered"];
    let json = verified(folder.path(), &arguments);
    assert_eq!((&json["rows"], &json["suppressed"], &json["classes"]), (&6.into(), &2.into(), &2.into()));
    // Of 9, 20, 20 and 100 the class {9, 100} is at distance 1/4 and the class {20} at 1/4, in the order of numbers.
    assert_eq!(*achieved(&json, 1), 0.25);
    let json = verified(folder.path(), &[&arguments[..], &["--ignore-suppressed=false"]].concat());
    assert_eq!((&json["suppressed"], &json["classes"]), (&0.into(), &3.into()));
}

#[test]
fn a_missing_value_is_its_own_and_may_be_any() {
    let folder = folder_with(&[("r.csv", "a,b\n1,x\n1,\n1,x\n2,y\n2,y\n")]);
    let json = verified(folder.path(), &["r.csv", "--quasi", "a,b", "--k", "2"]);
    assert_eq!(json["holds"], false);
    assert_eq!(json["k"], serde_json::json!({"null_as_value": 1, "null_as_wildcard": 2}));
}

#[test]
fn the_reference_gives_the_distribution_and_must_have_every_value() {
    let folder = folder_with(&[
        ("r.csv", "q,s\na,1\na,2\n*,*\n*,*\n"),
        ("o.csv", "q,s\nx,1\ny,2\nz,3\nz,3\n"),
        ("bad.csv", "q,s\nx,1\nx,7\n"),
    ]);
    let arguments = ["r.csv", "--quasi", "q", "--t", "0.5@s"];
    assert_eq!(*achieved(&verified(folder.path(), &arguments), 0), 0);
    let json = verified(folder.path(), &[&arguments[..], &["--reference", "o.csv"]].concat());
    assert_eq!(*achieved(&json, 0), 0.5);
    let message = error(&verify(folder.path(), &[&arguments[..], &["--reference", "bad.csv"]].concat()));
    assert_eq!(
        message,
        "lethe: r.csv: column 's', row 2: bad.csv lacks the value, so it is not what this table was made from\n"
    );
}

#[test]
fn presence_is_judged_in_a_population_that_is_generalized_like_the_table() {
    let recipe = "[columns.age]\nrole='quasi'\nhierarchy={ intervals=[10], from=0, to=100 }\n\
        [[privacy]]\nmodel='delta-presence'\nmin=0.2\nmax=0.7\npopulation='all.csv'";
    let population = "name,age\nA,21\nB,22\nC,25\nD,31\nE,33\nF,34\nG,35\nH,51\n";
    let folder = folder_with(&[
        ("r.csv", "age\n\"[20, 30)\"\n\"[20, 30)\"\n\"[30, 40)\"\n*\n"),
        ("plain.csv", "age\n21\n22\n"),
        ("more.csv", "age\n21\n21\n"),
        ("all.csv", population),
        ("nobody.csv", "years\n3\n"),
        ("r.toml", recipe),
    ]);
    let json = verified(folder.path(), &["r.csv", "--recipe", "r.toml"]);
    // 2 of 3, 1 of 4, and the suppressed one of the remaining person.
    assert_eq!(json["models"][0]["achieved"][1], 1.0, "{json}");
    assert_eq!(json["models"][0]["worst_class"]["unpublished"], true);
    let json = verified(folder.path(), &["plain.csv", "--quasi", "age", "--delta", "0,1@all.csv"]);
    assert_eq!((&json["holds"], &json["models"][0]["worst_class"]["population"]), (&true.into(), &1.into()));
    let message = error(&verify(folder.path(), &["more.csv", "--quasi", "age", "--delta", "0,1@all.csv"]));
    assert!(message.starts_with("lethe: more.csv: row 1: all.csv has fewer such records"), "{message}");
    let message = error(&verify(folder.path(), &["more.csv", "--quasi", "age", "--delta", "0,1@nobody.csv"]));
    assert_eq!(message, "lethe: nobody.csv: unknown column 'age'\n");
}

#[test]
fn what_does_not_fit_together_is_refused_in_one_line_and_status_2() {
    let folder = folder_with(&[("8.csv", FIGURE_8), ("empty.toml", "")]);
    for (arguments, expected) in [
        (&["--quasi", "Age,Zip", "--k", "2"][..], "8.csv: unknown column 'Zip'"),
        (&["--quasi", "Age,Age", "--k", "2"], "column 'Age' is named twice as quasi-identifying"),
        (&["--quasi", "Age", "--k", "1"], "--k 1: k: must be at least 2, not 1"),
        (&["--quasi", "Age"], "no model to verify"),
        (&["--k", "2"], "no quasi-identifying column"),
        (&["--recipe", "empty.toml"], "no model to verify"),
        (
            &["--quasi", "Age,Diagnosis", "--l", "distinct:2@Diagnosis"],
            "column 'Diagnosis' is quasi-identifying; l-diversity cannot protect it",
        ),
        (&["--quasi", "Age", "--l", "distinct:4@Diagnosis"], "column 'Diagnosis': l-diversity: "),
        (
            &["--quasi", "Age", "--t", "0.1@Diagnosis:hierarchical"],
            "column 'Diagnosis': hierarchical t-closeness",
        ),
        (&["--quasi", "Age", "--l", "distinct:2@Diagnose"], "8.csv: unknown column 'Diagnose'; did you mean"),
        (&["--quasi", "Age", "--delta", "0,1@none.csv"], "none.csv"),
        (
            &["--quasi", "Age", "--km", "2,1", "--type", "Age=set"],
            "column 'Age': km-anonymity of the items of a set",
        ),
    ] {
        let output = verify(folder.path(), &[&["8.csv"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let message = error(&output);
        assert!(message.contains(expected), "{message}");
        assert!(!message.contains("Cancer"), "{message}");
    }
}

#[test]
fn records_read_a_table_and_the_verdict() {
    let folder = folder_with(&[("2.csv", TABLE_2)]);
    let output = verify(folder.path(), &["2.csv", "--quasi", "Age,Post-code", "--k", "4", "--k", "3"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    for words in [
        "9 rows, 0 suppressed, 3 classes over Age, Post-code",
        "at least 4",
        "the class of row 1, 3",
        "Not every model holds.",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(!text.contains("Cancer") && !text.contains("116**"));
}

#[test]
fn records_that_hide_who_they_are_but_show_a_disease_are_a_class_to_the_models_of_diseases() {
    let table = "age,zip,disease\n*,*,hiv\n*,*,hiv\n*,*,hiv\n30,1,flu\n30,1,cold\n30,1,hiv\n";
    let folder = folder_with(&[("s.csv", table)]);
    let call =
        ["s.csv", "--quasi", "age,zip", "--l", "distinct:3@disease", "--k", "3", "--lkc", "1,3,0.5@disease"];
    let json = verified(folder.path(), &call);
    assert_eq!(
        (achieved(&json, 0), achieved(&json, 1), achieved(&json, 2)),
        (&3.into(), &1.into(), &1.into())
    );
    assert_eq!((&json["suppressed"], &json["suppressed_judged"]), (&3.into(), &true.into()));
    assert_eq!(json["models"][1]["worst_class"]["row"], 1);
    assert_eq!(json["models"][1]["worst_class"]["unpublished"], false);
    assert_eq!(json["models"][0]["holds"], true);
    for explicit in ["--ignore-suppressed", "--ignore-suppressed=true"] {
        let json = verified(folder.path(), &[&call[..], &[explicit]].concat());
        assert_eq!((&json["holds"], &json["suppressed_judged"]), (&true.into(), &false.into()));
    }
    let all = ["s.csv", "--quasi", "age,zip", "--k", "4", "--ignore-suppressed=false"];
    assert_eq!(verified(folder.path(), &all)["models"][0]["failing_classes"], 2);
}

#[test]
fn a_table_without_any_class_is_not_said_to_hold_without_saying_so() {
    let folder = folder_with(&[("s.csv", "age,disease\n*,*\n*,*\n")]);
    let call = ["s.csv", "--quasi", "age", "--k", "5"];
    let json = verified(folder.path(), &call);
    assert_eq!((&json["classes"], &json["models"][0]["achieved"]), (&0.into(), &Value::Null));
    assert_eq!(json["models"][0]["reason"], "no class");
    assert_eq!(json["notes"][0], "no class is left: all records are suppressed");
    let text = String::from_utf8(verify(folder.path(), &call).stdout).unwrap();
    assert!(text.contains("no class is left") && !text.contains("Every model holds"), "{text}");
}

#[test]
fn a_population_is_not_counted_on_a_level_that_is_guessed() {
    // Label 3 is the thirties, of whom there are three; the fifty children of three years are others.
    let hierarchy: String = (0..60).map(|age| format!("{age};{};*\n", age / 10)).collect();
    let population = format!("age\n{}{}", "30\n".repeat(3), "3\n".repeat(50));
    let recipe = "[columns.age]\nrole = 'quasi'\nhierarchy = 'dec.csv'\n\
                  [[privacy]]\nmodel = 'k-map'\nk = 10\npopulation = 'pop.csv'\n";
    let files = [
        ("dec.csv", hierarchy.as_str()),
        ("pop.csv", &population),
        ("r.toml", recipe),
        ("o.csv", "age\n3\n3\n3\n"),
        ("clear.csv", "age\n30\n30\n30\n"),
        ("d.csv", "age\n30\n30\n30\n"),
    ];
    let folder = folder_with(&files);
    let output = verify(folder.path(), &["o.csv", "--recipe", "r.toml"]);
    assert_eq!(output.status.code(), Some(2));
    let message = error(&output);
    assert!(message.contains("column 'age': the values may be on level 0 or on level 1"), "{message}");
    assert_eq!(*achieved(&verified(folder.path(), &["clear.csv", "--recipe", "r.toml"]), 0), 3);
    // Whoever made the release knows the level: three records on level 1, all 53 on the top.
    let made = in_folder(
        folder.path(),
        &["anonymize", "d.csv", "--recipe", "r.toml", "--format", "json", "-o", "made.csv"],
    );
    let report: Value = serde_json::from_slice(&made.stdout).unwrap();
    assert_eq!(report["models"][0]["achieved"], 53, "{report}");
}

#[test]
fn two_spellings_of_one_value_are_not_two_values() {
    let folder = folder_with(&[
        ("n.csv", "q,s\na,1.5\na,2\na,1.50\n"),
        ("hidden.csv", "q,s\na,1.5\na,*\na,1.50\n"),
        ("e.csv", "q,s\na,x\na,\na,\"\"\n"),
    ]);
    for (file, rows) in [("n.csv", "rows 1 and 3"), ("hidden.csv", "rows 1 and 3"), ("e.csv", "rows 2 and 3")]
    {
        for command in
            ["verify", "anonymize"].into_iter().filter(|command| *command == "verify" || file != "hidden.csv")
        {
            let call = [command, file, "--quasi", "q", "--l", "distinct:2@s"];
            let sensitive: &[&str] = if command == "anonymize" { &["--sensitive", "s"] } else { &[] };
            let output = in_folder(folder.path(), &[&call[..], sensitive].concat());
            assert_eq!(output.status.code(), Some(2), "{command} {file}");
            let message = error(&output);
            assert!(message.starts_with(&format!("lethe: {file}: column 's', {rows}: ")), "{message}");
        }
    }
    let as_text = ["n.csv", "--quasi", "q", "--l", "distinct:2@s", "--type", "s=text"];
    assert_eq!(*achieved(&verified(folder.path(), &as_text), 0), 3);
    let other_model = ["n.csv", "--quasi", "q", "--k", "3"];
    assert_eq!(verified(folder.path(), &other_model)["holds"], true);
}

#[test]
fn an_estimated_population_is_as_sure_as_the_recipe_says() {
    let recipe = |more: &str| {
        format!(
            "[columns.q]\nrole = 'quasi'\n[[privacy]]\nmodel = 'k-map'\nk = 50\npopulation = 1000\n{more}\n"
        )
    };
    let files = [
        ("d.csv", format!("q\n{}", "a\n".repeat(100))),
        ("usual.toml", recipe("")),
        ("loose.toml", recipe("significance = 0.05")),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let folder = folder_with(&files);
    let judged = |recipe: &str| verified(folder.path(), &["d.csv", "--recipe", recipe])["models"][0].clone();
    let (usual, loose) = (judged("usual.toml"), judged("loose.toml"));
    assert_eq!((&usual["significance"], &loose["significance"]), (&0.01.into(), &0.05.into()));
    // Of a Poisson variable with mean 5: P(X >= 12) = 0.0055, P(X >= 11) = 0.0137; P(X >= 10) = 0.032, P(X >= 9) = 0.068.
    assert_eq!((&usual["required"], &loose["required"]), (&12.into(), &10.into()));
}

#[test]
fn a_class_too_small_to_be_close_is_not_hidden_behind_what_others_achieved() {
    let folder = folder_with(&[("r.csv", "q,s\na,1\na,2\na,3\nb,*\n")]);
    let json = verified(folder.path(), &["r.csv", "--quasi", "q", "--t", "0.3@s"]);
    let model = &json["models"][0];
    assert_eq!(
        (&model["holds"], &model["achieved"], &model["bounds"]),
        (&false.into(), &Value::Null, &Value::Null)
    );
    assert_eq!(model["reason"], "a class that withholds all its values is too small whatever they are");
}

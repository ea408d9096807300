//! What counts as one value of a sensitive column, and how far apart two of them are: never by chance of their spelling.

use crate::support::{error, folder_with, in_folder, json};
use serde_json::Value;
use std::path::Path;

fn verified(folder: &Path, arguments: &[&str]) -> Value {
    let output = in_folder(folder, &[&["verify"], arguments, &["--format", "json"]].concat());
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = in_folder(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    error(&output)
}

/// As numbers the classes are 0.375 away from the whole; by their bytes, 10 and 100 before 9, only 0.25.
const NUMBERS: &str = "q,s\na,9\na,10\nb,100\nb,100\n";
const ODD: &str = "q,s\na,9\na,10\nb,100\nb,100\nb,unknown\na,unknown\n";

#[test]
fn texts_have_no_order_that_nobody_declared() {
    let euros = ODD.replace("unknown", "€9");
    let folder = folder_with(&[("n.csv", NUMBERS), ("odd.csv", ODD), ("euro.csv", &euros)]);
    let model = ["--quasi", "q", "--t", "0.5@s:ordered"];
    assert_eq!(verified(folder.path(), &[&["n.csv"], &model[..]].concat())["models"][0]["achieved"], 0.375);
    for command in ["verify", "anonymize"] {
        for file in ["odd.csv", "euro.csv"] {
            let message = refused(folder.path(), &[&[command, file], &model[..]].concat());
            assert!(
                message.contains("column 's' is text (1 of its 4 distinct values is no number)"),
                "{message}"
            );
            assert!(message.contains("--null WORD") && message.contains("--order s="), "{message}");
            assert!(
                !message.contains("unknown") && !message.contains('€'),
                "no cell in a message: {message}"
            );
        }
        let mondrian = ["anonymize", "odd.csv", "--method", "mondrian"];
        refused(folder.path(), &[&mondrian[..], &model].concat());
        // To call it text says that it is text, not that texts have an order.
        refused(folder.path(), &[&[command, "odd.csv", "--type", "s=text"], &model[..]].concat());
    }
    let null = [&["odd.csv", "--null", "unknown"], &model[..]].concat();
    assert_eq!(verified(folder.path(), &null)["models"][0]["holds"], true);
}

#[test]
fn a_declared_order_is_the_one_that_counts() {
    let recipe = |order: &str| {
        format!(
            "[columns.q]\nrole = 'quasi'\n[columns.s]\nrole = 'sensitive'\norder = {order}\n[[privacy]]\n\
             model = 't-closeness'\ncolumn = 's'\nt = 0.5\ndistance = 'ordered'\n"
        )
    };
    let grades = "q,s\na,low\na,middle\nb,high\nb,high\n";
    let files = [
        ("g.csv", grades.to_owned()),
        ("r.toml", recipe("['low', 'middle', 'high', 'highest']")),
        ("bytes.toml", recipe("'spelling'")),
        ("short.toml", recipe("['low', 'high']")),
        ("twice.toml", recipe("['low', 'high', 'low']")),
        ("word.toml", recipe("'bytes'")),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let folder = folder_with(&files);
    let achieved = |arguments: &[&str]| verified(folder.path(), arguments)["models"][0]["achieved"].clone();
    let model = ["g.csv", "--quasi", "q", "--t", "0.5@s:ordered", "--order"];
    // As the numbers above; by the bytes it is as much by chance.
    assert_eq!(achieved(&[&model[..], &["s=low,middle,high"]].concat()), 0.375);
    assert_eq!(achieved(&["g.csv", "--recipe", "r.toml"]), 0.375);
    assert_eq!(achieved(&["g.csv", "--recipe", "bytes.toml"]), 0.375);
    assert_eq!(achieved(&[&model[..], &["s=high,middle,low"]].concat()), 0.375);
    assert_eq!(achieved(&[&model[..], &["s=middle,high,low"]].concat()), 0.25);
    for (recipe, problem) in [
        ("short.toml", "column 's': its order lacks 1 value of the column"),
        ("twice.toml", "columns.s.order: lists a value twice"),
        ("word.toml", "columns.s.order: expected a list of values, or \"spelling\""),
    ] {
        for command in ["verify", "anonymize"] {
            let message = refused(folder.path(), &[command, "g.csv", "--recipe", recipe]);
            assert!(message.contains(problem), "{message}");
        }
    }
    let idle = ["g.csv", "--quasi", "q", "--t", "0.5@s", "--order", "s=low,middle,high"];
    for command in ["verify", "anonymize"] {
        let message = refused(folder.path(), &[&[command], &idle[..]].concat());
        assert!(message.contains("column 's': order does nothing"), "{message}");
    }
    let call = ["anonymize", "g.csv", "--recipe", "r.toml", "-o", "o.csv", "--freeze", "f.json"];
    let report = json(&in_folder(folder.path(), &[&call[..], &["--format", "json"]].concat()));
    assert_eq!((&report["holds"], &report["models"][0]["achieved"]), (&true.into(), &0.375.into()));
    let applied = ["anonymize", "g.csv", "--apply", "f.json", "-o", "again.csv"];
    assert!(in_folder(folder.path(), &applied).status.success());
}

#[test]
fn one_odd_cell_does_not_make_two_values_of_two_spellings() {
    let spellings = [
        ("numbers.csv", "q,s\na,1\na,1.0\nb,unknown\nb,1\n", "rows 1 and 2"),
        ("zeros.csv", "q,s\na,7\na,007\nb,x\nb,y\n", "rows 1 and 2"),
        ("case.csv", "q,s\na,Flu\nb,cold\na,flu\nb,hiv\n", "rows 1 and 3"),
        ("spaces.csv", "q,s\na,lung cancer\na,\"lung  cancer \"\nb,hiv\nb,flu\n", "rows 1 and 2"),
        ("accents.csv", "q,s\na,caf\u{e9}\na,cafe\u{301}\nb,x\nb,y\n", "rows 1 and 2"),
        ("dates.csv", "q,s\na,2020-04-13\na,13.04.2020\nb,x\nb,y\n", "rows 1 and 2"),
        ("blank.csv", "q,s\na,\" \"\na,\nb,x\nb,y\n", "rows 1 and 2"),
        ("hidden.csv", "q,s\na,1\na,*\na,1.0\nb,x\nb,y\n", "rows 1 and 3"),
    ];
    let files: Vec<(&str, &str)> = spellings.iter().map(|(name, text, _)| (*name, *text)).collect();
    let folder = folder_with(&files);
    for (file, _, rows) in spellings {
        for command in ["verify", "anonymize"] {
            if command == "anonymize" && file == "hidden.csv" {
                continue;
            }
            for model in
                [["--l", "distinct:2@s"], ["--t", "0.9@s"], ["--beta", "9@s"], ["--alpha-k", "0.9,2@s"]]
            {
                let message =
                    refused(folder.path(), &[&[command, file, "--quasi", "q"], &model[..]].concat());
                let begin = format!("lethe: {file}: column 's', {rows}: ");
                assert!(message.starts_with(&begin), "{command} {message}");
            }
        }
    }
    let as_text = ["case.csv", "--quasi", "q", "--l", "distinct:2@s", "--type", "s=text"];
    assert_eq!(verified(folder.path(), &as_text)["holds"], true);
    // Other columns are told apart by their spelling, which makes classes smaller and never larger.
    assert_eq!(verified(folder.path(), &["case.csv", "--quasi", "s", "--k", "2"])["holds"], false);
}

#[test]
fn compartments_are_told_apart_by_spelling_and_judge_no_other_model() {
    let list = r#"[{"file": "a.csv", "columns": ["q", "s"]}]"#;
    let release =
        [("compartments.json", list), ("a.csv", "q,s\n1,flu\n1,flu\n1.0,flu\n1.0,flu\nx,flu\nx,flu\n")];
    let folder = folder_with(&release);
    let beside = folder_with(&[
        ("k.toml", "[[privacy]]\nmodel = 'k-anonymity'\nk = 2\n"),
        (
            "l.toml",
            "[[privacy]]\nmodel = 'k-anonymity'\nk = 2\n[[privacy]]\nmodel = 'l-diversity'\nvariant = 'distinct'\ncolumn = 's'\nl = 2\n",
        ),
    ]);
    let release = folder.path().to_str().unwrap();
    let call = ["verify", release, "--compartments", "--recipe"];
    let output = in_folder(beside.path(), &[&call[..], &["k.toml", "--format", "json"]].concat());
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["compartments"][0]["min_class"], 2, "{report}");
    let message = refused(beside.path(), &[&call[..], &["l.toml"]].concat());
    assert!(message.contains("l-diversity cannot be judged on compartments"), "{message}");
}

#[test]
fn a_table_on_disk_names_no_rows_that_it_does_not_know() {
    let rows: String = (0..40).map(|row| format!("{},{}\n", row % 5, row % 3)).collect();
    let folder = folder_with(&[("d.csv", &format!("q,s\n{rows}1,x\n1,\n2,\"\"\n"))]);
    let call = ["d.csv", "--quasi", "q", "--sensitive", "s", "--l", "distinct:2@s", "--method"];
    let in_memory = refused(folder.path(), &[&["anonymize"], &call[..], &["cluster"]].concat());
    assert!(in_memory.contains("column 's', rows 42 and 43: an empty text"), "{in_memory}");
    let on_disk =
        refused(folder.path(), &[&["anonymize"], &call[..], &["disk-cluster", "-o", "o.csv"]].concat());
    assert!(on_disk.contains("d.csv: column 's': an empty text"), "{on_disk}");
}

#[test]
fn a_population_need_not_have_the_columns_whose_types_are_declared() {
    let recipe = "[columns.q]\nrole = 'quasi'\ntype = 'integer'\n[columns.s]\nrole = 'sensitive'\ntype = 'text'\n\
                  [[privacy]]\nmodel = 'k-map'\nk = 2\npopulation = 'p.csv'\n";
    let folder =
        folder_with(&[("d.csv", "q,s\n1,x\n2,y\n"), ("p.csv", "q\n1\n1\n2\n2\n"), ("r.toml", recipe)]);
    for command in ["anonymize", "verify"] {
        let output = in_folder(folder.path(), &[command, "d.csv", "--recipe", "r.toml"]);
        assert!(output.status.success(), "{command} {}", String::from_utf8_lossy(&output.stderr));
    }
    let typed = ["anonymize", "d.csv", "--recipe", "r.toml", "--type", "s=text"];
    assert!(in_folder(folder.path(), &typed).status.success());
}

//! What `lethe discover` writes besides its report: plots, SQL, records at risk, first looks; and what an interrupt
//! leaves.

use crate::support::{FPVI, discover, error, folder_with, found, in_folder, json, lethe};
use serde_json::{Value, json as value};
use std::path::Path;

fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn all_algorithms_find_the_same_sets() {
    let folder = folder_with(&[("fpvi.csv", FPVI)]);
    let exact = found(folder.path(), &["fpvi.csv", "--k", "3", "--min-exposed", "2"]);
    for algorithm in ["auto", "exact", "levelwise", "minimal", "greedy", "fpvi", "mtui", "sql"] {
        let arguments = ["fpvi.csv", "--k", "3", "--min-exposed", "2", "--algorithm", algorithm];
        let report = found(folder.path(), &arguments);
        assert_eq!(report["minimal_qids"], exact["minimal_qids"], "{algorithm}");
        let name = if algorithm == "auto" { "exact" } else { algorithm };
        assert_eq!(report["algorithm"], name);
    }
    let wildcard = discover(folder.path(), &["fpvi.csv", "--algorithm", "sql", "--nulls", "wildcard"]);
    assert!(error(&wildcard).contains("missing values"));
    let weighted = folder_with(&[("t.csv", "a,b,n\nx,1,5\ny,1,1\ny,2,1\nz,1,0\n")]);
    let report = found(weighted.path(), &["t.csv", "--weights", "n", "--algorithm", "sql"]);
    assert_eq!(report["minimal_qids"], value!([["b"]]));
}

#[test]
fn a_plot_is_a_well_formed_picture_without_values() {
    let odd = "a<b>&\"c\"";
    let data = format!("\"{}\",zip\nSecret,1\nSecret,1\nOther,2\nOther,3\n", odd.replace('"', "\"\""));
    let folder = folder_with(&[("t.csv", &data)]);
    assert!(discover(folder.path(), &["t.csv", "--plot", "p.svg"]).status.success());
    let svg = std::fs::read_to_string(folder.path().join("p.svg")).unwrap();
    assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
    assert!(svg.contains("zip") && !svg.contains("<b>") && !svg.contains("Secret"), "{svg}");
    for (arguments, expected) in [
        (["t.csv", "--plot", "p.png"], "p.png: a plot is an SVG file; give it a name that ends in .svg"),
        (["t.csv", "--plot", "no/p.svg"], "no/p.svg: cannot write"),
    ] {
        let output = discover(folder.path(), &arguments);
        assert_eq!(output.status.code(), Some(2));
        assert!(error(&output).contains(expected));
    }
    assert_eq!(names_in(folder.path()), ["p.svg", "t.csv"]);
}

#[test]
fn records_are_counted_once_by_size_and_by_column() {
    let folder = folder_with(&[("fpvi.csv", FPVI)]);
    let report = found(folder.path(), &["fpvi.csv", "--coverage", "--plot", "p.svg"]);
    assert_eq!(report["exposed_records"], 4);
    assert_eq!(
        report["sizes"],
        value!([{"size": 1, "sets": 1, "records": 1}, {"size": 2, "sets": 2, "records": 4}])
    );
    let zip = value!({
        "column": "ZIP", "sets": 2, "smallest_set": 2, "records": 3, "entropy_bits": 1.370_950_594_454_668_7, "generalized": {"groups": 2, "relieved": 3}
    });
    assert_eq!(report["column_risks"][0], zip);
    let plain = found(folder.path(), &["fpvi.csv"]);
    assert_eq!(
        plain["column_risks"][0],
        value!({"column": "ZIP", "sets": 2, "smallest_set": 2, "entropy_bits": 1.370_950_594_454_668_7})
    );
}

#[test]
fn a_coarser_column_relieves_those_who_find_somebody_alike_in_their_group() {
    // Ages are joined to 30-31 and 40-41: row 3 finds rows 1 and 2, row 10 stays the only one over 40 in Bonn.
    let folder = folder_with(&[(
        "t.csv",
        "age,city\n30,Ulm\n30,Ulm\n31,Ulm\n31,Bonn\n31,Bonn\n40,Ulm\n40,Ulm\n41,Ulm\n41,Ulm\n40,Bonn\n",
    )]);
    let report = found(folder.path(), &["t.csv", "--coverage", "--witness", "9"]);
    assert_eq!(
        (&report["minimal_qids"], &report["witnesses"]),
        (&value!([["age", "city"]]), &value!([[3, 10]]))
    );
    let risks = value!([
        {"column": "age", "sets": 1, "smallest_set": 2, "records": 2, "entropy_bits": 1.970_950_594_454_668_8, "generalized": {"groups": 2, "relieved": 1}},
        {"column": "city", "sets": 1, "smallest_set": 2, "records": 2, "entropy_bits": 0.881_290_899_230_692_7},
    ]);
    assert_eq!(report["column_risks"], risks);
    let text = String::from_utf8(discover(folder.path(), &["t.csv"]).stdout).unwrap();
    let joined = "Generalizing age into 2 groups frees 1 of the 2 records that listed sets expose and loses about 1.0 bits";
    assert!(text.contains("freed if") && text.contains(joined), "{text}");
}

#[test]
fn dependencies_are_explained_and_change_nothing() {
    let folder = folder_with(&[(
        "t.csv",
        "city,country,land,planet\nUlm,DE,49,E\nBonn,DE,49,E\nRome,IT,39,E\nUlm,DE,49,E\n",
    )]);
    let report = found(folder.path(), &["t.csv", "--explain-dependencies"]);
    assert_eq!(report["minimal_qids"], value!([["city"], ["country"], ["land"]]));
    let dependencies = &report["dependencies"];
    assert_eq!(dependencies["constant"], value!(["planet"]));
    let decided = value!([
        {"column": "country", "by": "city", "mutual": false},
        {"column": "land", "by": "city", "mutual": false},
        {"column": "land", "by": "country", "mutual": true},
    ]);
    assert_eq!(dependencies["determined"], decided);
    let output = discover(folder.path(), &["t.csv", "--explain-dependencies"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        text.contains("country follows from city") && text.contains("land says the same as country"),
        "{text}"
    );
}

#[test]
fn a_script_has_one_statement_a_set_and_no_values() {
    let folder = folder_with(&[("fpvi.csv", FPVI)]);
    let output = discover(folder.path(), &["fpvi.csv", "--emit-sql", "--max-size", "2"]);
    let script = String::from_utf8(output.stdout).unwrap();
    assert_eq!(script.lines().filter(|line| line.starts_with("SELECT ")).count(), 4 + 6);
    assert!(script.contains("FROM \"fpvi\" GROUP BY \"Birth\", \"ZIP\""), "{script}");
    assert!(!script.contains("94138") && !script.contains("Widow"));
    let named = discover(folder.path(), &["fpvi.csv", "--emit-sql=my table", "-o", "s.sql"]);
    assert!(named.status.success() && named.stdout.is_empty());
    assert!(std::fs::read_to_string(folder.path().join("s.sql")).unwrap().contains("FROM \"my table\""));
    let json = discover(folder.path(), &["fpvi.csv", "--emit-sql", "--format", "json"]);
    assert_eq!(json.status.code(), Some(2));
    let names: Vec<String> = (0..40).map(|i| format!("c{i}")).collect();
    let row = vec!["x"; 40].join(",");
    std::fs::write(folder.path().join("wide.csv"), format!("{}\n{row}\n{row}\n", names.join(","))).unwrap();
    assert!(error(&discover(folder.path(), &["wide.csv", "--emit-sql"])).contains("--max-size"));
}

#[test]
fn records_at_risk_are_written_whole_or_not_at_all() {
    let folder = folder_with(&[("fpvi.csv", FPVI)]);
    let report = found(folder.path(), &["fpvi.csv", "--records", "r.csv", "--record-size", "2"]);
    let text = std::fs::read_to_string(folder.path().join("r.csv")).unwrap();
    let rows: Vec<&str> = text.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    assert_eq!(text.lines().next(), Some("row,score,dis_score,sets,smallest_set"));
    assert_eq!(rows, ["1", "2", "3", "4"]);
    assert_eq!(
        (&report["records"]["rows_at_risk"], &report["records"]["file"]),
        (&4.into(), &"r.csv".into())
    );
    assert!(discover(folder.path(), &["fpvi.csv", "--records", "r.parquet"]).status.success());
    let read_back = json(&in_folder(folder.path(), &["inspect", "r.parquet", "--format", "json"]));
    assert_eq!(read_back["rows"], 4);
    for (arguments, expected) in [
        (&["--records", "bad.csv", "--sampling-fraction", "2"][..], "write a share between 0 and 1"),
        (&["--records", "bad.csv", "--record-size", "0"], "size"),
        (&["--records", "-"], "--records writes a file"),
        (&["--records", "bad.xlsx"], "unknown kind of file"),
    ] {
        let output = discover(folder.path(), &[&["fpvi.csv"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(error(&output).contains(expected), "{arguments:?}");
    }
    assert_eq!(names_in(folder.path()), ["fpvi.csv", "r.csv", "r.parquet"]);
}

#[test]
fn no_file_of_a_call_overwrites_another() {
    let folder = folder_with(&[("fpvi.csv", FPVI)]);
    std::fs::create_dir(folder.path().join("sub")).unwrap();
    for (arguments, expected) in [
        (&["--records", "fpvi.csv"][..], "fpvi.csv: --records would overwrite the table"),
        (&["--records", "sub/../fpvi.csv"], "--records would overwrite the table"),
        (&["-o", "./fpvi.csv"], "-o would overwrite the table"),
        (&["--records", "new.csv", "-o", "sub/../new.csv"], "-o would overwrite --records"),
        (&["--plot", "p.svg", "-o", "p.svg"], "-o would overwrite --plot"),
    ] {
        let output = discover(folder.path(), &[&["fpvi.csv"], arguments].concat());
        let message = error(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
    assert_eq!(std::fs::read_to_string(folder.path().join("fpvi.csv")).unwrap(), FPVI);
    assert_eq!(names_in(folder.path()), ["fpvi.csv", "sub"]);
}

#[test]
fn what_cannot_be_written_or_scored_is_told_before_the_search() {
    let names: Vec<String> = (0..200).map(|column| format!("c{column}")).collect();
    let row = |value: &str| vec![value; 200].join(",");
    let wide = format!("{}\n{}\n{}\n", names.join(","), row("x"), row("x"));
    let folder = folder_with(&[("t.csv", &wide)]);
    // What comes too late would lose to a table that is not there, or to a search that must fail.
    let failing = ["--algorithm", "sql", "--nulls", "wildcard"];
    let too_large = [&["t.csv", "--records", "r.csv", "--record-size", "200"], &failing[..]].concat();
    for (arguments, expected) in [
        (&["none.csv", "--records", "no/r.csv"][..], "no/r.csv: cannot write"),
        (&["none.csv", "--plot", "no/p.svg"], "no/p.svg: cannot write"),
        (&["none.csv", "-o", "no/found.txt"], "no/found.txt: cannot write"),
        (&too_large, "too large to compute"),
    ] {
        let output = discover(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(error(&output).contains(expected), "{arguments:?}");
    }
    assert_eq!(names_in(folder.path()), ["t.csv"]);
}

#[test]
fn what_would_be_ignored_without_a_search_is_refused() {
    let folder = folder_with(&[("fpvi.csv", FPVI)]);
    let both = [
        &["--fail-if-found"][..],
        &["--borders"],
        &["--coverage"],
        &["--witness", "1"],
        &["--time-limit", "1s"],
        &["--algorithm", "exact"],
        &["--explain-dependencies"],
        &["--top", "3"],
        &["--plot", "p.svg"],
        &["--records", "r.csv"],
    ];
    let only_samples = [&["--max-size", "2"][..], &["--min-exposed", "2"], &["--emit-sql"]];
    let refused = |instead: &str, flag: &[&str]| {
        let output = discover(folder.path(), &[&["fpvi.csv", instead], flag].concat());
        assert_eq!(output.status.code(), Some(2), "{instead} {flag:?}");
        assert!(
            String::from_utf8_lossy(&output.stderr).contains("cannot be used with"),
            "{instead} {flag:?}"
        );
    };
    for flag in both {
        refused("--emit-sql", flag);
    }
    for flag in both.into_iter().chain(only_samples) {
        refused("--approximate", flag);
    }
}

#[test]
fn a_first_look_is_labelled_and_repeatable() {
    let folder = tempfile::tempdir().unwrap();
    let generate = ["generate", "health", "--rows", "3000", "--columns", "12", "-o", "h.csv"];
    assert!(in_folder(folder.path(), &generate).status.success());
    let look = |threads: &str| {
        let mut look = found(folder.path(), &["h.csv", "--approximate", "--threads", threads]);
        look["stats"] = Value::Null;
        look
    };
    let first = look("1");
    assert_eq!(first["approximate"], true);
    assert_eq!(first["standalone_identifiers"], value!(["patient_id", "ssn"]));
    let step = &first["steps"][0];
    let [lower, value, upper] =
        ["lower", "value", "upper"].map(|key| step["separation"][key].as_f64().unwrap());
    assert!(lower <= value && value <= upper && upper <= 1.0);
    assert_eq!(first, look("3"));
    let schema = json(&lethe(&["schema", "discover-approximate"]));
    let properties = schema["properties"].as_object().unwrap();
    assert!(first.as_object().unwrap().keys().all(|key| properties.contains_key(key)));
    let wildcard = discover(folder.path(), &["h.csv", "--approximate", "--nulls", "wildcard"]);
    assert!(error(&wildcard).contains("missing value"));
    let text = discover(folder.path(), &["h.csv", "--approximate"]).stdout;
    assert!(String::from_utf8(text).unwrap().starts_with("Approximate, from samples:"));
}

#[test]
fn a_memory_budget_gives_a_whole_answer_a_marked_one_or_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let generate = ["generate", "health", "--rows", "20000", "--columns", "30", "-o", "h.csv"];
    assert!(in_folder(folder.path(), &generate).status.success());
    let outcomes: Vec<bool> = ["2MB", "8MB", "12MB", "16MB", "24MB", "64MB"]
        .iter()
        .map(|memory| {
            let arguments =
                ["h.csv", "--memory", memory, "--min-exposed", "5%", "--max-size", "3", "--format", "json"];
            let output = discover(folder.path(), &arguments);
            let report: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
            if report.get("error").is_some() {
                assert_eq!(
                    (output.status.code(), &report["error"]["code"]),
                    (Some(3), &"memory-limit".into())
                );
                assert!(error(&output).contains("raise --memory"), "not even the table fits");
                return false;
            }
            let complete = report["complete"] == true;
            assert_eq!(output.status.code(), Some(if complete { 0 } else { 3 }), "{memory}");
            assert_eq!(report.get("stopped").is_none(), complete, "{memory}");
            complete
        })
        .collect();
    assert_eq!((outcomes.first(), outcomes.last()), (Some(&false), Some(&true)), "{outcomes:?}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_tells_what_is_proven_and_ends_with_status_130() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().unwrap();
    let generate = ["generate", "health", "--rows", "20000", "--columns", "70", "-o", "h.csv"];
    assert!(in_folder(folder.path(), &generate).status.success());
    let mut child = Command::new(env!("CARGO_BIN_EXE_lethe"))
        .args(["discover", "h.csv", "--min-exposed", "5%", "--coverage", "--plot", "p.svg"])
        .args(["--format", "json", "--progress", "always"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
    assert!(said.any(|line| line.contains("searching")), "the search is under way");
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let rest: Vec<String> = said.collect();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{rest:?}");
    assert!(rest.iter().any(|line| line.starts_with("lethe: the search was interrupted")), "{rest:?}");
    let report: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!((&report["complete"], &report["stopped"]), (&false.into(), &"interrupt".into()));
    assert!(report.get("coverage").is_none(), "details are left out after an interrupt");
    assert_eq!(names_in(folder.path()), ["h.csv", "p.svg"]);
}

//! A collapsed table answers like the records that it was made of.

use crate::support::{error, folder_with, in_folder};
use serde_json::Value;
use std::path::Path;

/// Records with many equal ones, and a third of them without an age.
fn records(from: usize, to: usize) -> String {
    let line = |n: usize| {
        let mixed = n.wrapping_mul(2_654_435_761) >> 7;
        let age = if mixed.is_multiple_of(3) { String::new() } else { (20 + mixed % 5 * 10).to_string() };
        format!("{age},{},{}\n", ["a", "b", "c", "d"][mixed / 5 % 4], ["flu", "cold", "hiv"][mixed / 20 % 3])
    };
    (from..to).map(line).fold("age,zip,disease\n".to_owned(), |text, line| text + &line)
}

fn run(folder: &Path, call: &str) -> Value {
    let output = in_folder(folder, &call.split_whitespace().chain(["--format", "json"]).collect::<Vec<_>>());
    assert!(matches!(output.status.code(), Some(0 | 1)), "{call}: {}", error(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The answer without what depends on the file or the clock: which row comes first is another in another table.
fn answer(mut report: Value) -> Value {
    fn clean(value: &mut Value) {
        if let Value::Object(fields) = value {
            let passing =
                |name: &str| name.ends_with("_ms") || ["output", "data", "worst_class"].contains(&name);
            fields.retain(|name, _| !passing(name));
            fields.values_mut().for_each(clean);
        } else if let Value::Array(items) = value {
            items.iter_mut().for_each(clean);
        }
    }
    clean(&mut report);
    report
}

#[test]
fn every_command_answers_as_for_the_records() {
    let folder = folder_with(&[
        ("t.csv", &records(0, 900)),
        ("zip.csv", "a;ab;*\nb;ab;*\nc;cd;*\nd;cd;*\n"),
        ("age.csv", "20;young;*\n30;young;*\n40;old;*\n50;old;*\n60;old;*\n"),
    ]);
    let collapsed = run(folder.path(), "collapse t.csv -o c.csv");
    assert_eq!(
        (&collapsed["records"], collapsed["combinations"].as_u64().unwrap() < 80),
        (&900.into(), true)
    );
    for call in [
        "verify FILE --quasi age,zip --k 12 --l distinct:3@disease --t 0.4@disease --beta 9@disease",
        "verify FILE --quasi age,zip --k 200",
        "risk FILE --quasi age,zip --population 9000",
        "discover FILE --k 20 --coverage",
        "discover FILE --k 50 --max-size 2",
    ] {
        let whole = run(folder.path(), &call.replace("FILE", "t.csv"));
        let counted = run(folder.path(), &call.replace("FILE", "c.csv --weights count"));
        assert_eq!(answer(counted), answer(whole), "{call}");
    }
}

#[test]
fn releases_of_a_collapsed_table_are_those_of_the_records() {
    let folder = folder_with(&[
        ("t.csv", &records(0, 900)),
        ("zip.csv", "a;ab;*\nb;ab;*\nc;cd;*\nd;cd;*\n"),
        ("age.csv", "20;young;*\n30;young;*\n40;old;*\n50;old;*\n60;old;*\n"),
    ]);
    run(folder.path(), "collapse t.csv -o c.parquet");
    let models = "--quasi age,zip --sensitive disease --hierarchy age=age.csv --hierarchy zip=zip.csv --k 20 --l distinct:3@disease";
    for method in ["auto", "flash", "incognito", "datafly", "mondrian"] {
        for limit in ["", " --suppression-limit 0.05"] {
            if !limit.is_empty() && method != "auto" && method != "flash" {
                continue;
            }
            let call = format!("anonymize FILE {models} --method {method}{limit} -o OUT.csv");
            let whole = run(folder.path(), &call.replace("FILE", "t.csv").replace("OUT", "whole"));
            let counted = run(
                folder.path(),
                &call.replace("FILE", "c.parquet --weights count").replace("OUT", "counted"),
            );
            for part in ["holds", "solution", "suppressed", "quality", "models"] {
                assert_eq!(
                    answer(counted[part].clone()),
                    answer(whole[part].clone()),
                    "{method}{limit}: {part}"
                );
            }
            // Collapsed, both releases are the same.
            run(folder.path(), "collapse whole.csv -o one.csv");
            run(folder.path(), "collapse counted.csv --weights count -o other.csv");
            let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
            assert_eq!(read("one.csv"), read("other.csv"), "{method}{limit}");
            let verified = run(
                folder.path(),
                "verify counted.csv --weights count --quasi age,zip --k 20 --l distinct:3@disease",
            );
            assert_eq!(verified["holds"], true, "{method}{limit}");
            let compared = run(folder.path(), "compare t.csv whole.csv --unordered --quasi age,zip");
            let weighted = run(
                folder.path(),
                "compare c.parquet counted.csv --weights count --unordered --quasi age,zip",
            );
            for part in ["rows", "risk", "data_score", "columns"] {
                assert_eq!(weighted[part], compared[part], "{method}{limit}: {part}");
            }
        }
    }
    for method in ["suppress", "generalize", "cluster"] {
        let call = "anonymize c.parquet --weights count --quasi age,zip --sensitive disease --k 90 --method";
        run(folder.path(), &format!("{call} {method} -o cells.csv"));
        let verified = run(folder.path(), "verify cells.csv --weights count --quasi age,zip --k 90");
        assert_eq!((&verified["holds"], &verified["rows"]), (&true.into(), &900.into()), "{method}");
    }
}

#[test]
fn counts_of_parts_are_added_up_and_may_exceed_32_bits() {
    let folder = folder_with(&[("t.csv", &records(0, 800))]);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    for part in 0..8 {
        std::fs::write(folder.path().join(format!("p{part}.csv")), records(part * 100, part * 100 + 100))
            .unwrap();
        run(folder.path(), &format!("collapse p{part}.csv --columns age,zip -o c{part}.csv"));
    }
    let parts = |name: &str| (0..8).map(|part| format!("{name}{part}.csv ")).collect::<String>();
    run(folder.path(), "collapse t.csv --columns age,zip -o whole.csv");
    run(folder.path(), &format!("collapse {}--columns age,zip -o from-parts.csv", parts("p")));
    run(folder.path(), &format!("collapse {}--weights count -o merged.csv", parts("c")));
    assert_eq!(read("from-parts.csv"), read("whole.csv"));
    assert_eq!(read("merged.csv"), read("whole.csv"));

    let mut heavy = String::from("a,b,n\n");
    for (row, weight) in [5_000_000_000u64, 7, 6_000_000_000, 3_000_000_000].into_iter().enumerate() {
        heavy += &format!("x{},{},{weight}\n", row % 2, row / 2);
    }
    std::fs::write(folder.path().join("heavy.csv"), heavy).unwrap();
    let call = "--weights n --quasi a,b --k 1000000000";
    let verified = run(folder.path(), &format!("verify heavy.csv {call}"));
    assert_eq!(verified["holds"], false);
    for method in ["auto", "flash"] {
        let call = format!("anonymize heavy.csv {call} --method {method} -o release-{method}.csv");
        let released = run(folder.path(), &call);
        assert_eq!((&released["holds"], &released["rows"]), (&true.into(), &14_000_000_007u64.into()));
    }
    assert!(read("release-auto.csv").contains("5000000000"));
}

#[test]
fn weights_that_mean_nothing_are_refused() {
    let folder = folder_with(&[("t.csv", "a,n\nx,1\ny,two\n"), ("u.csv", "a,count\nx,1\n")]);
    let refused = |call: &str, what: &str| {
        let output = in_folder(folder.path(), &call.split_whitespace().collect::<Vec<_>>());
        assert_eq!(output.status.code(), Some(2), "{call}");
        assert!(error(&output).contains(what), "{call}: {}", error(&output));
    };
    refused("risk t.csv --quasi a --weights n", "row 2: the weight is no whole number");
    refused("risk t.csv --quasi a --weights m", "'m'");
    refused("collapse u.csv -o c.csv", "there is a column 'count' already");
    refused("verify . --compartments --k 2 --weights n", "--weights cannot be given");
    refused(
        "anonymize u.csv --quasi a --k 2 --weights count --method disk-cluster -o o.csv",
        "weights need a method",
    );
}

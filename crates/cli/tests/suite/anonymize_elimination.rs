//! The flags of methods that change cells or part columns, as users see them.

use crate::support::{error, folder_with, in_folder};
use std::path::Path;
use std::process::Output;

const PATIENTS: &str = "name,age,zip\nAda,34,94139\nBob,36,94138\nCat,34,94138\n";

fn run(folder: &Path, more: &[&str]) -> Output {
    let arguments = ["anonymize", "patients.csv", "--quasi", "age,zip", "--identifiers", "name", "--k", "2"];
    let output = in_folder(folder, &[&arguments, more].concat());
    assert_eq!(output.status.code(), Some(2), "{more:?}");
    output
}

fn refusal(folder: &Path, more: &[&str]) -> String {
    error(&run(folder, more))
}

/// What is told about a command line that cannot be read; it may have several lines.
fn misspelling(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn flags_without_the_method_that_uses_them_are_refused() {
    let folder = folder_with(&[("patients.csv", PATIENTS)]);
    let cases: [(&[&str], &str); 10] = [
        (&["--max-size", "3"], "max_size only goes with method = \"suppress\", "),
        (&["--method", "suppress", "--cover", "pairs"], "cover only goes with method = \"compartment\""),
        (&["--method", "suppress", "--mode", "row-wise"], "mode only goes with method = \"compartment\""),
        (&["--method", "perturb", "--shared", "age,zip"], "shared only goes with method = \"compartment\""),
        (&["--method", "compose", "--alone", "generalize"], "alone only goes with method = \"compartment\""),
        (&["--perturbation", "rounding"], "perturbation only goes with method = \"perturb\" or \"compose\""),
        (&["--method", "perturb", "--amount", "0.1"], "amount only goes with perturbation = \"rounding\""),
        (&["--composition", "auto"], "composition only goes with method = \"compose\""),
        (
            &["--method", "compose", "--composition", "a", "--compartment-from", "0.4"],
            "compartment_from only goes with composition = \"coverage\" or \"auto\"",
        ),
        (&["--keep", "zip,age", "--method", "mondrian"], "column 'age': keep only goes with method = "),
    ];
    for (flags, expected) in cases {
        let message = refusal(folder.path(), flags);
        assert!(message.contains(expected), "{flags:?}: {message}");
    }
    let message = refusal(folder.path(), &["--method", "suppress", "--keep", "name"]);
    assert!(message.contains("column 'name': keep does not go with role = \"identifying\""), "{message}");
}

#[test]
fn words_and_numbers_that_mean_nothing_are_refused_with_what_to_write() {
    let folder = folder_with(&[("patients.csv", PATIENTS)]);
    let cases = [
        ("--max-size", "0", "write a number of columns of at least 1, such as 3"),
        ("--amount", "0", "write a share above 0 and at most 1, such as 0.1"),
        ("--generalize-above", "15", "write a share between 0 and 1"),
        ("--compartment-from", "half", "write a share between 0 and 1"),
        ("--cover", "pair", "did you mean 'pairs'?"),
        ("--alone", "drop", "expected one of suppress, generalize"),
        ("--perturbation", "rankswap", "did you mean 'rank-swap'?"),
        ("--composition", "d", "expected one of coverage, a, b, c, auto"),
        ("--algorithm", "clique", "did you mean 'cliques'?"),
    ];
    for (flag, value, expected) in cases {
        let message = misspelling(&run(folder.path(), &["--method", "compose", flag, value]));
        assert!(message.contains(expected), "{flag} {value}: {message}");
    }
}

#[test]
fn what_is_made_of_single_records_is_not_kept_for_other_tables() {
    let folder = folder_with(&[("patients.csv", PATIENTS)]);
    for method in ["suppress", "generalize", "perturb", "compose", "compartment"] {
        let message = refusal(folder.path(), &["--method", method, "--freeze", "solution.json"]);
        assert!(message.contains("cannot be applied to other tables; leave out --freeze"), "{message}");
    }
    let call = ["anonymize", "patients.csv", "--apply", "solution.json", "--max-size", "3"];
    let message = misspelling(&in_folder(folder.path(), &call));
    assert!(message.contains("--apply") && message.contains("cannot be used with"), "{message}");
}

#[test]
fn noise_that_leaves_a_hierarchy_is_not_blamed_on_the_input() {
    let rows: String = (0..60).map(|row| format!("{}.{},x\n", row % 3, row % 7)).collect();
    let mut leaves: Vec<String> = (0..60).map(|row| format!("{}.{}", row % 3, row % 7)).collect();
    leaves.sort();
    leaves.dedup();
    let lines: String = leaves.iter().map(|leaf| format!("{leaf};{};*\n", &leaf[..1])).collect();
    let folder = folder_with(&[("d.csv", &("n,q\n".to_owned() + &rows)), ("n.csv", &lines)]);
    for method in ["perturb", "compose"] {
        for perturbation in ["additive", "multiplicative"] {
            let call = ["anonymize", "d.csv", "--quasi", "n,q", "--k", "3", "--hierarchy", "n=n.csv"];
            let more = ["--method", method, "--perturbation", perturbation];
            let output = in_folder(folder.path(), &[&call[..], &more].concat());
            assert_eq!(output.status.code(), Some(2), "{method} {perturbation}");
            let message = error(&output);
            let expected = format!("column 'n': the perturbation '{perturbation}' makes values");
            assert!(message.contains(&expected) && !message.contains("row"), "{message}");
        }
    }
}

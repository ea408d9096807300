//! What `lethe anonymize` says is said of what it publishes, not of what its search found.

use crate::support::{folder_with, in_folder, json};

/// More classes are suppressed after the search, and levels that lose less than what is published exist.
const SKEWED: &str = "q0,q1,q2,s\nx,x,A,b\nB,,x,a\nx,,,\nx,x,A,a\nB,,A,\nB,x,x,a\nx,,,a\nx,,A,a\nB,,x,a\nx,x,A,a\n\
                      B,A,,c\nB,,,a\n";

#[test]
fn optimal_is_not_said_of_a_release_that_lost_more_after_the_search() {
    let folder = folder_with(&[("d.csv", SKEWED)]);
    let call = ["anonymize", "d.csv", "--quasi", "q0,q1,q2", "--sensitive", "s", "--t", "0.3@s:ordered"];
    let more = ["--suppression-limit", "1", "--order", "s=spelling"];
    let text = in_folder(folder.path(), &[&call[..], &more[..]].concat());
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    let report = json(&in_folder(folder.path(), &[&call[..], &more, &["--format", "json"]].concat()));
    assert_eq!(report["search"]["optimal"], false);
    let (value, published) = (report["search"]["value"].as_f64(), report["quality"]["loss"].as_f64());
    assert!((value.unwrap() - published.unwrap()).abs() < 1e-12, "{value:?} {published:?}");
    assert!(report["search"]["found"].as_f64() < value);
    assert!(!text.contains("proven to be the least"), "{text}");
    assert!(text.contains("more had to be suppressed afterwards"), "{text}");
}

/// Without the two suppressed records, `b` differs too much from what is left. Without `b`, the mean risk is 4 of 18.
#[test]
fn suppressing_more_never_breaks_a_model_of_the_whole_release() {
    let class = |q: &str, x: usize, y: usize| format!("{q},x\n").repeat(x) + &format!("{q},y\n").repeat(y);
    let classes = [("a", 7, 5), ("b", 2, 4), ("c", 1, 1), ("d", 1, 1), ("e", 1, 1), ("f", 0, 2)];
    let rows: String = classes.iter().map(|&(q, x, y)| class(q, x, y)).collect();
    let folder = folder_with(&[("d.csv", &("q,s\n".to_owned() + &rows))]);
    let call = ["anonymize", "d.csv", "--quasi", "q", "--t", "0.13@s", "--max-level", "q=0", "-o", "o.csv"];
    let more = ["--suppression-limit", "1", "--format", "json"];
    let decided = json(&in_folder(folder.path(), &[&call[..], &more].concat()));
    assert_eq!(decided["suppressed"], 8);
    let call = [&call[..], &more, &["--average-risk", "0.21"]].concat();
    let report = json(&in_folder(folder.path(), &call));
    assert_eq!((&report["holds"], &report["suppressed"]), (&true.into(), &2.into()));
    assert!(report["notes"].to_string().contains("`reference`"), "{}", report["notes"]);
    assert!(report["search"]["found"].is_null());
}

#[test]
fn values_of_suppressed_records_for_which_no_model_vouches_are_hidden() {
    let folder = folder_with(&[("d.csv", "q,s\na,x\na,x\na,x\na,x\nb,y\n")]);
    let call = ["anonymize", "d.csv", "--quasi", "q", "--sensitive", "s", "--average-risk", "0.25"];
    let more = ["--suppression-limit", "0.2", "--max-level", "q=0", "-o", "o.csv", "--format", "json"];
    let report = json(&in_folder(folder.path(), &[&call[..], &more].concat()));
    assert_eq!((&report["suppressed"], &report["suppressed_values"]), (&1.into(), &"hidden".into()));
    assert!(std::fs::read_to_string(folder.path().join("o.csv")).unwrap().ends_with("\n*,*\n"));
}

#[test]
fn suppressed_records_keep_their_values_only_if_the_mean_risk_allows_one_more_class() {
    // Three classes of four, and two records that k = 2 alone would let show their values.
    let rows: String = ["a", "b", "c"].iter().map(|q| format!("{q},x\n").repeat(4)).collect();
    let folder = folder_with(&[("d.csv", &("q,s\n".to_owned() + &rows + "d,y\ne,y\n"))]);
    let call = ["anonymize", "d.csv", "--quasi", "q", "--sensitive", "s", "--k", "2", "--max-level", "q=0"];
    let call = [&call[..], &["--suppressed-shows", "s"]].concat();
    for (max, shown) in [("0.25", "hidden"), ("0.3", "kept")] {
        let more = ["--average-risk", max, "--suppression-limit", "0.2", "-o", "o.csv", "--format", "json"];
        let report = json(&in_folder(folder.path(), &[&call[..], &more].concat()));
        assert_eq!(report["suppressed_values"], shown, "{max}");
    }
}

#[test]
fn records_that_are_left_out_are_not_counted_as_visible() {
    let files = [("d.csv", "q,s\na,x\na,y\nb,x\n"), ("pop.csv", "q\na\na\na\na\nb\nc\nc\n")];
    let folder = folder_with(&files);
    let call = ["anonymize", "d.csv", "--quasi", "q", "--sensitive", "s", "--delta", "0.1,0.6@pop.csv"];
    let more = ["--suppression-limit", "0.4", "--suppressed", "drop", "-o", "o.csv"];
    assert_eq!(in_folder(folder.path(), &[&call[..], &more].concat()).status.code(), Some(0));
}

#[test]
fn records_under_stars_are_told_although_they_are_not_suppressed() {
    let folder = folder_with(&[("d.csv", "q\na\nb\nc\n")]);
    let call = ["anonymize", "d.csv", "--quasi", "q", "--k", "3", "--format", "json"];
    let report = json(&in_folder(folder.path(), &call));
    assert_eq!(report["suppressed"], 0);
    let note = report["notes"][0].as_str().unwrap();
    assert!(note.starts_with("3 records published on the most general levels"), "{note}");
}

#[test]
fn the_loss_of_local_recoding_stands_beside_that_of_the_best_levels_for_all() {
    let rows = "q,r\n1,a\n1,a\n1,a\n2,b\n2,b\n2,b\n3,c\n4,c\n5,c\n";
    let folder = folder_with(&[("d.csv", rows)]);
    let call = ["anonymize", "d.csv", "--quasi", "q,r", "--k", "3", "--local"];
    let report = json(&in_folder(folder.path(), &[&call[..], &["--format", "json"]].concat()));
    let local = &report["local"];
    assert_eq!(local["used"], true);
    let number = |key: &str| local[key].as_f64().unwrap();
    assert!((number("loss_before") - number("loss") - number("gain")).abs() < 1e-12 && number("gain") > 0.0);
    assert_eq!(local["loss_before"], report["search"]["value"]);
    let text = in_folder(folder.path(), &call);
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    assert!(text.contains("Best levels for all: loss") && text.contains("; recoded locally in"), "{text}");
    assert!(text.contains("checks in a space of"), "{text}");
}

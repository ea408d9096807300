//! Characters that cannot be seen reach no terminal and no page; programs get every value as it is.

use crate::support::{error, folder_with, in_folder, json};

const OVERRIDE: char = '\u{202e}';

#[test]
fn overrides_of_direction_are_spelled_out_for_records_and_kept_for_programs() {
    let table =
        "na\u{202e}me,b\nx\u{2066}y,1\nx\u{2066}y,2\nx\u{2066}y,3\n\u{202e}z,4\n\u{202e}z,5\n\u{202e}z,6\n";
    let folder = folder_with(&[("t.csv", table), ("h.csv", "\u{202e}z;\u{200b}g;*\n")]);
    let run = |call: &[&str]| in_folder(folder.path(), call);
    let text = |call: &[&str]| {
        let output = run(call);
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    let hidden = |text: &str| text.contains([OVERRIDE, '\u{2066}', '\u{200b}']);
    for call in [
        &["inspect", "t.csv", "--show-values"][..],
        &["discover", "t.csv", "--keep-standalone"],
        &["exposure", "t.csv", "--show-values", "--min-support", "1"],
        &["verify", "t.csv", "--quasi", "na\u{202e}me", "--k", "2"],
        &["hierarchy", "show", "h.csv"],
        &["convert", "t.csv", "-o", "\u{202e}copy.csv"],
        &["inspect", "no\u{202e}file.csv"],
    ] {
        let shown = text(call);
        assert!(!shown.is_empty() && !hidden(&shown), "{call:?}: {shown}");
    }
    assert!(text(&["inspect", "t.csv"]).contains("na\\u{202e}me"));
    assert!(error(&run(&["inspect", "no\u{202e}file.csv"])).contains("no\\u{202e}file.csv"));
    let reported = json(&run(&["inspect", "t.csv", "--format", "json"]));
    assert_eq!(reported["columns"][0]["name"], "na\u{202e}me");
    let page = ["compare", "t.csv", "t.csv", "--k", "2", "--report", "r.html", "--show-values"];
    assert!(run(&page).status.success());
    let page = std::fs::read_to_string(folder.path().join("r.html")).unwrap();
    assert!(page.contains("na\\u{202e}me") && !hidden(&page));
}

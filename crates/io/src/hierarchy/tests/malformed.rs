use super::*;

fn error(bytes: &[u8]) -> String {
    parse(bytes, &ReadOptions::default()).unwrap_err().to_string()
}

#[test]
fn files_that_are_no_hierarchies_are_refused_by_line() {
    assert!(error(b"a;*\nb\xff;*\n").starts_with("line 2:"));
    assert!(error(b"a;*\n\"b;*\nc;*\n").starts_with("line 2:"));
    assert!(error(b"a;*\n\"b\"x;*\n").starts_with("line 2:"));
    assert!(error(b"{\n\"terms\": [}").starts_with("line 2, column"));
    assert!(error(b"{\"rows\": 3}").contains("'terms'"));
    assert!(error(b"{\"terms\": [[\"a\", \"*\"], 3]}").contains("entry 2"));
    assert!(error(b"{\"type\": \"ZIPCODE\"}").starts_with("not supported"));
    assert!(error(b"distinct\nname x\ntype string\nheight 2\n\nAny a b\n").starts_with("line 6:"));
    assert!(error(b"range\nname x\ntype int\nheight 2\n\n0,9 has 5,x\n").starts_with("line 6:"));
    assert!(error(b"range\nname x\ntype int\nheight 2\n\n9,0 has 5,6\n").starts_with("line 6:"));
    assert!(
        error(b"{\"nodeList\": [{\"id\": 1}], \"edgeList\": [{\"from\": 1, \"to\": 2}]}").contains("edge 1")
    );
}

#[test]
fn absurd_heights_are_refused_before_they_cost_memory() {
    assert!(error(";".repeat(5000).as_bytes()).contains("1000 levels"));
    let chain: Vec<String> = (0..5000).map(|node| format!("n{node} has n{}", node + 1)).collect();
    let text = format!("distinct\nname x\ntype string\nheight 3\n\n{}", chain.join("\n"));
    assert!(error(text.as_bytes()).contains("1000 levels"));
}

#[test]
fn every_defect_of_a_csv_file_has_its_line() {
    let text = "a;X;*\n\nb;Y;*\n\"c\nc\";X;*\nd;*\na;X;*\nb;X;*\ne;X;top\n;X;*\nf;;*\n";
    assert_eq!(
        defects(text),
        [
            "line 6 ragged-height",
            "line 7 duplicate-leaf see line 1",
            "line 8 two-parents see line 3",
            "line 9 missing-root",
            "line 9 two-parents see line 1",
            "line 10 empty-label",
            "line 11 empty-label",
        ]
    );
    assert_eq!(defects(""), ["the file empty-hierarchy"]);
    assert_eq!(defects("a;x\nb;x\n"), ["line 1 missing-root"]);
    assert_eq!(defects("a;x\nb;y\n"), ["line 2 several-roots see line 1"]);
}

#[test]
fn trees_show_cycles_two_parents_and_uneven_depths() {
    let head = "distinct\nname x\ntype string\nheight 3\n\n";
    let tree = |body: &str| defects(&format!("{head}{body}"));
    assert_eq!(tree("A has a b\nB has b c\nAny has A B\n"), ["line 7 two-parents see line 6"]);
    assert_eq!(tree("A has a a\nAny has A\n"), ["line 6 duplicate-leaf see line 6"]);
    assert_eq!(tree("A has B a\nB has A\nAny has x\n"), ["line 6 cycle"]);
    assert_eq!(tree("A has a b\nAny has A c\n"), ["line 7 ragged-height"]);
    assert_eq!(tree("A has a\nB has b\n"), ["line 7 several-roots see line 6"]);
    assert_eq!(tree(""), ["the file empty-hierarchy"]);
}

#[test]
fn ranges_show_overlaps_gaps_in_depth_and_bounds_beyond_the_parent() {
    let tree = |body: &str| defects(&format!("range\nname x\ntype int\nheight 3\n\n{body}"));
    assert_eq!(tree("0,10 has 0,6 5,10\n"), ["line 6 overlap"]);
    assert_eq!(tree("0,10 has 0,5 5,12\n"), ["line 6 outside-parent"]);
    assert_eq!(tree("0,5 has 0,2 2,5\n0,10 has 0,5 5,10\n"), ["line 7 ragged-height"]);
    assert_eq!(tree("0,10 has 0,10\n"), ["line 6 cycle"]);
    assert_eq!(tree(""), ["the file empty-hierarchy"]);
}

#[test]
fn messages_never_hold_a_label() {
    let text = "secret;hidden;*\nsecret;other;*\nhidden;*\nsecret;hidden;top\n";
    let error = read(text.as_bytes(), &ReadOptions::default()).unwrap_err().to_string();
    let all: Vec<String> = parsed(text).check(None).iter().map(ToString::to_string).collect();
    for message in all.iter().chain([&error]) {
        assert!(
            !["secret", "hidden", "other", "top"].iter().any(|label| message.contains(label)),
            "{message}"
        );
    }
    assert!(error.contains("more defects"), "{error}");
}

use super::*;

#[test]
fn arx_csv_with_any_delimiter_line_ending_and_byte_order_mark() {
    let expected = ["Greece|Europe|*", "Egypt|Africa|*"];
    for text in [
        "Greece;Europe;*\nEgypt;Africa;*\n",
        "Greece,Europe,*\r\nEgypt,Africa,*\r\n",
        "Greece\tEurope\t*\nEgypt\tAfrica\t*",
        "\u{feff}Greece;Europe;*\n\n\nEgypt;Africa;*\n\n",
        "\"Greece\";\"Europe\";*\nEgypt;Africa;*",
        "Greece;Europe;*\rEgypt;Africa;*\r",
    ] {
        assert_eq!(paths(&load(text)), expected, "{text:?}");
        assert_eq!(parsed(text).format, Format::ArxCsv);
    }
}

#[test]
fn the_delimiter_is_the_one_that_ends_lines_at_the_root() {
    assert_eq!(paths(&load("a,b;x,y;*\nc,d;x,y;*\n")), ["a,b|x,y|*", "c,d|x,y|*"]);
    assert_eq!(paths(&load("17,\"[15, 20[\",*\n80,>=80,*\n")), ["17|[15, 20[|*", "80|>=80|*"]);
    assert_eq!(paths(&load("[0, 10);*\n[10, 20);*\n")), ["[0, 10)|*", "[10, 20)|*"]);
}

#[test]
fn anjana_csv_with_a_pandas_header_and_index() {
    let plain = parsed("0,1,2\n17,\"[15, 20[\",*\n21,\"[20, 25[\",*\n");
    assert_eq!(plain.format, Format::AnjanaCsv);
    assert_eq!(paths(&load("0,1,2\n17,\"[15, 20[\",*\n")), ["17|[15, 20[|*"]);
    assert_eq!(paths(&load(",0,1,2\n0,17,\"[15, 20[\",*\n")), ["17|[15, 20[|*"]);
}

#[test]
fn a_header_of_words_has_to_be_declared() {
    let text = "age,group,all\n17,young,*\n";
    assert_eq!(defects(text), ["line 1 missing-root"]);
    let options = ReadOptions { header: Header::Present, ..ReadOptions::default() };
    let Ok(Loaded::Levels(hierarchy)) = read(text.as_bytes(), &options) else { panic!() };
    assert_eq!(paths(&hierarchy), ["17|young|*"]);
    // A leaf that happens to be named like a header is kept when there is none.
    let absent = ReadOptions { header: Header::Absent, ..ReadOptions::default() };
    assert!(read(b"0,1,2\n17,1,2\n", &absent).is_err());
}

const MARITAL: &str = "distinct\nname marital\ntype string\nheight 3\n\n\
    present has Married-civ Married-AF\nabsent has Divorced Widowed \n\nAny has present absent \n\n";

#[test]
fn amnesia_text_becomes_paths_with_the_root_above() {
    let file = parsed(MARITAL);
    assert_eq!((file.format, file.name.as_deref()), (Format::AmnesiaText, Some("marital")));
    assert_eq!(
        paths(&load(MARITAL)),
        [
            "Married-civ|present|Any|*",
            "Married-AF|present|Any|*",
            "Divorced|absent|Any|*",
            "Widowed|absent|Any|*"
        ]
    );
    let rooted = load("distinct\nname s\ntype string\nheight 2\n\n* has m f\n");
    assert_eq!(paths(&rooted), ["m|*", "f|*"]);
    assert_eq!(load(&MARITAL.replace('\n', "\r\n")), load(MARITAL));
}

/// Dimakopoulos et al. (2022): annual income as intervals, halved on the way down.
const INCOME: &str = "range\nname income\ntype decimal\nheight 3\n\n\
    0.0,40000.0 has 0.0,20000.0 20000.0,40000.0 \n40000.0,80000.0 has 40000.0,60000.0 60000.0,80000.0 \n\n\
    0.0,80000.0 has 0.0,40000.0 40000.0,80000.0 \n\n";

#[test]
fn amnesia_ranges_take_their_leaves_from_data() {
    let Ok(Loaded::Ranges(ranges)) = read(INCOME.as_bytes(), &ReadOptions::default()) else { panic!() };
    assert_eq!(ranges.range_levels(), 3);
    let data = column(&["0", "19999.99", "20000", "40000", "80000", "80001", "-1"]);
    let hierarchy = ranges.expand(&data).unwrap();
    assert_eq!(
        paths(&hierarchy),
        [
            "0|[0, 20000)|[0, 40000)|[0, 80000]|*",
            "19999.99|[0, 20000)|[0, 40000)|[0, 80000]|*",
            "20000|[20000, 40000)|[0, 40000)|[0, 80000]|*",
            "40000|[40000, 60000)|[40000, 80000]|[0, 80000]|*",
            "80000|[60000, 80000]|[40000, 80000]|[0, 80000]|*",
        ]
    );
    let uncovered = parsed(INCOME).check(Some(&data));
    assert_eq!(uncovered.iter().map(brief).collect::<Vec<_>>(), ["the data uncovered"]);
    assert!(ranges.expand(&column(&["x"])).is_err());
}

#[test]
fn whole_number_ranges_without_shared_bounds_include_both_ends() {
    let text = "range\nname n\ntype int\nheight 2\n\n0,19 has 0,9 10,19 0,0\n";
    let Ok(loaded) = read(text.as_bytes(), &ReadOptions::default()) else { panic!() };
    let hierarchy = loaded.for_column(&column(&["0", "9", "10", "19"])).unwrap();
    assert_eq!(hierarchy.labels(1).collect::<Vec<_>>(), ["[0, 9]", "[10, 19]"]);
    assert_eq!(hierarchy.leaf_count(), 4);
}

#[test]
fn date_ranges_end_with_the_last_day_of_their_period() {
    let text = "range\nname d\ntype date\nheight 3\n\n1999,1999 has 01/1999,11/1999 12/1999,12/1999\n\
        2000,2000 has 01/2000,02/2000 03/2000,12/2000\n\n1999,2000 has 1999,1999 2000,2000 null,null\n";
    let Ok(loaded) = read(text.as_bytes(), &ReadOptions::default()) else { panic!() };
    let hierarchy = loaded.for_column(&column(&["1999-12-31", "2000-02-29", "2000-03-01"])).unwrap();
    assert_eq!(
        paths(&hierarchy),
        [
            "1999-12-31|12/1999|1999|1999 - 2000|*",
            "2000-02-29|01/2000 - 02/2000|2000|1999 - 2000|*",
            "2000-03-01|03/2000 - 12/2000|2000|1999 - 2000|*",
        ]
    );
}

#[test]
fn amnesia_graph_json_tells_nodes_by_id() {
    let text = r#"{"nodeList": [
        {"id": "0", "label": "Any", "level": 0}, {"id": "1", "label": "Other", "level": 1},
        {"id": "2", "label": "Other", "level": 2}, {"id": "3", "label": 7, "level": 2}],
        "edgeList": [{"from": "0", "to": "1"}, {"from": "1", "to": "2"}, {"from": "1", "to": "3"}]}"#;
    assert_eq!(parsed(text).format, Format::AmnesiaJson);
    assert_eq!(paths(&load(text)), ["Other|Other|Any|*", "7|Other|Any|*"]);
}

#[test]
fn leaves_that_look_like_json_are_leaves() {
    for text in ["{\"a\"};x;*\n{\"b\"};x;*\n", "[];x;*\nb;x;*\n", "{};*\n"] {
        assert_eq!(parsed(text).format, Format::ArxCsv, "{text}");
    }
    // What is meant to be JSON is told to be broken.
    assert!(matches!(
        parse(b"{\"terms\": [[\"a\", \"*\"],\n]}", &ReadOptions::default()),
        Err(HierarchyFileError::Json { line: 2, .. })
    ));
}

#[test]
fn ibm_json_in_its_documented_shapes() {
    let list = r#"[["Greece", "Europe", "*"], ["Egypt", "Africa", "*"]]"#;
    for text in [
        list.to_owned(),
        format!(r#"{{"terms": {list}}}"#),
        format!(r#"{{"hierarchies": {{"country": {list}}}}}"#),
        format!(r#"{{"hierarchy": {{"terms": {list}}}, "columnType": "QUASI", "weight": 1.0}}"#),
    ] {
        assert_eq!(paths(&load(&text)), ["Greece|Europe|*", "Egypt|Africa|*"], "{text}");
        assert_eq!(parsed(&text).format, Format::IbmJson);
    }
    let several = format!(r#"{{"hierarchies": {{"a": {list}, "b": [["x", "all"]]}}}}"#);
    assert!(parse(several.as_bytes(), &ReadOptions::default()).is_err());
    let options = ReadOptions { name: Some("b".to_owned()), ..ReadOptions::default() };
    let Ok(Loaded::Levels(hierarchy)) = read(several.as_bytes(), &options) else { panic!() };
    assert_eq!(paths(&hierarchy), ["x|all|*"]);
}

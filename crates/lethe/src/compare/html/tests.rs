use crate::compare::html::{HtmlOptions, html};
use crate::compare::{Compare, Release, compare};
use crate::{Context, Location};

/// Every element that is opened is closed, in order, and no attribute is left open.
pub(crate) fn check_balance(page: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        assert_eq!(tag.matches('"').count() % 2, 0, "quotes are closed: {tag}");
        let name = tag.trim_start_matches('/').split_whitespace().next().unwrap_or("").trim_end_matches('/');
        match tag.chars().next() {
            Some('!') => {}
            Some('/') => assert_eq!(open.pop(), Some(name), "closed in order"),
            _ if tag.ends_with('/') => {}
            _ => open.push(name),
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "left open: {open:?}");
}

#[test]
fn the_page_is_well_formed_self_contained_and_shows_no_rare_value_unless_asked() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| Location::parse(folder.path().join(name).to_str().unwrap()).unwrap();
    let word = |row: u32| if row == 5 { "secret".to_owned() } else { format!("word{}", row % 3) };
    let rows: String = (0..60).map(|row| format!("{},{},{}\n", row % 7, word(row), row)).collect();
    std::fs::write(
        folder.path().join("o.csv"),
        format!("a<b>\"&',word,number\n{rows}").replace("a<b>\"&'", "\"a<b>\"\"&'\""),
    )
    .unwrap();
    let rows: String = (0..60)
        .map(|row| format!("{},{},[{}-{}]\n", row % 7, word(row), row / 10 * 10, row / 10 * 10 + 9))
        .collect();
    std::fs::write(folder.path().join("r.csv"), format!("\"a<b>\"\"&'\",word,number\n{rows}")).unwrap();
    let request = Compare {
        class: Some("word".to_owned()),
        quasi: vec!["number".to_owned()],
        ..Compare::of(place("o.csv"), Release::Table(place("r.csv")))
    };
    let found = compare(&request, &Context::new(1).unwrap()).unwrap();
    let options = HtmlOptions { title: "r & o".to_owned(), show_values: false };
    let page = html(&found, &options);
    check_balance(&page);
    assert!(page.contains("a&lt;b&gt;&quot;&amp;'") && page.contains("<h1>r &amp; o</h1>"));
    assert!(!page.contains("secret") && !page.contains("<script") && !page.contains("http"));
    let shown = html(&found, &HtmlOptions { show_values: true, ..options });
    check_balance(&shown);
    assert!(shown.contains("secret") && page.contains("word1"));
    for section in ["summary", "score", "columns", "associations", "risk", "quality", "learning"] {
        assert!(page.contains(&format!("<section id=\"{section}\">")), "{section}");
    }
}

//! What is run: the files in `tests/golden/cases`.

use serde::Deserialize;
use std::path::PathBuf;

/// A file of cases.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Family {
    #[serde(rename = "case")]
    pub(crate) cases: Vec<Case>,
}

/// Command lines that are run one after the other in a folder of their own.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Case {
    /// Also the folder of the record.
    pub(crate) name: String,
    /// The command lines, without the program's name. Words in quotes may hold spaces; `< FILE` at the end is standard input.
    pub(crate) run: Vec<String>,
    /// Whether only `cargo xtask golden` runs the case, because it takes many seconds.
    #[serde(default)]
    pub(crate) slow: bool,
    /// Files and folders of which only the names are recorded, because their format is the program's own business.
    #[serde(default)]
    pub(crate) private: Vec<String>,
    /// Files and folders of which only length and hash are recorded, because they are large.
    #[serde(default)]
    pub(crate) digest: Vec<String>,
    /// Command lines whose standard output is random by design, counted from 1: only its keys are recorded.
    #[serde(default)]
    pub(crate) keys_only: Vec<usize>,
}

impl Family {
    pub(crate) fn read(name: &str) -> Self {
        let file = folder("cases").join(name).with_extension("toml");
        let text =
            std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
    }
}

/// The names of all files of cases, sorted.
pub(crate) fn families() -> Vec<String> {
    let entries = std::fs::read_dir(folder("cases")).expect("the folder of cases is there");
    let mut names: Vec<_> = entries
        .map(|entry| entry.expect("the folder can be listed").path())
        .map(|path| path.file_stem().expect("a file has a name").to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// A folder of `tests/golden`.
pub(crate) fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden").join(name)
}

/// A command line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) words: Vec<String>,
    pub(crate) standard_input: Option<String>,
}

impl Line {
    /// Splits a line at spaces outside of quotes.
    pub(crate) fn parse(line: &str) -> Self {
        let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
        for character in line.chars() {
            match (quote, character) {
                (Some(open), _) if character == open => quote = None,
                (None, '"' | '\'') => {
                    quote = Some(character);
                    word.get_or_insert_default();
                }
                (None, ' ') => words.extend(word.take()),
                _ => word.get_or_insert_default().push(character),
            }
        }
        assert_eq!(quote, None, "an open quote in: {line}");
        words.extend(word);
        let redirected = words.len().checked_sub(2).filter(|&place| words[place] == "<");
        let standard_input = redirected.and_then(|place| words.drain(place..).next_back());
        Self { words, standard_input }
    }
}

#[test]
fn a_line_is_split_at_spaces_outside_of_quotes() {
    let line = Line::parse(r#"verify - --order "a b=x,y" --null '' --t 0.2@"a"b < some.csv"#);
    assert_eq!(line.words, ["verify", "-", "--order", "a b=x,y", "--null", "", "--t", "0.2@ab"]);
    assert_eq!(line.standard_input.as_deref(), Some("some.csv"));
}

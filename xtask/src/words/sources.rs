//! What users of the program and of the libraries read of the sources: texts, and names that are public.

use crate::pages;
use anyhow::Result;
use std::path::PathBuf;

/// Where texts are data rather than words of ours: made-up records, and names by which kinds of columns are known.
const DATA: &[&str] = &["crates/synth/", "crates/discovery/src/kind/"];

/// A source file without its tests.
pub(super) struct Source {
    pub(super) path: PathBuf,
    text: String,
}

/// A text or a name, and the line that it begins in.
pub(super) struct Piece {
    pub(super) line: usize,
    pub(super) text: String,
}

/// The sources of all crates.
pub(super) fn all() -> Result<Vec<Source>> {
    let files = pages::files(&PathBuf::from("crates"), "rs")?;
    let is_source = |path: &PathBuf| {
        let name = path.to_string_lossy().replace('\\', "/");
        name.contains("/src/") && !name.contains("/tests/") && !name.ends_with("/tests.rs")
    };
    files.into_iter().filter(is_source).map(Source::read).collect()
}

impl Source {
    fn read(path: PathBuf) -> Result<Self> {
        let text = pages::read(&path)?;
        let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
        Ok(Self { path, text: text[..end].to_owned() })
    }

    /// The names that are public, as words: `pub fn exposed_people` is "exposed people".
    pub(super) fn names(&self) -> impl Iterator<Item = Piece> {
        const KEYWORDS: [&str; 11] =
            ["const", "async", "unsafe", "static", "fn", "struct", "enum", "trait", "type", "mod", "use"];
        (1..).zip(self.text.lines()).filter_map(|(line, code)| {
            let mut rest = code.trim_start().strip_prefix("pub ")?;
            while let Some(after) =
                KEYWORDS.iter().find_map(|word| rest.strip_prefix(word)?.strip_prefix(' '))
            {
                rest = after;
            }
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            Some(Piece { line, text: in_words(&rest[..end]) })
        })
    }

    /// The texts between quotes; none of files in which they are data.
    pub(super) fn texts(&self) -> Vec<Piece> {
        let name = self.path.to_string_lossy().replace('\\', "/");
        if DATA.iter().any(|folder| name.starts_with(folder)) { Vec::new() } else { texts(&self.text) }
    }
}

/// `PeopleAtRisk` and `people_at_risk` as "people at risk".
fn in_words(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter == '_' || letter.is_uppercase() {
            words.push(' ');
        }
        if letter != '_' {
            words.extend(letter.to_lowercase());
        }
    }
    words
}

/// The texts between quotes in Rust code: no comments, no single characters.
fn texts(code: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    let mut line = 1;
    while let Some(letter) = code[at..].chars().next() {
        let rest = &code[at..];
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some((hashes, inner)) = raw(rest) {
            let close = format!("\"{}", "#".repeat(hashes));
            let end = inner.find(&close).unwrap_or(inner.len());
            pieces.push(Piece { line, text: inner[..end].to_owned() });
            rest.len() - inner.len() + (end + close.len()).min(inner.len())
        } else if letter == '"' {
            let end = 1 + closing(&rest[1..]);
            pieces.push(Piece { line, text: rest[1..end].to_owned() });
            (end + 1).min(rest.len())
        } else {
            character(rest).unwrap_or(letter.len_utf8())
        };
        line += rest[..length].matches('\n').count();
        at += length;
    }
    pieces
}

/// What comes after the opening of a raw text, and with how many hashes it opened.
fn raw(rest: &str) -> Option<(usize, &str)> {
    let after = rest.strip_prefix('r')?;
    let inner = after.trim_start_matches('#');
    Some((after.len() - inner.len(), inner.strip_prefix('"')?))
}

/// Where a text ends whose opening quote is gone.
fn closing(text: &str) -> usize {
    let mut escaped = false;
    let end = text.char_indices().find(|&(_, letter)| {
        let ends = letter == '"' && !escaped;
        escaped = letter == '\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |(at, _)| at)
}

/// The length of a character in single quotes; lifetimes have only one quote.
fn character(rest: &str) -> Option<usize> {
    let inner = rest.strip_prefix('\'')?;
    if let Some(escape) = inner.strip_prefix('\\') {
        // The escaped character may be a quote itself.
        let first = escape.chars().next()?.len_utf8();
        return escape[first..].find('\'').map(|end| 2 + first + end + 1);
    }
    let first = inner.chars().next()?.len_utf8();
    inner[first..].starts_with('\'').then_some(first + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_found_with_their_lines_and_nothing_else_is() {
        let code = "// \"no\"\nlet a = \"one\\\" two\"; let q = '\"'; let e = '\\'';\nfn f<'a>() { r#\"th\"ree\"# }\n\"four\nfive\" \"six\"";
        let found: Vec<_> = texts(code).into_iter().map(|piece| (piece.line, piece.text)).collect();
        let wanted = [(2, "one\\\" two"), (3, "th\"ree"), (4, "four\nfive"), (5, "six")];
        assert_eq!(found, wanted.map(|(line, text)| (line, text.to_owned())));
    }

    #[test]
    fn public_names_are_words() {
        let text = "pub fn people_at_risk(&self) {}\npub(crate) fn told() {}\n    pub crowd: u64,\npub const fn x() {}\npub struct FoundPeople {\n";
        let source = Source { path: "a.rs".into(), text: text.to_owned() };
        let names: Vec<_> = source.names().map(|piece| (piece.line, piece.text)).collect();
        let wanted = [(1, "people at risk"), (3, "crowd"), (4, "x"), (5, " found people")];
        assert_eq!(names, wanted.map(|(line, text)| (line, text.to_owned())));
    }
}

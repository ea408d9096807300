//! The written pages of the repository: which there are, and their lines without code.

use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// Where the book's pages are.
pub(crate) const BOOK: &str = "docs/src";

/// Pages outside the book.
const OTHERS: &[&str] = &["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/quality.md"];

/// A page and its text.
pub(crate) struct Page {
    /// From the root of the repository.
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

/// Every page, sorted by path.
pub(crate) fn all() -> Result<Vec<Page>> {
    let mut paths: Vec<_> = OTHERS.iter().map(PathBuf::from).collect();
    paths.extend(files(Path::new(BOOK), "md")?);
    paths.sort();
    paths.into_iter().map(Page::read).collect()
}

/// The files below a folder whose names end so, sorted by path.
pub(crate) fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    collect(folder, ending, &mut paths)?;
    paths.sort();
    Ok(paths)
}

/// The text of a file.
pub(crate) fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("{}: cannot read", path.display()))
}

fn collect(folder: &Path, ending: &str, paths: &mut Vec<PathBuf>) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| format!("{}: cannot list", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, ending, paths)?;
        } else if path.extension().is_some_and(|extension| extension == ending) {
            paths.push(path);
        }
    }
    Ok(())
}

impl Page {
    /// Reads a page.
    pub(crate) fn read(path: PathBuf) -> Result<Self> {
        let text = read(&path)?;
        Ok(Self { path, text })
    }

    /// The lines that are prose, with their numbers: no fenced blocks, and inline code blanked out.
    pub(crate) fn prose(&self) -> impl Iterator<Item = (usize, String)> {
        let mut fence: Option<&str> = None;
        (1..).zip(self.text.lines()).filter_map(move |(number, line)| {
            let mark = ["```", "~~~"].into_iter().find(|mark| line.trim_start().starts_with(mark));
            match (fence, mark) {
                (None, Some(opening)) => fence = Some(opening),
                (Some(open), Some(closing)) if open == closing => fence = None,
                (None, None) => return Some((number, without_code(line))),
                _ => {}
            }
            None
        })
    }
}

/// The line with its code spans taken out; a span ends with as many backticks as it began with.
fn without_code(line: &str) -> String {
    let mut prose = String::new();
    let mut rest = line;
    while let Some(start) = rest.find('`') {
        prose.push_str(&rest[..start]);
        let behind = rest[start..].trim_start_matches('`');
        let ticks = &rest[start..rest.len() - behind.len()];
        match behind.find(ticks) {
            Some(end) => {
                prose.push('\u{2026}');
                rest = &behind[end + ticks.len()..];
            }
            None => rest = behind,
        }
    }
    prose.push_str(rest);
    prose
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_leaves_out_blocks_and_spans_of_code() {
        let text = "one `two` three\n\n```text\nfour\n~~~\n```\nfive ``s`ix`` seven\n".to_owned();
        let page = Page { path: "page.md".into(), text };
        let lines: Vec<_> = page.prose().collect();
        let expected = [(1, "one … three"), (2, ""), (7, "five … seven")];
        assert_eq!(lines, expected.map(|(number, line)| (number, line.to_owned())));
    }

    #[test]
    fn a_backtick_without_an_end_hides_nothing() {
        assert_eq!(without_code("a ` b"), "a  b");
    }
}

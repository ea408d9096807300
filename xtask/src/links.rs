//! Links between the pages of the repository: every file and every heading they point at exists, and the book lists
//! every page. Addresses on the network are not tried.

use crate::pages::{self, BOOK, Page};
use anyhow::{Result, ensure};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Fails when a link of a page is broken, and lists all that are.
pub(crate) fn check() -> Result<()> {
    let pages = pages::all()?;
    let mut broken: Vec<String> = pages.iter().flat_map(broken_links).collect();
    broken.extend(unlisted(&pages));
    for line in &broken {
        eprintln!("{line}");
    }
    ensure!(broken.is_empty(), "{} broken links", broken.len());
    println!("{} pages: all internal links lead somewhere", pages.len());
    Ok(())
}

fn broken_links(page: &Page) -> Vec<String> {
    let mut broken = Vec::new();
    for (number, line) in page.prose() {
        for target in targets(&line) {
            if let Some(fault) = fault(page, target) {
                broken.push(format!("{}:{number}: {target}: {fault}", page.path.display()));
            }
        }
    }
    broken
}

/// What inline links and images of a line point at, and what a link definition does.
fn targets(line: &str) -> Vec<&str> {
    let inline = line.split("](").skip(1).filter_map(|behind| behind.split([')', ' ']).next());
    let definition = line.strip_prefix('[').and_then(|rest| rest.split_once("]: "));
    inline.chain(definition.map(|(_, target)| target.trim())).collect()
}

/// Why a link leads nowhere, if it does.
fn fault(page: &Page, target: &str) -> Option<&'static str> {
    if ["http://", "https://", "mailto:"].iter().any(|scheme| target.starts_with(scheme)) {
        return None;
    }
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = if file.is_empty() { page.path.clone() } else { beside(&page.path, file) };
    if !path.exists() {
        return Some("there is no such file");
    }
    if page.path.starts_with(BOOK) && !path.starts_with(BOOK) {
        return Some("leads out of the book, where readers of the built one find nothing");
    }
    let missing = !anchor.is_empty() && !anchors(&path).contains(anchor);
    missing.then_some("there is no such heading")
}

/// A path as written in a page, from the root of the repository.
fn beside(page: &Path, written: &str) -> PathBuf {
    let mut path = page.parent().map(Path::to_path_buf).unwrap_or_default();
    for part in Path::new(written).components() {
        match part {
            Component::ParentDir => _ = path.pop(),
            Component::CurDir => {}
            part => path.push(part),
        }
    }
    path
}

/// The anchors of a page, those of pages that it includes among them.
fn anchors(path: &Path) -> BTreeSet<String> {
    let Ok(page) = Page::read(path.to_path_buf()) else { return BTreeSet::new() };
    let mut anchors = BTreeSet::new();
    let mut fenced = false;
    for line in page.text.lines() {
        fenced ^= line.trim_start().starts_with("```");
        if fenced {
            continue;
        }
        if let Some(included) = line.strip_prefix("{{#include ").and_then(|rest| rest.strip_suffix("}}")) {
            anchors.extend(self::anchors(&beside(path, included)));
        }
        let heading = line.trim_start_matches('#');
        if heading.len() < line.len() && heading.starts_with(' ') {
            let anchor = slug(heading.trim());
            let repeated = (1..).map(|n| format!("{anchor}-{n}"));
            let free = std::iter::once(anchor.clone()).chain(repeated).find(|name| !anchors.contains(name));
            anchors.extend(free);
        }
        for marker in ["<a id=\"", "<a name=\""] {
            anchors.extend(
                line.split(marker).skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned),
            );
        }
    }
    anchors
}

/// The anchor that mdBook makes of a heading: letters and digits in lower case, blanks as hyphens, nothing else.
fn slug(heading: &str) -> String {
    let kept = heading.chars().filter_map(|c| match c {
        c if c.is_alphanumeric() || c == '_' || c == '-' => Some(c),
        c if c.is_whitespace() => Some('-'),
        _ => None,
    });
    kept.flat_map(char::to_lowercase).collect()
}

/// Pages of the book that its summary does not list; mdBook would leave them out without a word.
fn unlisted(pages: &[Page]) -> Vec<String> {
    let summary = Path::new(BOOK).join("SUMMARY.md");
    let text = fs::read_to_string(&summary).unwrap_or_default();
    let listed: BTreeSet<_> = text.lines().flat_map(targets).map(|target| beside(&summary, target)).collect();
    let of_the_book = pages.iter().map(|page| &page.path).filter(|path| path.starts_with(BOOK));
    let missing = of_the_book.filter(|path| **path != summary && !listed.contains(*path));
    missing.map(|path| format!("{}: not in SUMMARY.md", path.display())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder below the build folder, removed when dropped.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("lethe-links-{name}-{}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).unwrap();
        }
    }

    #[test]
    fn a_missing_file_and_a_missing_heading_are_found_with_their_lines() {
        let folder = Folder::new("broken");
        fs::write(folder.0.join("two.md"), "# Two words, `k = 5`\n## Same\n## Same\n").unwrap();
        let text = "[a](two.md) [b](two.md#two-words-k--5) [c](two.md#same-1)\n\
                    [d](three.md) and [e](two.md#same-2)\n`[f](four.md)` [g](https://example.org/x#y)\n\n\
                    ![h](five.png \"title\") [i](#here)\n# Here\n";
        let page = Page { path: folder.0.join("one.md"), text: text.to_owned() };
        fs::write(&page.path, &page.text).unwrap();
        let found: Vec<_> = broken_links(&page)
            .iter()
            .map(|line| line.rsplit_once("one.md:").unwrap().1.to_owned())
            .collect();
        assert_eq!(
            found,
            [
                "2: three.md: there is no such file",
                "2: two.md#same-2: there is no such heading",
                "5: five.png: there is no such file",
            ]
        );
    }

    #[test]
    fn headings_of_an_included_page_count() {
        let folder = Folder::new("included");
        fs::write(folder.0.join("whole.md"), "{{#include part.md}}\n").unwrap();
        fs::write(folder.0.join("part.md"), "# Part\n```\n# no heading\n```\n<a id=\"by-hand\"></a>\n")
            .unwrap();
        let expected = ["by-hand", "part"].map(str::to_owned);
        assert_eq!(anchors(&folder.0.join("whole.md")), BTreeSet::from(expected));
    }

    #[test]
    fn a_page_that_the_summary_lacks_is_named() {
        let page = Page { path: Path::new(BOOK).join("no-such-page.md"), text: String::new() };
        assert_eq!(unlisted(&[page]), ["docs/src/no-such-page.md: not in SUMMARY.md"]);
    }
}

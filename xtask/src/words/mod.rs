//! `cargo xtask words`: words that a reader from the field would have to translate are gone from the documentation, from the texts
//! of the program and from the public names of the libraries.
//!
//! Of pages, code is not looked at, and so whatever a page quotes of the program's output. The page of commands is the program's own
//! help, which is all in blocks of code: there every line counts.

mod sources;

use crate::pages::{self, Page};
use anyhow::{Result, ensure};
use sources::{Piece, Source};

/// A word, or several in a row, that we do not use.
struct Word {
    /// In lower case; every form has an entry of its own.
    old: &'static str,
    /// What to write instead.
    instead: &'static str,
}

const fn word(old: &'static str, instead: &'static str) -> Word {
    Word { old, instead }
}

/// Every old word, by what replaces it.
const WORDS: &[Word] = &[
    word("told", "report, show, list"),
    word("telling", "reporting, showing, predicting"),
    word("tell", "report, show, list, distinguish"),
    word("tells", "reports, shows, lists, distinguishes"),
    word("alone", "unique, class size 1; only"),
    word("company", "equivalence class, enough records"),
    word("crowd", "equivalence class"),
    word("crowds", "equivalence classes"),
    word("alike", "equal, in the same equivalence class"),
    word("people", "records; \"persons\" where a person column is declared"),
    word("stars", "suppressed cells"),
    word("starred", "suppressed"),
    word("withheld", "suppressed"),
    word("withhold", "suppress"),
    word("given up", "suppressed, stopped"),
    word("coarse", "general, a high level"),
    word("coarsen", "generalize"),
    word("coarser", "more general, a higher level"),
    word("coarsest", "most general"),
    word("say less", "are more general"),
    word("says less", "is more general"),
    word("read off", "infer"),
    word("give away", "reveal"),
    word("gives away", "reveals"),
    word("gave away", "revealed"),
    word("given away", "revealed, re-identified"),
    word("giving away", "revealing"),
    word("give way", "are suppressed, generalized or changed"),
    word("gives way", "is suppressed, generalized or changed"),
    word("gave way", "were suppressed, generalized or changed"),
    word("parted", "split, published in separate compartments"),
    word("parting", "splitting"),
    word("cut ties", "split"),
    word("asked for", "required, requested"),
    word("lottery", "exponential mechanism"),
    word("lotteries", "exponential mechanisms"),
    word("promise", "guarantee"),
    word("promised", "guaranteed"),
    word("promises", "guarantees"),
    word("purse", "privacy budget"),
    word("hopeless", "pruned"),
    word("barren", "pruned"),
    word("whereabouts", "execution mode"),
    word("wish", "request"),
    word("wishes", "requests"),
    word("settle", "decide, determine"),
    word("settled", "decided"),
    word("settles", "decides"),
    word("stand out", "are in a class smaller than k, are unique"),
    word("stands out", "is in a class smaller than k, is unique"),
    word("stood out", "was in a class smaller than k"),
    word("single out", "identify, re-identify"),
    word("singles out", "identifies, re-identifies"),
    word("single people out", "identify records"),
    word("singles people out", "identifies records"),
    word("names people", "direct identifier"),
    word("points at somebody", "quasi-identifier"),
    word("nobody else's business", "sensitive"),
    word("take turns", "cross-validation folds"),
    word("goes home", "write what happens"),
];

/// A phrase in which a word of the list is right.
struct Exception {
    /// In lower case; an occurrence inside it is no finding.
    phrase: &'static str,
    #[cfg_attr(not(test), expect(dead_code, reason = "for readers of the list; a test asks for it"))]
    reason: &'static str,
}

const EXCEPTIONS: &[Exception] = &[
    Exception { phrase: "about people", reason: "what the data are about, not a count of records" },
    Exception { phrase: "alone suppress generalize", reason: "the name of a flag, which scripts rely on" },
];

/// Names that are old words and stay, because files and scripts rely on them, and why.
const NAMES: &[Exception] = &[
    Exception {
        phrase: "alone",
        reason: "a key of recipes and a flag: what becomes of columns that fit into no compartment",
    },
    Exception { phrase: "people", reason: "a column of model files, and of the count in SQL" },
];

/// Fails when a page, a text of the program or a public name has an old word, and lists where.
pub(crate) fn check() -> Result<()> {
    let pages = pages::all()?;
    let sources = sources::all()?;
    let mut found: Vec<_> = pages.iter().flat_map(findings).collect();
    found.extend(sources.iter().flat_map(findings_in_source));
    for finding in &found {
        eprintln!("{finding}");
    }
    ensure!(found.is_empty(), "{} old words", found.len());
    println!("{} pages and {} source files: no old words", pages.len(), sources.len());
    Ok(())
}

/// The page with the help of every command.
const HELP: &str = "docs/src/reference/cli.md";

/// Where a page has old words, as `file:line: word (what instead)`.
fn findings(page: &Page) -> Vec<String> {
    let words: Vec<_> = if page.path.ends_with(HELP) {
        (1..).zip(page.text.lines()).flat_map(|(number, line)| words_of(number, line)).collect()
    } else {
        page.prose().flat_map(|(number, line)| words_of(number, &line)).collect()
    };
    let old = occurrences(&words).into_iter();
    old.map(|(line, Word { old, instead })| {
        format!("{}:{line}: {old} (instead: {instead})", page.path.display())
    })
    .collect()
}

/// Where the texts and public names of a source file have old words.
fn findings_in_source(source: &Source) -> Vec<String> {
    let is_name = |piece: &Piece| NAMES.iter().any(|name| piece.text.trim() == name.phrase);
    let pieces = source.names().chain(source.texts()).filter(|piece| !is_name(piece));
    let of_piece = |piece: Piece| {
        let lines = (piece.line..).zip(piece.text.lines());
        let words: Vec<_> = lines.flat_map(|(number, line)| words_of(number, line)).collect();
        let old = occurrences(&words).into_iter();
        let place = source.path.display();
        old.map(|(line, Word { old, instead })| format!("{place}:{line}: {old} (instead: {instead})"))
            .collect::<Vec<_>>()
    };
    pieces.flat_map(of_piece).collect()
}

/// The words of a line with its number, in lower case. What a link points at is not prose.
fn words_of(number: usize, line: &str) -> Vec<(usize, String)> {
    let line = without_targets(&line.to_lowercase());
    let words = line.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    words.map(|word| (number, word.to_owned())).collect()
}

/// The old words among those of a page and the line where each begins; a phrase may go on in the next line.
fn occurrences(words: &[(usize, String)]) -> Vec<(usize, &'static Word)> {
    let begins = |at: usize, phrase: &str| {
        let mut rest = words[at..].iter();
        phrase.split(' ').all(|part| rest.next().is_some_and(|(_, word)| word == part))
    };
    let is_excepted = |at: usize| {
        EXCEPTIONS.iter().any(|exception| {
            let length = exception.phrase.split(' ').count();
            (at.saturating_sub(length - 1)..=at).any(|start| begins(start, exception.phrase))
        })
    };
    let places = (0..words.len()).filter(|&at| !is_excepted(at));
    places
        .flat_map(|at| WORDS.iter().filter(move |word| begins(at, word.old)).map(move |w| (words[at].0, w)))
        .collect()
}

/// The line without what its links point at.
fn without_targets(line: &str) -> String {
    let mut pieces = line.split("](");
    let mut prose = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        prose.push(']');
        prose.push_str(piece.split_once(')').map_or("", |(_, behind)| behind));
    }
    prose
}

#[cfg(test)]
mod tests {
    use super::*;

    fn old(text: &str) -> Vec<(usize, &'static str)> {
        let page = Page { path: "page.md".into(), text: text.to_owned() };
        let words: Vec<_> = page.prose().flat_map(|(number, line)| words_of(number, &line)).collect();
        occurrences(&words).into_iter().map(|(line, word)| (line, word.old)).collect()
    }

    #[test]
    fn whole_words_and_phrases_are_found_in_any_case_and_over_line_ends() {
        assert_eq!(
            old("Told alone, as it\nsays less, asked\nfor."),
            [(1, "told"), (1, "alone"), (2, "says less"), (2, "asked for")]
        );
        assert_eq!(old("a toldo is standalone and says lesser"), []);
    }

    #[test]
    fn code_links_and_exceptions_are_no_findings() {
        assert_eq!(
            old("`alone` [x](company.md) data about people\n```\ntold\n```\nfive people"),
            [(5, "people")]
        );
    }

    #[test]
    fn a_finding_names_file_line_and_word() {
        let page = Page { path: "page.md".into(), text: "one\na crowd".to_owned() };
        assert_eq!(findings(&page), ["page.md:2: crowd (instead: equivalence class)"]);
    }

    #[test]
    fn every_exception_is_of_a_word_and_has_a_reason() {
        for Exception { phrase, reason } in EXCEPTIONS.iter().chain(NAMES) {
            assert!(WORDS.iter().any(|word| phrase.contains(word.old)), "{phrase}");
            assert!(!reason.is_empty(), "{phrase}");
        }
    }
}

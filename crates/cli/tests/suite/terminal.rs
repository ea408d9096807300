//! `lethe completions` and `lethe man`.

use crate::support::{in_folder, json, lethe};
use std::collections::BTreeSet;

#[test]
fn completions_of_every_shell_know_commands_and_flags() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = lethe(&["completions", shell]);
        let script = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{shell}");
        for word in ["anonymize", "completions", "suppression-limit", "safepub-parameters"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let refused = lethe(&["completions", "cmd"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("bash"));
}

#[test]
fn every_command_that_is_not_hidden_has_a_man_page() {
    let folder = tempfile::tempdir().unwrap();
    let report = json(&in_folder(folder.path(), &["man", "new/pages", "--format", "json"]));
    let pages: BTreeSet<String> =
        report["pages"].as_array().unwrap().iter().map(|page| page.as_str().unwrap().to_owned()).collect();
    let written = std::fs::read_dir(folder.path().join("new/pages")).unwrap();
    let written: BTreeSet<String> =
        written.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(pages, written);
    for page in ["lethe.1", "lethe-anonymize.1", "lethe-dp-ledger-create.1", "lethe-man.1"] {
        assert!(pages.contains(page), "{page} {pages:?}");
    }
    assert!(!pages.contains("lethe-help-markdown.1") && !pages.iter().any(|page| page.contains("help")));
    let text = std::fs::read_to_string(folder.path().join("new/pages/lethe-attack.1")).unwrap();
    for word in ["lethe\\-attack", "\\-\\-tolerance", "re\\-identified"] {
        assert!(text.contains(word), "{word}");
    }
}

#[test]
fn a_folder_that_is_a_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("taken"), "mine").unwrap();
    let output = in_folder(folder.path(), &["man", "taken"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(folder.path().join("taken")).unwrap(), "mine");
}

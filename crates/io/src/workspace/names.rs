//! The names of a run's files.

use std::ffi::OsStr;

/// The journal's name.
pub(super) const JOURNAL: &str = "journal";
/// What the names of a run's other files end with.
const ENDING: &str = ".state";

/// The file that goes by a name: different names, different files, and never one outside the folder.
pub(super) fn file_name(name: &str) -> String {
    let mut file: String = name
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => char::from(byte).to_string(),
            _ => format!("%{byte:02x}"),
        })
        .collect();
    file.push_str(ENDING);
    file
}

/// Whether a file is one of ours that did not get its name yet, as `AtomicFile` calls them.
pub(super) fn is_temporary(file: &OsStr) -> bool {
    let rest = file.to_str().and_then(|name| name.strip_prefix(".lethe-"));
    rest.and_then(|rest| rest.strip_suffix(".tmp")).is_some()
}

/// Whether a file is one of ours, the journal aside.
pub(super) fn is_own(file: &OsStr) -> bool {
    is_temporary(file) || file.to_str().is_some_and(|name| name.ends_with(ENDING))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn names_are_plain_and_told_apart(one: String, other: String) {
            let file = file_name(&one);
            prop_assert!(is_own(file.as_ref()) && !is_temporary(file.as_ref()) && file != JOURNAL);
            prop_assert!(!file.contains(['/', '\\', '\0', ':']));
            prop_assert_eq!(one == other, file == file_name(&other));
        }
    }

    #[test]
    fn files_of_others_are_not_ours() {
        for name in ["journal", "data.csv", ".lethe", "x.tmp", "state"] {
            assert!(!is_own(name.as_ref()), "{name}");
        }
        assert_eq!(file_name("../a b"), "%2e%2e%2fa%20b.state");
    }
}

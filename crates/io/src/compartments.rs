//! The list of the files of a release that was split by columns: `compartments.json` in their folder.

mod unlisted;

use crate::error::{Error, Result, while_doing};
use crate::{Format, Location, read_small_text, write_atomically};
use serde::{Deserialize, Serialize};
use std::path::{Component, Path};

/// No folder has so many compartments.
const LONGEST_LIST: u64 = 16 << 20;

/// The name of the list.
pub const LIST: &str = "compartments.json";

/// A compartment as the list tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The name of its file, which is in the folder of the list.
    pub file: String,
    /// The columns of the file, in their order; empty where another tool does not tell them.
    #[serde(default)]
    pub columns: Vec<String>,
    /// The rows of the file, where told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<u64>,
    /// The seed that the order of the rows was drawn with, where told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

impl Entry {
    /// Where the compartment's table is.
    ///
    /// **Errors**: the ending names no format Lethe knows or a database, which may hold other tables besides, or the
    /// folder's name is not UTF-8.
    pub fn location(&self, folder: &Path) -> Result<Location> {
        let path = folder.join(&self.file);
        let name = path.to_str().ok_or_else(|| {
            Error::Request(format!("{}: the folder's name is not UTF-8; rename it", folder.display()))
        })?;
        let location = Location::parse(name)?;
        if matches!(location.format, Format::Sqlite { .. }) {
            let problem = "a compartment must be a file of its own, and a database may hold other tables";
            return Err(Error::content(&folder.join(LIST).display().to_string(), None, problem));
        }
        Ok(location)
    }
}

/// Reads which compartments a folder holds.
///
/// **Guarantee**: at least one, each once, no name or link leads out of the folder, and the folder holds nothing else:
/// whoever gets the folder gets every file in it.
/// **Errors**: there is no list, it is not one, or the folder holds files that it does not list.
pub fn read(folder: &Path) -> Result<Vec<Entry>> {
    let list = folder.join(LIST);
    let name = list.display().to_string();
    let text = read_small_text(&list, LONGEST_LIST)?;
    let entries: Vec<Entry> = serde_json::from_str(&text).map_err(|problem| {
        let line = u64::try_from(problem.line()).ok();
        Error::content(&name, line, "not a list of compartments")
    })?;
    check(&name, &entries)?;
    unlisted::refuse(folder, &entries)?;
    Ok(entries)
}

/// Writes which compartments a folder holds; the folder must be there.
///
/// **Guarantee**: the list appears whole or not at all, and [`read`] understands it.
/// **Errors**: it cannot be written, or names no file, one twice or one outside of the folder.
pub fn write(folder: &Path, entries: &[Entry]) -> Result<()> {
    let list = folder.join(LIST);
    let name = list.display().to_string();
    check(&name, entries)?;
    let text = serde_json::to_string_pretty(entries)
        .map_err(|problem| while_doing("write", &name)(problem.into()))?;
    write_atomically(&list, (text + "\n").as_bytes())
}

fn check(list: &str, entries: &[Entry]) -> Result<()> {
    let wrong = |problem: &str| Err(Error::content(list, None, problem));
    if entries.is_empty() {
        return wrong("it lists no compartment");
    }
    for (at, entry) in entries.iter().enumerate() {
        let parts: Vec<Component<'_>> = Path::new(&entry.file).components().collect();
        if !matches!(parts[..], [Component::Normal(_)]) {
            return wrong("a compartment must be a file of the same folder");
        }
        if entries[..at].iter().any(|earlier| earlier.file == entry.file) {
            return wrong("a file is listed twice");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(file: &str) -> Entry {
        let columns = vec!["zip".to_owned(), "se\"x".to_owned()];
        Entry { file: file.to_owned(), columns, rows: Some(8), seed: Some(u64::MAX) }
    }

    fn read_text(text: &str) -> Result<Vec<Entry>> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(LIST), text).unwrap();
        std::fs::write(folder.path().join("a.csv"), "").unwrap();
        read(folder.path())
    }

    #[test]
    fn what_is_written_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let entries = [entry("compartment-01.csv"), entry("compartment-02.csv")];
        write(folder.path(), &entries).unwrap();
        for entry in &entries {
            std::fs::write(folder.path().join(&entry.file), "zip\n1\n").unwrap();
        }
        assert_eq!(read(folder.path()).unwrap(), entries);
        let place = entries[0].location(folder.path()).unwrap();
        assert_eq!(place.path.unwrap(), folder.path().join("compartment-01.csv"));
        assert!(write(&folder.path().join("missing"), &entries).is_err());
        assert!(entry("all.sqlite#people").location(folder.path()).is_err());
    }

    #[test]
    fn lists_of_others_may_tell_the_files_alone() {
        let found = read_text(r#"[{"file": "a.csv", "note": 1}]"#).unwrap();
        assert_eq!(found, [Entry { file: "a.csv".to_owned(), columns: Vec::new(), rows: None, seed: None }]);
    }

    #[test]
    fn lists_that_lead_elsewhere_or_nowhere_are_refused() {
        for (text, problem) in [
            ("[]", "it lists no compartment"),
            ("{}", "line 1: not a list"),
            ("[\n{\"columns\": []}]", "line 2: not a list"),
            (r#"[{"file": "../a.csv"}]"#, "same folder"),
            (r#"[{"file": ".."}]"#, "same folder"),
            (r#"[{"file": "."}]"#, "same folder"),
            (r#"[{"file": ""}]"#, "same folder"),
            (r#"[{"file": "/a.csv"}]"#, "same folder"),
            (r#"[{"file": "b/a.csv"}]"#, "same folder"),
            (r#"[{"file": "a.csv"}, {"file": "a.csv"}]"#, "twice"),
        ] {
            let error = read_text(text).unwrap_err().to_string();
            assert!(error.contains(problem) && error.contains(LIST), "{text}: {error}");
        }
        let folder = tempfile::tempdir().unwrap();
        assert!(read(folder.path()).unwrap_err().to_string().contains("cannot open"));
        assert!(write(folder.path(), &[entry("../a.csv")]).is_err());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}

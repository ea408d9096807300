//! What else lies in the folder of a release.

use super::{Entry, LIST};
use crate::error::{Error, Result, while_doing};
use std::path::Path;

/// Files that a message names.
const NAMED: usize = 5;

/// Refuses a folder with files that are not listed, in subfolders too, and files that are links. Hidden files are files;
/// only an empty one cannot be data.
///
/// **Errors**: there are such files, or the folder cannot be listed.
pub(super) fn refuse(folder: &Path, entries: &[Entry]) -> Result<()> {
    let mut found = Found::default();
    found.look(folder, "", entries)?;
    found.others.sort_unstable();
    found.links.sort_unstable();
    let refusal = |files: &[String], problem: &str| {
        let named: Vec<String> = files.iter().take(NAMED).map(|name| format!("'{name}'")).collect();
        let more = files.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let name = folder.display();
        Err(Error::Request(format!("{name}: {problem}: {}{more}", named.join(", "))))
    };
    if !found.links.is_empty() {
        return refusal(&found.links, "a release holds files, not links; put the files themselves there");
    }
    if !found.others.is_empty() {
        let problem = format!(
            "files that {LIST} does not list would be published and are not looked at; list them or move them elsewhere"
        );
        return refusal(&found.others, &problem);
    }
    Ok(())
}

#[derive(Default)]
struct Found {
    links: Vec<String>,
    others: Vec<String>,
}

impl Found {
    /// Looks through a folder; `before` is its path from the release's folder, as names begin.
    fn look(&mut self, folder: &Path, before: &str, entries: &[Entry]) -> Result<()> {
        let place = folder.display().to_string();
        let listed = std::fs::read_dir(folder).and_then(Iterator::collect::<std::io::Result<Vec<_>>>);
        for item in listed.map_err(while_doing("read", &place))? {
            let file_name = item.file_name();
            let name = format!("{before}{}", file_name.to_string_lossy().escape_debug());
            // Of a link this is about the link itself.
            let about = item.metadata().map_err(while_doing("read", &place))?;
            let is_listed = before.is_empty()
                && (file_name == LIST || entries.iter().any(|entry| file_name == entry.file.as_str()));
            let is_empty = about.is_file() && about.len() == 0;
            if about.is_symlink() {
                self.links.push(name);
            } else if about.is_dir() {
                self.look(&item.path(), &format!("{name}/"), entries)?;
            } else if !is_listed && !is_empty {
                self.others.push(name);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(make: impl Fn(&Path)) -> Option<String> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(LIST), "[]").unwrap();
        std::fs::write(folder.path().join("a.csv"), "x\n1\n").unwrap();
        make(folder.path());
        let entry = Entry { file: "a.csv".to_owned(), columns: Vec::new(), rows: None, seed: None };
        refuse(folder.path(), &[entry]).err().map(|error| error.to_string())
    }

    #[test]
    fn a_file_that_nobody_looks_at_is_named_wherever_it_lies() {
        assert_eq!(refused(|_| ()), None);
        assert_eq!(refused(|folder| std::fs::write(folder.join(".keep"), "").unwrap()), None);
        assert_eq!(refused(|folder| std::fs::create_dir(folder.join("empty")).unwrap()), None);
        for name in ["b.csv", ".hidden", "sub/a.csv", "sub/compartments.json"] {
            let message = refused(|folder| {
                let path = folder.join(name);
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(path, "x\n7\n").unwrap();
            });
            assert!(message.as_ref().is_some_and(|text| text.contains(&format!("'{name}'"))), "{message:?}");
        }
        let many = refused(|folder| {
            (0..7).for_each(|at| std::fs::write(folder.join(format!("{at}.csv")), "x").unwrap());
        });
        assert!(many.is_some_and(|text| text.contains("'4.csv' and 2 more")));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_refused_even_where_its_name_is_listed() {
        let message = refused(|folder| {
            std::fs::remove_file(folder.join("a.csv")).unwrap();
            std::os::unix::fs::symlink("/etc/hostname", folder.join("a.csv")).unwrap();
        });
        assert!(message.is_some_and(|text| text.contains("links") && text.contains("'a.csv'")));
    }
}

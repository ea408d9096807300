//! A table in several files of one schema.

use crate::error::{Error, Result};
use crate::intake::{Intake, Knowledge};
use crate::location::{Format, Location};
use crate::selection::Selection;
use lethe_data::Interner;
use std::path::Path;

/// The tables in a folder, in the order of their names. Hidden files, and those whose name begins with `_`, are notes of the
/// program that wrote the folder.
///
/// **Errors**: the folder cannot be read, holds no table, or something that is none.
pub(crate) fn in_folder(name: &str, folder: &Path) -> Result<Vec<Location>> {
    let fail = crate::error::while_doing("read", name);
    let entries = std::fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>).map_err(fail)?;
    let names = entries.iter().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| !name.starts_with(['.', '_'])).collect();
    names.sort_unstable();
    if names.is_empty() {
        return Err(Error::content(name, None, "the folder holds no table"));
    }
    let table = |file: &String| {
        let path = folder.join(file);
        let problem = || format!("'{file}' is no table that Lethe can read as a part; move it elsewhere");
        let is_file = path.is_file();
        let location = Location::parse(&path.display().to_string()).ok().filter(|_| is_file);
        location.ok_or_else(|| Error::content(name, None, problem()))
    };
    names.iter().map(table).collect()
}

impl Location {
    /// One table in several files, in this order.
    ///
    /// **Errors**: there is none, or one of them is not a file by itself.
    pub fn parts(name: &str, parts: Vec<Self>) -> Result<Self> {
        if parts.is_empty() {
            return Err(Error::Request(format!("{name}: a table needs at least one file")));
        }
        if let Some(part) = parts.iter().find(|part| matches!(part.format, Format::Parts(_))) {
            return Err(Error::Request(format!("{}: a part of a table cannot be a folder", part.name)));
        }
        Ok(Self { name: name.to_owned(), path: None, format: Format::Parts(parts), escape_formulas: false })
    }
}

/// Takes in a part: its blocks come after those of the parts before it.
pub(crate) struct Later<I> {
    pub(crate) inner: I,
    pub(crate) first: usize,
    /// One more than the last block that was taken in.
    pub(crate) end: usize,
}

impl<I: Intake> Intake for Later<I> {
    fn interners(&mut self) -> &mut [Interner] {
        self.inner.interners()
    }

    fn expect(&mut self, bytes: usize) -> Result<()> {
        self.inner.expect(bytes)
    }

    fn push_block(&mut self, index: usize, columns: &[Vec<u32>]) -> Result<()> {
        self.end = self.end.max(self.first + index + 1);
        self.inner.push_block(self.first + index, columns)
    }
}

/// What is known of the columns of all parts.
///
/// **Errors**: a part has other columns than the first.
pub(crate) fn agree(all: &mut Option<Selection>, next: Selection, part: &Location) -> Result<()> {
    let Some(known) = all else {
        *all = Some(next);
        return Ok(());
    };
    check_names(&names(&known.columns), &names(&next.columns), part)?;
    for ((_, known), (_, next)) in known.columns.iter_mut().zip(next.columns) {
        if *known != next {
            *known = Knowledge::Nothing;
        }
    }
    Ok(())
}

fn names(columns: &[(String, Knowledge)]) -> Vec<&str> {
    columns.iter().map(|(name, _)| name.as_str()).collect()
}

/// **Errors**: a part has other columns, or has them in another order.
pub(crate) fn check_names(first: &[&str], found: &[&str], part: &Location) -> Result<()> {
    if first == found {
        return Ok(());
    }
    let problem = match found.iter().zip(first).find(|(found, first)| found != first) {
        Some((found, first)) => format!("has column '{found}' where the first part has '{first}'"),
        None => format!("has {} columns where the first part has {}", found.len(), first.len()),
    };
    Err(Error::content(&part.name, None, format!("{problem}; parts of a table have the same columns")))
}

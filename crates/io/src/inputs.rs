//! The last line of defence of what was read: no file that was opened as an input is replaced by an output.
//!
//! Calls are checked before they begin, from the files that they name. What is here needs no list: whoever opens a file as an
//! input goes through [`remember`], and whoever gives a file its final name asks [`check_replaceable`] first.

use crate::error::{Error, Result};
use crate::identity::FileIdentity;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// While one lives, inputs are remembered and cannot be replaced. A run of the program has one from its beginning to its end.
#[derive(Debug)]
pub struct InputGuard(());

#[derive(Default)]
struct Remembered {
    guards: usize,
    /// By which name a file was read, and which of its tables where it is a database.
    read: HashMap<FileIdentity, Vec<Input>>,
}

struct Input {
    path: PathBuf,
    table: Option<String>,
}

static REMEMBERED: Mutex<Option<Remembered>> = Mutex::new(None);

fn remembered() -> MutexGuard<'static, Option<Remembered>> {
    // Nothing in here panics half-way.
    REMEMBERED.lock().unwrap_or_else(PoisonError::into_inner)
}

impl InputGuard {
    /// Begins to remember.
    #[expect(clippy::new_without_default, reason = "a guard is begun on purpose")]
    pub fn new() -> Self {
        remembered().get_or_insert_default().guards += 1;
        Self(())
    }
}

impl Drop for InputGuard {
    fn drop(&mut self) {
        let mut all = remembered();
        if let Some(known) = all.as_mut() {
            known.guards -= 1;
            if known.guards == 0 {
                *all = None;
            }
        }
    }
}

/// Notes that a file is read; `table` names the table of a database.
pub(crate) fn remember(path: &Path, table: Option<&str>) {
    let mut all = remembered();
    let Some(known) = all.as_mut() else { return };
    let (Some(identity), Ok(path)) = (FileIdentity::of(path), std::path::absolute(path)) else { return };
    let inputs = known.read.entry(identity).or_default();
    if !inputs.iter().any(|input| input.path == path && input.table.as_deref() == table) {
        inputs.push(Input { path, table: table.map(str::to_owned) });
    }
}

/// Notes that standard input is read, which may come from a file.
pub(crate) fn remember_stdin() {
    remember(Path::new("/dev/stdin"), None);
}

/// Declares that a file that was read is replaced on purpose: what it holds is in what takes its place.
pub fn replace_input(path: &Path) {
    if let (Some(known), Some(identity)) = (remembered().as_mut(), FileIdentity::of(path)) {
        known.read.remove(&identity);
    }
}

/// Reads a whole file that a call names.
///
/// **Errors**: it cannot be read.
pub fn read_file(path: &Path) -> std::io::Result<Vec<u8>> {
    remember(path, None);
    std::fs::read(path)
}

/// The same for text.
///
/// **Errors**: it cannot be read or is not UTF-8.
pub fn read_text_file(path: &Path) -> std::io::Result<String> {
    remember(path, None);
    std::fs::read_to_string(path)
}

/// **Errors**: the file was read as an input; a database, the same table of it or the whole.
pub(crate) fn check_replaceable(path: &Path, table: Option<&str>) -> Result<()> {
    let all = remembered();
    let Some((known, identity)) = all.as_ref().zip(FileIdentity::of(path)) else { return Ok(()) };
    let is_other_table = |input: &Input| match (&input.table, table) {
        (Some(read), Some(written)) => !read.eq_ignore_ascii_case(written),
        _ => false,
    };
    // A number is used again once its file is gone, so the name it was read by must still lead to it.
    let is_still = |input: &Input| FileIdentity::of(&input.path).as_ref() == Some(&identity);
    let inputs = known.read.get(&identity).into_iter().flatten();
    if inputs.filter(|input| is_still(input)).any(|input| !is_other_table(input)) {
        let problem = "this file was read and would be overwritten; name another file";
        return Err(Error::Request(format!("{}: {problem}", path.display())));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write_atomically;

    #[test]
    fn what_was_read_is_not_replaced_while_a_guard_lives() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("in"), "people").unwrap();
        std::fs::hard_link(at("in"), at("other")).unwrap();
        std::fs::write(at("free"), "old").unwrap();
        let guard = InputGuard::new();
        assert_eq!(read_file(&at("in")).unwrap(), b"people");
        for name in ["in", "other"] {
            let error = write_atomically(&at(name), b"report").unwrap_err().to_string();
            assert!(error.contains("was read and would be overwritten"), "{error}");
        }
        assert_eq!(std::fs::read(at("other")).unwrap(), b"people");
        write_atomically(&at("free"), b"report").unwrap();
        replace_input(&at("in"));
        write_atomically(&at("in"), b"newer").unwrap();
        read_file(&at("in")).unwrap();
        drop(guard);
        write_atomically(&at("in"), b"newest").unwrap();
    }
}

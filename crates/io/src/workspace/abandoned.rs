//! Work folders that nobody works in any more.

use super::{journal, names};
use crate::durable::begins_with;
use crate::error::Result;
use crate::leftovers::{Leftover, folder_leftover};
use std::path::Path;

/// The folder as the state of a run; with `remove`, the run's files and the folder are removed unless a running process uses them.
/// `None` where the folder, links not followed, is no such state. Files that are not the run's stay, and then so does the folder.
///
/// **Errors**: something cannot be removed.
pub fn abandoned_work(folder: &Path, remove: bool) -> Result<Option<Leftover>> {
    let is_work = folder.symlink_metadata().is_ok_and(|found| found.is_dir())
        && begins_with(&folder.join(names::JOURNAL), journal::FAMILY);
    if !is_work {
        return Ok(None);
    }
    folder_leftover(folder, names::JOURNAL, remove, |file| names::is_own(file.as_ref())).map(Some)
}

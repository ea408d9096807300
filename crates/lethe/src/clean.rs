//! What runs that were killed have left behind: listed, and removed where no running process needs it.

use crate::stream;
use crate::{Context, Error, Files, Result};
use lethe_io::durable::begins_with;
use lethe_io::{Leftover, abandoned_work, check_folder, folder_leftover, temporary_leftovers};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// A folder to look through.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Clean {
    /// The folder. It and the folders right in it are looked at.
    pub folder: PathBuf,
    /// Whether the states of streams are removed, too. They hold records that were not released, and a stream cannot go on
    /// without its state.
    #[serde(default)]
    pub streams: bool,
    /// Whether all is listed and nothing removed.
    #[serde(default)]
    pub dry_run: bool,
}

impl Clean {
    /// What is removed is not known yet.
    pub fn files(&self) -> Files {
        Files::default()
    }
}

/// What kind of thing was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LeftoverKind {
    /// A file or folder that did not get its name.
    Temporary,
    /// The state of a run on a table larger than memory, which `--resume` would go on with.
    WorkFolder,
    /// The state of a stream.
    StreamState,
}

/// What becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LeftoverOutcome {
    /// It is gone.
    Removed,
    /// It would be gone without the dry run.
    WouldBeRemoved,
    /// A running process holds it, or may do so.
    InUse,
    /// It is removed only when that is requested.
    NotAsked,
}

/// Something that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FoundLeftover {
    /// Where it is.
    pub path: String,
    /// What it is.
    pub kind: LeftoverKind,
    /// Its bytes.
    pub bytes: u64,
    /// What becomes of it.
    pub outcome: LeftoverOutcome,
}

/// What was found in a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CleanReport {
    /// The folder.
    pub folder: String,
    /// Whether nothing was to be removed.
    pub dry_run: bool,
    /// What is there, or was.
    pub leftovers: Vec<FoundLeftover>,
    /// The bytes that were removed.
    pub removed_bytes: u64,
}

/// Lists what was left in a folder, and removes it.
///
/// **Guarantee**: only what Lethe has made is removed, and nothing that a running process holds. Links are not followed. The
/// states of streams stay unless they are requested.
///
/// **Errors**: there is no such folder, it cannot be read, or something cannot be removed.
pub fn clean(request: &Clean, _: &Context) -> Result<CleanReport> {
    check_folder(&request.folder)?;
    let remove = !request.dry_run;
    let mut leftovers = Vec::new();
    let mut note = |kind: LeftoverKind, wanted: bool, found: Leftover| {
        let outcome = if found.in_use {
            LeftoverOutcome::InUse
        } else if !wanted {
            LeftoverOutcome::NotAsked
        } else if remove {
            LeftoverOutcome::Removed
        } else {
            LeftoverOutcome::WouldBeRemoved
        };
        leftovers.push(FoundLeftover {
            path: found.path.display().to_string(),
            kind,
            bytes: found.bytes,
            outcome,
        });
    };
    // What is in a folder goes before the folder does.
    for found in temporary_leftovers(&request.folder, remove)? {
        note(LeftoverKind::Temporary, true, found);
    }
    for folder in folders(&request.folder)? {
        if let Some(found) = abandoned_work(&folder, remove)? {
            note(LeftoverKind::WorkFolder, true, found);
        } else if let Some(found) = abandoned_stream(&folder, remove && request.streams)? {
            note(LeftoverKind::StreamState, request.streams, found);
        }
    }
    let removed = leftovers.iter().filter(|found| found.outcome == LeftoverOutcome::Removed);
    Ok(CleanReport {
        folder: request.folder.display().to_string(),
        dry_run: request.dry_run,
        removed_bytes: removed.map(|found| found.bytes).sum(),
        leftovers,
    })
}

/// The folders in a folder, links left out, and itself.
fn folders(folder: &Path) -> Result<Vec<PathBuf>> {
    let list = || -> std::io::Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                found.push(entry.path());
            }
        }
        found.sort_unstable();
        found.push(folder.to_owned());
        Ok(found)
    };
    list().map_err(|source| {
        let file = folder.display().to_string();
        Error::Io(lethe_io::Error::File { file, action: "read", source })
    })
}

/// The folder as the state of a stream; `None` where it is none.
fn abandoned_stream(folder: &Path, remove: bool) -> Result<Option<Leftover>> {
    let snapshot = folder.join(stream::SNAPSHOT);
    let has_lock = folder.join(stream::LOCK).symlink_metadata().is_ok_and(|found| found.is_file());
    if !has_lock || !begins_with(&snapshot, stream::FAMILY) {
        return Ok(None);
    }
    Ok(Some(folder_leftover(folder, stream::LOCK, remove, stream::is_own)?))
}

//! The files of a run: where they are, what they depend on, and whether they can still be used.

use crate::anonymize::Anonymize;
use crate::anonymize::prove::target;
use crate::{Error, Result};
use lethe_data::{Context, Fault};
use lethe_io::{Staged, Staging, Workspace, create_private_folder, fingerprint_of_file};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Where the state of the run is kept.
pub(in crate::anonymize) fn folder(request: &Anonymize) -> Result<PathBuf> {
    if let Some(folder) = &request.work {
        return Ok(folder.clone());
    }
    let output = request.output.as_ref().and_then(|output| output.path.clone());
    let missing = "a table larger than memory needs a folder for its state; name one with `work` FOLDER";
    let mut name = output.ok_or_else(|| Error::Request(missing.to_owned()))?.into_os_string();
    name.push(".lethe-work");
    Ok(name.into())
}

/// Everything that the release depends on.
pub(super) fn fingerprint(request: &Anonymize, context: &Context) -> Result<String> {
    let file = |path: &Path| -> Result<String> { Ok(fingerprint_of_file(path)?) };
    let mut parts = vec![env!("CARGO_PKG_VERSION").to_owned(), context.seed().to_string()];
    parts.extend(request.data.path.as_deref().map(file).transpose()?);
    for path in request.named_files() {
        parts.push(file(&path)?);
    }
    // What else a request says is looked at only when the release is written, which is never half done.
    let Anonymize { read, recipe, unknown, hierarchies, .. } = request;
    parts.push(format!("{read:?} {recipe:?} {unknown:?} {hierarchies:?}"));
    Ok(blake3::hash(parts.join("\n").as_bytes()).to_string())
}

/// The size of the input and when it was last changed, as far as the system shows.
pub(super) fn last_change(request: &Anonymize) -> Option<(u64, Option<SystemTime>)> {
    let metadata = std::fs::metadata(request.data.path.as_deref()?).ok()?;
    Some((metadata.len(), metadata.modified().ok()))
}

/// Whether the files of the run are not what they were when it was interrupted.
pub(super) fn is_of_state(error: &Error, folder: &Path) -> bool {
    let (file, is_lost) = match error {
        Error::Io(lethe_io::Error::Content { file, .. }) => (file, true),
        Error::Io(lethe_io::Error::File { file, source, .. }) => {
            (file, source.kind() == std::io::ErrorKind::NotFound)
        }
        _ => return false,
    };
    is_lost && Path::new(file).starts_with(folder)
}

/// Whether a run that failed so could go on: nothing is wrong with the request or the input.
pub(super) fn is_worth_keeping(error: &Error) -> bool {
    matches!(error, Error::Io(lethe_io::Error::File { .. })) || error.fault() == Fault::Limit
}

/// The folders of a run that a release is written to and judged in.
pub(super) struct Folders {
    release: PathBuf,
    /// What is read from the release.
    pub(super) proof: PathBuf,
    /// The same, dealt out to parts.
    pub(super) proof_parts: PathBuf,
}

impl Folders {
    pub(super) fn of(state: &Workspace) -> Self {
        let path = |name| state.path(name);
        Self { release: path("release"), proof: path("proof"), proof_parts: path("proof parts") }
    }

    /// Starts the release.
    ///
    /// **Errors**: the target is not one that a table can be written to block by block.
    pub(super) fn begin_release(&self, request: &Anonymize) -> Result<Staging> {
        Ok(Staged::begin(&target(request)?, &new_subfolder(&self.release)?)?)
    }
}

/// An empty folder among the files of the run; what an earlier try left in it is removed.
pub(super) fn new_subfolder(folder: &Path) -> Result<PathBuf> {
    let fail = |action| {
        let file = folder.display().to_string();
        move |source| lethe_io::Error::File { file, action, source }
    };
    if folder.exists() {
        std::fs::remove_dir_all(folder).map_err(fail("remove"))?;
    }
    create_private_folder(folder).map_err(fail("create"))?;
    Ok(folder.to_owned())
}

/// Removes a part's file; it may be gone already.
pub(super) fn discard(state: &Workspace, name: &str) -> Result<()> {
    crate::parts::remove(&state.path(name))
}

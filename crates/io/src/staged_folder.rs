//! A folder of files that takes its name when all of them are there.

use crate::error::{Error, Result, while_doing};
use crate::register::replace_folder;
use crate::temporary::TemporaryFolder;
use std::path::{Path, PathBuf};

/// A folder beside the one it is to become.
///
/// **Guarantee**: the final name shows the old folder, or none, until [`Self::commit`]. Dropped without committing, it leaves
/// no trace.
#[derive(Debug)]
pub struct StagedFolder {
    folder: TemporaryFolder,
    path: PathBuf,
    target: Option<PathBuf>,
    is_ours: fn(&str) -> bool,
}

impl StagedFolder {
    /// Begins a folder; without a target it is never kept. `is_ours` tells by their names the files of a former release,
    /// which may be replaced.
    ///
    /// **Errors**: the target is no folder or holds other files, or nothing can be written beside it.
    pub fn create(target: Option<&Path>, is_ours: fn(&str) -> bool) -> Result<Self> {
        let folder = match target {
            None => TemporaryFolder::create(None).map_err(while_doing("write", "(temporary folder)"))?,
            Some(target) => {
                check(target, is_ours)?;
                let name = target.display().to_string();
                let parent = target.parent().filter(|parent| !parent.as_os_str().is_empty());
                let parent = parent.unwrap_or(Path::new("."));
                std::fs::create_dir_all(parent).map_err(while_doing("create", &name))?;
                TemporaryFolder::create(Some(parent)).map_err(while_doing("write", &name))?
            }
        };
        // The temporary folder is for its owner alone; what is published has the permissions of any new folder.
        let path = folder.path().join("release");
        std::fs::create_dir(&path).map_err(while_doing("write", &path.display().to_string()))?;
        Ok(Self { folder, path, target: target.map(Path::to_owned), is_ours })
    }

    /// Where files are put.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the folder its name; a former release of that name is removed.
    pub fn commit(self) -> Result<()> {
        let Some(target) = self.target else { return Ok(()) };
        // Somebody may have put something there meanwhile.
        check(&target, self.is_ours)?;
        for entry in std::fs::read_dir(&target).into_iter().flatten().flatten() {
            crate::inputs::check_replaceable(&entry.path(), None)?;
        }
        let name = target.display().to_string();
        let former = self.folder.path().join("former");
        let named = replace_folder(&self.path, &target, &former);
        // What is left of the temporary folder, the former release among it, goes when it is dropped.
        named.map_err(while_doing("write", &name))
    }
}

/// Whether a folder may take this name.
fn check(target: &Path, is_ours: fn(&str) -> bool) -> Result<()> {
    let name = target.display().to_string();
    if !target.exists() {
        return Ok(());
    }
    if !target.is_dir() {
        return Err(Error::Request(format!("{name}: is a file; name a folder for several files")));
    }
    let entries = std::fs::read_dir(target).map_err(while_doing("read", &name))?;
    for entry in entries {
        let entry = entry.map_err(while_doing("read", &name))?;
        if !is_ours(&entry.file_name().to_string_lossy()) {
            return Err(Error::Request(format!(
                "{name}: the folder holds other files; name a new or an empty one"
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_ours(name: &str) -> bool {
        name.starts_with("part-")
    }

    #[test]
    fn a_folder_appears_whole_and_replaces_a_former_one() {
        let base = tempfile::tempdir().unwrap();
        let target = base.path().join("release");
        for text in ["one", "two"] {
            let staged = StagedFolder::create(Some(&target), is_ours).unwrap();
            std::fs::write(staged.path().join("part-1"), text).unwrap();
            staged.commit().unwrap();
            assert_eq!(std::fs::read_to_string(target.join("part-1")).unwrap(), text);
        }
        assert_eq!(std::fs::read_dir(base.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_is_not_ours_is_left_alone() {
        let base = tempfile::tempdir().unwrap();
        std::fs::write(base.path().join("diary.txt"), "mine").unwrap();
        let error = StagedFolder::create(Some(base.path()), is_ours).unwrap_err();
        assert!(error.to_string().contains("other files"), "{error}");
        let file = base.path().join("diary.txt");
        assert!(StagedFolder::create(Some(&file), is_ours).is_err());
    }

    #[test]
    fn nothing_is_left_of_a_folder_that_is_given_up() {
        let base = tempfile::tempdir().unwrap();
        let target = base.path().join("release");
        drop(StagedFolder::create(Some(&target), is_ours).unwrap());
        assert_eq!(std::fs::read_dir(base.path()).unwrap().count(), 0);
    }
}

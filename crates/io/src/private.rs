//! Files and folders for their owner alone: what holds original values is nobody else's to read.

use std::fs::{DirBuilder, OpenOptions, Permissions};
use std::path::Path;

/// Makes a folder that its owner alone can look into.
///
/// **Errors**: there is something of that name, or its folder cannot be written to.
pub fn create_private_folder(path: &Path) -> std::io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(path)
}

/// How a file is opened that, where it is made, its owner alone can read.
pub fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options
}

/// The permissions of any new file: the usual ones, less the user's mask. A file that is made so and removed at once tells
/// them; it is made where temporary files are or, where that cannot be, in the folder. `None` where files have no such permissions.
pub(crate) fn usual_permissions(folder: &Path) -> std::io::Result<Option<Permissions>> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let probe = |folder: &Path| {
            let mut builder = tempfile::Builder::new();
            builder.prefix(crate::temporary::PREFIX).suffix(crate::temporary::SUFFIX);
            builder.permissions(Permissions::from_mode(0o666)).tempfile_in(folder)
        };
        let made = probe(&std::env::temp_dir()).or_else(|_| probe(folder))?;
        Ok(Some(made.as_file().metadata()?.permissions()))
    }
    #[cfg(not(unix))]
    {
        let _ = folder;
        Ok(None)
    }
}

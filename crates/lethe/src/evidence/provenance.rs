//! The hashes of files.

use super::report::FileRecord;
use crate::Result;
use crate::compare::Release;
use lethe_io::{Error, Format, Location, compartments};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The files of a table with their hashes; none where it is no file of its own. `called` is the name that is reported, as a file may have
/// another one until it is published.
///
/// **Errors**: a file cannot be read.
pub(super) fn of_table(role: &str, table: &Location, called: &str) -> Result<Vec<FileRecord>> {
    match &table.format {
        // A database holds more than the table.
        Format::Sqlite { .. } => Ok(Vec::new()),
        Format::Parts(_) => {
            table.files().into_iter().map(|file| of_file(role, file, &file.display().to_string())).collect()
        }
        _ => table.files().into_iter().map(|file| of_file(role, file, called)).collect(),
    }
}

/// The files of a release.
///
/// **Errors**: a file cannot be read.
pub(super) fn of_release(release: &Release, called: &str) -> Result<Vec<FileRecord>> {
    match release {
        Release::Table(table) => of_table("release", table, called),
        Release::Compartments(folder) => {
            let mut files = Vec::new();
            for listed in compartments::read(folder)? {
                let name = format!("{called}/{}", listed.file);
                files.extend(of_table("release", &listed.location(folder)?, &name)?);
            }
            Ok(files)
        }
    }
}

/// A file and its hash.
///
/// **Errors**: it cannot be read.
pub(super) fn of_file(role: &str, path: &Path, called: &str) -> Result<FileRecord> {
    let fail = |source| Error::File { file: called.to_owned(), action: "read", source };
    let mut file = File::open(path).map_err(fail)?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    let mut bytes = 0;
    loop {
        let read = file.read(&mut buffer).map_err(fail)?;
        if read == 0 {
            break;
        }
        bytes += read as u64;
        hash.update(&buffer[..read]);
    }
    let sha256 = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(FileRecord { role: role.to_owned(), name: called.to_owned(), bytes, sha256 })
}

#[cfg(test)]
mod tests {
    use super::of_file;

    #[test]
    fn hashes_are_those_of_the_standard() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "abc").unwrap();
        let found = of_file("original", file.path(), "a.csv").unwrap();
        // FIPS 180-4, the example of one block.
        assert_eq!(found.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!((found.bytes, found.name.as_str()), (3, "a.csv"));
    }
}

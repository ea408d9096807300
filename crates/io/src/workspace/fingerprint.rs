//! What a file's content is known by.

use crate::error::{Result, while_doing};
use std::fs::File;
use std::io::Read;
use std::path::Path;

const BLOCK_BYTES: usize = 1 << 20;

/// A text that stands for the whole content of a file: its BLAKE3 hash and its length. Two contents never share one,
/// as far as anybody knows.
///
/// **Cost**: one pass over the file with 1 MiB of memory.
///
/// **Errors**: the file cannot be read.
pub fn fingerprint_of_file(path: &Path) -> Result<String> {
    let name = path.display().to_string();
    let mut file = File::open(path).map_err(while_doing("open", &name))?;
    let mut hasher = blake3::Hasher::new();
    let mut block = vec![0; BLOCK_BYTES];
    let mut length = 0u64;
    loop {
        match file.read(&mut block) {
            Ok(0) => break,
            Ok(read) => {
                hasher.update(&block[..read]);
                length += read as u64;
            }
            Err(problem) if problem.kind() == std::io::ErrorKind::Interrupted => {}
            Err(problem) => return Err(while_doing("read", &name)(problem)),
        }
    }
    Ok(format!("{}-{length}", hasher.finalize().to_hex()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_change_is_noticed_also_behind_the_first_block() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.csv");
        let mut content = vec![b'x'; 2 * BLOCK_BYTES + 7];
        let of = |content: &[u8]| {
            std::fs::write(&path, content).unwrap();
            fingerprint_of_file(&path).unwrap()
        };
        let before = of(&content);
        assert_eq!(before, format!("{}-{}", blake3::hash(&content), content.len()));
        assert_ne!(of(&content[1..]), before);
        content[2 * BLOCK_BYTES + 6] = b'y';
        assert_ne!(of(&content), before);
        assert!(fingerprint_of_file(folder.path()).is_err());
        assert!(fingerprint_of_file(&folder.path().join("none")).is_err());
    }
}

//! A whole state as one file: a line that names its kind and version, a checksum, and the content. It is written by
//! [`crate::write_privately`], so that there is the old one or the new one whatever happens.

use std::fs::File;
use std::io::Read;
use std::path::Path;

const SUM: usize = 32;

/// The bytes of a snapshot of this kind.
pub fn snapshot_bytes(beginning: &[u8], content: &[u8]) -> Vec<u8> {
    [beginning, blake3::hash(content).as_bytes(), content].concat()
}

/// The content of a snapshot; `None` where the bytes are none of this kind, or damaged.
pub fn snapshot_content<'a>(beginning: &[u8], bytes: &'a [u8]) -> Option<&'a [u8]> {
    let (sum, content) = bytes.strip_prefix(beginning)?.split_at_checked(SUM)?;
    (blake3::hash(content).as_bytes() == sum).then_some(content)
}

/// Whether there is a file, not a link, that begins so.
pub fn begins_with(path: &Path, beginning: &[u8]) -> bool {
    let is_file = path.symlink_metadata().is_ok_and(|found| found.is_file());
    let mut found = vec![0; beginning.len()];
    is_file
        && File::open(path).is_ok_and(|mut file| file.read_exact(&mut found).is_ok())
        && found == beginning
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_cut_or_changed_anywhere_is_none() {
        let bytes = snapshot_bytes(b"kind 1\n", b"content");
        assert_eq!(snapshot_content(b"kind 1\n", &bytes), Some(&b"content"[..]));
        assert_eq!(snapshot_content(b"kind 2\n", &bytes), None);
        for at in 0..bytes.len() {
            assert_eq!(snapshot_content(b"kind 1\n", &bytes[..at]), None, "cut at {at}");
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert_eq!(snapshot_content(b"kind 1\n", &changed), None, "changed at {at}");
        }
    }
}

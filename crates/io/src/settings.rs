//! Small files that are read whole: recipes, keys, lists.

use crate::error::{Error, Result, while_doing};
use crate::opened::open;
use lethe_data::ByteSize;
use std::io::Read;
use std::path::Path;

/// Reads a file that is known to be small.
///
/// **Errors**: it cannot be read, or is longer than `most` bytes; of such a file no more than that is read.
pub fn read_small(path: &Path, most: u64) -> Result<Vec<u8>> {
    let file = path.display().to_string();
    let mut bytes = Vec::new();
    let opened = open(path, &file)?;
    opened.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(while_doing("open", &file))?;
    if bytes.len() as u64 > most {
        let problem = format!("the file is longer than {}, more than such a file can need", ByteSize(most));
        return Err(Error::content(&file, None, problem));
    }
    Ok(bytes)
}

/// The same, for a text.
///
/// **Errors**: the same, or it is not UTF-8.
pub fn read_small_text(path: &Path, most: u64) -> Result<String> {
    let bytes = read_small(path, most)?;
    String::from_utf8(bytes).map_err(|_| {
        Error::content(&path.display().to_string(), None, "the file is not UTF-8; convert it first")
    })
}

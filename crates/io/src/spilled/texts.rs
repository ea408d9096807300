//! The distinct values of a column in a file: for each its length in four bytes and its text.

use super::files::damaged;
use crate::atomic::AtomicFile;
use crate::error::{Error, Result, while_doing};
use lethe_data::{Dictionary, TextArena, TypeChoice, ValueType};
use std::fs::File;
use std::io::{BufReader, ErrorKind, Read, Write};
use std::path::Path;

/// Writes the values in code order and returns the file's hash.
pub(super) fn write(path: &Path, dictionary: &Dictionary) -> Result<String> {
    let name = path.display().to_string();
    let mut file = AtomicFile::create_private(path)?;
    let mut hasher = blake3::Hasher::new();
    for text in dictionary.texts() {
        // A text comes from a cell, and no cell is longer than a block of 1 GiB.
        let length = (text.len() as u32).to_le_bytes();
        for bytes in [&length, text.as_bytes()] {
            hasher.update(bytes);
            file.write_all(bytes).map_err(while_doing("write", &name))?;
        }
    }
    file.commit()?;
    Ok(hasher.finalize().to_hex().to_string())
}

/// Reads back so many values of a type.
///
/// **Guarantee**: the dictionary is the one that was written: values of a known type are sorted the same way again.
pub(super) fn read(
    path: &Path,
    column: &str,
    value_type: ValueType,
    distinct: usize,
    hash: &str,
) -> Result<Dictionary> {
    let name = path.display().to_string();
    let mut file = BufReader::with_capacity(1 << 18, File::open(path).map_err(while_doing("open", &name))?);
    let mut hasher = blake3::Hasher::new();
    let mut texts = TextArena::default();
    let mut bytes = Vec::new();
    for _ in 0..distinct {
        let mut length = [0; 4];
        file.read_exact(&mut length).map_err(|problem| failure(path, problem))?;
        hasher.update(&length);
        let length = u64::from(u32::from_le_bytes(length));
        bytes.clear();
        // A damaged length asks for no more memory than the file has bytes.
        let read = file.by_ref().take(length).read_to_end(&mut bytes);
        if read.map_err(|problem| failure(path, problem))? as u64 != length {
            return Err(damaged(path));
        }
        hasher.update(&bytes);
        texts.push(std::str::from_utf8(&bytes).map_err(|_| damaged(path))?);
    }
    let ended = file.read(&mut [0]).map_err(|problem| failure(path, problem))? == 0;
    if !ended || hasher.finalize().to_hex().as_str() != hash {
        return Err(damaged(path));
    }
    let built = Dictionary::build(column, &texts, TypeChoice::Declared(value_type), |_| false)?;
    let in_order = built.codes.iter().enumerate().all(|(place, &code)| place == code as usize);
    if in_order { Ok(built.dictionary) } else { Err(damaged(path)) }
}

fn failure(path: &Path, problem: std::io::Error) -> Error {
    match problem.kind() {
        ErrorKind::UnexpectedEof => damaged(path),
        _ => while_doing("read", &path.display().to_string())(problem),
    }
}

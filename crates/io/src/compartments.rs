//! The list of a release in several files.

use crate::atomic::write_atomically;
use crate::error::{Error, Result, while_doing};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The name of the list in the folder of its release.
pub const FILE: &str = "compartments.json";

/// A file of the release.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its name in the folder.
    pub file: String,
    /// Its columns.
    pub columns: Vec<String>,
    /// Its rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<u64>,
    /// The seed of the order of its rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// Reads the list of a folder.
pub fn read(folder: &Path) -> Result<Vec<Entry>> {
    let path = folder.join(FILE);
    let name = path.display().to_string();
    let text = std::fs::read_to_string(&path).map_err(while_doing("read", &name))?;
    serde_json::from_str(&text).map_err(|_| {
        Error::Request(format!(
            "{name}: is not a list of compartments such as [{{\"file\": .., \"columns\": [..]}}]"
        ))
    })
}

/// Writes the list of a folder.
pub fn write(folder: &Path, entries: &[Entry]) -> Result<()> {
    // Texts and numbers always serialise.
    let text = serde_json::to_string_pretty(entries).unwrap_or_default() + "\n";
    write_atomically(&folder.join(FILE), text.as_bytes())
}

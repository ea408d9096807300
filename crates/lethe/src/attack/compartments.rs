//! A folder of compartments: which files it has.

use crate::{Error, Result};
use lethe_io::Location;
use std::path::Path;

const INDEX: &str = "compartments.json";

/// The tables of a release with their names: the one that is named, or those of a folder.
///
/// **Errors**: the folder has no readable index, or the index names a file outside of the folder.
pub(super) fn places(released: &str) -> Result<(Vec<(String, Location)>, bool)> {
    let folder = Path::new(released);
    if !folder.is_dir() {
        return Ok((vec![(released.to_owned(), Location::parse(released)?)], false));
    }
    let index = folder.join(INDEX);
    let name = index.display().to_string();
    let fail = |source| lethe_io::Error::File { file: name.clone(), action: "open", source };
    let text = std::fs::read_to_string(&index).map_err(fail)?;
    let damaged = || Error::Request(format!("{name}: not a list of compartments with a \"file\" each"));
    let entries: serde_json::Value = serde_json::from_str(&text).map_err(|_| damaged())?;
    let entries = entries.as_array().filter(|entries| !entries.is_empty()).ok_or_else(damaged)?;
    let place = |entry: &serde_json::Value| {
        let file = entry.get("file").and_then(serde_json::Value::as_str).ok_or_else(damaged)?;
        if Path::new(file).components().count() != 1 || file == ".." {
            return Err(Error::Request(format!("{name}: compartments are files of the same folder")));
        }
        Ok((file.to_owned(), Location::parse(&folder.join(file).display().to_string())?))
    };
    Ok((entries.iter().map(place).collect::<Result<_>>()?, true))
}

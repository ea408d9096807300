//! A folder of compartments: which files it has.

use crate::Result;
use lethe_io::{Location, compartments};
use std::path::Path;

/// The tables of a release with their names: the one that is named, or those of a folder.
///
/// **Errors**: the folder has no readable list, or the list names a file outside of the folder.
pub(super) fn places(released: &str) -> Result<(Vec<(String, Location)>, bool)> {
    let folder = Path::new(released);
    if !folder.is_dir() {
        return Ok((vec![(released.to_owned(), Location::parse_written(released)?)], false));
    }
    let listed = compartments::read(folder)?.into_iter();
    let places = listed.map(|listed| Ok((listed.file.clone(), listed.location(folder)?)));
    Ok((places.collect::<Result<_>>()?, true))
}

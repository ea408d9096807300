//! Reports and notes as JSON. What cannot be written is an error and never an empty file.

use crate::{Error, Result};
use serde::Serialize;

/// On one line.
///
/// **Errors**: the value has no form in JSON: a fault of Lethe's own.
pub fn line(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Error::NoJson(error.to_string()))
}

/// For records to look at.
///
/// **Errors**: as of [`line`].
pub fn pretty(value: &impl Serialize) -> Result<String> {
    serde_json::to_string_pretty(value).map_err(|error| Error::NoJson(error.to_string()))
}

/// As a value.
///
/// **Errors**: as of [`line`].
pub fn value(value: &impl Serialize) -> Result<serde_json::Value> {
    serde_json::to_value(value).map_err(|error| Error::NoJson(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn what_has_no_form_is_an_error_and_not_an_empty_text() {
        let keys_are_no_texts = BTreeMap::from([((1, 2), 3)]);
        assert!(pretty(&keys_are_no_texts).is_err() && line(&keys_are_no_texts).is_err());
        assert!(value(&keys_are_no_texts).is_err());
        assert_eq!(line(&[1, 2]).unwrap(), "[1,2]");
    }
}

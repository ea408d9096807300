//! What can be wrong with a recipe.

use thiserror::Error;

/// A recipe that cannot be used: where, and what to do about it, in one line.
///
/// One shape instead of a variant a mistake, because every reader of it does the same: show it to the person who
/// wrote the recipe. Place and problem are apart so that an editor or a web form can mark the field.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}: {}{}{problem}", line_prefix(*.line), key_prefix(.key.as_deref()))]
pub struct RecipeError {
    /// The file's name as the user gave it.
    pub file: String,
    /// The line, counted from 1, when the problem is at one.
    pub line: Option<u64>,
    /// The path of the key at fault, such as `privacy[1].variant`, lists counted from 0; `None` where the text is not
    /// TOML.
    pub key: Option<String>,
    /// What is wrong and what to do.
    pub problem: String,
}

fn line_prefix(line: Option<u64>) -> String {
    line.map_or_else(String::new, |line| format!("line {line}: "))
}

fn key_prefix(key: Option<&str>) -> String {
    key.map_or_else(String::new, |key| format!("{key}: "))
}

/// The result of reading a part of a recipe.
pub(crate) type Result<T, E = RecipeError> = std::result::Result<T, E>;

//! Codes to ever shorter prefixes.

use super::{Levels, refuse};
use crate::hierarchy::{Hierarchy, ROOT};
use crate::{Column, Context, Result};

/// Generalizes values to their first characters, for codes that are hierarchies themselves (ICD, ZIP, NACE).
///
/// `lengths` are the characters each level keeps, e.g. `[3, 2, 1]`. A value that is shorter stays whole. The prefix
/// of an empty value says nothing and is the root.
///
/// **Guarantee**: every value under a label starts with it.
///
/// **Errors**: the lengths do not shrink from level to level, or reach zero.
pub fn prefix(column: &Column, lengths: &[usize], context: &Context) -> Result<Hierarchy> {
    if lengths.contains(&0) || lengths.windows(2).any(|pair| pair[0] <= pair[1]) {
        return Err(refuse(
            column,
            "needs prefix lengths that shrink from level to level and stay above zero",
        ));
    }
    let mut levels = Levels::new(column, context)?;
    for &length in lengths {
        let cut = |text: &str| match text.chars().take(length).collect::<String>() {
            empty if empty.is_empty() => ROOT.to_owned(),
            prefix => prefix,
        };
        levels.push(column.dictionary().texts().map(|text| Ok(cut(text))))?;
    }
    levels.finish()
}

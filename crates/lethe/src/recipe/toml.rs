//! A proposed recipe as a file that users read and change.

use super::ProposedColumn;
use crate::Result;
use crate::json;
use crate::recipe_file::Recipe;
use lethe_data::visible;
use serde_json::Value;
use std::fmt::Write;

/// The recipe in TOML, as it would be written by hand.
///
/// **Guarantee**: it loads as the recipe that it was made from.
/// **Errors**: none that a recipe can cause.
pub fn to_toml(recipe: &Recipe) -> Result<String> {
    let columns: Vec<_> = recipe.columns.iter().map(|(name, _)| (name.as_str(), None)).collect();
    Ok(text(recipe, &columns, "")?.trim_start().to_owned())
}

/// The same with the reason for each role.
pub(super) fn proposed(recipe: &Recipe, columns: &[ProposedColumn], heading: &str) -> Result<String> {
    let columns: Vec<_> =
        columns.iter().map(|column| (column.name.as_str(), Some(column.reason.as_str()))).collect();
    text(recipe, &columns, heading)
}

fn text(recipe: &Recipe, columns: &[(&str, Option<&str>)], heading: &str) -> Result<String> {
    let written = json::value(recipe)?;
    let mut text = String::new();
    for line in heading.lines() {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "# {}", visible(line));
    }
    if let Some(data) = written.get("data") {
        let _ = write!(text, "\n[data]\n{}", entries(data, &[]));
    }
    for (name, reason) in columns {
        let reason = reason.map_or_else(String::new, |reason| format!("# {}\n", visible(reason)));
        let _ = writeln!(text, "\n{reason}[columns.{}]", key(name));
        if let Some(described) = written.get("columns").and_then(|columns| columns.get(*name)) {
            text.push_str(&entries(described, &[]));
        }
    }
    for model in written.get("privacy").and_then(Value::as_array).into_iter().flatten() {
        let _ = write!(text, "\n[[privacy]]\n{}", entries(model, &["model"]));
    }
    if let Some(search) = written.get("search") {
        let _ = write!(text, "\n[search]\n{}", entries(search, &["method"]));
    }
    Ok(text)
}

/// The entries of a table, a line each; those named first come first.
fn entries(table: &Value, first: &[&str]) -> String {
    let entries = table.as_object().into_iter().flatten();
    let mut entries: Vec<(&String, &Value)> = entries.filter(|(_, value)| !value.is_null()).collect();
    entries.sort_by_key(|(name, _)| first.iter().position(|known| known == name).unwrap_or(first.len()));
    entries.iter().map(|(name, value)| format!("{} = {}\n", key(name), inline(value))).collect()
}

/// A name as a key: bare where it may be.
fn key(name: &str) -> String {
    let is_bare =
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    if is_bare { name.to_owned() } else { quoted(name) }
}

fn quoted(text: &str) -> String {
    let escape = |letter: char| match letter {
        '"' => "\\\"".to_owned(),
        '\\' => "\\\\".to_owned(),
        letter if letter.is_control() => format!("\\u{:04X}", letter as u32),
        letter => letter.to_string(),
    };
    format!("\"{}\"", text.chars().map(escape).collect::<String>())
}

fn inline(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Array(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::Object(entries) => {
            let entries = entries.iter().filter(|(_, value)| !value.is_null());
            let entries: Vec<String> =
                entries.map(|(name, value)| format!("{} = {}", key(name), inline(value))).collect();
            format!("{{ {} }}", entries.join(", "))
        }
        other => other.to_string(),
    }
}

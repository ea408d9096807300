//! Paths of the workspace in what users see: replaced by the names that users know.

use crate::problem::ErrorBody;
use serde_json::Value;

/// Paths, and what users call them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    /// The longest first.
    known: Vec<(String, String)>,
    /// Folders of the service: of any other path below them the last part is shown.
    roots: Vec<String>,
}

/// What ends a path in a text.
const ENDS: [char; 12] = [' ', '\'', '"', ':', ';', ',', '\n', '<', '>', ')', '(', '#'];

impl Names {
    pub(crate) fn new(mut known: Vec<(String, String)>, roots: Vec<String>) -> Self {
        known.sort_by_key(|(path, _)| std::cmp::Reverse(path.len()));
        Self { known, roots }
    }

    /// Replaces paths in a text.
    pub(crate) fn hide(&self, text: &mut String) {
        for (path, name) in &self.known {
            if text.contains(path.as_str()) {
                *text = text.replace(path.as_str(), name);
            }
        }
        for root in &self.roots {
            while let Some(start) = text.find(root.as_str()) {
                let rest = &text[start..];
                let end = start + rest.find(ENDS).unwrap_or(rest.len());
                let shown = text[start..end].rsplit('/').next().unwrap_or_default().to_owned();
                // What is shown has no separator, so nothing is found twice.
                text.replace_range(start..end.max(start + root.len()), &shown);
            }
        }
    }

    /// Replaces paths in what is said about an error.
    pub(crate) fn hide_in(&self, error: &mut ErrorBody) {
        let texts = [Some(&mut error.message), error.file.as_mut(), error.hint.as_mut()];
        texts.into_iter().flatten().for_each(|text| self.hide(text));
    }
}

/// Replaces paths in every text of a report.
pub(crate) fn without_paths(report: &mut Value, names: &Names) {
    match report {
        Value::String(text) => names.hide(text),
        Value::Array(items) => items.iter_mut().for_each(|item| without_paths(item, names)),
        Value::Object(entries) => entries.values_mut().for_each(|item| without_paths(item, names)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn users_see_names_and_no_paths() {
        let known = vec![("/w/p/1/datasets/2/data.csv".to_owned(), "adult.csv".to_owned())];
        let names = Names::new(known, vec!["/w".to_owned()]);
        let mut report = json!({"output": "/w/p/1/jobs/3/release.csv", "notes": ["/w/p/1/datasets/2/data.csv: a note", 5]});
        without_paths(&mut report, &names);
        let mut text = "'/w/p/x.toml': see /w and /w/y.csv:3".to_owned();
        names.hide(&mut text);
        assert_eq!(text, "'x.toml': see w and y.csv:3");
        assert_eq!(report, json!({"output": "release.csv", "notes": ["adult.csv: a note", 5]}));
    }
}

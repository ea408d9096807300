//! Paths of the workspace in what users see: replaced by the names that users know.

use crate::problem::ErrorBody;
use serde_json::Value;

/// Paths, and what users call them; the longest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names(Vec<(String, String)>);

impl Names {
    pub(crate) fn new(mut pairs: Vec<(String, String)>) -> Self {
        pairs.sort_by_key(|(path, _)| std::cmp::Reverse(path.len()));
        Self(pairs)
    }

    pub(crate) fn hide(&self, text: &mut String) {
        for (path, name) in &self.0 {
            if text.contains(path.as_str()) {
                *text = text.replace(path.as_str(), name);
            }
        }
    }
}

impl Names {
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
        let names = Names::new(vec![
            ("/w/p/1/".to_owned(), String::new()),
            ("/w/p/1/datasets/2/data.csv".to_owned(), "adult.csv".to_owned()),
        ]);
        let mut report = json!({"output": "/w/p/1/jobs/3/release.csv", "notes": ["/w/p/1/datasets/2/data.csv: a note", 5]});
        without_paths(&mut report, &names);
        assert_eq!(report, json!({"output": "jobs/3/release.csv", "notes": ["adult.csv: a note", 5]}));
    }
}

//! How to repeat a job elsewhere: its recipe, a command, or a call in Python.

use super::extract::{Parameters, Path};
use super::releases::Released;
use crate::app::App;
use crate::problem::{Problem, Result};
use crate::store::{Dataset, Job};
use crate::workspace::RECIPE;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
pub(super) struct Wanted {
    #[serde(rename = "for")]
    target: Option<String>,
}

pub(super) async fn script(
    State(app): State<App>,
    Path((project, id)): Path<(String, String)>,
    Parameters(Wanted { target }): Parameters<Wanted>,
) -> Result<Response> {
    let released = Released::find(&app, &project, &id).await?;
    let dataset = app.dataset(&project, &released.job.summary.dataset).await?;
    let text = match target.as_deref() {
        None | Some("toml") => tokio::fs::read_to_string(released.folder.join("recipe").join(RECIPE)).await?,
        Some("shell") => shell(&released.job, &dataset, released.file.is_dir()),
        Some("python") => python(&released.job, &dataset),
        Some(_) => return Err(Problem::request("`for` must be toml, shell or python")),
    };
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// A setting besides the recipe: its word in flags and arguments, and its value; a flag without one is given or not.
type Setting = (&'static str, Option<String>);

/// What decided the release besides the recipe.
fn settings(job: &Job, dataset: &Dataset) -> Vec<Setting> {
    let text = |key: &'static str| Some((key, Some(job.request.get(key)?.as_str()?.to_owned())));
    let mut all: Vec<Setting> = ["others", "unknown", "weights"].into_iter().filter_map(text).collect();
    if job.request.get("shuffle") == Some(&Value::Bool(true)) {
        all.push(("shuffle", None));
    }
    let reading = &dataset.reading;
    all.extend(reading.delimiter.map(|byte| {
        ("delimiter", Some(if byte == b'\t' { "tab".to_owned() } else { char::from(byte).to_string() }))
    }));
    all.extend(reading.null_words.iter().map(|word| ("null", Some(word.clone()))));
    if !reading.header {
        all.push(("no_header", None));
    }
    if job.made_by.seed != 0 {
        all.push(("seed", Some(job.made_by.seed.to_string())));
    }
    all
}

fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '/');
    if !text.is_empty() && !text.starts_with('-') && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

fn shell(job: &Job, dataset: &Dataset, is_folder: bool) -> String {
    let output = if is_folder { "release" } else { "release.csv" };
    let flag = |(key, value): &Setting| {
        let value = value.as_ref().map_or_else(String::new, |value| format!(" {}", quoted(value)));
        format!(" --{}{value}", key.replace('_', "-"))
    };
    let settings: String = settings(job, dataset).iter().map(flag).collect();
    format!(
        "# Save the recipe as recipe.toml, with its hierarchies beside it.\n\
         lethe anonymize {} --recipe recipe.toml -o {output}{settings} --report report.html\n\
         lethe verify {output} --recipe recipe.toml\n",
        quoted(&dataset.name)
    )
}

fn python(job: &Job, dataset: &Dataset) -> String {
    // A JSON string is a Python string.
    let text = |text: &str| Value::String(text.to_owned()).to_string();
    let mut arguments = String::new();
    let settings = settings(job, dataset);
    let words: Vec<String> = settings
        .iter()
        .filter(|(key, _)| *key == "null")
        .filter_map(|(_, word)| word.as_deref().map(text))
        .collect();
    if !words.is_empty() {
        arguments += &format!(", null=[{}]", words.join(", "));
    }
    for (key, value) in settings.iter().filter(|(key, _)| *key != "null") {
        let value = match value {
            None => "True".to_owned(),
            Some(seed) if *key == "seed" => seed.clone(),
            Some(value) => text(value),
        };
        arguments += &format!(", {key}={value}");
    }
    format!(
        "import lethe\n\n\
         # Save the recipe as recipe.toml, with its hierarchies beside it.\n\
         release = lethe.anonymize({}, recipe=\"recipe.toml\"{arguments})\n\
         assert release.holds\n\
         release.to_pandas().to_csv(\"release.csv\", index=False)\n",
        text(&dataset.name)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_cannot_break_out_of_their_quotes() {
        assert_eq!(quoted("adult.csv"), "adult.csv");
        assert_eq!(quoted("a b.csv"), "'a b.csv'");
        assert_eq!(quoted("x'; rm -r ~ #.csv"), "'x'\\''; rm -r ~ #.csv'");
        assert_eq!(quoted("-o.csv"), "'-o.csv'");
    }
}

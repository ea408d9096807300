//! How to repeat a job elsewhere: its recipe, a command, or a call in Python.

use super::extract::Parameters;
use super::releases::Released;
use crate::app::App;
use crate::problem::{Problem, Result};
use crate::store::Job;
use crate::workspace::RECIPE;
use axum::extract::{Path, State};
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
        Some("shell") => shell(&released.job, &dataset.name, released.file.is_dir(), app.options.seed),
        Some("python") => python(&released.job, &dataset.name, app.options.seed),
        Some(_) => return Err(Problem::request("`for` must be toml, shell or python")),
    };
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// What the job was asked besides the recipe, as words for flags and arguments.
fn settings(job: &Job) -> Vec<(&'static str, String)> {
    let text = |key: &str| job.request.get(key).and_then(Value::as_str).map(str::to_owned);
    let kept = ["others", "unknown"];
    kept.into_iter().filter_map(|key| Some((key, text(key)?))).collect()
}

fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '/');
    if !text.is_empty() && !text.starts_with('-') && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

fn shell(job: &Job, data: &str, is_folder: bool, seed: u64) -> String {
    let output = if is_folder { "release" } else { "release.csv" };
    let settings: String =
        settings(job).iter().map(|(key, value)| format!(" --{key} {}", quoted(value))).collect();
    let seed = if seed == 0 { String::new() } else { format!(" --seed {seed}") };
    format!(
        "# Save the recipe as recipe.toml, with its hierarchies beside it.\n\
         lethe anonymize {} --recipe recipe.toml -o {output}{settings}{seed} --report report.html\n\
         lethe verify {output} --recipe recipe.toml\n",
        quoted(data)
    )
}

fn python(job: &Job, data: &str, seed: u64) -> String {
    // A JSON string is a Python string.
    let text = |text: &str| Value::String(text.to_owned()).to_string();
    let settings: String =
        settings(job).iter().map(|(key, value)| format!(", {key}={}", text(value))).collect();
    let seed = if seed == 0 { String::new() } else { format!(", seed={seed}") };
    format!(
        "import lethe\n\n\
         # Save the recipe as recipe.toml, with its hierarchies beside it.\n\
         release = lethe.anonymize({}, recipe=\"recipe.toml\"{settings}{seed})\n\
         assert release.holds\n\
         release.to_pandas().to_csv(\"release.csv\", index=False)\n",
        text(data)
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

//! Truthful differential privacy: how long the parameters and the search take, and what can be learned from the release.

use super::Bench;
use super::lab::{Lab, THREADS};
use super::lattice::Case;
use super::report::Report;
use super::table::{Table, ratio, seconds};
use crate::median::median;
use crate::shell;
use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

const BUDGETS: [&str; 10] = ["0.01", "0.1", "0.5", "ln(2)", "0.75", "1", "ln(3)", "1.25", "1.5", "2"];
/// The runs of each experiment (Bild et al., 2018, Section 8.7).
const RUNS: u32 = 20;
/// The release of the publication: its score, its last choice, its sample.
const PUBLISHED: &[&str] = &["--score", "classification", "--final", "paper", "--sampling", "shared"];
/// CPU seconds of the reference tool, on a machine like this one.
const REFERENCE: &str = "ARX 3.9.2, CPU seconds on the same kind of machine; known values, not run here";

const ADULT: &[&str] = &[
    "sex",
    "age",
    "race",
    "marital-status",
    "education",
    "native-country",
    "workclass",
    "occupation",
    "salary-class",
];
const SIHIS: &[&str] = &["YEAR", "QUARTER", "REGION", "PERNUM", "AGE", "MARSTAT", "SEX", "RACEA", "EDUC"];

/// Truthful differential privacy.
pub(crate) struct Safepub;

impl Bench for Safepub {
    fn name(&self) -> &'static str {
        "safepub"
    }

    fn question(&self) -> &'static str {
        "How long do the parameters and the search of truthful differential privacy take, and what does a decision tree learn from \
         the release, compared with the mechanism as it was published?"
    }

    fn has_peers(&self) -> bool {
        false
    }

    fn measure(&self, lab: &Lab) -> Result<Report> {
        let parameters = parameters(lab)?;
        let mut times = Vec::new();
        for (data, columns, delta, reference, goal) in
            [("adult", ADULT, "1e-5", 1.9, 0.3), ("sihis", SIHIS, "1e-7", 12.3, 3.0)]
        {
            let Some(file) = Case::real(data).file(lab)? else { continue };
            println!("searching {data}");
            let recipe = recipe(lab, &file, data, columns)?;
            let runs = (0..lab.rounds.max(5))
                .map(|_| publish(lab, &file, &recipe, delta, &["--score", "granularity"]));
            let runs: Vec<Value> = runs.collect::<Result<_>>()?;
            times.push(json!({"data": data, "reference": reference, "goal": goal, "runs": runs}));
        }
        let mut learned = Vec::new();
        if let Some(file) = Case::real("adult").file(lab)? {
            for (class, printed) in [("salary-class", 0.873), ("marital-status", 0.920)] {
                for (name, more) in
                    [("ours", &[][..]), ("ours, 600 steps", &["--steps", "600"]), ("as published", PUBLISHED)]
                {
                    println!("learning {class}, {name}");
                    learned.push(learn(lab, &file, class, name, printed, more)?);
                }
            }
        }
        let tables = vec![parameters_table(&parameters), times_table(&times), learned_table(&learned)];
        Ok(Report { tables, samples: json!({"parameters": parameters, "times": times, "learned": learned}) })
    }
}

/// The smallest k of every common promise, a command each.
fn parameters(lab: &Lab) -> Result<Value> {
    println!("finding parameters");
    let start = Instant::now();
    let mut found = Vec::new();
    for epsilon in BUDGETS {
        let mut ks = Vec::new();
        for exponent in 1..=9 {
            let delta = format!("1e-{exponent}");
            let words = ["safepub-parameters", "--epsilon", epsilon, "--delta", &delta, "--format", "json"];
            let reported: Value = serde_json::from_str(&shell::capture(lab.ours("lethe").args(words))?)?;
            ks.push(reported["k"].clone());
        }
        found.push(json!({"epsilon": epsilon, "k": ks}));
    }
    Ok(json!({"found": found, "seconds": start.elapsed().as_secs_f64()}))
}

fn recipe(lab: &Lab, file: &Path, data: &str, columns: &[&str]) -> Result<PathBuf> {
    // The recipe's own folder is another one.
    let file = std::path::absolute(file).context("the table's place cannot be told")?;
    let folder = file.parent().context("a table lies in a folder")?;
    let mut text = String::new();
    for column in columns {
        let hierarchy = folder.join(format!("{data}_hierarchy_{column}.csv"));
        text.push_str(&format!(
            "[columns.\"{column}\"]\nrole = \"quasi\"\nhierarchy = '{}'\n",
            hierarchy.display()
        ));
    }
    let recipe = lab.file(&format!("safepub-{data}.toml"));
    fs::write(&recipe, text).context("a recipe cannot be written")?;
    Ok(recipe)
}

/// One release; what is not proven answers with no, which is no failure here.
fn publish(lab: &Lab, file: &Path, recipe: &Path, delta: &str, more: &[&str]) -> Result<Value> {
    let report = lab.file("safepub-report.json");
    let mut command = lab.ours("lethe");
    command.arg("anonymize").arg(file).arg("--recipe").arg(recipe).args([
        "--method",
        "safepub",
        "-q",
        "--threads",
        THREADS,
    ]);
    command.args(["--dp", &format!("1,{delta}")]).args(more).arg("--report").arg(&report);
    command.arg("-o").arg(lab.file("safepub-release.csv"));
    let status = command.stdout(std::process::Stdio::null()).status().context("lethe cannot be started")?;
    anyhow::ensure!(matches!(status.code(), Some(0 | 1)), "lethe anonymize failed");
    let report: Value = serde_json::from_slice(&fs::read(&report)?)?;
    Ok(
        json!({"ms": report["search"]["elapsed_ms"], "scored": report["search"]["checked"], "k": report["account"]["k"],
              "levels": report["solution"]["levels"], "proven": report["account"]["proven"]}),
    )
}

/// Releases for a class column, and what a decision tree learns from each.
fn learn(lab: &Lab, file: &Path, class: &str, name: &str, printed: f64, more: &[&str]) -> Result<Value> {
    let recipe = recipe(lab, file, "adult", ADULT)?;
    let mut runs = Vec::new();
    for _ in 0..RUNS {
        let released = publish(lab, file, &recipe, "1e-5", &[&["--class", class], more].concat())?;
        let mut compare = lab.ours("lethe");
        compare.arg("compare").arg(file).arg(lab.file("safepub-release.csv")).arg("--recipe").arg(&recipe);
        let reported: Value =
            serde_json::from_str(&shell::capture(compare.args(["--class", class, "--format", "json"]))?)?;
        let models = reported["learning"].as_array().context("nothing was learned")?;
        let tree =
            models.iter().find(|model| model["model"] == "decision tree").context("there is no tree")?;
        runs.push(json!({"release": released, "accuracy": tree["accuracy"], "relative": tree["relative"],
                         "original": tree["original_accuracy"], "zero_r": tree["zero_r"]}));
    }
    Ok(json!({"class": class, "name": name, "printed": printed, "runs": runs}))
}

fn numbers<'a>(runs: &'a Value, field: &'a str) -> impl Iterator<Item = f64> + 'a {
    runs.as_array().into_iter().flatten().map(move |run| run[field].as_f64().unwrap_or(f64::NAN))
}

/// The mean and the standard deviation.
fn spread(runs: &Value, field: &str) -> (f64, f64) {
    let values: Vec<f64> = numbers(runs, field).collect();
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len() as f64;
    (mean, variance.sqrt())
}

fn parameters_table(parameters: &Value) -> Table {
    let title = format!(
        "The smallest k, proven; {} commands in {} (goal: all in 2 s)",
        BUDGETS.len() * 9,
        seconds(parameters["seconds"].as_f64().unwrap_or(f64::NAN))
    );
    let headings = ["epsilon", "1e-1", "1e-2", "1e-3", "1e-4", "1e-5", "1e-6", "1e-7", "1e-8", "1e-9"];
    let mut table = Table::new(title, &headings);
    for row in parameters["found"].as_array().into_iter().flatten() {
        let ks = row["k"].as_array().into_iter().flatten().map(Value::to_string);
        table.row([row["epsilon"].as_str().unwrap_or_default().to_owned()].into_iter().chain(ks));
    }
    table
}

fn times_table(times: &[Value]) -> Table {
    let title = format!(
        "300 steps, epsilon 1, granularity: search, sampling and suppression on {THREADS} threads. Reference: {REFERENCE}"
    );
    let mut table = Table::new(title, &["table", "levels scored", "ours", "goal", "reference", "ratio"]);
    for case in times {
        let ours = median(numbers(&case["runs"], "ms")) / 1000.0;
        let (reference, goal) =
            (case["reference"].as_f64().unwrap_or(f64::NAN), case["goal"].as_f64().unwrap_or(f64::NAN));
        table.row([
            case["data"].as_str().unwrap_or_default().to_owned(),
            format!("{:.0}", median(numbers(&case["runs"], "scored"))),
            seconds(ours),
            seconds(goal),
            seconds(reference),
            ratio(reference, ours),
        ]);
    }
    table
}

fn learned_table(learned: &[Value]) -> Table {
    let title = format!(
        "Adult, epsilon 1, delta 1e-5: a decision tree learned from the release and asked about original records, mean and deviation of \
         {RUNS} runs; relative: 0 is always the most frequent label, 1 the same tree learned from the original. Printed: Bild et al. \
         (2018), Table 4, relative to C4.5 there"
    );
    let headings =
        ["class", "mechanism", "proven", "accuracy", "original", "most frequent", "relative", "printed"];
    let mut table = Table::new(title, &headings);
    for case in learned {
        let (accuracy, _) = spread(&case["runs"], "accuracy");
        let (relative, deviation) = spread(&case["runs"], "relative");
        let first = &case["runs"][0];
        let percent = |value: f64| format!("{:.1} %", 100.0 * value);
        table.row([
            case["class"].as_str().unwrap_or_default().to_owned(),
            case["name"].as_str().unwrap_or_default().to_owned(),
            if first["release"]["proven"] == true { "yes" } else { "NO" }.to_owned(),
            percent(accuracy),
            percent(first["original"].as_f64().unwrap_or(f64::NAN)),
            percent(first["zero_r"].as_f64().unwrap_or(f64::NAN)),
            format!("{:.1} ± {:.1} %", 100.0 * relative, 100.0 * deviation),
            percent(case["printed"].as_f64().unwrap_or(f64::NAN)),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_deviations_are_told() {
        let run = |relative: f64| json!({"accuracy": 0.8, "relative": relative, "original": 0.83, "zero_r": 0.75, "release": {"proven": true}});
        let case = json!({"class": "c", "name": "ours", "printed": 0.9, "runs": [run(0.7), run(0.9)]});
        let text = learned_table(&[case]).to_string();
        assert!(text.contains("80.0 ± 10.0 %") && text.contains("yes") && text.contains("90.0 %"), "{text}");
    }
}

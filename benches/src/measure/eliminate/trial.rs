//! One table, treated in every way.

use super::super::lab::Lab;
use super::figures::Figures;
use super::run::{Outcome, run};
use super::subject::Subject;
use super::way::{WAYS, Way};
use anyhow::Result;
use serde_json::{Value, json};
use std::time::Duration;

/// A run that takes longer is not repeated: its time is known well enough.
const LONG_SECONDS: f64 = 10.0;
const MOST_ROUNDS: u32 = 3;

/// What became of a table.
pub(super) struct Trial {
    pub(super) rows: u64,
    pub(super) columns: usize,
    /// The size of the original.
    pub(super) bytes: u64,
    pub(super) runs: Vec<(Way, Outcome)>,
}

impl Trial {
    /// Treats a table in all ways that were asked for, and says how each went.
    pub(super) fn take(lab: &Lab, rows: u64, columns: usize, limit: Duration) -> Result<Self> {
        let subject = Subject::make(lab, rows, columns)?;
        let mut runs = Vec::new();
        let asked = |way: &&Way| lab.scope.wants(way.method) && subject.columns <= way.most_columns;
        for way in WAYS.iter().filter(asked) {
            print!("{} rows of {} columns, {}: ", subject.rows, subject.columns, way.name);
            let outcome = repeated(lab, &subject, way, limit)?;
            println!("{}", in_short(&outcome));
            runs.push((*way, outcome));
        }
        Ok(Self { rows: subject.rows, columns: subject.columns, bytes: subject.bytes()?, runs })
    }

    /// The figures of a way, where it came to an end.
    pub(super) fn of(&self, wanted: &Way) -> Option<&Figures> {
        self.done().find(|(way, _)| way.name == wanted.name).map(|(_, figures)| figures)
    }

    /// The ways that came to an end.
    pub(super) fn done(&self) -> impl Iterator<Item = (&Way, &Figures)> {
        self.runs.iter().filter_map(|(way, outcome)| match outcome {
            Outcome::Done(figures) => Some((way, &**figures)),
            Outcome::Nothing(_) => None,
        })
    }

    /// For the record.
    pub(super) fn sample(&self) -> Value {
        let runs = self.runs.iter().map(|(way, outcome)| {
            let sample = match outcome {
                Outcome::Done(figures) => figures.sample(),
                Outcome::Nothing(why) => json!({"nothing": why}),
            };
            (way.name.to_owned(), sample)
        });
        let runs: serde_json::Map<String, Value> = runs.collect();
        json!({"rows": self.rows, "columns": self.columns, "bytes": self.bytes, "runs": runs})
    }
}

/// What is published is the same every time; only times are taken again.
fn repeated(lab: &Lab, subject: &Subject, way: &Way, limit: Duration) -> Result<Outcome> {
    let mut first = run(lab, subject, way, limit)?;
    let Outcome::Done(figures) = &mut first else { return Ok(first) };
    for _ in 1..lab.rounds.min(MOST_ROUNDS) {
        if figures.seconds.first().is_none_or(|seconds| *seconds > LONG_SECONDS) {
            break;
        }
        if let Outcome::Done(again) = run(lab, subject, way, limit)? {
            figures.seconds.extend(again.seconds);
            figures.method_seconds.extend(again.method_seconds);
        }
    }
    Ok(first)
}

/// One line while the measurement goes on.
fn in_short(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Nothing(why) => why.clone(),
        Outcome::Done(figures) => format!(
            "{:.1} s, {:.1}% of cells altered, relative accuracy {:.3} (tree) {:.3} (logistic)",
            figures.seconds.first().copied().unwrap_or(0.0),
            100.0 * figures.altered,
            figures.tree.relative,
            figures.logistic.relative
        ),
    }
}

//! Levels for each record.

use super::memory::Start;
use super::request::Request;
use super::subject::Subject;
use crate::median::median;
use anyhow::{Context as _, Result, ensure};
use lethe_data::Context;
use lethe_models::quality::Measure;
use lethe_transform::lattice::local::{Local, recode};
use lethe_transform::{Recoding, SUPPRESSED};
use serde_json::{Value, json};
use std::time::Instant;

/// Recodes as often as asked; memory is that of the first time.
pub(super) fn measure(
    request: &Request<'_>,
    subject: &Subject,
    context: &Context,
    start: &Start,
) -> Result<Value> {
    let (mut times, mut memory, mut last) = (Vec::new(), Value::Null, None::<Local>);
    for repeat in 0..request.repeats {
        let before = start.before_search();
        let begin = Instant::now();
        let local = recode(&subject.problem()?, context)?;
        times.push(begin.elapsed().as_secs_f64());
        if repeat == 0 {
            memory = before.multiples(&subject.table);
        }
        ensure!(last.is_none_or(|last| last == local), "two runs on one table recoded it differently");
        last = Some(local);
    }
    let local = last.context("nothing was recoded")?;
    Ok(json!({
        "seconds": median(times.clone()), "times": times, "memory": memory,
        "loss": mean_loss(&local.recoding, subject)?, "suppressed": local.suppressed,
        "rounds": local.published.len(), "complete": local.complete,
    }))
}

/// The mean loss of all cells, computed afresh from the levels of each record; a suppressed record loses all of it.
fn mean_loss(recoding: &Recoding, subject: &Subject) -> Result<f64> {
    let costs = subject.measure.costs().context("loss is a sum over cells")?;
    let mut sum = 0.0;
    for (at, &index) in subject.quasi.iter().enumerate() {
        let (codes, hierarchy) = (subject.table.column(index).codes(), &subject.hierarchies[at]);
        let costs = &costs.columns[at];
        for (row, &round) in recoding.round_of_row.iter().enumerate() {
            sum += if round == SUPPRESSED {
                1.0
            } else {
                let level = recoding.rounds[round as usize][at];
                let node = hierarchy.codes(level)[codes.get(row) as usize];
                costs.levels[level][node as usize] as f64 / costs.whole.max(1) as f64
            };
        }
    }
    Ok(sum / (subject.table.rows() * subject.quasi.len()) as f64)
}

//! What is told besides the sets. A limit that is reached here costs the detail, never the sets.

use super::glue::{coverage, witness};
use super::{Details, Stop, borders};
use crate::Result;
use lethe_data::{ColumnSet, Context};
use lethe_discovery::qid::{Found, Question};

/// The details that could be told.
#[derive(Default)]
pub(super) struct Told {
    pub(super) coverage: Option<Vec<u64>>,
    pub(super) exposed_people: Option<u64>,
    /// The people exposed by the sets of each size that has any, smallest size first.
    pub(super) people_by_size: Option<Vec<u64>>,
    pub(super) safe: Option<Vec<ColumnSet>>,
    pub(super) witnesses: Option<Vec<Vec<u64>>>,
    pub(super) stop: Option<Stop>,
    pub(super) notes: Vec<String>,
}

/// Tells what was asked for about the sets found.
pub(super) fn tell(
    question: &Question<'_>,
    found: &Found,
    asked: &Details,
    context: &Context,
) -> Result<Told> {
    let mut told = Told::default();
    let first = &found.minimal[..asked.only_first.unwrap_or(usize::MAX).min(found.minimal.len())];
    if asked.coverage {
        told.coverage = told.attempt("the people exposed", coverage::coverage(question, first, context))?;
    }
    if asked.witnesses > 0 {
        let rows = |set| -> lethe_discovery::Result<Vec<u64>> {
            let rows = witness::witnesses(question, set, asked.witnesses, context)?;
            Ok(rows.into_iter().map(|row| u64::from(row) + 1).collect())
        };
        told.witnesses = told.attempt("the witnesses", first.iter().map(rows).collect())?;
    }
    if asked.people_by_size {
        let union = |sets: &[ColumnSet]| coverage::union_coverage(question, sets, context);
        let sizes = found.minimal.chunk_by(|a, b| a.len() == b.len()).map(union).collect();
        told.people_by_size = told.attempt("the people exposed by sets of each size", sizes)?;
        told.exposed_people = told.attempt("the people exposed by any set", union(&found.minimal))?;
    }
    if asked.borders {
        told.borders(question, found, context)?;
    }
    Ok(told)
}

impl Told {
    fn borders(&mut self, question: &Question<'_>, found: &Found, context: &Context) -> Result<()> {
        if !found.complete && found.complete_to == 0 {
            self.notes.push(
                "no safe sets are known: the search ended before all single columns were counted".into(),
            );
            return Ok(());
        }
        let size = if found.complete { question.max_size() } else { found.complete_to };
        let safe = borders::maximal_safe(question, &found.minimal, size, context);
        match self.attempt("the maximal safe sets", safe)? {
            Some(None) => {
                self.notes.push("the maximal safe sets are more than a million and not listed".into());
            }
            Some(safe) => self.safe = safe,
            None => {}
        }
        if size < question.columns().len() {
            self.notes.push(format!("the safe sets are the maximal ones of up to {size} columns"));
        }
        Ok(())
    }

    /// The outcome of a part of the work, or why it is missing.
    fn attempt<T>(&mut self, what: &str, outcome: lethe_discovery::Result<T>) -> Result<Option<T>> {
        let reason = match &outcome {
            Err(lethe_discovery::Error::Data(lethe_data::Error::Cancelled)) => {
                self.stop = Some(Stop::Interrupt);
                "interrupted".to_owned()
            }
            Err(error @ lethe_discovery::Error::Data(lethe_data::Error::MemoryExceeded { .. })) => {
                self.stop = self.stop.or(Some(Stop::MemoryLimit));
                error.to_string()
            }
            _ => return Ok(Some(outcome?)),
        };
        self.notes.push(format!("{what}: not told; {reason}"));
        Ok(None)
    }
}

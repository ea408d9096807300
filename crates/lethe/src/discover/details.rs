//! What is told besides the sets. A limit that is reached here costs the detail, never the sets.

use super::report::{Dependencies, RecordsAtRisk, Settled, Stop};
use super::request::{Discover, Effort};
use super::{records, subject::Subject};
use crate::{Error, Result};
use lethe_data::{ColumnSet, Context};
use lethe_discovery::qid::{
    self, BorderOptions, Dependency, Found, Nulls, Question, Ranking, RankingOptions,
};
use std::collections::BTreeSet;

/// A ranking by people is cheap while it looks at no more than so many rows, each set counted anew.
const CHEAP_ROWS: u64 = 30_000_000;

/// The details that could be told.
#[derive(Default)]
pub(super) struct Told {
    pub(super) coverage: Option<Vec<u64>>,
    pub(super) exposed_people: Option<u64>,
    /// The people exposed by the sets of each size that has any, smallest size first.
    pub(super) people_by_size: Option<Vec<u64>>,
    pub(super) ranking: Option<Ranking>,
    pub(super) safe: Option<Vec<ColumnSet>>,
    pub(super) witnesses: Option<Vec<Vec<u64>>>,
    pub(super) dependencies: Option<Dependencies>,
    pub(super) records: Option<RecordsAtRisk>,
    pub(super) stop: Option<Stop>,
    pub(super) notes: Vec<String>,
}

/// Tells what was asked for about the sets found.
pub(super) fn tell(
    request: &Discover,
    subject: &Subject,
    question: &Question<'_>,
    found: &Found,
    context: &Context,
) -> Result<Told> {
    let mut told = Told::default();
    let (asked, sets) = (&request.details, &found.minimal);
    let first = &sets[..asked.only_first.unwrap_or(usize::MAX).min(sets.len())];
    if asked.coverage {
        told.coverage = told.attempt("the people exposed", qid::coverage(question, first, context))?;
    }
    if asked.witnesses > 0 {
        let rows = |set| -> lethe_discovery::Result<Vec<u64>> {
            let rows = qid::witnesses(question, set, asked.witnesses, context)?;
            Ok(rows.into_iter().map(|row| u64::from(row) + 1).collect())
        };
        told.witnesses = told.attempt("the witnesses", first.iter().map(rows).collect())?;
    }
    told.people(question, found, asked.people_by_size, asked.column_people, context)?;
    if asked.borders {
        told.borders(question, found, context)?;
    }
    if asked.dependencies {
        let found = qid::dependencies(question.table(), question.columns(), context);
        told.dependencies = told.attempt("the dependencies", found)?.map(|found| named(&found, subject));
    }
    if let Some(file) = &request.records {
        let written = records::write(file, question, context);
        told.records = told.attempt("the records at risk", written)?;
        if question.limits().nulls == Nulls::Wildcard {
            told.notes.push("for records at risk a missing value counts as a value of its own".to_owned());
        }
    }
    Ok(told)
}

impl Told {
    fn people(
        &mut self,
        question: &Question<'_>,
        found: &Found,
        by_size: bool,
        columns: Effort,
        context: &Context,
    ) -> Result<()> {
        let sets = &found.minimal;
        let union = |sets: &[ColumnSet]| qid::union_coverage(question, sets, context);
        if by_size {
            let sizes = sets.chunk_by(|a, b| a.len() == b.len()).map(union).collect();
            self.people_by_size = self.attempt("the people exposed by sets of each size", sizes)?;
            self.exposed_people = self.attempt("the people exposed by any set", union(sets))?;
        }
        if !sets.is_empty() {
            self.ranking = self.ranked(question, sets, columns, context)?;
            self.exposed_people =
                self.exposed_people.or_else(|| self.ranking.as_ref().and_then(|ranking| ranking.exposed));
        }
        Ok(())
    }

    /// The ranking by people, with coarser columns where that is no more work than asked for.
    fn ranked(
        &mut self,
        question: &Question<'_>,
        sets: &[ColumnSet],
        effort: Effort,
        context: &Context,
    ) -> Result<Option<Ranking>> {
        let rank = |generalized: bool| {
            qid::column_risk(question, sets, &RankingOptions { max_sets: usize::MAX, generalized }, context)
        };
        let affordable = |groupings: usize| match effort {
            Effort::None => false,
            Effort::Little => (question.table().rows() as u64).saturating_mul(groupings as u64) <= CHEAP_ROWS,
            Effort::Any => true,
        };
        let mut ranking = None;
        if affordable(sets.iter().map(|set| 2 + set.len()).sum()) {
            ranking = self.attempt("the people safe with a coarser column", rank(true))?;
        }
        // A limit that is reached with coarser columns may be enough without.
        if ranking.is_none() && affordable(sets.len()) && self.stop != Some(Stop::Interrupt) {
            ranking = self.attempt("the people safe without a column", rank(false))?;
        }
        Ok(ranking)
    }

    fn borders(&mut self, question: &Question<'_>, found: &Found, context: &Context) -> Result<()> {
        if !found.complete && found.complete_to == 0 {
            let why = "the search ended before all single columns were counted";
            self.notes.push(format!("no safe sets are known: {why}"));
            return Ok(());
        }
        let size = if found.complete { question.max_size() } else { found.complete_to };
        let options = BorderOptions { max_size: size, ..BorderOptions::default() };
        let safe = qid::maximal_safe(question.columns(), &found.minimal, &options, context);
        match self.attempt("the maximal safe sets", safe)? {
            Some(None) => {
                let why = "there are more than a million, or finding them takes too long";
                self.notes.push(format!("the maximal safe sets: not told; {why}"));
                return Ok(());
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
    fn attempt<T, E: Into<Error>>(&mut self, what: &str, outcome: Result<T, E>) -> Result<Option<T>> {
        let error: Error = match outcome {
            Ok(outcome) => return Ok(Some(outcome)),
            Err(error) => error.into(),
        };
        let reason = match error.limit() {
            Some(lethe_data::Error::Cancelled) => {
                self.stop = Some(Stop::Interrupt);
                "interrupted".to_owned()
            }
            Some(lethe_data::Error::MemoryExceeded { .. }) => {
                self.stop = self.stop.or(Some(Stop::MemoryLimit));
                error.to_string()
            }
            _ => return Err(error),
        };
        self.notes.push(format!("{what}: not told; {reason}"));
        Ok(None)
    }
}

/// Dependencies by name; of two columns that settle each other the later is listed.
fn named(found: &[Dependency], subject: &Subject) -> Dependencies {
    let name = |column: usize| subject.table.column(column).name().to_owned();
    let all: BTreeSet<&Dependency> = found.iter().collect();
    let mut named = Dependencies::default();
    for dependency in found {
        match *dependency {
            Dependency::Constant(column) => named.constant.push(name(column)),
            Dependency::Determines { from, to } => {
                let mutual = all.contains(&Dependency::Determines { from: to, to: from });
                if !mutual || from < to {
                    named.settled.push(Settled { column: name(to), by: name(from), mutual });
                }
            }
        }
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_data::{ByteSize, Column, MemoryBudget, Table, TypeChoice};
    use lethe_discovery::qid::Limits;

    #[test]
    fn memory_that_is_too_little_for_coarser_columns_leaves_the_ranking_without_them() {
        let cells: Vec<String> = (0..200).map(|value| value.to_string()).collect();
        let cells = cells.iter().map(|cell| Some(cell.as_str()));
        let column = Column::from_texts("a", cells, TypeChoice::Infer).unwrap();
        let table = Table::new(vec![column]).unwrap();
        let question = Question::new(&table, [0], Limits::default()).unwrap();
        let sets = [ColumnSet::of([0]).unwrap()];
        let unlimited = Context::new(1).unwrap();
        let ranked = |effort: Effort, budget: u64| {
            let context = unlimited.clone().with_memory(MemoryBudget::limited(ByteSize(budget)));
            let mut told = Told::default();
            told.ranking = told.ranked(&question, &sets, effort, &context).unwrap();
            told
        };
        assert!(ranked(Effort::None, u64::MAX).ranking.is_none());
        let coarser =
            |told: &Told| told.ranking.as_ref().map(|ranking| ranking.columns[0].generalized.is_some());
        assert_eq!(coarser(&ranked(Effort::Little, u64::MAX)), Some(true));
        let outcomes: Vec<Told> =
            (0..64 << 10).step_by(256).map(|budget| ranked(Effort::Any, budget)).collect();
        let without = outcomes.iter().find(|told| coarser(told) == Some(false)).expect("a budget between");
        assert_eq!((without.stop, without.notes.len()), (Some(Stop::MemoryLimit), 1));
        assert!(without.notes[0].starts_with("the people safe with a coarser column: not told;"));
        assert_eq!(coarser(&outcomes[0]), None);
        assert_eq!(coarser(&outcomes[outcomes.len() - 1]), Some(true));
    }
}

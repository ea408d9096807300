//! What is told besides the sets. A limit that is reached here costs the detail, never the sets.
//!
//! Details are told within the time that the search left of its limit.

use super::report::{AllColumns, Dependencies, Determined, RecordsAtRisk, Stop};
use super::request::{Discover, Effort};
use super::{records, subject::Subject};
use crate::{Error, Result};
use lethe_data::{CancelToken, ColumnSet, Context, group};
use lethe_discovery::qid::{
    self, BorderOptions, Dependency, Found, Nulls, Question, Ranking, RankingOptions,
};
use std::collections::BTreeSet;

/// A ranking by records is cheap while it looks at no more than so many rows, each set counted anew.
const CHEAP_ROWS: usize = 30_000_000;

/// The details that could be reported.
#[derive(Default)]
pub(super) struct Told {
    pub(super) all_columns: Option<AllColumns>,
    pub(super) coverage: Option<Vec<u64>>,
    pub(super) exposed_records: Option<u64>,
    /// The records exposed by the sets of each size that has any, smallest size first.
    pub(super) records_by_size: Option<Vec<u64>>,
    pub(super) ranking: Option<Ranking>,
    pub(super) safe: Option<Vec<ColumnSet>>,
    pub(super) witnesses: Option<Vec<Vec<u64>>>,
    pub(super) dependencies: Option<Dependencies>,
    pub(super) records: Option<RecordsAtRisk>,
    pub(super) stop: Option<Stop>,
    pub(super) notes: Vec<String>,
    /// Who may interrupt the work; a cancel from elsewhere is the time limit's.
    user: CancelToken,
    /// What the time limit left no time for.
    late: Vec<&'static str>,
}

/// Shows what was requested about the sets found, until `token` is cancelled: by the user, or by the time limit.
pub(super) fn tell(
    request: &Discover,
    subject: &Subject,
    question: &Question<'_>,
    found: &Found,
    token: &CancelToken,
    context: &Context,
) -> Result<Told> {
    let mut reported = Told { user: context.cancel_token().clone(), ..Told::default() };
    let context = &context.clone().with_cancel(token.clone());
    let (asked, sets) = (&request.details, &found.minimal);
    let first = &sets[..asked.only_first.unwrap_or(usize::MAX).min(sets.len())];
    if !question.columns().is_empty() && question.table().records() > 0 {
        let counted = all_columns(question, context);
        reported.all_columns = reported.attempt("the records unique on all columns", counted)?;
    }
    if asked.coverage {
        reported.coverage =
            reported.attempt("the records exposed", qid::coverage(question, first, context))?;
    }
    if asked.witnesses > 0 {
        let rows = |set| -> lethe_discovery::Result<Vec<u64>> {
            let rows = qid::witnesses(question, set, asked.witnesses, context)?;
            Ok(rows.into_iter().map(|row| u64::from(row) + 1).collect())
        };
        reported.witnesses = reported.attempt("the witnesses", first.iter().map(rows).collect())?;
    }
    reported.records(question, found, asked.records_by_size, asked.column_records, context)?;
    if asked.borders {
        reported.borders(question, found, context)?;
    }
    if asked.dependencies {
        let found = qid::dependencies(question.table(), question.columns(), context);
        reported.dependencies =
            reported.attempt("the dependencies", found)?.map(|found| named(&found, subject));
    }
    if let Some(file) = &request.records {
        let written = records::write(file, question, context);
        reported.records = reported.attempt("the records at risk", written)?;
        if question.limits().nulls == Nulls::Wildcard {
            reported
                .notes
                .push("for records at risk a missing value counts as a value of its own".to_owned());
        }
    }
    if !reported.late.is_empty() {
        reported.notes.insert(0, format!("the time limit left no time for {}", reported.late.join(", ")));
    }
    Ok(reported)
}

/// What all columns together reveal.
fn all_columns(question: &Question<'_>, context: &Context) -> Result<AllColumns> {
    let classes = group::classes_of(question.table(), question.columns(), context)?;
    let below = |k: u64| classes.counts().iter().filter(|&&records| records < k).sum();
    Ok(AllColumns { unique_rows: below(2), exposed_rows: below(question.k()) })
}

impl Told {
    fn records(
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
            self.records_by_size = self.attempt("the records exposed by sets of each size", sizes)?;
            self.exposed_records = self.attempt("the records exposed by any set", union(sets))?;
        }
        if !sets.is_empty() {
            self.ranking = self.ranked(question, sets, columns, context)?;
            self.exposed_records =
                self.exposed_records.or_else(|| self.ranking.as_ref().and_then(|ranking| ranking.exposed));
        }
        Ok(())
    }

    /// The ranking by records, with more general columns where that is no more work than requested.
    fn ranked(
        &mut self,
        question: &Question<'_>,
        sets: &[ColumnSet],
        effort: Effort,
        context: &Context,
    ) -> Result<Option<Ranking>> {
        let max_sets = match effort {
            Effort::None => return Ok(None),
            Effort::Little => CHEAP_ROWS / question.table().rows().max(1),
            Effort::Any => usize::MAX,
        };
        let rank = |generalized: bool| {
            qid::column_risk(question, sets, &RankingOptions { max_sets, generalized }, context)
        };
        let mut ranking = None;
        if sets.iter().map(|set| 2 + set.len()).sum::<usize>() <= max_sets {
            ranking = self.attempt("the records freed by a generalized column", rank(true))?;
        }
        // Memory that is too little with coarser columns may be enough without. The first sets may settle everybody.
        if ranking.is_none() && !matches!(self.stop, Some(Stop::Interrupt | Stop::TimeLimit)) {
            ranking = self.attempt("the records freed by a dropped column", rank(false))?;
        }
        Ok(ranking.filter(|ranking| ranking.exposed.is_some()))
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
                self.notes.push(format!("the maximal safe sets: not reported; {why}"));
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
    fn attempt<T, E: Into<Error>>(&mut self, what: &'static str, outcome: Result<T, E>) -> Result<Option<T>> {
        let error: Error = match outcome {
            Ok(outcome) => return Ok(Some(outcome)),
            Err(error) => error.into(),
        };
        let reason = match error.limit() {
            Some(lethe_data::Error::Cancelled) if self.user.is_cancelled() => {
                self.stop = Some(Stop::Interrupt);
                "interrupted".to_owned()
            }
            Some(lethe_data::Error::Cancelled) => {
                self.stop = Some(Stop::TimeLimit);
                self.late.push(what);
                return Ok(None);
            }
            Some(lethe_data::Error::MemoryExceeded { .. }) => {
                self.stop = self.stop.or(Some(Stop::MemoryLimit));
                error.to_string()
            }
            _ => return Err(error),
        };
        self.notes.push(format!("{what}: not reported; {reason}"));
        Ok(None)
    }
}

/// Dependencies by name; of two columns that decide each other the later is listed.
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
                    named.determined.push(Determined { column: name(to), by: name(from), mutual });
                }
            }
        }
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discover::Details;
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
            let mut reported = Told::default();
            reported.ranking = reported.ranked(&question, &sets, effort, &context).unwrap();
            reported
        };
        assert!(ranked(Effort::None, u64::MAX).ranking.is_none());
        let coarser = |reported: &Told| {
            reported.ranking.as_ref().map(|ranking| ranking.columns[0].generalized.is_some())
        };
        assert_eq!(coarser(&ranked(Effort::Little, u64::MAX)), Some(true));
        let outcomes: Vec<Told> =
            (0..64 << 10).step_by(256).map(|budget| ranked(Effort::Any, budget)).collect();
        let without =
            outcomes.iter().find(|reported| coarser(reported) == Some(false)).expect("a budget between");
        assert_eq!((without.stop, without.notes.len()), (Some(Stop::MemoryLimit), 1));
        assert!(without.notes[0].starts_with("the records freed by a generalized column: not reported;"));
        assert_eq!(coarser(&outcomes[0]), None);
        assert_eq!(coarser(&outcomes[outcomes.len() - 1]), Some(true));
    }

    #[test]
    fn what_the_time_limit_leaves_no_time_for_is_left_out_and_named() {
        let column = |name| Column::from_texts(name, [Some("x"), Some("y")], TypeChoice::Infer).unwrap();
        let table = Table::new(["a", "b"].map(column).to_vec()).unwrap();
        let subject = Subject { table, searched: vec![0, 1], standalone: Vec::new() };
        let question = Question::new(&subject.table, [0, 1], Limits::default()).unwrap();
        let found = Found::all(vec![ColumnSet::of([0]).unwrap(), ColumnSet::of([1]).unwrap()], 2, 2);
        let mut request = Discover::of(lethe_io::Location::parse("t.csv").unwrap());
        request.details = Details { coverage: true, borders: true, ..Details::default() };
        let user = Context::new(1).unwrap();
        let reported =
            |token: &CancelToken| tell(&request, &subject, &question, &found, token, &user).unwrap();
        let limit = user.cancel_token().child();
        assert_eq!((reported(&limit).stop, reported(&limit).coverage), (None, Some(vec![2, 2])));
        limit.cancel();
        let late = reported(&limit);
        assert_eq!((late.stop, late.coverage, late.safe), (Some(Stop::TimeLimit), None, None));
        assert_eq!(
            late.notes,
            [
                "the time limit left no time for the records unique on all columns, the records exposed, the maximal safe sets"
            ]
        );
        user.cancel_token().cancel();
        assert_eq!(reported(&user.cancel_token().child()).stop, Some(Stop::Interrupt));
    }

    #[test]
    fn a_tenth_of_the_time_is_kept_for_what_is_told_besides_the_sets() {
        let mut request = Discover::of(lethe_io::Location::parse("t.csv").unwrap());
        request.time_limit = Some(std::time::Duration::from_secs(30));
        assert_eq!(request.time_to_search(), request.time_limit);
        request.details.borders = true;
        assert_eq!(request.time_to_search(), Some(std::time::Duration::from_secs(27)));
    }
}

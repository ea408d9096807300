//! From what was found to the report.

use super::details::Told;
use super::search::Searched;
use super::subject::Subject;
use super::suggestions::Evidence;
use super::{ColumnRisk, Discovery, Generalized, SetsOfSize, Stats, Stop, ranking};
use lethe_data::wording::counted;
use lethe_discovery::qid::{Found, Nulls, Question, Ranking};
use std::time::Duration;

/// Puts the report together.
pub(super) fn report(
    subject: &Subject,
    question: &Question<'_>,
    algorithm: &str,
    searched: Searched,
    reported: Told,
    [elapsed, read, details]: [Duration; 3],
) -> Discovery {
    let Searched { found, stop, problem, .. } = searched;
    let sets = &found.minimal;
    let name = |column: usize| question.table().column(column).name().to_owned();
    let involved = ranking::involved(sets);
    let risk = |involved: &ranking::Involved| ColumnRisk {
        column: name(involved.column),
        sets: involved.sets,
        smallest_set: involved.smallest,
        records: reported.ranking.as_ref().and_then(|ranking| relieved(ranking, involved.column)),
        entropy_bits: entropy_bits(question, involved.column),
        generalized: reported
            .ranking
            .as_ref()
            .filter(|_| question.table().column(involved.column).value_type().is_ordered())
            .and_then(|ranking| generalized(ranking, involved.column)),
    };
    let column_risks: Vec<ColumnRisk> = involved.iter().map(risk).collect();
    let suggestions = Evidence {
        name: &name,
        sets,
        involved: &involved,
        risks: &column_risks,
        coverage: reported.coverage.as_deref().unwrap_or_default(),
        exposed: reported.ranking.as_ref().and_then(|ranking| ranking.exposed),
        standalone: &subject.standalone,
        searched: question.columns().len(),
        records: question.table().records(),
        min_exposed: question.min_exposed(),
        known_to: if found.complete { question.limits().max_size } else { Some(found.complete_to) },
        complete: found.complete,
    }
    .suggestions();
    let by_size = sets.chunk_by(|a, b| a.len() == b.len()).enumerate();
    let sizes = by_size.map(|(index, sets)| SetsOfSize {
        size: sets[0].len(),
        sets: sets.len() as u64,
        records: reported.records_by_size.as_ref().map(|records| records[index]),
    });
    // Why the answer is not whole comes first.
    let notes =
        stopped(stop, &found, problem).into_iter().chain(reported.notes).chain(notes(subject, question));
    Discovery {
        fail_if_found: false,
        rows: question.table().records(),
        columns: subject.searched_names(),
        k: question.k(),
        min_exposed: question.min_exposed(),
        max_size: question.limits().max_size,
        nulls: if question.limits().nulls == Nulls::Value { "value" } else { "wildcard" }.to_owned(),
        algorithm: algorithm.to_owned(),
        complete: found.complete,
        complete_to: found.complete_to,
        stopped: stop.or(reported.stop),
        all_columns: reported.all_columns,
        standalone_identifiers: subject.standalone.clone(),
        minimal_qids: sets.iter().map(|set| subject.names_in(set)).collect(),
        coverage: reported.coverage,
        exposed_records: reported.exposed_records,
        sizes: sizes.collect(),
        maximal_safe_sets: reported.safe.map(|safe| safe.iter().map(|set| subject.names_in(set)).collect()),
        witnesses: reported.witnesses,
        dependencies: reported.dependencies,
        records: reported.records,
        column_risks,
        suggestions,
        notes: notes.collect(),
        stats: Stats {
            candidates: found.candidates,
            elapsed_ms: milliseconds(elapsed),
            read_ms: milliseconds(read),
            details_ms: milliseconds(details),
        },
    }
}

/// Shannon entropy of a column, missing values included.
fn entropy_bits(question: &Question<'_>, column: usize) -> f64 {
    let counts = question.table().column(column).histogram(question.table().weights());
    let all = counts.iter().sum::<u64>().max(1) as f64;
    let bits = |count: &u64| -> f64 {
        let share = *count as f64 / all;
        share * share.log2()
    };
    0.0 - counts.iter().filter(|count| **count > 0).map(bits).sum::<f64>()
}

/// Of the records that listed sets expose, those whom none without the column exposes.
fn relieved(ranking: &Ranking, column: usize) -> Option<u64> {
    let risk = ranking.columns.iter().find(|risk| risk.column == column)?;
    Some(ranking.exposed? - risk.still_exposed?)
}

/// What is gained when the column is more general.
fn generalized(ranking: &Ranking, column: usize) -> Option<Generalized> {
    let coarser = ranking.columns.iter().find(|risk| risk.column == column)?.generalized?;
    Some(Generalized { groups: coarser.groups, relieved: ranking.exposed? - coarser.still_exposed })
}

/// What is special about the table.
fn notes(subject: &Subject, question: &Question<'_>) -> Vec<String> {
    let (records, k) = (question.table().records(), question.k());
    let mut notes = Vec::new();
    if records == 0 {
        notes.push("the table has no records: none can be exposed".to_owned());
    } else if question.columns().is_empty() {
        let all = "every column identifies records by itself, so that nothing is left to combine";
        notes.push(format!("{all}; `keep_standalone` combines them all the same"));
    } else if records < k {
        let have = counted(records, "record");
        notes.push(format!("the table has {have}, fewer than k = {k}: every column exposes all of them"));
    }
    if records > 0 && records < question.min_exposed() {
        notes.push("the table has fewer records than must be exposed: no set can expose so many".to_owned());
    }
    if subject.table.weights().is_some_and(|weights| weights.contains(&0)) {
        notes.push("rows of weight 0 stand for no record".to_owned());
    }
    notes
}

fn stopped(stop: Option<Stop>, found: &Found, problem: Option<String>) -> Option<String> {
    let reason = match stop? {
        Stop::TimeLimit => "the time limit ended the search".to_owned(),
        Stop::MemoryLimit => problem.unwrap_or_else(|| "the memory budget ended the search".to_owned()),
        Stop::Interrupt => "the search was interrupted".to_owned(),
    };
    let known = match found.complete_to {
        0 => "sets of any size may be missing".to_owned(),
        size => format!(
            "all sets of up to {} are listed, larger ones may be missing",
            counted(size as u64, "column")
        ),
    };
    Some(format!("{reason}; {known}"))
}

/// Milliseconds with microseconds after the point.
pub(super) fn milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

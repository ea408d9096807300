//! All figures in one table, and what they say about the claims.

use super::super::lab::THREADS;
use super::super::table::{Table, seconds};
use super::figures::{Figures, Lesson};
use super::run::{K, Outcome, SIZE};
use super::trial::Trial;
use super::way::CLASS;
use crate::median::median;

/// Every way on every table.
pub(super) fn all(trials: &[Trial]) -> Table {
    let rows = trials.first().map_or(0, |trial| trial.rows);
    let title = format!(
        "Generated patients, {rows} rows, without the seven columns that name them; nobody may stand out among fewer than \
         {K} people by any {SIZE} columns (any size: by all columns). Data score, size: share of the original's. \
         Learned: whether somebody is {CLASS}; relative accuracy is 1 when the release teaches as much as the \
         original and 0 when it teaches no more than the most frequent class (guessing). FP, FN: false positive and \
         negative rates. {THREADS} threads; times are medians of rounds, and longer runs were made once"
    );
    let headings = [
        "columns",
        "treatment",
        "method",
        "command",
        "peak memory",
        "score 6.1",
        "score 7",
        "altered",
        "size",
        "files",
        "tree",
        "relative",
        "FP",
        "FN",
        "logistic",
        "relative",
        "FP",
        "FN",
    ];
    let mut table = Table::new(title, &headings);
    for trial in trials {
        if let Some((_, figures)) = trial.done().next() {
            table.row(guessing(trial, figures));
        }
        for (way, outcome) in &trial.runs {
            let head = [trial.columns.to_string(), way.name.to_owned()];
            let cells = match outcome {
                Outcome::Done(figures) => figured(trial, figures),
                Outcome::Nothing(why) => {
                    let mut cells = vec![why.clone()];
                    cells.resize(headings.len() - head.len(), String::new());
                    cells
                }
            };
            table.row(head.into_iter().chain(cells));
        }
    }
    table
}

/// What the most frequent class answers without having learned anything.
fn guessing(trial: &Trial, figures: &Figures) -> Vec<String> {
    let mut cells = vec![trial.columns.to_string(), "guessing".to_owned()];
    cells.extend(std::iter::repeat_n(String::new(), 8));
    let zero = Lesson {
        accuracy: figures.tree.zero_r,
        false_negatives: if figures.tree.zero_r > 0.5 { 1.0 } else { 0.0 },
        false_positives: if figures.tree.zero_r > 0.5 { 0.0 } else { 1.0 },
        ..Lesson::default()
    };
    cells.extend(lesson(&zero));
    cells.extend(lesson(&zero));
    cells
}

fn figured(trial: &Trial, figures: &Figures) -> Vec<String> {
    let time = |samples: &[f64]| {
        if samples.is_empty() { String::new() } else { seconds(median(samples.iter().copied())) }
    };
    let mut cells = vec![
        time(&figures.method_seconds),
        time(&figures.seconds),
        if figures.peak_mib.is_nan() { String::new() } else { format!("{:.0} MiB", figures.peak_mib) },
        decimal(figures.scores[0]),
        decimal(figures.scores[1]),
        format!("{:.1}%", 100.0 * figures.altered),
        decimal(figures.bytes / trial.bytes as f64),
        figures.files.map_or_else(String::new, |files| files.to_string()),
    ];
    cells.extend(lesson(&figures.tree));
    cells.extend(lesson(&figures.logistic));
    cells
}

fn lesson(lesson: &Lesson) -> [String; 4] {
    [lesson.accuracy, lesson.relative, lesson.false_positives, lesson.false_negatives].map(decimal)
}

/// Three digits; nothing where there is no number.
pub(super) fn decimal(value: f64) -> String {
    if value.is_nan() { String::new() } else { format!("{value:.3}") }
}

#[cfg(test)]
mod tests {
    use super::super::figures::tests::learned;
    use super::super::way::{COMPARTMENT, COMPOSE, NOTHING};
    use super::*;

    #[test]
    fn a_way_without_an_answer_keeps_its_row() {
        let runs = vec![
            (NOTHING, Outcome::Done(Box::new(learned(1.0)))),
            (COMPOSE, Outcome::Done(Box::new(learned(0.5)))),
            (COMPARTMENT, Outcome::Nothing("more than 600 s".to_owned())),
        ];
        let text = all(&[Trial { rows: 9, columns: 10, bytes: 1000, runs }]).to_string();
        assert!(text.contains(" guessing |") && text.contains("| more than 600 s |"), "{text}");
        // Half of the bytes, a quarter of the cells, minus a tenth of the score.
        assert!(text.contains("-0.100 |   0.400 |   25.0% | 0.500 |     2 | 0.700 |    0.500 |"), "{text}");
    }
}

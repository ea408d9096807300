//! What is inferred about the sensitive values of records, and how surely.

use super::target::Target;
use lethe_attack::ReadingFindings;
use schemars::JsonSchema;
use serde::Serialize;

/// How well the values of a sensitive column are inferred: for each person, the value that most candidates show.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct InferredColumn {
    /// The column.
    pub column: String,
    /// The share of records with the most frequent value: how sure somebody is who has the release and knows nothing.
    pub baseline: f64,
    /// The mean over all records of the share of candidates with the inferred value, 0 where none is inferred; null when
    /// nobody is known.
    pub mean_confidence: Option<f64>,
    /// The mean over all records of what this share exceeds the value's share of the whole release by.
    pub mean_gain: Option<f64>,
    /// The records whose value is inferred so surely.
    pub confidence: Vec<InferredRecords>,
}

/// Records whose sensitive value is inferred with at least some confidence.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct InferredRecords {
    /// At least this share of the candidates show the inferred value.
    pub confidence: f64,
    /// The records.
    pub records: u64,
    /// Those of them whose value is inferred more surely than from its share of the whole release.
    pub gained: u64,
    /// The records of whom as much is inferred without linking: everybody, where the most frequent value has such a share of
    /// the release, else nobody.
    pub baseline: u64,
    /// Those of `records` whose own record shows the inferred value, where the truth is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub correct: Option<u64>,
}

/// The best guess at a person's value in a sensitive column.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Guess {
    /// The share of candidates that show it; 0 where there is no guess.
    confidence: f64,
    /// The share of all records that show it.
    share: f64,
    is_right: bool,
}

impl Guess {
    pub(super) fn improve(&mut self, other: &Self) {
        if other.confidence > self.confidence {
            *self = *other;
        }
    }
}

/// Which columns are learned from a table of the release.
pub(super) struct Learning<'a> {
    attack: &'a lethe_attack::Attack,
    /// The place of each column among all that are to be learned, and among those of the table.
    columns: Vec<(usize, usize)>,
}

impl<'a> Learning<'a> {
    pub(super) fn new(target: &'a Target, attack: &'a lethe_attack::Attack) -> Self {
        let places = target.sensitive.iter().enumerate().filter(|(_, position)| position.is_some());
        Self { attack, columns: places.map(|(place, _)| place).zip(0..).collect() }
    }

    /// Nothing is learned but who is in the release.
    pub(super) fn of_nothing(attack: &'a lethe_attack::Attack) -> Self {
        Self { attack, columns: Vec::new() }
    }

    /// The columns of the table that are learned: the place of each among all that are to be learned, and among its own.
    pub(super) fn columns(&self) -> impl Iterator<Item = (usize, usize)> {
        self.columns.iter().copied()
    }

    /// The guess at a person's value in one of its own columns.
    pub(super) fn guess(&self, found: &ReadingFindings, column: usize, person: usize) -> Guess {
        let share = |part: u64, of: u64| if of == 0 { 0.0 } else { part as f64 / of as f64 };
        found.inferred[column][person].map_or_else(Guess::default, |inferred| Guess {
            confidence: share(inferred.records, found.candidates[person]),
            share: share(self.attack.records_with(column, inferred.value), self.attack.records()),
            is_right: inferred.is_right == Some(true),
        })
    }

    /// The share of records with the most frequent value of one of its own columns.
    pub(super) fn baseline(&self, column: usize) -> f64 {
        self.attack.records_with_most_frequent(column) as f64 / self.attack.records().max(1) as f64
    }
}

/// Counts records by how surely their value in a column is inferred.
pub(super) fn inferred(
    column: &str,
    guesses: &[Guess],
    baseline: f64,
    has_truth: bool,
    confidences: &[f64],
) -> InferredColumn {
    let mean = |of: fn(&Guess) -> f64| {
        (!guesses.is_empty()).then(|| guesses.iter().map(of).sum::<f64>() / guesses.len() as f64)
    };
    let at = |&confidence: &f64| {
        let sure = || guesses.iter().filter(move |guess| guess.confidence >= confidence);
        InferredRecords {
            confidence,
            records: sure().count() as u64,
            gained: sure().filter(|guess| guess.confidence > guess.share).count() as u64,
            baseline: if baseline >= confidence { guesses.len() as u64 } else { 0 },
            correct: has_truth.then(|| sure().filter(|guess| guess.is_right).count() as u64),
        }
    };
    InferredColumn {
        column: column.to_owned(),
        baseline,
        mean_confidence: mean(|guess| guess.confidence),
        mean_gain: mean(|guess| guess.confidence - guess.share),
        confidence: confidences.iter().map(at).collect(),
    }
}

//! Every attack on a table: with all that is known, or with drawn parts of it, in each of its compartments.

use super::inference::{InferredColumn, Learning, inferred};
use super::membership::Matches;
use super::reading::ByReading;
use super::score::{Counts, Rounds, Score};
use super::target::{Auxiliary, Target};
use super::{Attack, SuppressedReading};
use crate::Result;
use lethe_attack::{Findings, Knowledge};
use lethe_data::{Context, Table};

/// What all attacks have in common.
pub(super) struct Setting<'a> {
    pub(super) request: &'a Attack,
    pub(super) auxiliary: &'a Auxiliary,
    pub(super) sensitive: &'a [String],
    pub(super) k: u64,
    pub(super) reading: SuppressedReading,
}

/// A release that is ready to be attacked.
pub(super) struct Prepared<'a> {
    parts: Vec<Part<'a>>,
    knowledge: Knowledge,
}

/// A table of it.
struct Part<'a> {
    target: &'a Target,
    attack: lethe_attack::Attack,
    /// The places of its columns among all that are compared.
    columns: Vec<usize>,
}

impl Part<'_> {
    fn run(&self, knowledge: &Knowledge, context: &Context) -> Result<Findings> {
        Ok(self.attack.run(&knowledge.only(&self.columns), context)?)
    }

    fn learning(&self) -> Learning<'_> {
        Learning::new(self.target, &self.attack)
    }
}

/// What attacks found.
pub(super) struct Outcome {
    /// Over all tables.
    all: ByReading<Score>,
    /// By table.
    parts: Vec<ByReading<Score>>,
    /// By number of known columns.
    pub(super) by_size: Vec<(usize, Rounds)>,
}

impl<'a> Prepared<'a> {
    /// Finds out which labels fit what is known.
    pub(super) fn new(targets: &'a [Target], auxiliary: &Auxiliary, context: &Context) -> Result<Self> {
        let mut positions: Vec<usize> = targets.iter().flat_map(Target::known_positions).collect();
        positions.sort_unstable();
        positions.dedup();
        let mut parts = Vec::new();
        for target in targets {
            if let Some(subject) = target.subject(auxiliary) {
                parts.push(Part {
                    attack: lethe_attack::Attack::new(&subject, context)?,
                    // Every compared column is among those of all targets.
                    columns: target
                        .known_positions()
                        .filter_map(|at| positions.binary_search(&at).ok())
                        .collect(),
                    target,
                });
            }
        }
        Ok(Self { parts, knowledge: auxiliary.knowledge(&positions) })
    }

    /// The suppressed records about which the readings differ.
    pub(super) fn suppressed(&self) -> u64 {
        self.parts.iter().map(|part| part.attack.suppressed()).sum()
    }

    fn score(&self, setting: &Setting<'_>) -> ByReading<Score> {
        ByReading::new(setting.auxiliary.table.rows(), setting.sensitive, self.suppressed() > 0)
    }

    /// Attacks everybody, with drawn parts of what is known where the request says so.
    pub(super) fn attack(&self, setting: &Setting<'_>, context: &Context) -> Result<Outcome> {
        let request = setting.request;
        let Some(range) = request.knowledge else { return self.attack_with_everything(setting, context) };
        let mut parts: Vec<ByReading<Score>> = self.parts.iter().map(|_| self.score(setting)).collect();
        let mut by_size = Vec::new();
        for size in range.sizes() {
            let mut rounds = Rounds::default();
            for draw in 0..request.draws {
                let drawn = self.knowledge.draw(size, draw, context.seed());
                let mut round = self.score(setting);
                for (part, score) in self.parts.iter().zip(&mut parts) {
                    let found = part.run(&drawn, context)?;
                    score.add(&found, &part.learning());
                    round.add(&found, &part.learning());
                }
                let records = setting.auxiliary.table.rows() as u64;
                rounds.add(round.counts(setting.k).of(setting.reading), records);
            }
            by_size.push((size, rounds));
        }
        Ok(self.outcome(setting, parts, by_size))
    }

    /// Attacks everybody with all that is known.
    pub(super) fn attack_with_everything(&self, setting: &Setting<'_>, context: &Context) -> Result<Outcome> {
        let mut parts = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            let mut score = self.score(setting);
            score.add(&part.run(&self.knowledge, context)?, &part.learning());
            parts.push(score);
        }
        Ok(self.outcome(setting, parts, Vec::new()))
    }

    fn outcome(
        &self,
        setting: &Setting<'_>,
        parts: Vec<ByReading<Score>>,
        by_size: Vec<(usize, Rounds)>,
    ) -> Outcome {
        let mut all = self.score(setting);
        for score in &parts {
            all.merge(score);
        }
        Outcome { all, parts, by_size }
    }

    /// The counts of each table.
    pub(super) fn counts_by_part(
        &self,
        setting: &Setting<'_>,
        outcome: &Outcome,
    ) -> Vec<(&'a Target, Counts)> {
        let counts = |score: &ByReading<Score>| score.of(setting.reading).counts(setting.k);
        self.parts.iter().zip(&outcome.parts).map(|(part, score)| (part.target, counts(score))).collect()
    }

    /// How surely the values of each sensitive column of the release are inferred.
    pub(super) fn inferred(&self, setting: &Setting<'_>, outcome: &Outcome) -> Vec<InferredColumn> {
        let score = outcome.all.of(setting.reading);
        let baseline = |place: usize| {
            let shares = self.parts.iter().filter_map(|part| {
                let learning = part.learning();
                let column = learning.columns().find(|(other, _)| *other == place)?.1;
                Some(learning.baseline(column))
            });
            shares.reduce(f64::max)
        };
        let columns = setting.sensitive.iter().zip(score.guesses()).enumerate();
        columns
            .filter_map(|(place, (name, guesses))| {
                let baseline = baseline(place)?;
                Some(inferred(name, guesses, baseline, score.has_truth(), &setting.request.confidence))
            })
            .collect()
    }
}

impl Outcome {
    /// The counts over all tables, by each reading.
    pub(super) fn counts(&self, k: u64) -> ByReading<Counts> {
        self.all.counts(k)
    }

    /// The records that records fit.
    pub(super) fn matches(&self, setting: &Setting<'_>) -> Matches {
        let counts = self.all.of(setting.reading).counts(setting.k);
        let records = setting.auxiliary.table.rows() as u64;
        let unmatched = counts.no_candidate;
        Matches { records, matched: records - unmatched - counts.blank, unmatched }
    }
}

/// How many records that are not in the release records fit.
pub(super) fn matches_of(
    others: &Table,
    targets: &[Target],
    setting: &Setting<'_>,
    context: &Context,
) -> Result<Matches> {
    let mut score = ByReading::new(others.rows(), &[], true);
    for target in targets {
        if let Some(subject) = target.subject_of(others, setting.auxiliary) {
            let attack = lethe_attack::Attack::new(&subject, context)?;
            let found = attack.run(&subject.knowledge(), context)?;
            score.add(&found, &Learning::of_nothing(&attack));
        }
    }
    let counts = score.of(setting.reading).counts(setting.k);
    let (records, unmatched) = (others.rows() as u64, counts.no_candidate);
    Ok(Matches { records, matched: records - unmatched - counts.blank, unmatched })
}

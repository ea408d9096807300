//! What is told about an attack. No value of a cell is among it.

use super::histogram::histogram;
use super::score::{Counts, Rounds};
use super::target::{Auxiliary, Target};
use super::{InferredColumn, Judged, MembershipInference, OriginalAttack, SuppressedReading};
use lethe_data::wording::counted;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// Whom a release reveals to somebody who knows things. Where records are attacked several times, in each compartment or
/// with several drawn parts of what is known, the attack that gets furthest with a person counts.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AttackReport {
    /// Whether sensitive values that are disclosed are no answer with no, as the request says.
    #[serde(skip)]
    pub ignore_disclosure: bool,
    /// The records of whom something is known: rows of the file.
    pub known: u64,
    /// Records with exactly one candidate, a record that shows something. All counts but those of `readings` are by `reading`.
    pub reidentified: u64,
    /// Records with at least one and fewer than `k` candidates, those re-identified among them.
    pub below_k: u64,
    /// Records whose candidates all show the same value in a sensitive column.
    pub disclosed: u64,
    /// The records of `reidentified` whose candidate is their own record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub correct: Option<u64>,
    /// The records of `reidentified` whose candidate is another one's record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrong: Option<u64>,
    /// How many records are named rightly on average when the attacker picks one candidate of each at random.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_correct: Option<f64>,
    /// Records that no record fits.
    pub no_candidate: u64,
    /// Records whose candidates show nothing in any column: suppressed records, from which nothing is learned.
    pub blank: u64,
    /// The mean over all records of 1 / candidates, 0 for those without a record that shows something; null when nobody is
    /// known.
    pub mean_success: Option<f64>,
    /// Records with fewer candidates are narrowed down.
    pub k: u64,
    /// The records of the release, over all compartments.
    pub records: u64,
    /// The suppressed records among them that may have been somebody's by one reading and not by the other.
    pub suppressed: u64,
    /// How suppressed records are read, and the answer is judged.
    pub reading: SuppressedReading,
    /// The same counts by each reading that can be right.
    pub readings: Vec<ReadingCounts>,
    /// What is known about who is in the release.
    pub membership: Membership,
    /// The columns that were compared.
    pub columns: Vec<String>,
    /// Each sensitive column with the records whose value was learned.
    pub sensitive: Vec<DisclosedColumn>,
    /// How many records have how many candidates.
    pub candidates: Vec<CandidateCount>,
    /// Each compartment by itself, where the release is a folder of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compartments: Option<Vec<CompartmentAttack>>,
    /// The attacks with random parts of what is known, by their size, where requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub knowledge: Option<Vec<KnowledgeAttack>>,
    /// What is special about this answer.
    pub notes: Vec<String>,
    /// How far known values may be from the true ones, by column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<BTreeMap<String, String>>,
    /// Each sensitive column of the release, and how surely values in it are inferred.
    pub inference: Vec<InferredColumn>,
    /// How well somebody shows who is in the release, by all that is known.
    pub membership_inference: MembershipInference,
    /// The same attack on the original, where it is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub original: Option<OriginalAttack>,
}

/// Whether the known records are known to be in the release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Membership {
    /// Everybody is taken to be in it: what is found out about a person holds if the person is.
    Assumed,
}

/// What an attack finds out by one reading of suppressed records.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ReadingCounts {
    /// The reading.
    pub reading: SuppressedReading,
    /// Records with exactly one candidate, a record that shows something.
    pub reidentified: u64,
    /// Records with at least one and fewer than `k` candidates.
    pub below_k: u64,
    /// Records whose candidates all show the same value in a sensitive column.
    pub disclosed: u64,
    /// Records whose candidates show nothing in any column.
    pub blank: u64,
    /// The mean over all records of 1 / candidates; null when nobody is known.
    pub mean_success: Option<f64>,
    /// Each sensitive column with the records whose value was learned.
    pub sensitive: Vec<DisclosedColumn>,
}

/// A sensitive column and how many values were learned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DisclosedColumn {
    /// The column.
    pub column: String,
    /// Records whose candidates all show the same value in it.
    pub disclosed: u64,
}

/// Records with about as many candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CandidateCount {
    /// At least so many candidates.
    pub from: u64,
    /// At most so many candidates.
    pub to: u64,
    /// The records.
    pub records: u64,
}

/// What one compartment reveals by itself.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CompartmentAttack {
    /// Its file.
    pub file: String,
    /// The columns that were compared; none where nothing of the compartment is known.
    pub columns: Vec<String>,
    /// Its records.
    pub records: u64,
    /// Records with exactly one candidate in it, a record that shows something.
    pub reidentified: u64,
    /// Records with at least one and fewer than `k` candidates in it.
    pub below_k: u64,
    /// Records whose candidates in it all show the same value in a sensitive column.
    pub disclosed: u64,
    /// Records that no record of it fits.
    pub no_candidate: u64,
}

/// What attackers learn who know so many columns of each person, drawn at random.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct KnowledgeAttack {
    /// The number of columns; fewer where fewer are known of a person.
    pub knowledge: usize,
    /// The attacks: records times draws.
    pub attacks: u64,
    /// Attacks that leave one candidate, a record that shows something.
    pub reidentified: u64,
    /// Attacks that leave at least one and fewer than `k` candidates.
    pub below_k: u64,
    /// Attacks after which all candidates show the same value in a sensitive column.
    pub disclosed: u64,
    /// The mean over all attacks of 1 / candidates; null when nobody is known.
    pub mean_success: Option<f64>,
}

impl AttackReport {
    /// Whether nobody was re-identified and no sensitive value disclosed.
    pub fn is_good(&self) -> bool {
        self.reidentified == 0 && self.disclosed == 0
    }
}

pub(super) fn compose(
    judged: &Judged,
    auxiliary: &Auxiliary,
    sensitive: &[String],
    targets: &[Target],
    parts: &[(&Target, Counts)],
    by_size: &[(usize, Rounds)],
) -> AttackReport {
    let mut columns: Vec<String> = Vec::new();
    for name in targets.iter().flat_map(Target::known_columns) {
        if !columns.contains(&name) {
            columns.push(name);
        }
    }
    let is_folder = targets.iter().any(|target| target.is_compartment);
    let all = judged.all.of(judged.reading);
    let readings =
        judged.readings.iter().map(|&reading| by_reading(reading, judged.all.of(reading), sensitive));
    AttackReport {
        ignore_disclosure: false,
        known: auxiliary.table.rows() as u64,
        reidentified: all.reidentified,
        below_k: all.below_k,
        disclosed: all.disclosed,
        correct: all.truth.map(|truth| truth.correct),
        wrong: all.truth.map(|truth| truth.wrong),
        expected_correct: all.truth.map(|truth| truth.expected_correct),
        no_candidate: all.no_candidate,
        blank: all.blank,
        mean_success: all.mean_success,
        k: judged.k,
        records: targets.iter().map(|target| target.table.records()).sum(),
        suppressed: judged.suppressed,
        reading: judged.reading,
        readings: readings.collect(),
        membership: Membership::Assumed,
        columns,
        sensitive: learned(all, sensitive),
        candidates: histogram(&all.candidates),
        compartments: is_folder.then(|| targets.iter().map(|target| compartment(target, parts)).collect()),
        knowledge: by_sizes(by_size),
        notes: notes(judged, targets, sensitive, all),
        tolerance: None,
        inference: Vec::new(),
        membership_inference: MembershipInference::default(),
        original: None,
    }
}

fn by_reading(reading: SuppressedReading, counts: &Counts, sensitive: &[String]) -> ReadingCounts {
    ReadingCounts {
        reading,
        reidentified: counts.reidentified,
        below_k: counts.below_k,
        disclosed: counts.disclosed,
        blank: counts.blank,
        mean_success: counts.mean_success,
        sensitive: learned(counts, sensitive),
    }
}

fn learned(counts: &Counts, sensitive: &[String]) -> Vec<DisclosedColumn> {
    let columns = sensitive.iter().zip(&counts.disclosed_by_column);
    columns.map(|(column, &disclosed)| DisclosedColumn { column: column.clone(), disclosed }).collect()
}

fn compartment(target: &Target, parts: &[(&Target, Counts)]) -> CompartmentAttack {
    let counts = parts.iter().find(|(other, _)| std::ptr::eq(*other, target)).map(|(_, counts)| counts);
    let count = |of: fn(&Counts) -> u64| counts.map_or(0, of);
    CompartmentAttack {
        file: target.name.clone(),
        columns: target.known_columns(),
        records: target.table.records(),
        reidentified: count(|counts| counts.reidentified),
        below_k: count(|counts| counts.below_k),
        disclosed: count(|counts| counts.disclosed),
        no_candidate: count(|counts| counts.no_candidate),
    }
}

/// The attacks by the number of known columns, where it was varied.
pub(super) fn by_sizes(by_size: &[(usize, Rounds)]) -> Option<Vec<KnowledgeAttack>> {
    (!by_size.is_empty()).then(|| by_size.iter().map(of_size).collect())
}

fn of_size((size, rounds): &(usize, Rounds)) -> KnowledgeAttack {
    KnowledgeAttack {
        knowledge: *size,
        attacks: rounds.attacks,
        reidentified: rounds.reidentified,
        below_k: rounds.below_k,
        disclosed: rounds.disclosed,
        mean_success: rounds.mean_success(),
    }
}

fn notes(judged: &Judged, targets: &[Target], sensitive: &[String], all: &Counts) -> Vec<String> {
    let mut notes = Vec::new();
    if judged.suppressed > 0 {
        let records = counted(judged.suppressed, "suppressed record");
        notes.push(match judged.reading {
            SuppressedReading::Rule => format!(
                "{records}: equal records are taken to be suppressed together, so nobody whose class is published is \
                 among them; `reading` any takes them for everybody's candidates"
            ),
            SuppressedReading::Any => format!("{records}: each is taken for everybody's candidate"),
        });
    }
    for target in targets.iter().filter(|target| target.known_columns().is_empty()) {
        notes.push(format!("{}: none of its columns is known, so nobody was looked for in it", target.name));
    }
    for (at, name) in sensitive.iter().enumerate() {
        if targets.iter().all(|target| target.sensitive[at].is_none()) {
            notes.push(format!("column '{name}' is sensitive but not in the release"));
        }
    }
    if all.no_candidate > 0 {
        notes.push(format!(
            "no record fits {}: they are not in the release, or its labels cannot be read without their hierarchies \
             (`hierarchy`, `recipe`), or its values are not true",
            counted(all.no_candidate, "record")
        ));
    }
    notes
}

//! From what was found about each person to counts of records.
//!
//! A person may be attacked several times: in each compartment, and with each part that is drawn of what is known. The attack
//! that gets furthest counts.

use super::inference::{Guess, Learning};
use lethe_attack::ReadingFindings;
use std::collections::BTreeMap;

/// What attacks so far have found out about each person.
pub(super) struct Score {
    records: Vec<Person>,
    /// By column that is to be learned, whether each person's value was.
    disclosed: Vec<Vec<bool>>,
    /// By column that is to be learned, the best guess at each person's value.
    guesses: Vec<Vec<Guess>>,
    has_truth: bool,
}

#[derive(Clone, Copy, Default)]
struct Person {
    /// The fewest candidates that an attack left; 0 for none.
    fewest: u64,
    /// The fewest among which one shows something.
    fewest_telling: u64,
    right: bool,
    wrong: bool,
    /// The best chance of naming the own record.
    chance: f64,
}

/// Counts of records.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    pub(super) reidentified: u64,
    pub(super) below_k: u64,
    pub(super) disclosed: u64,
    pub(super) disclosed_by_column: Vec<u64>,
    pub(super) no_candidate: u64,
    pub(super) blank: u64,
    pub(super) mean_success: Option<f64>,
    /// Records by their number of candidates.
    pub(super) candidates: BTreeMap<u64, u64>,
    pub(super) truth: Option<TruthCounts>,
}

/// How good the attacker's claims are.
#[derive(Clone, Copy, Debug)]
pub(super) struct TruthCounts {
    pub(super) correct: u64,
    pub(super) wrong: u64,
    pub(super) expected_correct: f64,
}

impl Score {
    pub(super) fn new(records: usize, sensitive: &[String]) -> Self {
        let disclosed = vec![vec![false; records]; sensitive.len()];
        let guesses = vec![vec![Guess::default(); records]; sensitive.len()];
        Self { records: vec![Person::default(); records], disclosed, guesses, has_truth: false }
    }

    /// Adds what an attack found.
    pub(super) fn add(&mut self, found: &ReadingFindings, learning: &Learning<'_>) {
        for (at, person) in self.records.iter_mut().enumerate() {
            let candidates = found.candidates[at];
            let telling = if found.blank[at] { 0 } else { candidates };
            let own = found.own.as_ref().map(|own| own[at]);
            person.improve(&Person {
                fewest: candidates,
                fewest_telling: telling,
                right: telling == 1 && own.is_some_and(|own| own > 0),
                wrong: telling == 1 && own == Some(0),
                chance: own.filter(|_| candidates > 0).map_or(0.0, |own| own as f64 / candidates as f64),
            });
        }
        self.has_truth |= found.own.is_some();
        for (place, column) in learning.columns() {
            for (at, disclosed) in self.disclosed[place].iter_mut().enumerate() {
                *disclosed |= found.is_disclosed(column, at);
            }
            for (at, guess) in self.guesses[place].iter_mut().enumerate() {
                guess.improve(&learning.guess(found, column, at));
            }
        }
    }

    /// Adds other attacks on the same records.
    pub(super) fn merge(&mut self, other: &Self) {
        self.records.iter_mut().zip(&other.records).for_each(|(person, other)| person.improve(other));
        self.has_truth |= other.has_truth;
        for (all, found) in self.disclosed.iter_mut().zip(&other.disclosed) {
            all.iter_mut().zip(found).for_each(|(all, found)| *all |= found);
        }
        for (all, found) in self.guesses.iter_mut().zip(&other.guesses) {
            all.iter_mut().zip(found).for_each(|(all, found)| all.improve(found));
        }
    }

    /// By column that is to be learned, the best guess at each person's value.
    pub(super) fn guesses(&self) -> &[Vec<Guess>] {
        &self.guesses
    }

    /// Whether it is known who is who.
    pub(super) fn has_truth(&self) -> bool {
        self.has_truth
    }

    pub(super) fn counts(&self, k: u64) -> Counts {
        let count =
            |is: &dyn Fn(&Person) -> bool| self.records.iter().filter(|person| is(person)).count() as u64;
        let learned = |column: &Vec<bool>| column.iter().filter(|reported| **reported).count() as u64;
        let any = (0..self.records.len()).filter(|&at| self.disclosed.iter().any(|column| column[at]));
        let mut candidates = BTreeMap::new();
        let mut telling: BTreeMap<u64, u64> = BTreeMap::new();
        for person in &self.records {
            *candidates.entry(person.fewest).or_default() += 1;
            *telling.entry(person.fewest_telling).or_default() += 1;
        }
        // Summed in the order of the counts, so that the sum is the same whoever was attacked first.
        let successes = telling.iter().filter(|(count, _)| **count > 0);
        let successes: f64 = successes.map(|(count, records)| *records as f64 / *count as f64).sum();
        let records = self.records.len() as f64;
        Counts {
            reidentified: count(&|person| person.fewest_telling == 1),
            below_k: count(&|person| (1..k).contains(&person.fewest_telling)),
            disclosed: any.count() as u64,
            disclosed_by_column: self.disclosed.iter().map(learned).collect(),
            no_candidate: count(&|person| person.fewest == 0),
            blank: count(&|person| person.fewest > 0 && person.fewest_telling == 0),
            mean_success: (records > 0.0).then(|| successes / records),
            candidates,
            truth: self.has_truth.then(|| TruthCounts {
                correct: count(&|person| person.right),
                wrong: count(&|person| person.wrong && !person.right),
                expected_correct: self.records.iter().map(|person| person.chance).sum(),
            }),
        }
    }
}

/// The counts of several rounds of attacks on all records, added up.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rounds {
    pub(super) attacks: u64,
    pub(super) reidentified: u64,
    pub(super) below_k: u64,
    pub(super) disclosed: u64,
    successes: f64,
}

impl Rounds {
    pub(super) fn add(&mut self, counts: &Counts, records: u64) {
        self.attacks += records;
        self.reidentified += counts.reidentified;
        self.below_k += counts.below_k;
        self.disclosed += counts.disclosed;
        self.successes += counts.mean_success.unwrap_or(0.0) * records as f64;
    }

    pub(super) fn mean_success(&self) -> Option<f64> {
        (self.attacks > 0).then(|| self.successes / self.attacks as f64)
    }
}

impl Person {
    fn improve(&mut self, other: &Self) {
        let fewer = |one: u64, other: u64| if one == 0 || (other != 0 && other < one) { other } else { one };
        self.fewest = fewer(self.fewest, other.fewest);
        self.fewest_telling = fewer(self.fewest_telling, other.fewest_telling);
        self.right |= other.right;
        self.wrong |= other.wrong;
        self.chance = self.chance.max(other.chance);
    }
}

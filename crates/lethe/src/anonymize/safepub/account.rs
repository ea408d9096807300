//! The whole privacy account of a release.

use crate::recipe_file::Score;
use lethe_dp::Epsilon;
use lethe_num::{Enclosure, FIRST_BITS, Interval, Rational};
use lethe_transform::safepub::{Choice, Mechanism, Sampling};
use schemars::JsonSchema;
use serde::Serialize;

/// What a release spends, on what, and whether that is proven.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Account {
    /// The guarantee's epsilon, as an exact number.
    pub epsilon: String,
    /// The guarantee's delta.
    pub delta: f64,
    /// What sampling and suppression spend.
    pub epsilon_sampling: String,
    /// What the steps of the search spend.
    pub epsilon_steps: String,
    /// What the last choice spends.
    pub epsilon_final: String,
    /// How many steps the search may take.
    pub steps: u32,
    /// What the search looks for.
    pub score: String,
    /// By how much one person changes a score at most.
    pub sensitivity: f64,
    /// The sampling chance.
    pub beta: Bounds,
    /// The smallest group that is published.
    pub k: u64,
    /// The exact delta at k.
    pub delta_at_k: Bounds,
    /// Whether the release keeps the guarantee by proof.
    pub proven: bool,
    /// Why it is not proven.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unproven: Vec<String>,
    /// What the guarantee means for several records together.
    pub groups: Vec<GroupPrivacy>,
    /// How this release adds up with others.
    pub composition: Vec<String>,
    /// Whether delta follows from the number of records, which it then reveals up to a power of ten.
    pub delta_by_records: bool,
    /// Whether the random bits are those of the operating system.
    pub private: bool,
    /// What the whole search spends, the steps and the last choice; 0 where the recipe fixes all levels.
    pub epsilon_search: String,
}

/// Numbers between which an exact one lies.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Bounds {
    /// The lower one.
    pub lower: f64,
    /// The upper one.
    pub upper: f64,
}

/// The guarantee for records that are in the table together, such as a family.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct GroupPrivacy {
    /// How many records.
    pub records: u32,
    /// Their epsilon.
    pub epsilon: f64,
    /// Their delta; 1 guarantees nothing.
    pub delta: f64,
}

impl From<Interval> for Bounds {
    fn from(interval: Interval) -> Self {
        Self { lower: interval.lo(), upper: interval.hi() }
    }
}

impl Account {
    pub(super) fn of(
        mechanism: &Mechanism,
        epsilon: &Epsilon,
        (score, columns): (Score, usize),
        delta_by_records: bool,
        insecure_seed: Option<u64>,
    ) -> Self {
        let Mechanism { parameters, plan, .. } = mechanism;
        let last = match &plan.choice {
            Choice::WeightedDraw(epsilon) => epsilon.clone(),
            Choice::Last | Choice::Best => Rational::ZERO,
        };
        let unproven = unproven(mechanism, delta_by_records, insecure_seed);
        Self {
            epsilon: epsilon.to_string(),
            delta: above(parameters.delta()),
            epsilon_sampling: parameters.epsilon().to_string(),
            epsilon_steps: plan.epsilon.to_string(),
            epsilon_final: last.to_string(),
            steps: plan.steps,
            score: score.to_string(),
            sensitivity: above(&mechanism.score.sensitivity(mechanism.search_k(), columns)),
            beta: parameters.beta(FIRST_BITS).to_interval().into(),
            k: parameters.k(),
            delta_at_k: parameters.delta_at_k().to_interval().into(),
            proven: unproven.is_empty(),
            unproven,
            groups: [2, 3, 5].map(|records| together(records, epsilon, parameters.delta())).to_vec(),
            composition: vec![
                "releases about the same persons add up: their epsilons and deltas are summed".to_owned(),
                "releases about different persons, each in one table, keep the largest epsilon and delta among them"
                    .to_owned(),
                "whatever is computed from this release only keeps the same guarantee".to_owned(),
            ],
            delta_by_records,
            private: insecure_seed.is_none(),
            epsilon_search: (&plan.epsilon + &last).to_string(),
        }
    }

    /// What the reader of a report must not miss.
    pub(super) fn warnings(&self) -> Vec<String> {
        let mut notes: Vec<String> =
            self.unproven.iter().map(|reason| format!("the guarantee is not proven: {reason}")).collect();
        notes.push(
            "the guarantee is about the release; this report counts records of the table and is not for publication".to_owned(),
        );
        notes
    }
}

fn unproven(mechanism: &Mechanism, delta_by_records: bool, insecure_seed: Option<u64>) -> Vec<String> {
    let mut reasons = Vec::new();
    if delta_by_records {
        let reason = "delta follows from the number of records, which the guarantee then does not cover; give one, such as `dp` 1,1e-6";
        reasons.push(reason.to_owned());
    }
    if mechanism.plan.choice == Choice::Best {
        reasons.push("final = \"paper\" chooses by the true scores and pays nothing for it".to_owned());
    }
    if mechanism.sampling == Sampling::Shared {
        reasons.push("sampling = \"shared\" searches the records that are published, for which budgets are not known to add up".to_owned());
    }
    if insecure_seed.is_some() {
        reasons.push("not private: the random bits follow from a seed".to_owned());
    }
    reasons
}

/// Dwork and Roth (2014), Theorem 2.2, with the factor for delta: n records have n·epsilon and n·e^((n − 1)·epsilon)·delta.
fn together(records: u32, epsilon: &Epsilon, delta: &Rational) -> GroupPrivacy {
    let grown = epsilon.times(records - 1).exp(FIRST_BITS);
    let many = &Enclosure::around(delta, FIRST_BITS) * &Enclosure::integer(u64::from(records), FIRST_BITS);
    let delta = grown.map_or(1.0, |grown| (&many * &grown).to_interval().hi().min(1.0));
    GroupPrivacy { records, epsilon: epsilon.times(records).to_interval().hi(), delta }
}

/// The double that is the number, or the next above.
fn above(number: &Rational) -> f64 {
    Interval::around(number).hi()
}

//! Every privacy model, with parameters that random tables can satisfy or not.

use crate::lattice_suite::case::{Built, Case};
use lethe_data::Decimal;
use lethe_data::hierarchy::{Hierarchy, UnknownValues};
use lethe_models::Result;
use lethe_models::privacy::{
    AlphaK, AverageRisk, BetaLikeness, ClassRequirement, Closeness, DeltaDisclosure, DeltaPresence,
    DistinctDiversity, Distribution, EntropyDiversity, KAnonymity, KMap, MarketerRisk,
    NegativePositiveRecursiveDiversity, PositiveRecursiveDiversity, RecursiveDiversity, ReidentificationRisk,
    Requirements, km_anonymity, lkc_privacy,
};

pub(crate) const MODELS: &[&str] = &[
    "k-anonymity",
    "k-map",
    "k-map-estimated",
    "distinct",
    "entropy",
    "recursive",
    "positive",
    "negative-positive",
    "closeness-equal",
    "closeness-ordered",
    "closeness-hierarchical",
    "delta-presence",
    "beta-basic",
    "beta-enhanced",
    "delta-disclosure",
    "alpha-k",
    "prosecutor",
    "journalist",
    "average-risk",
    "marketer-risk",
    "lkc",
    "km-anonymity",
    "both-sensitive",
];

fn decimal(text: &str) -> Decimal {
    Decimal::parse(text).unwrap()
}

/// Adds a model to requirements whose two slots are the sensitive columns.
///
/// **Errors**: the table cannot satisfy the model at all.
pub(crate) fn add(name: &str, case: &Case, built: &Built, requirements: &mut Requirements) -> Result<()> {
    let share = decimal(["0.1", "0.25", "0.34", "0.5", "0.75", "1"][case.share]);
    let columns = case.quasi.len();
    let slot = usize::from(case.seed.is_multiple_of(3));
    let column = built.table.column(columns + slot);
    let reference = &Distribution::of(column, built.table.weights());
    let (k, l) = (case.k, 1 + case.k / 2);
    let quasi = |requirements: &mut Requirements, requirement| requirements.classes.push(requirement);
    let requirement = match name {
        "k-anonymity" => ClassRequirement::quasi(KAnonymity::new(k)),
        "k-map" => ClassRequirement::quasi(KMap::new(k)?),
        "k-map-estimated" => {
            let records = case.records();
            ClassRequirement::quasi(KMap::estimated(k + 2, records, records * 2 + 1, share)?)
        }
        "distinct" => ClassRequirement::quasi(DistinctDiversity::new(slot, l, reference)?),
        "entropy" => {
            let l = decimal(["1", "1.5", "2", "2.5"][k as usize - 1]);
            ClassRequirement::quasi(EntropyDiversity::new(slot, l, reference)?)
        }
        "recursive" => {
            let c = decimal(["1", "2", "0.5", "3"][k as usize - 1]);
            ClassRequirement::quasi(RecursiveDiversity::new(slot, c, 2, reference)?)
        }
        "positive" => {
            ClassRequirement::quasi(PositiveRecursiveDiversity::new(slot, decimal("2"), 2, &[0], reference)?)
        }
        "negative-positive" => ClassRequirement::quasi(NegativePositiveRecursiveDiversity::new(
            slot,
            (decimal("3"), decimal("0.1")),
            2,
            &[0],
            &[1],
            reference,
        )?),
        "closeness-equal" => ClassRequirement::quasi(Closeness::equal(slot, share, reference)?),
        "closeness-ordered" => ClassRequirement::quasi(Closeness::ordered(slot, share, reference)?),
        "closeness-hierarchical" => {
            let path =
                |value: usize| [(value * value).to_string(), (value / 2).to_string() + "x", "*".to_owned()];
            let paths: Vec<[String; 3]> =
                (0..crate::lattice_suite::case::SENSITIVE_VALUES).map(path).collect();
            let bound = Hierarchy::from_paths(&paths).unwrap().bind(column, UnknownValues::Refuse)?;
            ClassRequirement::quasi(Closeness::hierarchical(slot, share, reference, &bound)?)
        }
        "delta-presence" => {
            let min = decimal(if case.seed.is_multiple_of(2) { "0" } else { "0.2" });
            ClassRequirement::quasi(DeltaPresence::new(min, share)?)
        }
        "beta-basic" => ClassRequirement::quasi(BetaLikeness::basic(slot, share, reference)?),
        "beta-enhanced" => ClassRequirement::quasi(BetaLikeness::enhanced(slot, share, reference)?),
        "delta-disclosure" => ClassRequirement::quasi(DeltaDisclosure::new(slot, decimal("1.5"), reference)?),
        "alpha-k" => ClassRequirement::quasi(AlphaK::new(slot, k, share, None, reference)?),
        "prosecutor" => ClassRequirement::quasi(ReidentificationRisk::prosecutor(share)?),
        "journalist" => ClassRequirement::quasi(ReidentificationRisk::journalist(share)?),
        "average-risk" => {
            requirements.release.push(Box::new(AverageRisk::new(share)?));
            return Ok(());
        }
        "marketer-risk" => {
            requirements.release.push(Box::new(MarketerRisk::new(share)?));
            return Ok(());
        }
        "lkc" => lkc_privacy(slot, 1 + k as usize % 3, k, share, None, reference)?,
        "km-anonymity" => km_anonymity(k, 1 + k as usize % 3)?,
        "both-sensitive" => {
            let other = Distribution::of(built.table.column(columns + 1 - slot), built.table.weights());
            quasi(requirements, ClassRequirement::quasi(Closeness::equal(1 - slot, share, &other)?));
            ClassRequirement::quasi(DistinctDiversity::new(slot, 2, reference)?)
        }
        other => panic!("no model is called {other}"),
    };
    quasi(requirements, requirement);
    Ok(())
}

//! Differential privacy: a promise of how a release is made.

use super::PrivacyModel;
use super::entry::{Entry, Make};
use lethe_data::Decimal;
use lethe_recipe::model::{Flag, Key, Kind, Misfit, ModelSpec, Written, number, text};
use lethe_recipe::{Budget, Rule};

const FAILURE: Rule<Decimal> = Rule {
    holds: |delta| *delta >= Decimal::ZERO && *delta < Decimal::from(1),
    words: "at least 0 and below 1",
};

/// Differential privacy in the registry.
pub(super) static ENTRY: Entry = Entry {
    spec: ModelSpec {
        keys: &[
            Key::required("epsilon", Kind::Budget, "the bound on the change of log-probabilities"),
            Key::optional(
                "delta",
                Kind::Number(FAILURE),
                "the probability with which the bound may fail; by the number of records when left out",
            ),
        ],
        check: |parameters| match parameters.budget("epsilon") {
            Some(Budget::Number(number)) if *number <= Decimal::ZERO => {
                Err(Misfit::new("epsilon", format!("must be above 0, not {number}")))
            }
            _ => Ok(()),
        },
        flag: Some(Flag {
            name: "dp",
            value: "EPSILON[,DELTA]",
            help: "Differential privacy, for --method safepub: epsilon, and delta where it is not to follow from the number of records",
            example: "--dp EPSILON or --dp EPSILON,DELTA, such as --dp 1,1e-6 or --dp 'ln(2)'",
            read: |written| {
                let (epsilon, delta) =
                    written.rsplit_once(',').map_or((written, None), |(e, d)| (e, Some(d)));
                let keys = Written::new([("epsilon", text(epsilon))]);
                delta.map_or(Some(keys.clone()), |delta| Some(keys.with("delta", number(delta)?)))
            },
        }),
        ..ModelSpec::new("differential-privacy", "The release depends on any one person only within bounds.")
    },
    make: Make::Guarantee(
        "differential-privacy is a guarantee of how a release is made, which no table shows; make one with the method 'safepub'",
    ),
    judged: &[],
    weaken: |_| None,
    significance: |_| None,
};

impl PrivacyModel {
    /// The budget and the probability of failure, where the model is differential privacy.
    pub fn as_differential_privacy(&self) -> Option<(&Budget, Option<Decimal>)> {
        let parameters = self.parameters();
        self.is(&ENTRY).then(|| Some((parameters.budget("epsilon")?, parameters.number("delta")))).flatten()
    }
}

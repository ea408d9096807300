//! All measures by name.

use super::{
    Aggregate, Ambiguity, Classification, Discernibility, Domain, Entropy, GroupSize, KlDivergence, Loss,
    Measure, MonotoneDiscernibility, Ncp, Precision, SquaredError, Total,
};
use crate::{Error, Result};

/// The measures that [`measure`] makes: the name users write, and what it says in one sentence.
pub const MEASURES: &[(&str, &str)] = &[
    ("loss", "the share of a column's domain that a label covers beyond one value"),
    ("precision", "how far up its hierarchy a column was generalized"),
    ("ncp", "the share of a column's domain that a label covers, nothing for a single value"),
    ("total", "how far up its hierarchy a label stands"),
    ("ambiguity", "how many original records a published one could have been, on a logarithmic scale"),
    ("discernibility", "from how many others a person cannot be told, from everybody when suppressed"),
    ("discernibility-monotone", "from how many others a person cannot be told, suppressed or not"),
    ("group-size", "how many people share a class on average"),
    ("entropy", "how many bits about the original values are gone"),
    ("kl-divergence", "how far the people are from where the release lets one believe them"),
    ("classification", "how many people a class predicts wrongly"),
    ("squared-error", "how far numbers are from what is published for them"),
];

/// What a measure is made from.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The quasi-identifying columns.
    pub domains: &'a [Domain],
    /// How the losses of columns become one.
    pub aggregate: Aggregate,
    /// The position in the table of the column to be predicted, which `classification` needs.
    pub label: Option<usize>,
    /// The people of each original combination of quasi-identifying values, in any order, which `kl-divergence` needs.
    pub combinations: Option<&'a [u64]>,
}

/// The measure of this name.
///
/// **Errors**: there is none of this name, it needs what the subject does not have, or weights are negative, infinite
/// or all 0.
pub fn measure(name: &str, subject: &Subject<'_>) -> Result<Box<dyn Measure>> {
    let &Subject { domains, aggregate, .. } = subject;
    check_weights(domains)?;
    Ok(match name {
        "loss" => Box::new(Loss::new(domains, aggregate)),
        "precision" => Box::new(Precision::new(domains, aggregate)),
        "ncp" => Box::new(Ncp::new(domains, aggregate)),
        "total" => Box::new(Total::new(domains, aggregate)),
        "ambiguity" => Box::new(Ambiguity::new(domains, aggregate)),
        "discernibility" => Box::new(Discernibility),
        "discernibility-monotone" => Box::new(MonotoneDiscernibility),
        "group-size" => Box::new(GroupSize),
        "entropy" => Box::new(Entropy::new(domains, aggregate)),
        "kl-divergence" => {
            let missing = || problem("kl-divergence", "needs the original combinations of values");
            Box::new(KlDivergence::new(domains, subject.combinations.ok_or_else(missing)?))
        }
        "classification" => {
            let missing = || problem("classification", "needs a column to predict");
            Box::new(Classification::new(subject.label.ok_or_else(missing)?))
        }
        "squared-error" => {
            let measure = SquaredError::new(domains, aggregate);
            if !measure.has_columns() {
                return Err(problem("squared-error", "needs a quasi-identifying column of numbers"));
            }
            Box::new(measure)
        }
        _ => {
            let names: Vec<&str> = MEASURES.iter().map(|(name, _)| *name).collect();
            return Err(problem(
                "quality",
                format!("no measure is called so; there are {}", names.join(", ")),
            ));
        }
    })
}

fn check_weights(domains: &[Domain]) -> Result<()> {
    if domains.iter().any(|domain| !(domain.weight.is_finite() && domain.weight >= 0.0)) {
        return Err(problem("quality", "weights of columns must be 0 or more"));
    }
    if !domains.is_empty() && domains.iter().all(|domain| domain.weight <= 0.0) {
        return Err(problem("quality", "at least one column must have a weight above 0"));
    }
    Ok(())
}

fn problem(model: &'static str, problem: impl Into<String>) -> Error {
    Error::Parameter { model, problem: problem.into() }
}

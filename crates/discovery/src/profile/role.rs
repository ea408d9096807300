//! Which role a column should play, with the reason for a data steward.
//!
//! Calling a risky column harmless is the worse mistake. So a column that varies and that nobody recognised is a
//! quasi-identifier, and only a column that tells records nothing is insensitive. A standalone identifier stays one
//! whatever kind it is of: a salary that nobody shares points at a person.

use super::distribution::Distribution;
use crate::kind::{Basis, Finding};
use lethe_data::Role;
use lethe_data::wording::grouped;

/// The suggested role and a sentence without cell values.
pub(super) fn suggest(
    distribution: &Distribution,
    standalone: bool,
    threshold: f64,
    finding: Option<Finding>,
) -> (Role, String) {
    let recognised = finding.map(|finding| (finding.detector.about().kind.role(), describe(finding)));
    if standalone {
        let why = if distribution.is_injective() {
            format!("all {} values are distinct", grouped(distribution.present))
        } else {
            format!(
                "{} distinct values for {} records reach the cardinality threshold of {threshold}",
                grouped(distribution.distinct),
                grouped(distribution.present)
            )
        };
        return (Role::Identifying, recognised.map_or(why.clone(), |(_, what)| format!("{why}; {what}")));
    }
    if let Some(recognised) = recognised {
        return recognised;
    }
    match (distribution.distinct, distribution.nulls) {
        (0, _) => (Role::Insensitive, "no record has a value".to_owned()),
        (1, 0) => (Role::Insensitive, "all records have the same value".to_owned()),
        (1, _) => (
            Role::Quasi,
            "its meaning is unknown, and some records have a value where others have none".to_owned(),
        ),
        (distinct, _) => (
            Role::Quasi,
            format!(
                "its meaning is unknown, and its {} distinct values may identify records together with others",
                grouped(distinct)
            ),
        ),
    }
}

fn describe(finding: Finding) -> String {
    let noun = finding.detector.about().noun;
    match finding.basis {
        Basis::Name => format!("its name says that it holds {noun}"),
        Basis::Type => format!("its values are of a type that holds {noun}"),
        Basis::Range => format!("its values span a range like that of {noun}"),
        Basis::Values { share } => {
            format!("looks like {noun} in {} % of its distinct values", (share * 100.0).floor())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_column_is_harmless_only_when_it_tells_nothing() {
        let role = |values: &[u64], nulls| {
            let distribution = Distribution::of(values, nulls);
            suggest(&distribution, distribution.is_injective(), 1.0, None).0
        };
        assert_eq!(role(&[], 5), Role::Insensitive);
        assert_eq!(role(&[7], 0), Role::Insensitive);
        assert_eq!(role(&[7], 1), Role::Quasi);
        assert_eq!(role(&[7, 1], 0), Role::Quasi);
        assert_eq!(role(&[1, 1], 0), Role::Identifying);
    }
}

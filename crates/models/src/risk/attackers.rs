//! What attackers can expect.

use super::ClassSizes;
use crate::privacy::ClassSize;

/// The chances of an attacker who picks, for a person, one of the records that could be theirs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AttackerRisk {
    /// The chance for the record most at risk.
    pub max: f64,
    /// The mean chance over all records, which is also the share of records re-identified when all are attacked: the
    /// risk that a marketer poses.
    pub avg: f64,
    /// The share of records for which the chance is above 1/k.
    pub at_risk: f64,
}

/// The risk for a person whom the attacker knows to be in the table: one in the size of the class.
///
/// **Paper**: El Emam 2010; Dankar and El Emam 2010 for the names of the attackers.
///
/// `None` when nobody is in the table.
pub fn prosecutor(sizes: &ClassSizes, k: u64) -> Option<AttackerRisk> {
    let smallest = sizes.smallest()?;
    let records = sizes.records() as f64;
    Some(AttackerRisk {
        max: 1.0 / smallest as f64,
        avg: sizes.classes() as f64 / records,
        at_risk: sizes.records_below(k) as f64 / records,
    })
}

/// The risk for a person of the population who may or may not be in the table: one in the records of the population
/// that are equal. A class with more records in the table than in the population counts with those in the table.
///
/// `None` when nobody is in the table.
pub fn journalist(classes: &[ClassSize], k: u64) -> Option<AttackerRisk> {
    let classes = || classes.iter().filter(|class| class.records > 0);
    let alike = |class: &ClassSize| class.population.max(class.records);
    let smallest = classes().map(alike).min()?;
    let records: u64 = classes().map(|class| class.records).sum();
    let expected: f64 = classes().map(|class| class.records as f64 / alike(class) as f64).sum();
    let exposed: u64 = classes().filter(|class| alike(class) < k).map(|class| class.records).sum();
    Some(AttackerRisk {
        max: 1.0 / smallest as f64,
        avg: expected / records as f64,
        at_risk: exposed as f64 / records as f64,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prosecutor_has_one_chance_in_the_size_of_the_class() {
        let risk = prosecutor(&ClassSizes::of([2, 3, 5]), 3).unwrap();
        assert_eq!(risk, AttackerRisk { max: 0.5, avg: 0.3, at_risk: 0.2 });
        assert_eq!(prosecutor(&ClassSizes::default(), 3), None);
    }

    #[test]
    fn a_journalist_has_one_chance_in_the_records_who_look_alike() {
        let class = |records, population| ClassSize { records, population };
        let risk = journalist(&[class(2, 4), class(3, 30), class(0, 1), class(5, 5)], 5).unwrap();
        assert_eq!(risk, AttackerRisk { max: 0.25, avg: (0.5 + 0.1 + 1.0) / 10.0, at_risk: 0.2 });
        assert_eq!(journalist(&[class(0, 9)], 5), None);
        assert_eq!(journalist(&[class(4, 0)], 5), journalist(&[class(4, 4)], 5));
    }
}

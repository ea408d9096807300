//! Which treatment for which quasi-identifier.

/// What can be done about a column set that exposes records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Treatment {
    /// Cells are removed.
    Suppress,
    /// Values are shown on higher levels of their hierarchies.
    Generalize,
    /// Numbers and dates are moved to others that more records share.
    Perturb,
    /// The columns are published apart.
    Compartment,
}

/// What rules look at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Features {
    /// Whether one of the columns has numbers or dates.
    pub numeric: bool,
    /// The share of records that the set exposes.
    pub coverage: f64,
    /// The largest share of distinct values among the records of a column.
    pub cardinality: f64,
}

/// What a rule measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measure {
    Coverage,
    Cardinality,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Rule {
    numeric: Option<bool>,
    measure: Measure,
    /// The rule is for shares above this …
    above: f64,
    treatment: Treatment,
}

/// Rules in order: the first that fits decides.
///
/// **Paper**: Podlesny 2023, Tables 6.2 and 6.3. The rows of Table 6.3 overlap (numeric columns between 15 and 50 percent are
/// in two of them); they are read from the largest share down, so that every share has one treatment.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules(Vec<Rule>);

impl Rules {
    /// Table 6.3, by the share of exposed records: from `compartment_from` on the columns are published apart; below, numbers
    /// are generalized above `generalize_above` and moved otherwise, and other values are removed.
    pub fn by_coverage(generalize_above: f64, compartment_from: f64) -> Self {
        let rule = |numeric, above, treatment| Rule { numeric, measure: Measure::Coverage, above, treatment };
        // A share of exactly the threshold belongs to the columns that are published apart.
        let from = compartment_from.next_down();
        Self(vec![
            rule(None, from, Treatment::Compartment),
            rule(Some(true), generalize_above, Treatment::Generalize),
            rule(Some(true), f64::NEG_INFINITY, Treatment::Perturb),
            rule(None, f64::NEG_INFINITY, Treatment::Suppress),
        ])
    }

    /// Table 6.2, by the share of distinct values: below its threshold numbers are moved, and above they are generalized;
    /// other values are published apart below theirs, and removed above.
    pub fn by_cardinality(numeric: f64, other: f64) -> Self {
        let rule =
            |numeric, above, treatment| Rule { numeric, measure: Measure::Cardinality, above, treatment };
        Self(vec![
            rule(Some(true), numeric, Treatment::Generalize),
            rule(Some(true), f64::NEG_INFINITY, Treatment::Perturb),
            rule(Some(false), other, Treatment::Suppress),
            rule(Some(false), f64::NEG_INFINITY, Treatment::Compartment),
        ])
    }

    /// Whether the share of exposed records decides.
    pub fn looks_at_coverage(&self) -> bool {
        self.0.iter().any(|rule| rule.measure == Measure::Coverage)
    }

    /// What is done about a set.
    pub fn treatment(&self, features: &Features) -> Treatment {
        let share = |measure| match measure {
            Measure::Coverage => features.coverage,
            Measure::Cardinality => features.cardinality,
        };
        let fits = |rule: &&Rule| {
            rule.numeric.is_none_or(|numeric| numeric == features.numeric) && share(rule.measure) > rule.above
        };
        // Every list ends with a rule for all shares of each kind.
        self.0.iter().find(fits).map_or(Treatment::Suppress, |rule| rule.treatment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(rules: &Rules, numeric: bool, coverage: f64, cardinality: f64) -> Treatment {
        rules.treatment(&Features { numeric, coverage, cardinality })
    }

    #[test]
    fn table_6_3() {
        let rules = Rules::by_coverage(0.15, 0.5);
        assert_eq!(of(&rules, true, 0.10, 0.0), Treatment::Perturb);
        assert_eq!(of(&rules, true, 0.15, 0.0), Treatment::Perturb);
        assert_eq!(of(&rules, true, 0.16, 0.0), Treatment::Generalize);
        assert_eq!(of(&rules, true, 0.50, 0.0), Treatment::Compartment);
        assert_eq!(of(&rules, false, 0.49, 0.0), Treatment::Suppress);
        assert_eq!(of(&rules, false, 0.50, 0.0), Treatment::Compartment);
    }

    #[test]
    fn table_6_2_composition_a() {
        let rules = Rules::by_cardinality(0.50, 0.90);
        assert_eq!(of(&rules, true, 1.0, 0.49), Treatment::Perturb);
        assert_eq!(of(&rules, true, 1.0, 0.51), Treatment::Generalize);
        assert_eq!(of(&rules, false, 1.0, 0.89), Treatment::Compartment);
        assert_eq!(of(&rules, false, 1.0, 0.91), Treatment::Suppress);
    }
}

//! Adding up what a data set has spent, and refusing more than it has.

use crate::Budget;
use serde::{Deserialize, Serialize};

/// Which tables a promise speaks of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Neighbours {
    /// One has one row more.
    #[default]
    AddRemove,
    /// One row differs; how many rows there are is not hidden.
    ReplaceOne,
}

impl Neighbours {
    /// What a release with this relation costs where another one counts.
    ///
    /// Replacing a row is removing one and adding one: (2 epsilon, (1 + e^epsilon) delta) by group privacy, delta rounded up. The other way
    /// round there is no bound, so `None`.
    pub fn cost_for(self, counted: Self, budget: &Budget) -> Option<Budget> {
        if self == counted {
            return Some(budget.clone());
        }
        if self == Self::ReplaceOne {
            return None;
        }
        let delta = if budget.delta == lethe_num::Rational::ZERO {
            budget.delta.clone()
        } else if !budget.epsilon.at_most(&crate::Epsilon::new(lethe_num::Rational::from(LARGEST_GROWTH))) {
            // Such a growth makes any delta one that promises nothing, and its digits would fill the memory.
            lethe_num::Rational::ONE
        } else {
            // A short fraction that is not below e^epsilon.
            let growth = budget.epsilon.exp(64)?.hi().ceil();
            &budget.delta * (lethe_num::Rational::from(growth) + lethe_num::Rational::ONE)
        };
        Some(Budget { epsilon: budget.epsilon.times(2), delta })
    }
}

/// Budgets above this are not multiplied out.
const LARGEST_GROWTH: u32 = 1000;

/// One release's share of the budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spend {
    /// When, as the caller tells it.
    pub time: String,
    /// What for.
    pub label: String,
    /// How much.
    pub cost: Budget,
}

/// The budget of one data set and everything that was spent of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ledger {
    /// Whose budget it is.
    pub data_set: String,
    /// Which tables the promise speaks of.
    pub neighbours: Neighbours,
    /// All that may be spent.
    pub total: Budget,
    spends: Vec<Spend>,
    spent: Budget,
}

/// Why nothing was spent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LedgerError {
    /// More than is left.
    #[error(
        "the budget of '{data_set}' does not suffice: (epsilon {asked_epsilon}, delta {asked_delta}) is required and (epsilon {left_epsilon}, delta {left_delta}) is left"
    )]
    Overspent {
        /// Whose budget it is.
        data_set: String,
        /// What was asked for.
        asked_epsilon: String,
        /// What was asked for.
        asked_delta: String,
        /// What is left.
        left_epsilon: String,
        /// What is left.
        left_delta: String,
    },
    /// A spend that would give budget back.
    #[error("a spend must have an epsilon above zero and a delta from zero on")]
    NotPositive,
    /// The two relations cannot be added up.
    #[error(
        "the ledger of '{data_set}' counts rows that are added or removed, and this release only hides the answer of a row; use a ledger with `neighbours` replace-one"
    )]
    Neighbours {
        /// Whose budget it is.
        data_set: String,
    },
}

impl Ledger {
    /// A budget of which nothing is spent.
    pub fn new(data_set: String, neighbours: Neighbours, total: Budget) -> Self {
        Self { data_set, neighbours, total, spends: Vec::new(), spent: Budget::ZERO }
    }

    /// Everything that was spent, in order.
    pub fn spends(&self) -> &[Spend] {
        &self.spends
    }

    /// The sum of all spends: sequential composition, which holds whatever the releases were and however each depended on the ones before.
    pub fn spent(&self) -> &Budget {
        &self.spent
    }

    /// What is left.
    pub fn left(&self) -> Budget {
        let epsilon = self.total.epsilon.clone() - self.spent.epsilon.clone();
        Budget { epsilon, delta: &self.total.delta - &self.spent.delta }
    }

    /// Spends what a release costs.
    ///
    /// **Guarantee**: the sum of all spends is at most the total, decided exactly; what cannot be decided is refused.
    /// **Errors**: it is more than is left, not positive, or of a relation that this ledger cannot count.
    pub fn spend(
        &mut self,
        budget: &Budget,
        neighbours: Neighbours,
        time: String,
        label: String,
    ) -> Result<&Spend, LedgerError> {
        let cost = neighbours.cost_for(self.neighbours, budget);
        let cost = cost.ok_or_else(|| LedgerError::Neighbours { data_set: self.data_set.clone() })?;
        if !cost.epsilon.is_positive() || cost.delta < lethe_num::Rational::ZERO {
            return Err(LedgerError::NotPositive);
        }
        let spent = self.spent.clone().plus(&cost);
        if !spent.at_most(&self.total) {
            let left = self.left();
            return Err(LedgerError::Overspent {
                data_set: self.data_set.clone(),
                asked_epsilon: cost.epsilon.to_string(),
                asked_delta: cost.delta.to_string(),
                left_epsilon: left.epsilon.to_string(),
                left_delta: left.delta.to_string(),
            });
        }
        self.spent = spent;
        self.spends.push(Spend { time, label, cost });
        let Some(last) = self.spends.last() else { unreachable!("a spend was just added") };
        Ok(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_number;

    fn budget(epsilon: &str, delta: &str) -> Budget {
        Budget { epsilon: epsilon.parse().unwrap(), delta: parse_number(delta).unwrap() }
    }

    fn spend(ledger: &mut Ledger, cost: &Budget) -> Result<(), LedgerError> {
        ledger.spend(cost, Neighbours::AddRemove, "now".to_owned(), "test".to_owned()).map(|_| ())
    }

    #[test]
    fn ten_tenths_are_one_and_no_more() {
        let mut ledger = Ledger::new("records".to_owned(), Neighbours::AddRemove, budget("1", "1e-6"));
        for _ in 0..10 {
            spend(&mut ledger, &budget("0.1", "1e-7")).unwrap();
        }
        assert_eq!(ledger.left(), Budget::ZERO);
        assert!(matches!(spend(&mut ledger, &budget("1e-30", "0")), Err(LedgerError::Overspent { .. })));
        assert_eq!(ledger.spends().len(), 10);
    }

    #[test]
    fn logarithms_add_up_too() {
        let mut ledger = Ledger::new("records".to_owned(), Neighbours::AddRemove, budget("ln(6)", "0"));
        spend(&mut ledger, &budget("ln(2)", "0")).unwrap();
        spend(&mut ledger, &budget("ln(3)", "0")).unwrap();
        assert!(spend(&mut ledger, &budget("1e-9", "0")).is_err());
        let mut mixed = Ledger::new("records".to_owned(), Neighbours::AddRemove, budget("1", "0"));
        spend(&mut mixed, &budget("ln(2)", "0")).unwrap();
        assert!(spend(&mut mixed, &budget("0.3068528194400546905827678785", "0")).is_ok());
        assert!(!mixed.left().at_most(&Budget::ZERO));
    }

    #[test]
    fn nothing_gives_budget_back_and_delta_counts_on_its_own() {
        let mut ledger = Ledger::new("records".to_owned(), Neighbours::AddRemove, budget("1", "1e-6"));
        for (epsilon, delta) in [("0", "0"), ("-1", "0"), ("ln(1/2)", "0"), ("0.1", "-1e-7")] {
            assert_eq!(spend(&mut ledger, &budget(epsilon, delta)), Err(LedgerError::NotPositive));
        }
        assert!(spend(&mut ledger, &budget("0.1", "2e-6")).is_err());
        assert!(ledger.spends().is_empty());
    }

    #[test]
    fn replacing_costs_twice_and_cannot_be_counted_as_adding() {
        let mut ledger = Ledger::new("records".to_owned(), Neighbours::ReplaceOne, budget("2", "1e-5"));
        spend(&mut ledger, &budget("0.5", "1e-6")).unwrap();
        // e^0.5 is rounded up to 2.
        assert_eq!(ledger.spent(), &budget("1", "3e-6"));
        // Beyond all measure: a delta of one, without its billions of digits.
        let vast = Neighbours::AddRemove.cost_for(Neighbours::ReplaceOne, &budget("1e9", "1e-6")).unwrap();
        assert_eq!(vast, budget("2e9", "1"));
        let mut adding = Ledger::new("records".to_owned(), Neighbours::AddRemove, budget("2", "0"));
        let answer = adding.spend(&budget("1", "0"), Neighbours::ReplaceOne, String::new(), String::new());
        assert!(matches!(answer, Err(LedgerError::Neighbours { .. })));
    }
}

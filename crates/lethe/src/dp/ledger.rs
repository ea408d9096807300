//! Making a ledger and looking into it.

use super::ledger_file;
use super::report::name_of;
use super::request::WrittenBudget;
use crate::{Context, Error, Files, Result};
use lethe_dp::Budget;
use lethe_dp::ledger::{Ledger, Neighbours};
use lethe_num::Rational;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A data set's budget and what was spent of it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LedgerReport {
    /// Whose budget it is.
    pub data_set: String,
    /// `add-remove` or `replace-one`.
    pub neighbours: String,
    /// All that may be spent, exactly.
    pub epsilon: String,
    /// All that may be spent, exactly.
    pub delta: String,
    /// What was spent, exactly.
    pub spent_epsilon: String,
    /// What was spent, exactly.
    pub spent_delta: String,
    /// What is left, exactly.
    pub left_epsilon: String,
    /// What is left, exactly.
    pub left_delta: String,
    /// Every spend, oldest first.
    pub spends: Vec<SpendReport>,
}

/// One spend.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SpendReport {
    /// When.
    pub time: String,
    /// What for.
    pub label: String,
    /// How much, exactly.
    pub epsilon: String,
    /// How much, exactly.
    pub delta: String,
}

/// A ledger that is to be made.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CreateLedger {
    /// The ledger.
    pub file: PathBuf,
    /// Whose budget it is.
    pub data_set: String,
    /// Which tables the guarantee speaks of.
    #[serde(default)]
    #[schemars(with = "String")]
    pub neighbours: Neighbours,
    /// All that may be spent.
    #[serde(flatten, with = "WrittenBudget")]
    #[schemars(with = "WrittenBudget")]
    pub total: Budget,
}

impl CreateLedger {
    /// The ledger.
    pub fn files(&self) -> Files {
        Files::default().changes("the ledger", self.file.as_path())
    }
}

/// A ledger that is to be looked at.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ShowLedger {
    /// The ledger.
    pub file: PathBuf,
}

impl ShowLedger {
    /// The ledger.
    pub fn files(&self) -> Files {
        Files::default().reads("the ledger", self.file.as_path())
    }
}

/// Makes the ledger of a data set.
///
/// **Errors**: the budget is none, or the file exists or cannot be written.
pub fn create(request: &CreateLedger, _: &Context) -> Result<LedgerReport> {
    request.files().check()?;
    let CreateLedger { file, data_set, neighbours, total } = request;
    if !total.epsilon.is_positive() {
        return Err(Error::Request("the total epsilon must be above zero".to_owned()));
    }
    if total.delta < Rational::ZERO || total.delta >= Rational::ONE {
        return Err(Error::Request("the total delta must be from zero to below one".to_owned()));
    }
    let ledger = Ledger::new(data_set.clone(), *neighbours, total.clone());
    ledger_file::create(file, &ledger)?;
    Ok(LedgerReport::of(&ledger))
}

/// What is in a ledger.
///
/// **Errors**: it cannot be read or is damaged.
pub fn show(request: &ShowLedger, _: &Context) -> Result<LedgerReport> {
    Ok(LedgerReport::of(&ledger_file::load(&request.file)?))
}

impl LedgerReport {
    fn of(ledger: &Ledger) -> Self {
        let left = ledger.left();
        let spend = |spend: &lethe_dp::ledger::Spend| SpendReport {
            time: spend.time.clone(),
            label: spend.label.clone(),
            epsilon: spend.cost.epsilon.to_string(),
            delta: spend.cost.delta.to_string(),
        };
        Self {
            data_set: ledger.data_set.clone(),
            neighbours: name_of(ledger.neighbours).to_owned(),
            epsilon: ledger.total.epsilon.to_string(),
            delta: ledger.total.delta.to_string(),
            spent_epsilon: ledger.spent().epsilon.to_string(),
            spent_delta: ledger.spent().delta.to_string(),
            left_epsilon: left.epsilon.to_string(),
            left_delta: left.delta.to_string(),
            spends: ledger.spends().iter().map(spend).collect(),
        }
    }
}

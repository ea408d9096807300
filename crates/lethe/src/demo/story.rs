//! What the demonstration did.

use crate::anonymize::Anonymization;
use crate::attack::AttackReport;
use crate::compare::Comparison;
use crate::discover::Discovery;
use crate::generate::Generated;
use crate::inspect::Inspection;
use crate::verify::Verification;
use crate::verify::compartments::CompartmentVerification;
use schemars::JsonSchema;
use serde::Serialize;

/// What the demonstration did.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Story {
    /// The folder that holds the generated files.
    pub folder: String,
    /// The table and hierarchies that were made.
    pub generated: Generated,
    /// What inspecting the table reported.
    pub inspection: Inspection,
    /// Which column sets identify records.
    pub discovery: Discovery,
    /// The recipe that was made from the suggested roles.
    pub recipe: String,
    /// How the table was made safe.
    pub anonymization: Anonymization,
    /// What the verifier says about the published file.
    pub verification: Verification,
    /// What the published file cost.
    pub comparison: Compared,
    /// The same table with its columns split.
    pub split: SplitColumns,
    /// What somebody achieves who knows the quasi-identifying columns of everybody.
    pub attacks: Attacks,
}

/// A release with its columns split.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SplitColumns {
    /// The recipe.
    pub recipe: String,
    /// How the columns were split.
    pub anonymization: Anonymization,
    /// Whether joining the files again finds anybody.
    pub verification: CompartmentVerification,
    /// What it cost.
    pub comparison: Compared,
}

/// What a release cost, in figures and as a report with charts.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Compared {
    /// The HTML file.
    pub report: String,
    /// The figures.
    pub figures: Comparison,
}

/// One attacker before three tables.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Attacks {
    /// Before the original, without its names.
    pub original: AttackReport,
    /// Before the generalized release.
    pub release: AttackReport,
    /// Before the release with its columns split.
    pub compartments: AttackReport,
}

//! What an evidence report holds.

use crate::attack::AttackReport;
use crate::compare::{Comparison, ShownLevels};
use crate::risk::Attack;
use crate::verify::{Figure, VerifiedModel};
use schemars::JsonSchema;
use serde::Serialize;

/// The evidence about a release.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EvidenceReport {
    /// Whether every model holds on the released file.
    pub holds: bool,
    /// How that was found out.
    pub proof: Proof,
    /// The original's name.
    pub original: String,
    /// The release's name; null where nothing was published.
    pub released: Option<String>,
    /// The columns of the original, and what is published of them.
    pub columns: Vec<ReportedColumn>,
    /// The risk for a person of a known population, where the recipe names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub journalist: Option<JournalistRisk>,
    /// What the release cost; null where it could not be compared.
    pub comparison: Option<Comparison>,
    /// What an attacker learns who knows the original's quasi-identifiers of everybody; null where it was not tried.
    pub attack: Option<AttackReport>,
    /// What each model protects against, and who could still be harmed.
    pub limits: Vec<Limit>,
    /// Where the report comes from.
    pub provenance: Provenance,
    /// What else there is to know.
    pub notes: Vec<String>,
}

/// How it was found out whether models hold.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Proof {
    /// In a sentence.
    pub how: String,
    /// The method that made the release, where it is known.
    pub method: Option<String>,
    /// Each model of the recipe.
    pub models: Vec<ProvenModel>,
    #[serde(skip)]
    pub(super) holds: bool,
    #[serde(skip)]
    pub(super) notes: Vec<String>,
}

/// A model, what is required and what the release achieves.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ProvenModel {
    /// Its name.
    pub model: String,
    /// Its variant, where it has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The sensitive column that it protects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// How what is achieved must relate to what is required: `at-least`, `at-most`, `below` or `between`.
    pub comparison: String,
    /// The limit.
    pub required: Figure,
    /// The worst value of the release; null where nothing was measured.
    pub achieved: Option<Figure>,
    /// Whether it holds.
    pub holds: bool,
}

impl From<&VerifiedModel> for ProvenModel {
    fn from(model: &VerifiedModel) -> Self {
        Self {
            model: model.model.clone(),
            variant: model.variant.clone(),
            column: model.column.clone(),
            comparison: model.comparison.clone(),
            required: model.required.clone(),
            achieved: model.achieved.clone(),
            holds: model.holds,
        }
    }
}

/// What is published of a column.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ReportedColumn {
    /// Its name.
    pub name: String,
    /// Its role: `identifying`, `quasi`, `sensitive` or `insensitive`; null where the recipe gives none.
    pub role: Option<String>,
    /// Whether the release has it.
    pub published: bool,
    /// On which levels of its hierarchy it is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<ShownLevels>,
    /// A label that it shows, if at least k cells do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
    /// The share of its cells that are missing or suppressed.
    pub missing: Option<f64>,
}

/// The risk for a person of the population who may or may not be in the table.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct JournalistRisk {
    /// In the original; null where it cannot be computed.
    pub original: Option<Attack>,
    /// The highest risk in the release, by the population that the verifier counted; null where no k-map is required.
    pub released_max: Option<f64>,
}

/// What a model protects against, and what it does not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Limit {
    /// The model, or `any`.
    pub model: String,
    /// What it protects against.
    pub protects: String,
    /// Who could still be harmed.
    pub limit: String,
}

/// Where a report comes from.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Provenance {
    /// The version of Lethe.
    pub version: String,
    /// The date that the caller gave.
    pub date: Option<String>,
    /// The seed of everything random.
    pub seed: u64,
    /// The files.
    pub files: Vec<FileRecord>,
    /// The recipe as it was understood.
    pub recipe: serde_json::Value,
}

/// A file and its hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FileRecord {
    /// What it is: `original`, `release` or `recipe`.
    pub role: String,
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub bytes: u64,
    /// The SHA-256 of its bytes, in hexadecimal digits.
    pub sha256: String,
}

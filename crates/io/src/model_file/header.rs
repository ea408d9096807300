//! What a model file says about its rows.

use super::ModelFile;
use serde::{Deserialize, Serialize};

/// The version of the format that is written and read.
pub(super) const VERSION: u32 = 2;

/// The header: one JSON object.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    pub(super) version: u32,
    #[serde(rename = "people")]
    pub(super) records: u64,
    pub(super) columns: Vec<ModelColumn>,
    pub(super) tables: Vec<u64>,
    pub(super) treatments: Vec<ModelTreatment>,
    pub(super) merged: bool,
    pub(super) per_record: bool,
    /// Of all other content, so that accidents are found.
    pub(super) digest: String,
}

/// A column of a model file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelColumn {
    /// Its name.
    pub name: String,
    /// How many values it has.
    pub values: u64,
}

/// What was done to the counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelTreatment {
    /// Counts below it are hidden.
    pub k: u64,
    /// Numerator and denominator of the privacy loss that noise leaves.
    pub epsilon: Option<[u64; 2]>,
    /// The columns that the model had then.
    pub columns: u32,
}

/// Which version a header is of, whatever else it says.
#[derive(Deserialize)]
pub(super) struct AnyHeader {
    pub(super) version: u64,
}

impl Header {
    pub(super) fn of(model: &ModelFile) -> Self {
        Self {
            version: VERSION,
            records: model.records,
            columns: model.columns.clone(),
            tables: model.tables.clone(),
            treatments: model.treatments.clone(),
            merged: model.merged,
            per_record: model.per_record,
            digest: digest(model),
        }
    }
}

/// The digest of all that a model says. It guards against accidents, not against forgery.
pub(super) fn digest(model: &ModelFile) -> String {
    let mut hasher = blake3::Hasher::new();
    let mut number = |number: u64| {
        hasher.update(&number.to_le_bytes());
    };
    number(model.records);
    number(model.columns.len() as u64);
    number(model.values.len() as u64);
    number(model.pairs.len() as u64);
    number(u64::from(model.merged));
    number(u64::from(model.per_record));
    number(model.treatments.len() as u64);
    for column in &model.columns {
        number(column.values);
    }
    for &pairs in &model.tables {
        number(pairs);
    }
    for treatment in &model.treatments {
        let [numerator, denominator] = treatment.epsilon.unwrap_or_default();
        [treatment.k, numerator, denominator, u64::from(treatment.columns)].into_iter().for_each(&mut number);
    }
    for value in &model.values {
        number(value.records);
    }
    for pair in &model.pairs {
        [u64::from(pair.left), u64::from(pair.right), pair.records].into_iter().for_each(&mut number);
    }
    let names = model.columns.iter().map(|column| column.name.as_str());
    for text in names.chain(model.values.iter().map(|value| &*value.text)) {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

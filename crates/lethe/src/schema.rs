//! The JSON Schema of what each command prints.

use crate::request::Verb;
use crate::{
    anonymize, attack, clean, collapse, compare, convert, demo, discover, dp, evidence, exposure, generate,
    hierarchy, inspect, recipe, risk, safepub_parameters, silo, stream, verify,
};
use schemars::{Schema, schema_for};

/// The name of a command and what makes the schema of its JSON.
pub type CommandSchema = (&'static str, fn() -> Schema);

/// Every command that prints JSON, with the schema of it.
pub const COMMANDS: &[CommandSchema] = &[
    ("inspect", || schema_for!(inspect::Inspection)),
    ("discover", || schema_for!(discover::Discovery)),
    ("discover-approximate", || schema_for!(discover::FirstLook)),
    ("exposure", || schema_for!(exposure::ExposureReport)),
    ("anonymize", || schema_for!(anonymize::Anonymization)),
    ("generate", || schema_for!(generate::Generated)),
    ("collapse", || schema_for!(collapse::Collapsed)),
    ("convert", || schema_for!(convert::Converted)),
    ("hierarchy-make", || schema_for!(hierarchy::Written)),
    ("hierarchy-check", || schema_for!(hierarchy::Checked)),
    ("hierarchy-show", || schema_for!(hierarchy::Shown)),
    ("hierarchy-convert", || schema_for!(hierarchy::Written)),
    ("recipe", || schema_for!(recipe::CheckedRecipe)),
    ("recipe-init", || schema_for!(recipe::ProposedRecipe)),
    ("verify", || schema_for!(verify::Verification)),
    ("verify-compartments", || schema_for!(verify::compartments::CompartmentVerification)),
    ("risk", || schema_for!(risk::Risks)),
    ("attack", || schema_for!(attack::AttackReport)),
    ("compare", || schema_for!(compare::Comparison)),
    ("report", || schema_for!(evidence::EvidenceReport)),
    ("silo-train", || schema_for!(silo::Written)),
    ("silo-merge", || schema_for!(silo::Written)),
    ("silo-update", || schema_for!(silo::Written)),
    ("silo-sanitize", || schema_for!(silo::SanitizedModel)),
    ("silo-score", || schema_for!(silo::RatedRecords)),
    ("dp-count", || schema_for!(dp::DpReport)),
    ("dp-sum", || schema_for!(dp::DpReport)),
    ("dp-mean", || schema_for!(dp::DpReport)),
    ("dp-quantile", || schema_for!(dp::DpReport)),
    ("dp-histogram", || schema_for!(dp::DpReport)),
    ("dp-select", || schema_for!(dp::DpReport)),
    ("dp-randomized-response", || schema_for!(dp::DpReport)),
    ("dp-median", || schema_for!(dp::DpReport)),
    ("dp-ledger-create", || schema_for!(dp::LedgerReport)),
    ("dp-ledger-show", || schema_for!(dp::LedgerReport)),
    ("stream", || schema_for!(stream::StreamReport)),
    ("safepub-parameters", || schema_for!(safepub_parameters::SafepubParameters)),
    ("clean", || schema_for!(clean::CleanReport)),
    ("demo", || schema_for!(demo::Story)),
    ("error", || schema_for!(crate::ErrorReport)),
];

/// The schema of what a command is asked with, or `None` for one that is not asked with JSON.
pub fn request(command: &str) -> Option<Schema> {
    Verb::named(command).map(|verb| (verb.request)())
}

/// The schema of a command's JSON, or `None` for a command that prints none.
pub fn schema(command: &str) -> Option<Schema> {
    COMMANDS.iter().find(|(name, _)| *name == command).map(|(_, make)| make())
}

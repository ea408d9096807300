//! Who asks, and what the service is.

use super::describe::{Api, Operation};
use super::extract::{Asker, Parameters};
use crate::access::Role;
use crate::app::App;
use crate::audit::Entry;
use crate::problem::{Problem, Result};
use axum::Json;
use axum::extract::State;
use lethe::models::privacy::registry::MODELS;
use lethe::recipe_file::model::{self, Kind, Need};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

const TAG: &str = "service";

pub(super) fn operations(api: Api) -> Api {
    api.with(
        Operation::get("/health", TAG, "Whether the service is there").for_anybody().answers::<Health>(200),
        health,
    )
    .with(Operation::get("/openapi.json", TAG, "This document").answers::<Value>(200), openapi)
    .with(Operation::get("/session", TAG, "Who asks, and what they may do").answers::<Session>(200), session)
    .with(Operation::get("/models", TAG, "The privacy models").answers::<Models>(200), models)
    .with(
        Operation::get("/audit", TAG, "Who did what, the newest first")
            .for_stewards()
            .query::<Option<u64>>("limit", "How many entries; 200 when not given")
            .answers::<Log>(200),
        audit,
    )
}

#[derive(Serialize, JsonSchema)]
struct Health {
    status: &'static str,
    version: &'static str,
}

async fn health() -> Json<Health> {
    Json(Health { status: "ok", version: env!("CARGO_PKG_VERSION") })
}

async fn openapi(State(app): State<App>) -> Json<Value> {
    Json(app.openapi.clone())
}

/// Who asks, and what the service allows.
#[derive(Serialize, JsonSchema)]
struct Session {
    user: String,
    role: Role,
    version: &'static str,
    /// The largest table that may be uploaded, in bytes.
    upload_limit: u64,
    /// Whether tables of a folder can be used.
    data_folder: bool,
    /// The threads of a job; 0 for one a core.
    threads: usize,
    /// The jobs that run at once.
    jobs_at_once: usize,
}

async fn session(State(app): State<App>, Asker(user): Asker) -> Json<Session> {
    let limits = app.options.limits;
    Json(Session {
        user: user.name,
        role: user.role,
        version: env!("CARGO_PKG_VERSION"),
        upload_limit: limits.upload.0,
        data_folder: app.data.is_some(),
        threads: app.options.threads,
        jobs_at_once: limits.jobs,
    })
}

#[derive(Serialize, JsonSchema)]
struct Models {
    models: Vec<Model>,
}

/// A privacy model.
#[derive(Serialize, JsonSchema)]
struct Model {
    /// Its name in a recipe.
    name: &'static str,
    /// What it demands.
    summary: &'static str,
    /// Its keys in a recipe.
    keys: Vec<Key>,
    /// Its variants, each with further keys.
    variants: Vec<Variant>,
    /// Whether it protects a sensitive column, which `column` names.
    needs_column: bool,
}

#[derive(Serialize, JsonSchema)]
struct Variant {
    name: &'static str,
    summary: &'static str,
    keys: Vec<Key>,
}

#[derive(Serialize, JsonSchema)]
struct Key {
    name: &'static str,
    /// What it says, in a few words.
    about: &'static str,
    /// `integer`, `number`, `boolean`, `word`, `text`, `texts`, `population` or `budget`.
    kind: &'static str,
    /// The words it takes; none where it takes no words.
    words: Vec<&'static str>,
    required: bool,
}

fn keys(keys: &[model::Key]) -> Vec<Key> {
    let described = keys.iter().map(|key| {
        let (kind, words) = match key.kind {
            Kind::Whole(_) => ("integer", Vec::new()),
            Kind::Number(_) => ("number", Vec::new()),
            Kind::Truth => ("boolean", Vec::new()),
            Kind::Word(_, words) => ("word", words()),
            Kind::Text => ("text", Vec::new()),
            Kind::Texts | Kind::SomeTexts => ("texts", Vec::new()),
            Kind::Population | Kind::PopulationSize => ("population", Vec::new()),
            Kind::Budget => ("budget", Vec::new()),
        };
        Key { name: key.name, about: key.about, kind, words, required: matches!(key.need, Need::Required) }
    });
    described.collect()
}

async fn models() -> Json<Models> {
    let models = MODELS.iter().map(|entry| {
        let spec = &entry.spec;
        let variant = |variant: &model::Variant| Variant {
            name: variant.name,
            summary: variant.summary,
            keys: keys(variant.keys),
        };
        Model {
            name: spec.name,
            summary: spec.summary,
            keys: keys(spec.keys),
            variants: spec.variants.iter().map(variant).collect(),
            needs_column: spec.keys.iter().any(|key| key.name == model::Key::COLUMN.name),
        }
    });
    Json(Models { models: models.collect() })
}

#[derive(Serialize, JsonSchema)]
struct Log {
    entries: Vec<Entry>,
}

#[derive(Deserialize)]
struct Newest {
    limit: Option<usize>,
}

async fn audit(
    State(app): State<App>,
    Parameters(Newest { limit }): Parameters<Newest>,
) -> Result<Json<Log>> {
    let (audit, most) = (app.audit.clone(), limit.unwrap_or(200).min(10_000));
    let entries = tokio::task::spawn_blocking(move || audit.newest(most)).await;
    let entries = entries.map_err(|_| Problem::internal("the audit log could not be read"))??;
    Ok(Json(Log { entries }))
}

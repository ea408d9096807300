//! The REST API: every operation with its description, from which the router and the OpenAPI document are made.

mod datasets;
mod describe;
mod events;
mod extract;
mod hierarchies;
mod jobs;
mod openapi;
mod projects;
mod recipe;
mod releases;
mod script;
mod session;

use crate::app::App;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use describe::Api;
use serde_json::Value;

/// Where the API is.
pub(crate) const ROOT: &str = "/api/v1";
/// What is not a table is smaller.
const LARGEST_BODY: usize = 16 << 20;

fn all() -> Api {
    let api = Api::default();
    let parts = [
        session::operations,
        projects::operations,
        datasets::operations,
        recipe::operations,
        hierarchies::operations,
        jobs::operations,
        releases::operations,
    ];
    parts.iter().fold(api, |api, part| part(api))
}

/// The routes.
pub(crate) fn router() -> Router<App> {
    all().router.layer(DefaultBodyLimit::max(LARGEST_BODY))
}

/// The OpenAPI document.
pub(crate) fn document() -> Value {
    openapi::document(&all().operations)
}

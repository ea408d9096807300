//! Lethe as a service: a REST API over the library's requests and reports, and the web application that uses it.
//!
//! A request passes the guard ([`access`]), is routed ([`api`]) and answered from the state of the service ([`store`], `workspace`);
//! what takes time is done by processes of their own ([`mod@work`]), in jobs. The service never computes anything about a table itself.

mod access;
mod api;
mod app;
mod assets;
mod audit;
mod clock;
mod example;
mod headers;
mod ids;
mod jobs;
mod listen;
mod locks;
mod options;
mod problem;
mod store;
mod upload;
mod work;
mod workspace;

pub use listen::serve;
pub use options::{Limits, ServeOptions};
pub use work::work;

/// The OpenAPI document of the service.
pub fn openapi() -> serde_json::Value {
    api::document()
}

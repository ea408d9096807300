//! The web application: files that are a part of the program.

use crate::app::App;
use crate::ids::etag;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use rust_embed::RustEmbed;
use serde::Deserialize;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Files;

#[derive(Deserialize)]
pub(crate) struct Entered {
    token: Option<String>,
}

/// The page. Who comes with a token gets a cookie instead, so that the token stays in no history.
pub(crate) async fn page(
    State(app): State<App>,
    Query(Entered { token }): Query<Entered>,
    headers: HeaderMap,
) -> Response {
    let Some(token) = token else { return named("index.html", &headers) };
    if app.users.find(&token).is_none() {
        return (
            StatusCode::UNAUTHORIZED,
            "This token is not known. Open the address that `lethe serve` printed.",
        )
            .into_response();
    }
    let secure = if app.options.tls.is_some() || app.options.behind_proxy { "; Secure" } else { "" };
    let cookie = format!("{}={token}; Path=/; HttpOnly; SameSite=Strict{secure}", app.cookie);
    let headers = [
        (header::SET_COOKIE, cookie),
        (header::LOCATION, "/".to_owned()),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    (StatusCode::SEE_OTHER, headers).into_response()
}

/// A file of the application.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    named(uri.path().trim_start_matches('/'), &headers)
}

fn named(name: &str, headers: &HeaderMap) -> Response {
    let Some(file) = Files::get(name) else {
        return crate::problem::Problem::missing("page").into_response();
    };
    let etag = etag(&file.metadata.sha256_hash());
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == etag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json" | "map") => "application/json",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    };
    // Names of the application's parts change with their content.
    let cache = if name == "index.html" { "no-cache" } else { "public, max-age=31536000, immutable" };
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::ETAG, etag),
        (header::CACHE_CONTROL, cache.to_owned()),
    ];
    (headers, file.data.into_owned()).into_response()
}

//! Who may ask, and from where.
//!
//! Three things are checked before anything else: the name by which the service was reached (another site's name that points here
//! is refused), where the request comes from (pages of other sites are refused), and the token.

mod origin;
mod users;

pub(crate) use origin::Hosts;
pub(crate) use users::{Role, User, Users};

use crate::app::App;
use crate::problem::{Problem, Result};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

/// The cookie of a browser.
pub(crate) const COOKIE: &str = "lethe_token";

/// What needs no token: whether the service is there.
const OPEN: [&str; 1] = ["/api/v1/health"];
/// What shows values of cells; for stewards.
const VALUES: [&str; 3] = ["/rows", "/audit", "/release"];

/// Lets a request through that may be asked, and notes who asked it.
pub(crate) async fn guard(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let found = check(&app, &request);
    let user = found.as_ref().map_or_else(|_| String::new(), |user| user.name.clone());
    let shows_values = VALUES.iter().any(|ending| path.ends_with(ending));
    let is_noted = path.starts_with("/api/") && (method != Method::GET || shows_values);
    let response = match found {
        Ok(user) => {
            request.extensions_mut().insert(user);
            next.run(request).await
        }
        Err(problem) => problem.into_response(),
    };
    let status = response.status();
    if is_noted || status == StatusCode::UNAUTHORIZED || status == StatusCode::FORBIDDEN {
        app.audit.note(&user, format!("{method} {path}"), status.as_u16());
    }
    response
}

fn check(app: &App, request: &Request) -> Result<User> {
    let headers = request.headers();
    app.hosts.check_host(headers, request.uri())?;
    app.hosts.check_origin(headers)?;
    let path = request.uri().path();
    if OPEN.contains(&path) || !path.starts_with("/api/") {
        return Ok(User::nobody());
    }
    let user = bearer(headers).or_else(|| cookie(headers)).and_then(|token| app.users.find(&token));
    let user = user.ok_or_else(unauthorized)?;
    let changes = *request.method() != Method::GET;
    // A viewer sees reports and releases, not the original.
    let is_private = path.ends_with("/audit") || (path.contains("/datasets/") && path.ends_with("/rows"));
    if user.role == Role::Viewer && (changes || is_private) {
        return Err(
            Problem::forbidden("a viewer may look at reports and releases only").hint("ask a steward")
        );
    }
    Ok(user)
}

fn unauthorized() -> Problem {
    let problem =
        Problem::new(StatusCode::UNAUTHORIZED, "unauthorized", "no token, or one that is not known");
    problem
        .hint("open the address that `lethe serve` printed, or send the header 'Authorization: Bearer TOKEN'")
}

fn bearer(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    value.strip_prefix("Bearer ").map(|token| token.trim().to_owned())
}

fn cookie(headers: &HeaderMap) -> Option<String> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, token)| token.to_owned())
}

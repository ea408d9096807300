//! Who may ask, and from where.
//!
//! Three things are checked before anything else: the name by which the service was reached (another site's name that points here
//! is refused), where the request comes from (pages of other sites are refused), and the token. What a user may do is a property of
//! each operation.

mod origin;
mod users;

pub(crate) use origin::Hosts;
pub(crate) use users::{Role, User, Users};

use crate::app::App;
use crate::problem::{Problem, Result};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

/// Who may ask an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// Everybody who reaches the service.
    Anybody,
    /// Stewards and viewers.
    Users,
    /// Stewards.
    Stewards,
}

/// What holds for an operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule {
    pub(crate) access: Access,
    /// Whether the audit log has a line for it.
    pub(crate) is_noted: bool,
}

/// Marks an answer that the audit log has a line for.
#[derive(Clone, Copy)]
pub(crate) struct Noted;

/// Finds out who asks. The rest is done by a task of its own: it goes on, and is noted, when whoever asked closes the connection.
pub(crate) async fn guard(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let user = match check(&app, &request) {
        Ok(user) => user,
        Err(problem) => {
            app.audit.refused(request.method().as_str(), request.uri().path(), problem.status.as_u16());
            return problem.into_response();
        }
    };
    request.extensions_mut().insert(user.clone());
    let answered = tokio::spawn(async move {
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let response = next.run(request).await;
        let status = response.status();
        if response.extensions().get::<Noted>().is_some() {
            match &user {
                Some(user) => app.audit.note(&user.name, method.as_str(), &path, status.as_u16()),
                None => app.audit.refused(method.as_str(), &path, status.as_u16()),
            }
        }
        response
    });
    answered.await.unwrap_or_else(|_| Problem::internal("the request could not be answered").into_response())
}

/// Lets a request through that its user may ask.
pub(crate) async fn enforce(rule: Rule, request: Request, next: Next) -> Response {
    let role = request.extensions().get::<Option<User>>().and_then(Option::as_ref).map(|user| user.role);
    let may = match (rule.access, role) {
        (Access::Anybody, _) | (Access::Users, Some(_)) | (Access::Stewards, Some(Role::Steward)) => Ok(()),
        (_, None) => Err(unauthorized()),
        (Access::Stewards, Some(Role::Viewer)) => {
            let problem = Problem::forbidden("a viewer may look at reports and releases only");
            Err(problem.hint("ask a steward"))
        }
    };
    let refused = may.is_err();
    let mut response = match may {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    if rule.is_noted || refused {
        response.extensions_mut().insert(Noted);
    }
    response
}

/// Who asks; `None` without a token that is known.
fn check(app: &App, request: &Request) -> Result<Option<User>> {
    let headers = request.headers();
    app.hosts.check_host(headers, request.uri())?;
    app.hosts.check_origin(headers)?;
    let token = bearer(headers).or_else(|| cookie(headers, &app.cookie));
    // A browser may still have the cookie of an earlier service.
    Ok(token.and_then(|token| app.users.find(&token)))
}

fn unauthorized() -> Problem {
    let problem =
        Problem::new(StatusCode::UNAUTHORIZED, "unauthorized", "no token, or one that is not known");
    problem
        .hint("open the address that `lethe serve` printed, or send the header 'Authorization: Bearer TOKEN'")
}

fn bearer(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim().to_owned())
}

fn cookie(headers: &HeaderMap, called: &str) -> Option<String> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == called).map(|(_, token)| token.to_owned())
}

/// The cookie of a browser: browsers do not distinguish the ports of one machine, so its name has the port.
pub(crate) fn cookie_name(port: u16) -> String {
    format!("lethe_token_{port}")
}

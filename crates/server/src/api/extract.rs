//! What a request holds, with our errors where it does not.

use crate::access::User;
use crate::app::App;
use crate::problem::{Problem, Result};
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Json, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

/// A body in JSON.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self> {
        match Json::from_request(request, app).await {
            Ok(Json(body)) => Ok(Self(body)),
            Err(rejection) => Err(of_body(&rejection)),
        }
    }
}

fn of_body(rejection: &JsonRejection) -> Problem {
    let problem = match rejection {
        JsonRejection::JsonDataError(_) => "the body does not have the form of this request",
        JsonRejection::JsonSyntaxError(_) => "the body is not JSON",
        JsonRejection::MissingJsonContentType(_) => {
            let problem = "the body must be JSON; send the header 'Content-Type: application/json'";
            return Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "request", problem);
        }
        other if other.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            return Problem::too_large("the body is too large");
        }
        _ => "the body could not be read",
    };
    Problem::request(problem)
}

/// The parameters of an address.
pub(super) struct Parameters<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequestParts<App> for Parameters<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let read: Result<Query<T>, QueryRejection> = Query::from_request_parts(parts, app).await;
        match read {
            Ok(Query(parameters)) => Ok(Self(parameters)),
            Err(_) => Err(Problem::request("the parameters of the address are not those of this request")),
        }
    }
}

/// The names in a path.
pub(super) struct Path<T>(pub(super) T);

impl<T: DeserializeOwned + Send> FromRequestParts<App> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let read: Result<axum::extract::Path<T>, _> =
            axum::extract::Path::from_request_parts(parts, app).await;
        read.map(|axum::extract::Path(names)| Self(names)).map_err(|_| Problem::missing("path"))
    }
}

/// The user who asks; the guard has let them through.
pub(super) struct Asker(pub(super) User);

impl FromRequestParts<App> for Asker {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self> {
        let user = parts.extensions.get::<Option<User>>().cloned().flatten();
        user.map(Self).ok_or_else(|| Problem::internal("nobody asks"))
    }
}

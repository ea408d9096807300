//! Why a request was not answered: an HTTP status, and the error as every command writes it.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The result of a handler.
pub(crate) type Result<T, E = Problem> = std::result::Result<T, E>;

/// What is wrong, where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct ErrorBody {
    /// What kind of problem this is. Codes do not change.
    pub(crate) code: String,
    /// What is wrong, in one line. It holds no cell's value.
    pub(crate) message: String,
    /// The file at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<String>,
    /// The line of the file, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<u64>,
    /// The column of the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<String>,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hint: Option<String>,
}

/// The body of an answer that is an error.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct ErrorAnswer {
    /// Why there is no other answer.
    pub(crate) error: ErrorBody,
}

/// An error and the status that it is answered with.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    pub(crate) body: Box<ErrorBody>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, code: &str, message: impl Into<String>) -> Self {
        let (code, message) = (code.to_owned(), message.into());
        let body = ErrorBody { code, message, file: None, line: None, column: None, hint: None };
        Self { status, body: Box::new(body) }
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.body.hint = Some(hint.into());
        self
    }

    pub(crate) fn request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "request", message)
    }

    /// A recipe that cannot be used.
    pub(crate) fn recipe(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "recipe", message)
    }

    pub(crate) fn missing(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not-found", format!("there is no such {what}"))
    }

    pub(crate) fn conflict(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "conflict", message)
    }

    pub(crate) fn forbidden(message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden", message)
    }

    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }

    pub(crate) fn too_large(message: impl Into<String>) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", message)
    }

    /// An error of the library as it is answered.
    pub(crate) fn of_library(error: &lethe::Error) -> Self {
        Self::of_body(ErrorBody::of(error))
    }

    /// An error that a worker reported, with the status that its code has.
    pub(crate) fn of_body(body: ErrorBody) -> Self {
        let status = match body.code.as_str() {
            "usage" | "request" => StatusCode::BAD_REQUEST,
            "disk-full" => StatusCode::INSUFFICIENT_STORAGE,
            "internal" | "threads" | "no-random-bits" => StatusCode::INTERNAL_SERVER_ERROR,
            "interrupted" => StatusCode::CONFLICT,
            // The input is at fault, or too large for the limits of the service.
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Self { status, body: Box::new(body) }
    }

    /// A file of the service that could not be read or written.
    pub(crate) fn of_file(error: &std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::StorageFull {
            let problem = Self::new(StatusCode::INSUFFICIENT_STORAGE, "disk-full", "the disk is full");
            return problem.hint("delete projects that are no longer needed");
        }
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "file-access",
            format!("a file of the workspace: {}", error.kind()),
        )
    }
}

impl ErrorBody {
    pub(crate) fn of(error: &lethe::Error) -> Self {
        let problem = error.problem();
        Self {
            code: problem.code.to_owned(),
            message: problem.message,
            file: problem.file,
            line: problem.line,
            column: problem.column,
            hint: problem.hint,
        }
    }
}

impl From<lethe::Error> for Problem {
    fn from(error: lethe::Error) -> Self {
        Self::of_library(&error)
    }
}

impl From<rusqlite::Error> for Problem {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DiskFull) => {
                Self::new(StatusCode::INSUFFICIENT_STORAGE, "disk-full", "the disk is full")
            }
            // What the database says may quote what was stored.
            _ => Self::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "database",
                "the state of the service could not be read or written",
            ),
        }
    }
}

impl From<std::io::Error> for Problem {
    fn from(error: std::io::Error) -> Self {
        Self::of_file(&error)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status, Json(ErrorAnswer { error: *self.body })).into_response()
    }
}

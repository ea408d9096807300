//! What an operation is: one description for the router and for the document.

use crate::app::App;
use axum::Router;
use axum::http::Method;
use axum::routing::{MethodFilter, MethodRouter, on};
use schemars::generate::SchemaGenerator;
use schemars::{JsonSchema, Schema};

/// Makes the schema of a body.
pub(super) type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// What an operation takes and answers.
pub(super) struct Operation {
    pub(super) method: Method,
    pub(super) path: &'static str,
    pub(super) tag: &'static str,
    pub(super) summary: &'static str,
    pub(super) query: Vec<(&'static str, &'static str, SchemaOf)>,
    pub(super) body: Option<Content>,
    pub(super) answer: (u16, Option<Content>),
    /// Whether anybody may ask.
    pub(super) is_open: bool,
}

/// A body: its media types, and its schema where it is JSON.
pub(super) struct Content {
    pub(super) kinds: &'static [&'static str],
    pub(super) schema: Option<SchemaOf>,
}

/// The routes so far, and what they do.
#[derive(Default)]
pub(super) struct Api {
    pub(super) router: Router<App>,
    pub(super) operations: Vec<Operation>,
}

impl Api {
    pub(super) fn with<H, T>(mut self, operation: Operation, handler: H) -> Self
    where
        H: axum::handler::Handler<T, App>,
        T: 'static,
    {
        let filter = match operation.method {
            Method::GET => MethodFilter::GET,
            Method::POST => MethodFilter::POST,
            Method::PUT => MethodFilter::PUT,
            Method::PATCH => MethodFilter::PATCH,
            _ => MethodFilter::DELETE,
        };
        let route: MethodRouter<App> = on(filter, handler);
        self.router = self.router.route(operation.path, route);
        self.operations.push(operation);
        self
    }
}

/// The schema of a type, for a list of operations.
pub(super) fn schema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

impl Operation {
    fn new(method: Method, path: &'static str, tag: &'static str, summary: &'static str) -> Self {
        Self {
            method,
            path,
            tag,
            summary,
            query: Vec::new(),
            body: None,
            answer: (200, None),
            is_open: false,
        }
    }

    pub(super) fn get(path: &'static str, tag: &'static str, summary: &'static str) -> Self {
        Self::new(Method::GET, path, tag, summary)
    }

    pub(super) fn post(path: &'static str, tag: &'static str, summary: &'static str) -> Self {
        Self::new(Method::POST, path, tag, summary)
    }

    pub(super) fn put(path: &'static str, tag: &'static str, summary: &'static str) -> Self {
        Self::new(Method::PUT, path, tag, summary)
    }

    pub(super) fn patch(path: &'static str, tag: &'static str, summary: &'static str) -> Self {
        Self::new(Method::PATCH, path, tag, summary)
    }

    pub(super) fn delete(path: &'static str, tag: &'static str, summary: &'static str) -> Self {
        Self::new(Method::DELETE, path, tag, summary)
    }

    pub(super) fn needs_no_token(mut self) -> Self {
        self.is_open = true;
        self
    }

    pub(super) fn query<T: JsonSchema>(mut self, name: &'static str, text: &'static str) -> Self {
        self.query.push((name, text, schema::<T>));
        self
    }

    pub(super) fn takes<T: JsonSchema>(mut self) -> Self {
        self.body = Some(Content { kinds: &["application/json"], schema: Some(schema::<T>) });
        self
    }

    pub(super) fn takes_bytes(mut self, kinds: &'static [&'static str]) -> Self {
        self.body = Some(Content { kinds, schema: None });
        self
    }

    pub(super) fn answers<T: JsonSchema>(mut self, status: u16) -> Self {
        self.answer = (status, Some(Content { kinds: &["application/json"], schema: Some(schema::<T>) }));
        self
    }

    pub(super) fn answers_bytes(mut self, kinds: &'static [&'static str]) -> Self {
        self.answer = (200, Some(Content { kinds, schema: None }));
        self
    }

    pub(super) fn answers_nothing(mut self, status: u16) -> Self {
        self.answer = (status, None);
        self
    }
}

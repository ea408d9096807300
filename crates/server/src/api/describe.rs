//! What an operation is: one description for the router and for the document.

use crate::access::{Access, Rule, enforce};
use crate::app::App;
use axum::Router;
use axum::extract::Request;
use axum::http::Method;
use axum::middleware::{Next, from_fn};
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
    /// Other answers than errors.
    pub(super) others: Vec<(u16, &'static str)>,
    /// Who may ask.
    pub(super) access: Access,
    /// Whether the audit log has a line for it.
    pub(super) is_noted: bool,
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
        let rule = Rule { access: operation.access, is_noted: operation.is_noted };
        let enforced = from_fn(move |request: Request, next: Next| enforce(rule, request, next));
        let route: MethodRouter<App> = on(filter, handler).layer(enforced);
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
        let changes = method != Method::GET;
        Self {
            method,
            path,
            tag,
            summary,
            query: Vec::new(),
            body: None,
            answer: (200, None),
            others: Vec::new(),
            access: if changes { Access::Stewards } else { Access::Users },
            is_noted: changes,
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

    pub(super) fn for_anybody(mut self) -> Self {
        self.access = Access::Anybody;
        self
    }

    /// It shows values of the original.
    pub(super) fn for_stewards(mut self) -> Self {
        self.access = Access::Stewards;
        self.noted()
    }

    /// It hands out data.
    pub(super) fn noted(mut self) -> Self {
        self.is_noted = true;
        self
    }

    /// It may also be answered so.
    pub(super) fn or_answers(mut self, status: u16, text: &'static str) -> Self {
        self.others.push((status, text));
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

//! Made-up workspaces for the tests of the rules, as cargo would describe them.

use crate::metadata::Metadata;
use serde_json::{Value, json};

/// A package in a made-up workspace; its id is its name.
pub(crate) struct MadeUp {
    name: &'static str,
    rust: Option<&'static str>,
    dependencies: Vec<(&'static str, Option<&'static str>)>,
}

impl MadeUp {
    pub(crate) fn new(name: &'static str) -> Self {
        Self { name, rust: None, dependencies: Vec::new() }
    }

    pub(crate) fn rust(mut self, version: &'static str) -> Self {
        self.rust = Some(version);
        self
    }

    pub(crate) fn uses(self, names: &[&'static str]) -> Self {
        self.depends(names, None)
    }

    pub(crate) fn builds_with(self, names: &[&'static str]) -> Self {
        self.depends(names, Some("build"))
    }

    pub(crate) fn tests_with(self, names: &[&'static str]) -> Self {
        self.depends(names, Some("dev"))
    }

    fn depends(mut self, names: &[&'static str], kind: Option<&'static str>) -> Self {
        self.dependencies.extend(names.iter().map(|name| (*name, kind)));
        self
    }

    fn package(&self) -> Value {
        let dependencies = self.dependencies.iter().map(|(name, kind)| {
            let path = (*name == "lethe" || name.starts_with("lethe-")).then_some("/somewhere");
            json!({"name": name, "kind": kind, "path": path})
        });
        let dependencies: Vec<Value> = dependencies.collect();
        json!({"id": self.name, "name": self.name, "rust_version": self.rust, "dependencies": dependencies})
    }

    fn node(&self) -> Value {
        let edges = self.dependencies.iter();
        let edges = edges.map(|(name, kind)| json!({"pkg": name, "dep_kinds": [{"kind": kind}]}));
        json!({"id": self.name, "deps": edges.collect::<Vec<_>>()})
    }
}

/// What cargo would say about a workspace with these members and these other packages.
pub(crate) fn workspace(members: &[MadeUp], others: &[MadeUp]) -> Metadata {
    let all = || members.iter().chain(others);
    let json = json!({
        "workspace_members": members.iter().map(|member| member.name).collect::<Vec<_>>(),
        "packages": all().map(MadeUp::package).collect::<Vec<_>>(),
        "resolve": {"nodes": all().map(MadeUp::node).collect::<Vec<_>>()},
    });
    Metadata::parse(&json).unwrap()
}

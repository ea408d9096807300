//! What cargo knows about the workspace and its dependencies.

use crate::shell;
use anyhow::{Context, Result};
use serde_json::Value;
use std::path::PathBuf;

/// The part of `cargo metadata` the checks use.
pub(crate) struct Metadata {
    /// Our packages and everything they depend on, on any platform.
    pub(crate) packages: Vec<Package>,
    /// Where cargo builds.
    pub(crate) target: PathBuf,
}

/// A package: one of ours, or a dependency.
pub(crate) struct Package {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) rust_version: Option<String>,
    /// Whether it is a member of the workspace.
    pub(crate) ours: bool,
    /// What its manifest asks for.
    pub(crate) declared: Vec<Declared>,
    /// Ids of the packages it is built with; those for its tests only are left out.
    pub(crate) built_with: Vec<String>,
}

/// A dependency as a manifest declares it.
pub(crate) struct Declared {
    pub(crate) name: String,
    /// Whether only tests, examples and benchmarks get it.
    pub(crate) dev: bool,
    /// Whether it is found by path, hence ours.
    pub(crate) ours: bool,
}

/// Where cargo puts the program.
pub(crate) fn program(profile: &str) -> Result<PathBuf> {
    let name = format!("lethe{}", std::env::consts::EXE_SUFFIX);
    Ok(Metadata::load()?.target.join(profile).join(name))
}

impl Metadata {
    /// Asks cargo, without the network if that suffices.
    pub(crate) fn load() -> Result<Self> {
        let ask = ["metadata", "--format-version", "1", "--locked"];
        let mut offline = shell::cargo(&ask);
        offline.arg("--offline");
        let json = match offline.output() {
            Ok(output) if output.status.success() => String::from_utf8(output.stdout)?,
            _ => shell::capture(&mut shell::cargo(&ask))?,
        };
        Self::parse(&serde_json::from_str(&json)?)
    }

    /// Reads what cargo printed.
    pub(crate) fn parse(json: &Value) -> Result<Self> {
        let members = strings(&json["workspace_members"]).context("cargo metadata: no workspace members")?;
        let packages = json["packages"].as_array().context("cargo metadata: no packages")?;
        let nodes = json["resolve"]["nodes"].as_array().context("cargo metadata: no dependency graph")?;
        let parsed = packages.iter().map(|package| parse_package(package, nodes, &members));
        let target = json["target_directory"].as_str().unwrap_or("target").into();
        let packages = parsed.collect::<Option<_>>().context("cargo metadata: a package is incomplete")?;
        Ok(Self { packages, target })
    }

    /// Our own packages.
    pub(crate) fn ours(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| package.ours)
    }

    /// The package with that id.
    pub(crate) fn package(&self, id: &str) -> Option<&Package> {
        self.packages.iter().find(|package| package.id == id)
    }
}

fn parse_package(json: &Value, nodes: &[Value], members: &[String]) -> Option<Package> {
    let id = json["id"].as_str()?;
    let edges = nodes.iter().find(|node| node["id"] == id).and_then(|node| node["deps"].as_array());
    let built = edges.into_iter().flatten().filter(|edge| is_built(edge));
    Some(Package {
        id: id.to_owned(),
        name: json["name"].as_str()?.to_owned(),
        rust_version: json["rust_version"].as_str().map(str::to_owned),
        ours: members.iter().any(|member| member == id),
        declared: json["dependencies"].as_array()?.iter().map(parse_declared).collect::<Option<_>>()?,
        built_with: built.filter_map(|edge| edge["pkg"].as_str().map(str::to_owned)).collect(),
    })
}

fn parse_declared(json: &Value) -> Option<Declared> {
    Some(Declared {
        name: json["name"].as_str()?.to_owned(),
        dev: json["kind"] == "dev",
        ours: json["path"].is_string(),
    })
}

/// Whether an edge of the graph is there for more than tests.
fn is_built(edge: &Value) -> bool {
    edge["dep_kinds"].as_array().is_none_or(|kinds| kinds.iter().any(|kind| kind["kind"] != "dev"))
}

fn strings(json: &Value) -> Option<Vec<String>> {
    json.as_array()?.iter().map(|value| value.as_str().map(str::to_owned)).collect()
}

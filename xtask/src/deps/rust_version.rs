//! The Rust version we declare must be enough for everything we depend on.

use crate::metadata::Metadata;

/// Major, minor, patch.
type Version = (u32, u32, u32);

/// Members that declare no version, and dependencies that need more than we declare.
pub(crate) fn broken(metadata: &Metadata) -> Vec<String> {
    let mut faults = Vec::new();
    let mut lowest: Option<Version> = None;
    for package in metadata.ours() {
        match package.rust_version.as_deref().and_then(parse) {
            Some(version) => lowest = Some(lowest.map_or(version, |lowest| lowest.min(version))),
            None => faults.push(format!("{}: declares no rust-version", package.name)),
        }
    }
    let Some(declared) = lowest else { return faults };
    for package in metadata.packages.iter().filter(|package| !package.ours) {
        if let Some(version) = &package.rust_version
            && parse(version).is_some_and(|needed| needed > declared)
        {
            let (major, minor, _) = declared;
            faults.push(format!("{} needs Rust {version}, we declare {major}.{minor}", package.name));
        }
    }
    faults
}

/// Reads `1.95` or `1.95.0`.
fn parse(version: &str) -> Option<Version> {
    let mut parts = version.split('.').map(|part| part.parse().ok());
    let (major, minor) = (parts.next()??, parts.next()??);
    Some((major, minor, parts.next().unwrap_or(Some(0))?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deps::made_up::{MadeUp, workspace};

    #[test]
    fn versions_compare_as_numbers() {
        assert!(parse("1.100") > parse("1.95.1") && parse("1.95.1") > parse("1.95"));
        assert_eq!(parse("1.95"), parse("1.95.0"));
        assert_eq!(parse("new"), None);
    }

    #[test]
    fn a_dependency_that_needs_a_newer_rust_is_a_fault() {
        let others =
            [MadeUp::new("old").rust("1.56"), MadeUp::new("new").rust("1.100.0"), MadeUp::new("silent")];
        let metadata = workspace(&[MadeUp::new("lethe-data").rust("1.95")], &others);
        assert_eq!(broken(&metadata), ["new needs Rust 1.100.0, we declare 1.95"]);
    }

    #[test]
    fn a_member_that_declares_nothing_is_a_fault() {
        let metadata = workspace(&[MadeUp::new("lethe-data")], &[]);
        assert_eq!(broken(&metadata), ["lethe-data: declares no rust-version"]);
    }
}

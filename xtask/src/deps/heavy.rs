//! Algorithm crates build in seconds and run anywhere because the heavy dependencies stay at the edges.

use crate::metadata::{Metadata, Package};
use std::collections::{HashSet, VecDeque};

/// The crates that stay light.
const LIGHT: &[&str] = &[
    "lethe-num",
    "lethe-data",
    "lethe-recipe",
    "lethe-models",
    "lethe-discovery",
    "lethe-exposure",
    "lethe-report",
    "lethe-transform",
];

/// The dependencies that stay out of them, with their parts (`arrow` stands for `arrow-array` too).
const HEAVY: &[&str] = &["arrow", "parquet", "rusqlite", "clap", "indicatif"];

/// Every heavy dependency a light crate is built with, directly or not, and how it gets there.
pub(crate) fn broken(metadata: &Metadata) -> Vec<String> {
    let light = metadata.ours().filter(|package| LIGHT.contains(&package.name.as_str()));
    light
        .filter_map(|package| way_to_heavy(metadata, package))
        .map(|way| format!("heavy dependency: {}", way.join(" → ")))
        .collect()
}

/// The shortest chain of dependencies from the package to a heavy one.
fn way_to_heavy<'a>(metadata: &'a Metadata, package: &'a Package) -> Option<Vec<&'a str>> {
    let mut seen = HashSet::from([package.id.as_str()]);
    let mut ways = VecDeque::from([(package, vec![package.name.as_str()])]);
    while let Some((package, way)) = ways.pop_front() {
        if is_heavy(&package.name) {
            return Some(way);
        }
        for next in package.built_with.iter().filter_map(|id| metadata.package(id)) {
            if seen.insert(&next.id) {
                let further = way.iter().copied().chain([next.name.as_str()]).collect();
                ways.push_back((next, further));
            }
        }
    }
    None
}

fn is_heavy(name: &str) -> bool {
    HEAVY
        .iter()
        .any(|heavy| name.strip_prefix(heavy).is_some_and(|rest| rest.is_empty() || rest.starts_with('-')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deps::made_up::{MadeUp, workspace};

    #[test]
    fn a_heavy_dependency_is_found_behind_a_light_one() {
        let others = [MadeUp::new("innocent").uses(&["arrow-array"]), MadeUp::new("arrow-array")];
        let metadata = workspace(&[MadeUp::new("lethe-data").uses(&["innocent"])], &others);
        assert_eq!(broken(&metadata), ["heavy dependency: lethe-data → innocent → arrow-array"]);
    }

    #[test]
    fn input_and_output_may_be_heavy_and_so_may_tests() {
        let others = [MadeUp::new("arrow"), MadeUp::new("clap")];
        let members =
            [MadeUp::new("lethe-io").uses(&["arrow"]), MadeUp::new("lethe-data").tests_with(&["clap"])];
        assert_eq!(broken(&workspace(&members, &others)), [""; 0]);
    }

    #[test]
    fn a_name_that_only_begins_alike_is_not_heavy() {
        assert!(is_heavy("arrow") && is_heavy("arrow-ipc"));
        assert!(!is_heavy("arrowhead"));
    }
}

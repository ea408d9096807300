//! Which of our crates may depend on which. The walls keep an algorithm from redefining the nouns it works on, and
//! a search from redefining what counts as safe; this table is where a new door is argued for.

use crate::metadata::{Declared, Metadata, Package};

/// The crates of ours that one may be built with.
enum May {
    Use(&'static [&'static str]),
    UseAllBut(&'static [&'static str]),
}

const ARROWS: &[(&str, May)] = &[
    ("lethe-num", May::Use(&[])),
    ("lethe-dp", May::Use(&["lethe-num"])),
    ("lethe-data", May::Use(&[])),
    ("lethe-io", May::Use(&["lethe-data"])),
    ("lethe-recipe", May::Use(&["lethe-data"])),
    ("lethe-discovery", May::Use(&["lethe-data"])),
    ("lethe-synth", May::Use(&["lethe-data"])),
    ("lethe-utility", May::Use(&["lethe-data"])),
    ("lethe-attack", May::Use(&["lethe-data"])),
    ("lethe-report", May::Use(&["lethe-data"])),
    ("lethe-models", May::Use(&["lethe-data", "lethe-num", "lethe-recipe"])),
    ("lethe-verify", May::Use(&["lethe-data", "lethe-num", "lethe-models"])),
    ("lethe-exposure", May::Use(&["lethe-data", "lethe-num"])),
    (
        "lethe-transform",
        May::Use(&["lethe-data", "lethe-num", "lethe-dp", "lethe-recipe", "lethe-models", "lethe-discovery"]),
    ),
    (
        "lethe",
        May::Use(&[
            "lethe-num",
            "lethe-dp",
            "lethe-data",
            "lethe-io",
            "lethe-recipe",
            "lethe-discovery",
            "lethe-synth",
            "lethe-utility",
            "lethe-attack",
            "lethe-models",
            "lethe-verify",
            "lethe-exposure",
            "lethe-report",
            "lethe-transform",
        ]),
    ),
    ("lethe-server", May::Use(&["lethe"])),
    ("lethe-cli", May::Use(&["lethe", "lethe-server"])),
    ("lethe-python", May::Use(&["lethe", "lethe-cli"])),
    ("lethe-bench", May::UseAllBut(&["lethe-cli", "lethe-server"])),
    ("xtask", May::Use(&[])),
];

/// What any crate's tests may use besides: tables to work on.
const FOR_TESTS: &[&str] = &["lethe-data", "lethe-io", "lethe-synth"];

/// Every dependency that goes against the arrows, and every member without a place in the table.
pub(crate) fn broken(metadata: &Metadata) -> Vec<String> {
    metadata.ours().flat_map(faults_of).collect()
}

fn faults_of(package: &Package) -> Vec<String> {
    let Some((_, may)) = ARROWS.iter().find(|(name, _)| *name == package.name) else {
        return vec![format!(
            "{}: no arrows are declared for it; add it to ARROWS in xtask/src/deps/arrows.rs",
            package.name
        )];
    };
    let wrong = package.declared.iter().filter(|dependency| dependency.ours && !allowed(may, dependency));
    wrong.map(|dependency| describe(&package.name, dependency)).collect()
}

fn allowed(may: &May, dependency: &Declared) -> bool {
    let name = dependency.name.as_str();
    let arrow = match may {
        May::Use(crates) => crates.contains(&name),
        May::UseAllBut(crates) => !crates.contains(&name),
    };
    arrow || (dependency.dev && FOR_TESTS.contains(&name))
}

fn describe(package: &str, dependency: &Declared) -> String {
    let verb = if dependency.dev { "be tested with" } else { "depend on" };
    format!("{package} must not {verb} {}", dependency.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deps::made_up::{MadeUp, workspace};

    fn faults(members: &[MadeUp]) -> Vec<String> {
        broken(&workspace(members, &[]))
    }

    #[test]
    fn arrows_as_drawn_pass() {
        let members = [
            MadeUp::new("lethe-data").uses(&["serde"]),
            MadeUp::new("lethe-models").uses(&["lethe-data", "lethe-num"]),
            MadeUp::new("lethe-bench").uses(&["lethe-data", "lethe-io", "lethe"]),
        ];
        assert_eq!(faults(&members), [""; 0]);
    }

    #[test]
    fn an_arrow_between_siblings_is_a_fault() {
        let members = [MadeUp::new("lethe-models").uses(&["lethe-data", "lethe-discovery"])];
        assert_eq!(faults(&members), ["lethe-models must not depend on lethe-discovery"]);
    }

    #[test]
    fn what_verifies_shares_nothing_with_what_transforms() {
        for transforming in ["lethe-transform", "lethe-discovery", "lethe", "lethe-io"] {
            let members = [MadeUp::new("lethe-verify").uses(&["lethe-data", "lethe-models", transforming])];
            assert_eq!(faults(&members), [format!("lethe-verify must not depend on {transforming}")]);
        }
        let members = [MadeUp::new("lethe-verify").tests_with(&["lethe-transform"])];
        assert_eq!(faults(&members), ["lethe-verify must not be tested with lethe-transform"]);
    }

    #[test]
    fn a_build_dependency_counts_like_any_other() {
        let members = [MadeUp::new("lethe-data").builds_with(&["lethe-num"])];
        assert_eq!(faults(&members), ["lethe-data must not depend on lethe-num"]);
    }

    #[test]
    fn nothing_depends_on_the_command_line() {
        let members = [MadeUp::new("lethe-bench").uses(&["lethe-cli"])];
        assert_eq!(faults(&members), ["lethe-bench must not depend on lethe-cli"]);
    }

    #[test]
    fn a_member_without_a_place_says_where_to_add_it() {
        let faults = faults(&[MadeUp::new("lethe-clever")]);
        assert_eq!(faults.len(), 1);
        assert!(
            faults[0].contains("lethe-clever") && faults[0].contains("xtask/src/deps/arrows.rs"),
            "{faults:?}"
        );
    }

    #[test]
    fn tests_may_use_tables_but_no_algorithm_beside_them() {
        let members = [MadeUp::new("lethe-discovery").tests_with(&["lethe-io", "lethe-synth", "proptest"])];
        assert_eq!(faults(&members), [""; 0]);
        let members = [MadeUp::new("lethe-discovery").tests_with(&["lethe-models"])];
        assert_eq!(faults(&members), ["lethe-discovery must not be tested with lethe-models"]);
    }

    #[test]
    fn the_table_names_only_crates_that_have_a_place_in_it() {
        for (name, may) in ARROWS {
            let (May::Use(crates) | May::UseAllBut(crates)) = may;
            for used in *crates {
                assert!(ARROWS.iter().any(|(known, _)| known == used), "{name} names {used}");
            }
        }
    }
}

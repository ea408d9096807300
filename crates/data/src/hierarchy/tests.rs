use super::*;
use crate::{Codes, Column, TypeChoice};
use proptest::prelude::*;

fn countries() -> Hierarchy {
    Hierarchy::from_paths(&[["Greece", "Europe", "*"], ["Italy", "Europe", "*"], ["Egypt", "Africa", "*"]])
        .unwrap()
}

fn column(cells: &[Option<&str>]) -> Column {
    Column::from_texts("land", cells.iter().copied(), TypeChoice::Infer).unwrap()
}

fn kinds(paths: &[Vec<&str>]) -> Vec<(usize, Option<usize>, DefectKind)> {
    Hierarchy::from_paths(paths).unwrap_err().into_iter().map(|d| (d.path, d.earlier, d.kind)).collect()
}

#[test]
fn levels_parents_and_leaf_counts_are_those_of_the_paths() {
    let hierarchy = countries();
    assert_eq!(hierarchy.height(), 3);
    assert_eq!(hierarchy.labels(1).collect::<Vec<_>>(), ["Europe", "Africa"]);
    assert_eq!(hierarchy.parent(0, 2), Some(1));
    assert_eq!(hierarchy.parent(1, 1), Some(0));
    assert_eq!(hierarchy.parent(2, 0), None);
    assert_eq!(hierarchy.node_of_leaf(1, 1), 0);
    assert_eq!(hierarchy.leaves_under(1, 0), 2);
    assert_eq!(hierarchy.leaves_under(2, 0), 3);
    assert_eq!(hierarchy.find_leaf("Egypt"), Some(2));
    assert_eq!(hierarchy.find_leaf("Europe"), None);
    assert_eq!(hierarchy.path(2).collect::<Vec<_>>(), ["Egypt", "Africa", "*"]);
}

#[test]
fn all_defects_are_reported_at_once_with_their_paths() {
    assert_eq!(kinds(&[]), [(0, None, DefectKind::EmptyHierarchy)]);
    let found = kinds(&[
        vec!["a", "x", "*"],
        vec!["b", "*"],
        vec!["a", "x", "*"],
        vec!["c", "", "*"],
        vec!["a", "y", "*"],
        vec!["d", "x", "top"],
    ]);
    assert_eq!(
        found,
        [
            (1, None, DefectKind::RaggedHeight { found: 2, expected: 3 }),
            (2, Some(0), DefectKind::DuplicateLeaf),
            (3, None, DefectKind::EmptyLabel { level: 1 }),
            (4, Some(0), DefectKind::TwoParents { level: 0 }),
            (5, None, DefectKind::MissingRoot),
            (5, Some(0), DefectKind::TwoParents { level: 1 }),
        ]
    );
}

#[test]
fn a_missing_root_is_told_from_several_roots() {
    let one = kinds(&[vec!["a", "all"], vec!["b", "all"]]);
    assert_eq!(one, [(0, None, DefectKind::MissingRoot)]);
    let two = kinds(&[vec!["a", "x"], vec!["b", "x"], vec!["c", "y"]]);
    assert_eq!(two, [(2, Some(0), DefectKind::SeveralRoots { roots: 2 })]);
}

#[test]
fn no_defect_message_holds_a_label() {
    let paths = [vec!["secret", "", "*"], vec!["secret"], vec!["secret", "hidden", "top"]];
    for defect in Hierarchy::from_paths(&paths).unwrap_err() {
        let text = defect.to_string();
        assert!(!["secret", "hidden", "top"].iter().any(|label| text.contains(label)), "{text}");
    }
}

#[test]
fn codes_map_to_nodes_and_null_joins_the_root_only_at_the_top() {
    let data = column(&[Some("Italy"), None, Some("Egypt")]);
    let bound = countries().bind(&data, UnknownValues::Refuse).unwrap();
    assert_eq!(bound.codes(0), [2, 1, 3]);
    assert_eq!(bound.codes(1), [1, 0, 2]);
    assert_eq!(bound.codes(2), [0, 0, 0]);
    assert_eq!((bound.domain(0), bound.domain(1), bound.domain(2)), (4, 3, 1));
    assert_eq!(bound.label(1, 2), None);
    assert_eq!(bound.null_code(1), Some(2));
    assert_eq!(bound.label(2, 0), Some("*"));
    assert_eq!(bound.suppressed_code(1), None);
    assert_eq!((bound.leaves_under(1, 0), bound.leaves_under(1, 2)), (2, 1));
}

#[test]
fn an_unknown_value_is_refused_by_row_and_count_without_its_text() {
    let data = column(&[Some("Italy"), Some("Narnia"), None, Some("Mordor"), Some("Narnia")]);
    let error = countries().bind(&data, UnknownValues::Refuse).unwrap_err();
    let text = error.to_string();
    assert!(
        matches!(error, crate::Error::NotInHierarchy { first_row: 2, distinct: 2, rows: 3, .. }),
        "{text}"
    );
    assert!(text.contains("'land', row 2") && !text.contains("Narnia"), "{text}");
    let missing = countries().missing_rows(&data);
    assert_eq!(missing.rows, [1, 3, 4]);
    assert_eq!(missing.first_row(), Some(2));
}

#[test]
fn suppressed_unknown_values_are_the_root_on_every_level() {
    let data = column(&[Some("Italy"), Some("Narnia"), None]);
    let bound = countries().bind(&data, UnknownValues::Suppress).unwrap();
    let unknown = data.dictionary().find("Narnia").unwrap() as usize;
    for level in 0..bound.height() {
        let node = bound.codes(level)[unknown];
        assert_eq!(bound.label(level, node), Some("*"));
        assert_eq!(bound.leaves_under(level, node), 3);
        assert!(bound.codes(level).iter().all(|&code| (code as usize) < bound.domain(level)));
    }
    assert_eq!(bound.unknown(), 1);
    assert_ne!(bound.null_code(0), bound.suppressed_code(0));
}

#[test]
fn a_value_that_only_the_dictionary_has_is_not_missing() {
    let data = column(&[Some("Italy"), Some("Narnia")]).select(&[0]);
    assert!(countries().missing_rows(&data).is_empty());
    assert_eq!(countries().bind(&data, UnknownValues::Refuse).unwrap().unknown(), 0);
    assert!(matches!(data.codes(), Codes::U8(_)));
}

proptest! {
    /// Any assignment of leaves to groups and of groups to supergroups is a hierarchy, and every leaf keeps its path.
    #[test]
    fn paths_come_back_as_they_went_in(groups in prop::collection::vec(0u16..8, 1..60)) {
        let paths: Vec<Vec<String>> = groups
            .iter()
            .enumerate()
            .map(|(leaf, group)| {
                vec![leaf.to_string(), format!("g{group}"), format!("s{}", group / 3), "*".to_owned()]
            })
            .collect();
        let hierarchy = Hierarchy::from_paths(&paths).unwrap();
        prop_assert_eq!(hierarchy.paths().collect::<Vec<_>>(), paths.clone());
        for (leaf, group) in groups.iter().enumerate() {
            let node = hierarchy.node_of_leaf(1, leaf as u32);
            let under = groups.iter().filter(|other| *other == group).count();
            prop_assert_eq!(hierarchy.leaves_under(1, node), under);
            prop_assert_eq!(hierarchy.parent(1, node), Some(hierarchy.node_of_leaf(2, leaf as u32)));
        }
    }

    /// Random labels: a hierarchy is accepted exactly when the naive rules hold.
    #[test]
    fn acceptance_equals_the_naive_rules(
        rows in prop::collection::vec(prop::collection::vec("[ab*]", 1..4), 0..6),
    ) {
        let height = rows.first().map_or(0, Vec::len);
        let leaves: std::collections::HashSet<_> = rows.iter().map(|row| &row[0]).collect();
        let nested = rows.iter().all(|one| rows.iter().all(|other| {
            one.len() != other.len() || (0..one.len() - 1).all(|l| one[l] != other[l] || one[l + 1] == other[l + 1])
        }));
        let valid = !rows.is_empty()
            && rows.iter().all(|row| row.len() == height && row[height - 1] == "*")
            && leaves.len() == rows.len()
            && nested;
        prop_assert_eq!(Hierarchy::from_paths(&rows).is_ok(), valid);
    }
}

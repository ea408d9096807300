use super::*;

fn mended(text: &str) -> Repaired {
    parsed(text).repair(Repairs::default(), None)
}

fn result(repaired: &Repaired) -> Vec<String> {
    paths(repaired.levels().unwrap())
}

#[test]
fn roots_short_rows_empty_cells_and_repeats_are_mended() {
    let repaired = mended("a;X;Y;*\nb;X;Y\nc;Z;*\na;X;Y;*\nd;X;Y;*;;\ne\n");
    assert_eq!(result(&repaired), ["a|X|Y|*", "b|X|Y|*", "c|Z|Z|*", "d|X|Y|*", "e|e|e|*"]);
    assert_eq!(
        repaired.changes,
        [Change::TrimmedCells(1), Change::AddedRoot(2), Change::FilledRows(2), Change::DroppedRepeats(1)]
    );
    assert!(repaired.remaining.is_empty());
}

#[test]
fn what_has_two_remedies_stays_and_is_listed_with_its_line() {
    let repaired = mended("a;X;*\nb;*\na;Y;*\n");
    assert!(repaired.hierarchy.is_none());
    assert_eq!(repaired.remaining.iter().map(brief).collect::<Vec<_>>(), ["line 3 two-parents see line 1"]);
    assert_eq!(repaired.changes, [Change::FilledRows(1)]);
}

#[test]
fn a_valid_file_is_left_as_it_is() {
    let repaired = mended("a;X;*\nb;X;*\n");
    assert!(repaired.changes.is_empty());
    assert_eq!(result(&repaired), ["a|X|*", "b|X|*"]);
}

#[test]
fn leaves_that_hang_high_in_a_tree_are_repeated_at_the_bottom() {
    let head = "distinct\nname x\ntype string\nheight 3\n\n";
    let repaired = mended(&format!("{head}A has a b b\nAny has A c\n"));
    assert_eq!(result(&repaired), ["a|A|Any|*", "b|A|Any|*", "c|c|Any|*"]);
    assert_eq!(repaired.changes, [Change::FilledRows(1), Change::DroppedRepeats(1)]);
}

#[test]
fn uncovered_values_become_leaves_only_when_asked_for() {
    let data = column(&["a", "q", "q", "z"]);
    let text = "a;X;*\n";
    let listed = parsed(text).repair(Repairs::default(), Some(&data));
    assert_eq!(listed.remaining.iter().map(brief).collect::<Vec<_>>(), ["the data uncovered"]);
    assert_eq!(
        listed.remaining[0].kind,
        lethe_data::DefectKind::Uncovered { distinct: 2, rows: 3, first_row: 2 }
    );
    let added = parsed(text).repair(Repairs { add_uncovered: true }, Some(&data));
    assert_eq!(result(&added), ["a|X|*", "q|*|*", "z|*|*"]);
    assert_eq!(added.changes, [Change::AddedValues(2)]);
    assert!(added.remaining.is_empty());
}

#[test]
fn coverage_is_told_of_broken_hierarchies_too() {
    let found = parsed("a;X;*\nb;*\n").check(Some(&column(&["a", "b", "c"])));
    assert_eq!(found.iter().map(brief).collect::<Vec<_>>(), ["line 2 ragged-height", "the data uncovered"]);
}

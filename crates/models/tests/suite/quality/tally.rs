//! Releases told as sums have the losses of those told record by record.

use crate::quality::sample::{AGGREGATES, Known, Sample};
use crate::quality::spans::{Spanned, spanned};
use lethe_models::quality::{Cell, CellTally, MixedNode};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn cells(known: &Known, entries: &[usize], row: usize) -> Vec<Cell> {
    entries.iter().enumerate().map(|(column, &entry)| known.cell(row, column, entry)).collect()
}

/// The sizes of classes, by whether they are suppressed.
fn classes(known: &Known, case: &Spanned) -> Vec<(bool, u64)> {
    let mut sizes: BTreeMap<(bool, Vec<Cell>), u64> = BTreeMap::new();
    for (row, entries) in case.entries.iter().enumerate() {
        *sizes.entry((case.lost[row], cells(known, entries, row))).or_default() += case.sample.records[row];
    }
    sizes.into_iter().map(|((lost, _), size)| (lost, size)).collect()
}

fn add_rows(tally: &mut CellTally, known: &Known, case: &Spanned, rows: impl Iterator<Item = usize>) {
    for row in rows {
        let (cells, records) = (cells(known, &case.entries[row], row), case.sample.records[row]);
        if case.lost[row] { tally.add_suppressed(&cells, records) } else { tally.add(&cells, records) }
    }
}

fn add_classes<'a>(tally: &mut CellTally, classes: impl Iterator<Item = &'a (bool, u64)>) {
    for &(lost, size) in classes {
        if lost { tally.add_suppressed_class(size) } else { tally.add_class(size) }
    }
}

fn nodes(sample: &Sample, known: &Known, case: &Spanned, column: usize) -> Vec<MixedNode> {
    let of_row = |row: usize| {
        let Cell { level, node } = known.cell(row, column, case.entries[row][column]);
        let records = sample.records[row];
        let (kept, suppressed) = if case.lost[row] { (0, records) } else { (records, 0) };
        MixedNode { level, node, kept, suppressed }
    };
    (0..sample.records.len()).map(of_row).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_tally_has_the_losses_of_the_records(mut case in spanned(), one_level in any::<bool>(), part in 1_usize..4) {
        if one_level {
            // Full-domain generalization, or one span for everybody in a column.
            let entries = case.entries[0].clone();
            case.entries = vec![entries; case.lost.len()];
        }
        let known = case.sample.known();
        let release = known.release(&case.sample, &case.entries, &case.lost);
        let rows = 0..case.sample.records.len();
        let classes = classes(&known, &case);
        let mut whole = CellTally::new(case.sample.columns.len());
        add_rows(&mut whole, &known, &case, rows.clone());
        add_classes(&mut whole, classes.iter());

        let mut merged = CellTally::new(case.sample.columns.len());
        for last in (0..part).rev() {
            let mut tally = CellTally::new(case.sample.columns.len());
            add_rows(&mut tally, &known, &case, rows.clone().filter(|row| row % part == last));
            add_classes(&mut tally, classes.iter().skip(last).step_by(part));
            merged.merge(&tally);
        }
        prop_assert_eq!(&merged, &whole);

        let records = |gone: Option<bool>| rows.clone().filter(|&row| gone.is_none_or(|gone| case.lost[row] == gone)).map(|row| case.sample.records[row]).sum();
        let columns: Vec<Vec<MixedNode>> = (0..case.sample.columns.len()).map(|column| nodes(&case.sample, &known, &case, column)).collect();
        let mut by_column = CellTally::of_nodes(records(None), records(Some(true)), &columns);
        add_classes(&mut by_column, classes.iter());
        prop_assert_eq!(&by_column, &whole);

        for aggregate in AGGREGATES {
            for measure in known.measures(aggregate) {
                prop_assert_eq!(CellTally::serves(measure.as_ref()), measure.name() != "classification");
                if CellTally::serves(measure.as_ref()) {
                    let (tallied, listed) = (whole.value(measure.as_ref()), release.value(measure.as_ref()));
                    prop_assert_eq!(tallied.to_bits(), listed.to_bits(), "{}: {} {}", measure.name(), tallied, listed);
                }
            }
        }
    }
}

//! Releases whose records have levels of their own.

use crate::quality::oracle::Plain;
use crate::quality::sample::{AGGREGATES, SampleColumn, samples};
use proptest::prelude::*;

proptest! {
    #[test]
    fn local_recoding_is_measured_cell_by_cell(sample in samples(), dice in prop::collection::vec(any::<u64>(), 14)) {
        let known = sample.known();
        let rows = sample.records.len();
        // Levels follow from the row's number modulo 4, so that there are classes of several rows.
        let level = |row: usize, column: usize| {
            (dice[row % 4] >> (8 * column)) as usize % sample.columns[column].height()
        };
        let levels: Vec<Vec<usize>> =
            (0..rows).map(|row| (0..sample.columns.len()).map(|column| level(row, column)).collect()).collect();
        let lost: Vec<bool> = (0..rows).map(|row| dice[row % 4] % 5 == 0).collect();
        let release = known.release(&sample, &levels, &lost);
        let same: Vec<Vec<usize>> = (0..rows)
            .map(|row| (0..sample.columns.len()).map(|column| level_of_label(&sample.columns[column], row, levels[row][column])).collect())
            .collect();
        let by_label = known.release(&sample, &same, &lost);
        for aggregate in AGGREGATES {
            let plain = Plain { sample: &sample, levels: levels.clone(), lost: &lost, aggregate };
            for measure in known.measures(aggregate) {
                let value = release.value(measure.as_ref());
                prop_assert!((0.0..=1.0).contains(&value), "{}: {value}", measure.name());
                let wanted = match measure.name() {
                    "loss" | "precision" | "ncp" | "total" | "ambiguity" => value,
                    "discernibility" | "discernibility-monotone" | "group-size" | "classification" => {
                        by_label.value(measure.as_ref())
                    }
                    // These take the records of a node for its average.
                    _ => continue,
                };
                let plain = plain.value(measure.name());
                prop_assert!((wanted - plain).abs() < 1e-7, "{}: {wanted}, not {plain}", measure.name());
            }
        }
    }
}

/// One level for all cells that publish the same as this one.
pub(crate) fn level_of_label(column: &SampleColumn, row: usize, level: usize) -> usize {
    if column.span(level).is_some() {
        return level;
    }
    let label = column.label(row, level);
    let top = column.height() - 1;
    if label.as_deref() == Some("*") {
        return top;
    }
    (0..=level).find(|&lower| column.label(row, lower) == label).unwrap()
}

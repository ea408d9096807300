//! Models and rated records as users read them.

use crate::output::{self, printable};
use lethe::data::wording::{counted, grouped};
use lethe::silo::{Guarantee, RatedRecords, SanitizedModel, Written};
use std::fmt::Write;

pub(super) fn written(model: &Written) -> String {
    let mut text = format!(
        "{}: {} records, {}, {}, {}\n",
        printable(&model.output),
        grouped(model.records),
        counted(model.columns.len() as u64, "column"),
        counted(model.values, "value"),
        counted(model.pairs, "pair"),
    );
    for guarantee in &model.guarantees {
        text += &guaranteed(guarantee);
    }
    if model.lower_bounds {
        text += "Counts are lower bounds: records that some silo hides are missing from them.\n";
    }
    output::add_notes(&mut text, &model.notes);
    text
}

fn guaranteed(guarantee: &Guarantee) -> String {
    match (guarantee.epsilon, guarantee.delta) {
        (Some(epsilon), Some(delta)) => format!(
            "Noise: ({epsilon}, {delta:.3e})-differential privacy for one row; noisy counts below {} are hidden.\n",
            guarantee.k
        ),
        _ => format!("Hidden: values and pairs of fewer than {} records.\n", guarantee.k),
    }
}

pub(super) fn sanitized(safe: &SanitizedModel) -> String {
    let hidden = &safe.hidden;
    let mut text = written(&safe.model);
    // Writing to a String cannot fail.
    let _ = writeln!(
        text,
        "Hidden: {} ({} of them of enough records), {} ({} of them of enough records).",
        counted(hidden.values, "value"),
        grouped(hidden.values_besides),
        counted(hidden.pairs, "pair"),
        grouped(hidden.pairs_besides),
    );
    text
}

pub(super) fn rated(rated: &RatedRecords) -> String {
    let mut text = format!(
        "{} against {} records, by {}\n",
        counted(rated.records, "record"),
        grouped(rated.model_records),
        printable(&rated.columns.join(", ")),
    );
    if let (Some(mean), Some(sigma)) = (rated.mean, rated.sigma) {
        let _ = writeln!(
            text,
            "Sums of inferences: mean {mean:.4}, standard deviation {sigma:.4}; {} flagged at theta {}",
            counted(rated.flagged_records, "record"),
            rated.theta,
        );
    }
    let _ = writeln!(
        text,
        "{} with a pair reported for fewer than {} records{}",
        counted(rated.records_below_k, "record"),
        rated.k,
        rated
            .records_surely_below_k
            .map(|sure| format!(", {} of them for certain", grouped(sure)))
            .unwrap_or_default(),
    );
    let rare = format!("pairs below {}", rated.k);
    let mut table = output::table(&["row", &rare, "fewest records", "sum", "mean", "flagged"]);
    for record in &rated.top {
        table.add_row([
            record.row.to_string(),
            record.below_k.to_string(),
            record.smallest.map(grouped).unwrap_or_default(),
            format!("{:.4}", record.sum),
            record.mean.map(|mean| format!("{mean:.4}")).unwrap_or_default(),
            if record.flagged { "yes" } else { "" }.to_owned(),
        ]);
    }
    if !rated.top.is_empty() {
        let _ = writeln!(text, "{table}");
    }
    output::add_notes(&mut text, &rated.notes);
    text
}

//! A first look as users read it; every line says that it is approximate.

use super::text::share_of;
use crate::output::{self, printable};
use lethe::data::wording::{counted, grouped};
use lethe::discover::{Bounds, FirstLook};
use std::fmt::Write;

pub(super) fn text(look: &FirstLook) -> String {
    let columns = counted(look.columns.len() as u64, "column");
    let mut text = format!(
        "Approximate, from samples: {}, {columns}, classes of fewer than {} records, confidence {} %\n",
        counted(look.rows, "record"),
        grouped(look.k),
        look.confidence * 100.0
    );
    // Writing to a String cannot fail.
    if !look.standalone_identifiers.is_empty() {
        let names = printable(&look.standalone_identifiers.join(", "));
        let _ = writeln!(text, "Identify records by themselves (exact): {names}");
    }
    if look.steps.is_empty() {
        text.push_str("No column separates records.\n");
        return text;
    }
    let mut table =
        output::table(&["columns so far", "pairs separated", "different combinations", "records exposed"]);
    for (index, step) in look.steps.iter().enumerate() {
        let plus = if index == 0 { "" } else { "+ " };
        table.add_row([
            format!("{plus}{}", printable(&step.column)),
            format!(
                "{} ({})",
                share_of(step.separation.value),
                between(step.separation.lower, step.separation.upper)
            ),
            bounds(step.distinct_ratio),
            bounds(step.exposed_share),
        ]);
    }
    let _ = writeln!(text, "{table}");
    let alpha = share_of(look.alpha);
    let enough = match look.reached {
        Some(1) => format!("The first column separates at least {alpha} of all pairs of records."),
        Some(steps) => {
            format!("The first {steps} columns separate at least {alpha} of all pairs of records.")
        }
        None => format!("No columns certainly separate {alpha} of all pairs of records."),
    };
    let _ = writeln!(text, "{enough}");
    text.push_str("Leave out --approximate to find every minimal quasi-identifier exactly.\n");
    text
}

fn bounds(bounds: Bounds) -> String {
    between(bounds.lower, bounds.upper)
}

fn between(lower: f64, upper: f64) -> String {
    let (lower, upper) = (share_of(lower), share_of(upper));
    if lower == upper { lower } else { format!("{lower} to {upper}") }
}

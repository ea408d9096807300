//! `lethe verify --compartments`

use super::files;
use crate::args::Global;
use crate::exit::Failure;
use crate::output::{self, printable};
use lethe::Context;
use lethe::data::wording::{counted, grouped};
use lethe::request::{Report as _, Verdict};
use lethe::verify::compartments::{CompartmentVerification, VerifyCompartments, verify_compartments};
use std::fmt::Write;

pub(super) fn run(
    request: &VerifyCompartments,
    global: &Global,
    context: &Context,
) -> Result<Verdict, Failure> {
    files::check(request.files(), global)?;
    let verification = verify_compartments(request, context)?;
    output::report(global, &verification, || text(&verification))?;
    Ok(verification.verdict())
}

/// The verification for readers.
fn text(verification: &CompartmentVerification) -> String {
    let known = verification
        .max_size
        .map_or("all columns".to_owned(), |most| format!("at most {}", counted(most, "column")));
    let mut text = format!(
        "{} in {}, classes of at least {} required for an attacker who knows {known}\n",
        counted(verification.rows, "record"),
        counted(verification.compartments.len() as u64, "compartment"),
        grouped(verification.k),
    );
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{}", compartments_table(verification));
    if !verification.found.is_empty() {
        let _ = writeln!(text, "{}", found_table(verification));
    }
    let _ = writeln!(
        text,
        "{}; {} of records equal on shared columns {} one value in another",
        if verification.acyclic { "The compartments form no ring" } else { "The compartments form a ring" },
        counted(verification.homogeneous, "group"),
        if verification.homogeneous == 1 { "has" } else { "have" },
    );
    output::add_notes(&mut text, &verification.notes);
    let _ = writeln!(text, "{}", verdict(verification));
    text
}

/// The answer is about who is found; a value that a group shares is disclosed all the same.
fn verdict(verification: &CompartmentVerification) -> String {
    match (verification.holds, verification.homogeneous) {
        (false, _) => "The compartments do not hold.".to_owned(),
        (true, 0) => "Nobody can be found again from these counts.".to_owned(),
        (true, groups) => format!(
            "No record is re-identified from these counts, but {} a value of all records in them: attribute disclosure, \
             which k does not rule out.",
            if groups == 1 { "1 group shows".to_owned() } else { format!("{} groups show", grouped(groups)) }
        ),
    }
}

fn compartments_table(verification: &CompartmentVerification) -> output::Table {
    let mut table = output::table(&["", "file", "columns", "smallest class", "order", "holds"]);
    for (number, compartment) in verification.compartments.iter().enumerate() {
        table.add_row([
            number.to_string(),
            printable(&compartment.file),
            printable(&compartment.columns.join(", ")),
            compartment.min_class.map_or(String::new(), grouped),
            compartment.order.clone(),
            if compartment.holds { "yes".to_owned() } else { "no".to_owned() },
        ]);
    }
    table
}

fn found_table(verification: &CompartmentVerification) -> output::Table {
    let mut table = output::table(&["found by compartments", "on columns", "records", "smallest group"]);
    for found in &verification.found {
        let numbers: Vec<String> = found.compartments.iter().map(u64::to_string).collect();
        table.add_row([
            numbers.join(", "),
            printable(&found.columns.join(", ")),
            grouped(found.records),
            if found.lower == found.upper {
                grouped(found.upper)
            } else {
                format!("{} to {}", grouped(found.lower), grouped(found.upper))
            },
        ]);
    }
    table
}

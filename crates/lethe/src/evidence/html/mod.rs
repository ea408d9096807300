//! The evidence report as one HTML file: no script, nothing from elsewhere.

mod sections;

use super::EvidenceReport;
use crate::compare::utility;
use lethe_report::html::{Section, page};

/// The report as a page. Bars are named by labels that at least k records of the release show; counts from 1 to k−1 are not shown one by
/// one.
pub fn html(report: &EvidenceReport) -> String {
    let section = |id, heading, content| Section { id, heading, content };
    let mut all = vec![
        section("verdict", "Verdict", sections::verdict(report)),
        section("published", "What was published", sections::published(report)),
        section("risk", "Risk before and after", sections::risk(report)),
    ];
    if let Some(comparison) = &report.comparison {
        all.extend(utility(comparison, false));
    }
    all.push(section("attacks", "Attacks tried", sections::attacks(report)));
    all.push(section("limits", "Who could still be harmed", sections::limits(report)));
    all.push(section("provenance", "Provenance", sections::provenance(report)));
    all.push(section("notes", "Notes", sections::notes(report)));
    let title = match &report.released {
        Some(released) => format!("Evidence for the release {released}"),
        None => format!("Evidence: nothing was released of {}", report.original),
    };
    let date = report.provenance.date.as_ref().map_or_else(String::new, |date| format!(", {date}"));
    let lead = format!("Made from {} with Lethe {}{date}.", report.original, report.provenance.version);
    page(&title, &lead, &all)
}

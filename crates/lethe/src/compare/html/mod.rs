//! The comparison as one HTML file: no script, nothing from elsewhere.

mod sections;

use super::Comparison;
use lethe_report::html::{Section, page};

/// What the report may show.
#[derive(Clone, Debug, Default)]
pub struct HtmlOptions {
    /// The title: which release of which original.
    pub title: String,
    /// Show the values behind bars; without it bars are numbered, for values are people's data.
    pub show_values: bool,
}

/// The comparison as an HTML page. Counts from 1 to k−1 are never shown one by one.
pub fn html(comparison: &Comparison, options: &HtmlOptions) -> String {
    let section = |id, heading, content| Section { id, heading, content };
    let sections = [
        section("summary", "Summary", sections::summary(comparison)),
        section("score", "Data score", sections::data_score(comparison)),
        section("columns", "Columns", sections::columns(comparison, options.show_values)),
        section("associations", "Associations", sections::associations(comparison)),
        section("risk", "Risk", sections::risk(comparison)),
        section("quality", "Quality", sections::quality(comparison)),
        section("learning", "Learning", sections::learning(comparison)),
        section("notes", "Notes", sections::notes(comparison)),
    ];
    let lead =
        "What the release cost and what it is still good for. These are figures to weigh, not guarantees.";
    page(&options.title, lead, &sections)
}

#[cfg(test)]
mod tests;

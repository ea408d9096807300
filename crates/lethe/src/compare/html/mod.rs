//! The comparison as one HTML file: no script, nothing from elsewhere.

pub(crate) mod sections;

use super::Comparison;
use lethe_report::html::{Section, fragment, page};

/// What the report may show.
#[derive(Clone, Debug, Default)]
pub struct HtmlOptions {
    /// The title: which release of which original.
    pub title: String,
    /// Show the original's values behind bars; without it bars are named by labels of the release, for values are personal
    /// data.
    pub show_values: bool,
}

/// The comparison as an HTML page. Counts from 1 to k−1 are never shown one by one.
pub fn html(comparison: &Comparison, options: &HtmlOptions) -> String {
    let section = |id, heading, content| Section { id, heading, content };
    let mut all = vec![
        section("summary", "Summary", sections::summary(comparison)),
        section("score", "Data score", sections::data_score(comparison)),
        section("risk", "Risk before and after", sections::risk(comparison)),
    ];
    all.extend(utility(comparison, options.show_values));
    all.push(section("notes", "Notes", sections::notes(&comparison.notes)));
    let lead =
        "What the release cost and what it is still good for. These are figures to weigh, not guarantees.";
    page(&options.title, lead, &all)
}

/// The parts of the page that have charts, each for a page of somebody else's.
pub(crate) fn charts(comparison: &Comparison) -> Vec<String> {
    let section = |id, heading, content| Section { id, heading, content };
    let mut all = vec![section("risk", "Risk before and after", sections::risk(comparison))];
    let drawn = |section: &Section| ["distributions", "associations", "learning"].contains(&section.id);
    all.extend(utility(comparison, false).into_iter().filter(drawn));
    all.iter().filter(|section| !section.content.is_empty()).map(fragment).collect()
}

/// The sections about what a release is still good for, which every report has that compares.
pub(crate) fn utility(comparison: &Comparison, show_values: bool) -> Vec<Section> {
    let section = |id, heading, content| Section { id, heading, content };
    vec![
        section("columns", "Columns before and after", sections::columns(comparison)),
        section("distributions", "Distributions", sections::distributions(comparison, show_values)),
        section("associations", "Correlations and associations", sections::associations(comparison)),
        section("quality", "Information loss", sections::quality(comparison)),
        section("learning", "What can still be learned", sections::learning(comparison)),
    ]
}

#[cfg(test)]
pub(crate) mod tests;

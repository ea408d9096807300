//! The comparison as one HTML file: no script, nothing from elsewhere.

mod charts;
mod sections;
mod style;

use super::Comparison;
use crate::markup::escaped;

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
    let title = escaped(&options.title);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"/>\n<title>{title}</title>\n<style>{}</style>\n</head>\n<body>\n\
         <h1>{title}</h1>\n<p class=\"soft\">What the release cost and what it is still good for. These are figures to weigh, \
         not guarantees.</p>\n",
        style::STYLE
    );
    let sections: Vec<(&str, &str, String)> = [
        ("summary", "Summary", sections::summary(comparison)),
        ("score", "Data score", sections::data_score(comparison)),
        ("columns", "Columns", sections::columns(comparison, options.show_values)),
        ("associations", "Associations", sections::associations(comparison)),
        ("risk", "Risk", sections::risk(comparison)),
        ("quality", "Quality", sections::quality(comparison)),
        ("learning", "Learning", sections::learning(comparison)),
        ("notes", "Notes", sections::notes(comparison)),
    ]
    .into_iter()
    .filter(|(_, _, content)| !content.is_empty())
    .collect();
    let links = sections.iter().map(|(id, name, _)| format!("<a href=\"#{id}\">{name}</a>"));
    page += &format!("<nav>{}</nav>\n", links.collect::<String>());
    for (id, name, content) in sections {
        page += &format!("<section id=\"{id}\">\n<h2>{name}</h2>\n{content}</section>\n");
    }
    page + "</body>\n</html>\n"
}

#[cfg(test)]
mod tests;

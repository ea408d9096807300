//! A report as one HTML file: no script, nothing from elsewhere.

mod charts;
mod elements;
mod figures;
mod fragment;
mod style;

pub use charts::{BarPair, bars, heat_map};
pub use elements::{
    card, charts, heading, key, list, paragraph, preformatted, soft_paragraph, table, text_table, tiles,
    verdict,
};
pub use figures::{percent, short};
pub use fragment::fragment;

use crate::escaped;

/// A part of a page that the links at its top lead to.
#[derive(Clone, Debug)]
pub struct Section {
    /// What links name it by.
    pub id: &'static str,
    /// Its heading.
    pub heading: &'static str,
    /// Its content as HTML; a section without any is left out.
    pub content: String,
}

/// A whole page with a line below its title.
pub fn page(title: &str, lead: &str, sections: &[Section]) -> String {
    let title = escaped(title);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"/>\n<title>{title}</title>\n<style>{}</style>\n</head>\n<body>\n\
         <header>\n<h1>{title}</h1>\n{}",
        [style::PAGE, style::CHARTS, style::MEDIA].concat(),
        soft_paragraph(lead)
    );
    let shown = || sections.iter().filter(|section| !section.content.is_empty());
    let links = shown().map(|section| format!("<a href=\"#{}\">{}</a>", section.id, section.heading));
    page += &format!("</header>\n<nav aria-label=\"Sections\">{}</nav>\n<main>\n", links.collect::<String>());
    for Section { id, heading, content } in shown() {
        page += &format!("<section id=\"{id}\">\n<h2>{heading}</h2>\n{content}</section>\n");
    }
    page + "</main>\n</body>\n</html>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_escapes_its_title_and_leaves_out_empty_sections() {
        let section = |id, content: String| Section { id, heading: "H", content };
        let sections = [section("a", paragraph("x < y")), section("b", String::new())];
        let page = page("r & o", "lead", &sections);
        assert!(page.contains("<h1>r &amp; o</h1>") && page.contains("<p>x &lt; y</p>"));
        assert!(page.contains("#a") && !page.contains("#b") && !page.contains("<script"));
    }
}

//! A section for a page of somebody else's, such as a notebook.

use super::{Section, style};

/// The colours of the page, always on white: other pages do not say whether they are dark.
const LIGHT: &str = "--ink: #1c2430; --soft: #566070; --line: #d9dee5; --before: #7a8aa0; --after: #c2571a; --paper: #ffffff;";

/// A section with its heading and the style of its charts, which touches nothing around it.
pub fn fragment(section: &Section) -> String {
    let Section { heading, content, .. } = section;
    let style = style::CHARTS.replace('\n', " ");
    format!(
        "<div class=\"lethe-charts\"><style>.lethe-charts {{ {LIGHT} background: var(--paper); color: var(--ink); max-width: 70rem; \
         padding: .5rem; {style}}}</style>\n<h3>{heading}</h3>\n{content}</div>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_a_fragment_are_for_its_own_elements_only() {
        let section = Section { id: "a", heading: "Risk", content: "<p>x</p>".to_owned() };
        let made = fragment(&section);
        let style =
            made.split("<style>").nth(1).and_then(|rest| rest.split("</style>").next()).unwrap_or_default();
        assert!(style.starts_with(".lethe-charts {") && style.ends_with('}'));
        assert_eq!(style.matches('{').count(), style.matches('}').count());
        assert!(made.contains("<h3>Risk</h3>") && !made.contains(":root"));
    }
}

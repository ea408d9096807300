//! Tables, tiles, lists and paragraphs. Texts are escaped here; a chart or card is HTML already.

use crate::escaped;

/// Which colour is the original and which the release.
pub fn key() -> &'static str {
    "<p class=\"key soft\"><span class=\"kb\"></span>original<span class=\"ka\"></span>release</p>\n"
}

/// A paragraph.
pub fn paragraph(text: &str) -> String {
    format!("<p>{}</p>\n", escaped(text))
}

/// A paragraph that is less important than others.
pub fn soft_paragraph(text: &str) -> String {
    format!("<p class=\"soft\">{}</p>\n", escaped(text))
}

/// Figures, each with what it is.
pub fn tiles(tiles: &[(String, String)]) -> String {
    let tile = |(figure, what): &(String, String)| {
        format!("<div class=\"tile\"><b>{}</b>{}</div>\n", escaped(figure), escaped(what))
    };
    format!("<div class=\"tiles\">\n{}</div>\n", tiles.iter().map(tile).collect::<String>())
}

/// A table with a row of headings.
pub fn table<R: IntoIterator<Item = String>>(headings: &[&str], rows: impl Iterator<Item = R>) -> String {
    let heads: String = headings.iter().map(|heading| format!("<th>{}</th>", escaped(heading))).collect();
    let row = |cells: R| {
        let cells: String = cells.into_iter().map(|cell| format!("<td>{}</td>", escaped(&cell))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    format!(
        "<div class=\"scroll\"><table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{}</tbody>\n</table></div>\n",
        rows.map(row).collect::<String>()
    )
}

/// A framed chart, with a heading where there is one.
pub fn card(heading: Option<&str>, chart: &str) -> String {
    let heading = heading.map_or_else(String::new, |heading| format!("<h3>{}</h3>", escaped(heading)));
    format!("<div class=\"card\">{heading}{chart}</div>\n")
}

/// Cards beside each other.
pub fn charts(cards: &str) -> String {
    format!("<div class=\"charts\">\n{cards}</div>\n")
}

/// A list; nothing where it is empty.
pub fn list<'a>(items: impl Iterator<Item = &'a str>) -> String {
    let items: String = items.map(|item| format!("<li>{}</li>\n", escaped(item))).collect();
    if items.is_empty() { items } else { format!("<ul>\n{items}</ul>\n") }
}

/// A list with numbers.
pub fn numbered_list<'a>(items: impl Iterator<Item = &'a str>) -> String {
    let items: String = items.map(|item| format!("<li>{}</li>", escaped(item))).collect();
    format!("<ol class=\"soft\">{items}</ol>\n")
}

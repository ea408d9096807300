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

/// A heading inside a section.
pub fn heading(text: &str) -> String {
    format!("<h3>{}</h3>\n", escaped(text))
}

/// An answer in one line, marked as good or not, with what it means below it.
pub fn verdict(is_good: bool, answer: &str, meaning: &str) -> String {
    let (class, mark) = if is_good { ("yes", "✓") } else { ("no", "✗") };
    format!(
        "<div class=\"verdict {class}\"><p class=\"answer\"><span aria-hidden=\"true\">{mark}</span> {}</p><p>{}</p></div>\n",
        escaped(answer),
        escaped(meaning)
    )
}

/// Figures, each with what it is.
pub fn tiles(tiles: &[(String, String)]) -> String {
    let tile = |(figure, what): &(String, String)| {
        format!("<div class=\"tile\"><b>{}</b>{}</div>\n", escaped(figure), escaped(what))
    };
    format!("<div class=\"tiles\">\n{}</div>\n", tiles.iter().map(tile).collect::<String>())
}

/// A table of figures with a row of headings; the first column names what the row is about. `about` is for those who hear the page.
pub fn table<R: IntoIterator<Item = String>>(
    about: &str,
    headings: &[&str],
    rows: impl Iterator<Item = R>,
) -> String {
    made_table("figures", about, headings, rows)
}

/// A table of sentences: cells are as wide as they need to be, and break between words.
pub fn text_table<R: IntoIterator<Item = String>>(
    about: &str,
    headings: &[&str],
    rows: impl Iterator<Item = R>,
) -> String {
    made_table("texts", about, headings, rows)
}

fn made_table<R: IntoIterator<Item = String>>(
    class: &str,
    about: &str,
    headings: &[&str],
    rows: impl Iterator<Item = R>,
) -> String {
    let heads: String =
        headings.iter().map(|heading| format!("<th scope=\"col\">{}</th>", escaped(heading))).collect();
    let row = |cells: R| {
        let cell = |(at, cell): (usize, String)| {
            let cell = escaped(&cell);
            match headings.get(at) {
                _ if at == 0 => format!("<th scope=\"row\">{cell}</th>"),
                // On a narrow screen a row of texts becomes a block, each cell with its heading before it.
                Some(heading) if class == "texts" => {
                    format!("<td data-heading=\"{}\">{cell}</td>", escaped(heading))
                }
                _ => format!("<td>{cell}</td>"),
            }
        };
        format!("<tr>{}</tr>\n", cells.into_iter().enumerate().map(cell).collect::<String>())
    };
    format!(
        "<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-label=\"{}\"><table class=\"{class}\">\n\
         <thead><tr>{heads}</tr></thead>\n<tbody>\n{}</tbody>\n</table></div>\n",
        escaped(about),
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
    if cards.is_empty() { String::new() } else { format!("<div class=\"charts\">\n{cards}</div>\n") }
}

/// A list; nothing where it is empty. What a message names in backticks is named without them.
pub fn list<'a>(items: impl Iterator<Item = &'a str>) -> String {
    let item = |item: &str| format!("<li>{}</li>\n", escaped(&item.replace('`', "")));
    let items: String = items.map(item).collect();
    if items.is_empty() { items } else { format!("<ul>\n{items}</ul>\n") }
}

/// A text as it is, line by line.
pub fn preformatted(about: &str, text: &str) -> String {
    let lines: Vec<String> = text.lines().map(escaped).collect();
    format!(
        "<pre class=\"scroll\" role=\"group\" tabindex=\"0\" aria-label=\"{}\">{}</pre>\n",
        escaped(about),
        lines.join("\n")
    )
}

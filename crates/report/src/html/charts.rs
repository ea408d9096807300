//! Charts as inline SVG, coloured by the style sheet.

use super::figures::short;
use crate::escaped;
use std::fmt::Write;

/// Two bars, one below the other.
#[derive(Clone, Debug)]
pub struct BarPair {
    /// What stands before them.
    pub label: String,
    /// The amount in the original.
    pub before: f64,
    /// The amount in the release.
    pub after: f64,
}

/// The width of a chart in its own units, about pixels of a narrow screen.
const WIDTH: f64 = 340.0;
/// Where bars begin and how long the longest is.
const LEFT: f64 = 132.0;
const LONGEST: f64 = 156.0;
const ROW: f64 = 28.0;
/// A letter is about so wide.
const LETTER: f64 = 5.9;

/// Bars of original and release below each other, with a label before and the amounts behind them, over an axis that says what is
/// counted. Amounts from 1 to k−1 are drawn pale and as long as k, and not shown as numbers.
pub fn bars(title: &str, axis: &str, rows: &[BarPair], k: u64) -> String {
    let most = rows.iter().flat_map(|row| [row.before, row.after]).fold(k as f64, f64::max);
    let most = round_up(most);
    let bottom = ROW * rows.len() as f64;
    let mut svg = begin(WIDTH, bottom + 32.0, title);
    for at in [0.5, 1.0] {
        let x = LEFT + LONGEST * at;
        line(&mut svg, x, 0.0, x, bottom);
    }
    for (number, row) in rows.iter().enumerate() {
        let top = number as f64 * ROW;
        text(&mut svg, LEFT - 6.0, top + 17.5, "end", &shortened(&row.label, (LEFT - 8.0) / LETTER));
        for (amount, class, side, offset) in
            [(row.before, "b", "original", 2.0), (row.after, "a", "release", 14.0)]
        {
            let few = amount >= 0.5 && amount < k as f64;
            let shown = if few { format!("< {k}") } else { short(amount) };
            let long = if amount <= 0.0 { 0.0 } else { amount.max(k as f64) / most * LONGEST };
            // Writing to a String cannot fail.
            let _ = write!(
                svg,
                "<rect class=\"{class}{}\" x=\"{LEFT:.1}\" y=\"{:.1}\" width=\"{long:.1}\" height=\"11\"><title>{}: {side} \
                 {}</title></rect>",
                if few { " few" } else { "" },
                top + offset,
                escaped(&row.label),
                escaped(&shown),
            );
            text(&mut svg, LEFT + long + 4.0, top + offset + 9.5, "start", &shown);
        }
    }
    line(&mut svg, LEFT, 0.0, LEFT, bottom);
    for at in [0.0, 0.5, 1.0] {
        text(&mut svg, LEFT + LONGEST * at, bottom + 13.0, "middle", &short(most * at));
    }
    text(&mut svg, LEFT + LONGEST / 2.0, bottom + 27.0, "middle", axis);
    svg + "</svg>"
}

/// How strong something is between each two of several things: as dark as it is strong, with the names before the rows and
/// their numbers above the columns.
pub fn heat_map(title: &str, names: &[&str], strength: impl Fn(usize, usize) -> Option<f64>) -> String {
    const SIDE: f64 = 16.0;
    const TOP: f64 = 16.0;
    const NAMES: f64 = 136.0;
    let size = SIDE * names.len() as f64;
    let mut svg = begin(NAMES + size, TOP + size, title);
    for (row, name) in names.iter().enumerate() {
        let along = row as f64 * SIDE + SIDE / 2.0;
        let numbered = format!("{} {}", shortened(name, (NAMES - 24.0) / LETTER), row + 1);
        text(&mut svg, NAMES - 4.0, TOP + along + 3.5, "end", &numbered);
        text(&mut svg, NAMES + along, TOP - 5.0, "middle", &(row + 1).to_string());
        for (column, other) in names.iter().enumerate() {
            let found = if row == column { Some(1.0) } else { strength(row, column) };
            let Some(found) = found else { continue };
            let _ = write!(
                svg,
                "<rect class=\"h\" x=\"{:.0}\" y=\"{:.0}\" width=\"15\" height=\"15\" fill-opacity=\"{:.2}\"><title>{} × \
                 {}: {}</title></rect>",
                NAMES + column as f64 * SIDE,
                TOP + row as f64 * SIDE,
                found.abs().clamp(0.0, 1.0),
                escaped(name),
                escaped(other),
                short(found)
            );
        }
    }
    svg + "</svg>"
}

/// The next number with one digit before its zeros, the end of an axis that can be halved.
fn round_up(amount: f64) -> f64 {
    if amount <= 0.0 || !amount.is_finite() {
        return 1.0;
    }
    let power = 10f64.powf(amount.log10().floor());
    let step = [1.0, 2.0, 3.0, 4.0, 6.0, 8.0].into_iter().find(|step| step * power >= amount * (1.0 - 1e-12));
    step.unwrap_or(10.0) * power
}

fn begin(width: f64, height: f64, title: &str) -> String {
    let title = escaped(title);
    // A small chart is not blown up to the width of the page.
    let widest = width * 1.4;
    format!(
        "<svg viewBox=\"0 0 {width:.0} {height:.0}\" style=\"max-width: {widest:.0}px\" role=\"img\" \
         aria-label=\"{title}\"><title>{title}</title>"
    )
}

fn line(svg: &mut String, x: f64, y: f64, to_x: f64, to_y: f64) {
    let _ = write!(svg, "<line class=\"g\" x1=\"{x:.1}\" y1=\"{y:.1}\" x2=\"{to_x:.1}\" y2=\"{to_y:.1}\"/>");
}

fn text(svg: &mut String, x: f64, y: f64, anchor: &str, text: &str) {
    let _ = write!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>", escaped(text));
}

/// A label that leaves room for what stands beside it.
fn shortened(label: &str, letters: f64) -> String {
    let letters = letters as usize;
    let label = lethe_data::visible(label);
    if label.chars().count() <= letters {
        return label;
    }
    label.chars().take(letters.saturating_sub(1)).chain("…".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_amounts_are_not_shown_as_numbers_and_axes_are_labelled() {
        let pair = |label: &str, before, after| BarPair { label: label.to_owned(), before, after };
        let rows = [pair("a<b", 4.0, 0.0), pair("b", 1000.0, 37.0)];
        let svg = bars("t", "records", &rows, 5);
        assert!(svg.contains("< 5".replace('<', "&lt;").as_str()) && svg.contains("a&lt;b"));
        assert!(!svg.contains(">4<") && svg.contains(">1,000<") && svg.contains(">records<"));
        assert!(bars("t", "records", &[], 0).ends_with("</svg>"));
    }

    #[test]
    fn axes_end_in_round_numbers() {
        let amounts = [0.0, 0.3, 1.0, 7653.0, 100.0, 15_762.0, 99.0];
        assert_eq!(
            amounts.map(|amount| short(round_up(amount))),
            ["1", "0.3", "1", "8,000", "100", "20,000", "100"]
        );
    }

    #[test]
    fn long_labels_are_cut() {
        assert_eq!(
            (shortened("abcdef", 4.0), shortened("abcd", 4.0)),
            ("abc…".to_owned(), "abcd".to_owned())
        );
    }
}

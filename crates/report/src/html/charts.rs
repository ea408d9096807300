//! Charts as inline SVG, coloured by the style sheet.

use crate::escaped;
use std::fmt::Write;

/// What lies behind two bars side by side.
#[derive(Clone, Debug)]
pub struct BarPair<'a> {
    /// What is shown to those who point at a bar.
    pub name: &'a str,
    /// What stands below.
    pub label: &'a str,
    /// The cells in the original.
    pub before: f64,
    /// The cells in the release.
    pub after: f64,
}

/// Bars before and after, side by side. Counts from 1 to k−1 are drawn pale and as high as k, and not shown as numbers.
pub fn bars(title: &str, bins: &[BarPair<'_>], k: u64) -> String {
    const WIDTH: f64 = 320.0;
    const HEIGHT: f64 = 110.0;
    let most = bins.iter().flat_map(|bin| [bin.before, bin.after]).fold(k as f64, f64::max);
    let step = WIDTH / bins.len().max(1) as f64;
    let mut svg = begin(WIDTH, HEIGHT + 16.0, title);
    for (number, bin) in bins.iter().enumerate() {
        let left = number as f64 * step;
        for (cells, class, offset) in [(bin.before, "b", 0.08), (bin.after, "a", 0.5)] {
            if cells < 0.5 {
                continue;
            }
            let few = cells < k as f64;
            let height = cells.max(k as f64) / most * HEIGHT;
            let count = if few { format!("fewer than {k}") } else { format!("{cells:.0}") };
            let side = if class == "b" { "original" } else { "release" };
            // Writing to a String cannot fail.
            let _ = write!(
                svg,
                "<rect class=\"{class}{}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\"><title>{}: \
                 {side} {count}</title></rect>",
                if few { " few" } else { "" },
                left + offset * step,
                HEIGHT - height,
                step * 0.4,
                escaped(bin.name),
            );
        }
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            left + step / 2.0,
            HEIGHT + 12.0,
            escaped(bin.label)
        );
    }
    svg + "</svg>"
}

/// Two values as bars beside each other, each row with its name.
pub fn pairs(title: &str, rows: &[(String, f64, f64)]) -> String {
    const ROW: f64 = 22.0;
    let most = rows.iter().flat_map(|row| [row.1, row.2]).fold(f64::MIN_POSITIVE, f64::max);
    let mut svg = begin(480.0, ROW * rows.len() as f64 + 4.0, title);
    for (at, (name, before, after)) in rows.iter().enumerate() {
        let top = at as f64 * ROW;
        let _ = write!(
            svg,
            "<text x=\"0\" y=\"{:.1}\">{}</text>",
            top + 14.0,
            escaped(&name.chars().take(28).collect::<String>())
        );
        for (value, class, offset) in [(before, "b", 2.0), (after, "a", 11.0)] {
            let _ = write!(
                svg,
                "<rect class=\"{class}\" x=\"170\" y=\"{:.1}\" width=\"{:.1}\" height=\"8\"/><text x=\"{:.1}\" \
                 y=\"{:.1}\">{}</text>",
                top + offset,
                value / most * 250.0,
                174.0 + value / most * 250.0,
                top + offset + 8.0,
                short(*value)
            );
        }
    }
    svg + "</svg>"
}

/// A square of associations, each as strong as it is dark.
pub fn heat_map(title: &str, names: &[&str], strength: impl Fn(usize, usize) -> Option<f64>) -> String {
    const SIDE: f64 = 14.0;
    const MARGIN: f64 = 18.0;
    let size = MARGIN + SIDE * names.len() as f64;
    let mut svg = begin(size, size, title);
    for (row, name) in names.iter().enumerate() {
        let along = MARGIN + row as f64 * SIDE + SIDE / 2.0;
        let _ = write!(
            svg,
            "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"end\">{number}</text><text x=\"{along:.0}\" y=\"{:.0}\" \
             text-anchor=\"middle\">{number}</text>",
            MARGIN - 4.0,
            along + 4.0,
            MARGIN - 6.0,
            number = row + 1
        );
        for (column, other) in names.iter().enumerate() {
            let found = if row == column { Some(1.0) } else { strength(row, column) };
            let Some(found) = found else { continue };
            let _ = write!(
                svg,
                "<rect class=\"h\" x=\"{:.0}\" y=\"{:.0}\" width=\"13\" height=\"13\" fill-opacity=\"{:.3}\"><title>{} × \
                 {}: {}</title></rect>",
                MARGIN + column as f64 * SIDE,
                MARGIN + row as f64 * SIDE,
                found.abs().clamp(0.0, 1.0),
                escaped(name),
                escaped(other),
                short(found)
            );
        }
    }
    svg + "</svg>"
}

fn begin(width: f64, height: f64, title: &str) -> String {
    let title = escaped(title);
    // A small chart is not blown up to the width of the page.
    let widest = width * 1.5;
    format!(
        "<svg viewBox=\"0 0 {width:.0} {height:.0}\" style=\"max-width: {widest:.0}px\" role=\"img\" \
         aria-label=\"{title}\"><title>{title}</title>"
    )
}

/// A figure in few digits.
pub fn short(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        let grouped = lethe_data::wording::grouped(value.abs() as u64);
        return if value < 0.0 { format!("−{grouped}") } else { grouped };
    }
    if value.abs() >= 1000.0 { format!("{value:.1}") } else { format!("{value:.3}") }
}

//! A chart as SVG.

use super::canvas::{Anchor, Canvas, Color, Size};
use crate::markup::escaped;
use std::fmt::Write;

/// How much larger than its own units the picture is shown.
const SHOWN: f64 = 1.25;

/// An SVG document being drawn.
pub(super) struct Svg(String);

impl Svg {
    /// A document of a size in units, with a title for those who cannot see it.
    pub(super) fn new(width: f64, height: f64, title: &str) -> Self {
        let (shown_width, shown_height) = (width * SHOWN, height * SHOWN);
        let mut svg = Self(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{shown_width}\" height=\"{shown_height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"monospace\">\n<title>{}</title>\n",
            escaped(title)
        ));
        svg.rectangle(0.0, 0.0, width, height, Color::Paper);
        svg
    }

    /// The whole document.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.0.push_str("</svg>\n");
        self.0.into_bytes()
    }
}

impl Canvas for Svg {
    fn rectangle(&mut self, x: f64, y: f64, width: f64, height: f64, color: Color) {
        let [red, green, blue] = color.rgb();
        // Writing to a String cannot fail.
        let _ = writeln!(
            self.0,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             fill=\"#{red:02x}{green:02x}{blue:02x}\"/>"
        );
    }

    fn text(&mut self, x: f64, y: f64, text: &str, anchor: Anchor, size: Size) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        // A letter of a monospaced font is three fifths as wide as the font is large.
        let font = size.letter() / 0.6;
        let [red, green, blue] = Color::Ink.rgb();
        let _ = writeln!(
            self.0,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{font:.0}\" text-anchor=\"{anchor}\" \
             fill=\"#{red:02x}{green:02x}{blue:02x}\">{}</text>",
            escaped(text)
        );
    }
}

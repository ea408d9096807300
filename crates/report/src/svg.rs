//! Rectangles and texts as an SVG document.

use crate::line_chart::Stroke;
use crate::markup::escaped;
use std::fmt::Write;

/// How much larger than its own units the picture is shown.
const SHOWN: f64 = 1.25;

/// The colours of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Color {
    Paper,
    Ink,
    Faint,
    First,
    Second,
}

impl Color {
    fn code(self) -> &'static str {
        match self {
            Self::Paper => "#ffffff",
            Self::Ink => "#1f2937",
            Self::Faint => "#d6dce3",
            Self::First => "#2f6f9f",
            Self::Second => "#bf6122",
        }
    }
}

/// Which point of a text its position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// How large a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    Label,
    Title,
}

impl Size {
    /// The width of a letter, which all letters share.
    pub(crate) fn letter(self) -> f64 {
        match self {
            Self::Label => 6.0,
            Self::Title => 9.0,
        }
    }
}

/// An SVG document being drawn. Positions count from the top left; a text's position is on its baseline.
pub(crate) struct Svg(String);

impl Svg {
    /// A document of a size in units, with a title for those who cannot see it.
    pub(crate) fn new(width: f64, height: f64, title: &str) -> Self {
        let (shown_width, shown_height) = (width * SHOWN, height * SHOWN);
        let mut svg = Self(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{shown_width}\" height=\"{shown_height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"monospace\">\n<title>{}</title>\n",
            escaped(title)
        ));
        svg.rectangle(0.0, 0.0, width, height, Color::Paper);
        svg
    }

    pub(crate) fn rectangle(&mut self, x: f64, y: f64, width: f64, height: f64, color: Color) {
        // Writing to a String cannot fail.
        let _ = writeln!(
            self.0,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{}\"/>",
            color.code()
        );
    }

    pub(crate) fn text(&mut self, x: f64, y: f64, text: &str, anchor: Anchor, size: Size) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        // A letter of a monospaced font is three fifths as wide as the font is large.
        let font = size.letter() / 0.6;
        let _ = writeln!(
            self.0,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{font:.0}\" text-anchor=\"{anchor}\" fill=\"{}\">{}</text>",
            Color::Ink.code(),
            escaped(text)
        );
    }

    /// Straight lines from point to point.
    pub(crate) fn line(&mut self, points: &[(f64, f64)], color: Color, stroke: Stroke) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let dashes = match stroke {
            Stroke::Solid => "",
            Stroke::Dashed => " stroke-dasharray=\"5 4\"",
        };
        let _ = writeln!(
            self.0,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"{dashes}/>",
            points.join(" "),
            color.code()
        );
    }

    pub(crate) fn dot(&mut self, x: f64, y: f64, color: Color) {
        let _ = writeln!(self.0, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{}\"/>", color.code());
    }

    /// The whole document.
    pub(crate) fn finish(mut self) -> String {
        self.0.push_str("</svg>\n");
        self.0
    }
}

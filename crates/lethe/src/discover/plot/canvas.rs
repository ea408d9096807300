//! What a chart is drawn with, whatever it is drawn on.
//!
//! Letters have the same width everywhere, so that a chart is laid out once and looks the same as SVG and as PNG.

/// The colours of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Color {
    Paper,
    Ink,
    Faint,
    People,
    Sets,
}

/// All colours, in the order of their numbers.
pub(super) const PALETTE: [[u8; 3]; 5] =
    [[255, 255, 255], [31, 41, 55], [214, 220, 227], [47, 111, 159], [191, 97, 34]];

impl Color {
    pub(super) fn rgb(self) -> [u8; 3] {
        PALETTE[self as usize]
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
    /// The width of a letter.
    pub(super) fn letter(self) -> f64 {
        match self {
            Self::Label => 6.0,
            Self::Title => 9.0,
        }
    }
}

/// Something to draw on. Positions count from the top left; a text's position is on its baseline.
pub(crate) trait Canvas {
    fn rectangle(&mut self, x: f64, y: f64, width: f64, height: f64, color: Color);
    fn text(&mut self, x: f64, y: f64, text: &str, anchor: Anchor, size: Size);
}

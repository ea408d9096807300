//! A chart as dots.

use super::canvas::{Anchor, Canvas, Color, PALETTE, Size};
use super::font::{ABOVE, WIDTH, glyph};
use lethe_io::encode_png;

/// Dots in a unit, in each direction.
const DENSITY: f64 = 2.0;

/// A picture being drawn, one palette number a dot.
pub(super) struct Raster {
    width: usize,
    dots: Vec<u8>,
}

impl Raster {
    /// Paper of a size in units.
    pub(super) fn new(width: f64, height: f64) -> Self {
        let (width, height) = ((width * DENSITY) as usize, (height * DENSITY) as usize);
        Self { width, dots: vec![Color::Paper as u8; width * height] }
    }

    /// The picture as the bytes of a PNG file.
    pub(super) fn finish(self) -> std::io::Result<Vec<u8>> {
        encode_png(self.width as u32, &PALETTE, &self.dots)
    }

    /// Colours dots; what lies outside the paper is not drawn.
    fn fill(&mut self, x: usize, y: usize, width: usize, height: usize, color: Color) {
        let (left, right) = (x.min(self.width), (x + width).min(self.width));
        for row in self.dots.chunks_exact_mut(self.width).skip(y).take(height) {
            row[left..right].fill(color as u8);
        }
    }
}

impl Canvas for Raster {
    fn rectangle(&mut self, x: f64, y: f64, width: f64, height: f64, color: Color) {
        let dot = |units: f64| (units * DENSITY).round() as usize;
        // The thinnest line is still a dot wide.
        self.fill(dot(x), dot(y), dot(width).max(1), dot(height).max(1), color);
    }

    fn text(&mut self, x: f64, y: f64, text: &str, anchor: Anchor, size: Size) {
        let letter = size.letter() * DENSITY;
        let scale = (letter / (WIDTH + 1) as f64) as usize;
        let whole = text.chars().count() as f64 * letter;
        let start = match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => whole / 2.0,
            Anchor::End => whole,
        };
        let left = (x * DENSITY - start).round().max(0.0) as usize;
        for (index, character) in text.chars().enumerate() {
            let dots = glyph(character);
            let top = ((y * DENSITY).round() as usize).saturating_sub(ABOVE * scale);
            for (down, row) in dots.iter().enumerate() {
                for across in (0..WIDTH).filter(|across| row >> (WIDTH - 1 - across) & 1 == 1) {
                    let x = left + index * letter as usize + across * scale;
                    self.fill(x, top + down * scale, scale, scale, Color::Ink);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawing_outside_the_paper_changes_nothing_else() {
        let mut raster = Raster::new(10.0, 10.0);
        raster.text(9.0, 3.0, "long text", Anchor::Start, Size::Title);
        raster.text(1.0, 3.0, "long text", Anchor::End, Size::Title);
        raster.rectangle(8.0, 8.0, 50.0, 50.0, Color::People);
        raster.rectangle(90.0, 90.0, 5.0, 5.0, Color::People);
        let is_colored = |index: &usize| raster.dots[*index] == Color::People as u8;
        let colored: Vec<usize> = (0..raster.dots.len()).filter(is_colored).collect();
        let corner: Vec<usize> =
            (16..20).flat_map(|row| (16..20).map(move |column| row * 20 + column)).collect();
        assert_eq!((colored, raster.dots.len()), (corner, 400));
        assert!(raster.finish().is_ok());
    }
}

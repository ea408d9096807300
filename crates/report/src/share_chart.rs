//! A chart of two shares in each of several groups.

use crate::svg::{Anchor, Color, Size, Svg};

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 310.0;
const MARGIN: f64 = 20.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = WIDTH - MARGIN;
const TOP: f64 = 90.0;
const BOTTOM: f64 = 260.0;
/// Labels below bars need so much room each.
const LABEL_ROOM: f64 = 72.0;

/// Two shares, drawn as bars beside each other.
#[derive(Clone, Debug)]
pub struct SharePair {
    /// The shares, from 0 to 1.
    pub shares: [f64; 2],
    /// What stands above them.
    pub above: String,
    /// What stands below them.
    pub below: String,
}

/// The chart as an SVG document; `names` are those of the two shares.
pub fn draw(title: &str, names: [&str; 2], pairs: &[SharePair]) -> String {
    let mut svg = Svg::new(WIDTH, HEIGHT, title);
    svg.text(MARGIN, 28.0, title, Anchor::Start, Size::Title);
    for (name, left, color) in [(names[0], MARGIN, Color::First), (names[1], MARGIN + 240.0, Color::Second)] {
        svg.rectangle(left, 40.0, 8.0, 8.0, color);
        svg.text(left + 14.0, 48.0, name, Anchor::Start, Size::Label);
    }
    for (share, label) in [(0.0, "0 %"), (0.5, "50 %"), (1.0, "100 %")] {
        let y = BOTTOM - (BOTTOM - TOP) * share;
        svg.rectangle(LEFT, y, RIGHT - LEFT, 0.5, Color::Faint);
        svg.text(LEFT - 6.0, y + 3.0, label, Anchor::End, Size::Label);
    }
    let room = (RIGHT - LEFT) / pairs.len() as f64;
    let labelled = (LABEL_ROOM / room).ceil().max(1.0) as usize;
    let wide = (room * 0.3).min(40.0);
    for (index, pair) in pairs.iter().enumerate() {
        let middle = LEFT + room * (index as f64 + 0.5);
        let [first, second] = pair.shares;
        for (x, share, color) in [(middle - wide, first, Color::First), (middle, second, Color::Second)] {
            let tall = (BOTTOM - TOP) * share;
            svg.rectangle(x, BOTTOM - tall, wide, tall, color);
        }
        if index % labelled == 0 {
            let y = BOTTOM - (BOTTOM - TOP) * first.max(second) - 4.0;
            svg.text(middle, y, &pair.above, Anchor::Middle, Size::Label);
            svg.text(middle, BOTTOM + 14.0, &pair.below, Anchor::Middle, Size::Label);
        }
    }
    svg.rectangle(LEFT, BOTTOM, RIGHT - LEFT, 1.0, Color::Ink);
    svg.finish()
}

//! A chart of upright bars, and of lying bars with names below them.

use crate::svg::{Anchor, Color, Size, Svg};
use lethe_data::visible;
use lethe_data::wording::{counted, grouped};

const WIDTH: f64 = 800.0;
const MARGIN: f64 = 20.0;

/// The upright bars lie between these.
const LEFT: f64 = 90.0;
const RIGHT: f64 = WIDTH - MARGIN;
const TOP: f64 = 100.0;
const BOTTOM: f64 = 250.0;
/// Labels below upright bars need so much room each.
const LABEL_ROOM: f64 = 72.0;

/// The lying bars begin at these, one below the other.
const BARS_LEFT: f64 = 190.0;
const BARS_TOP: f64 = 330.0;
const BAR_STEP: f64 = 16.0;
const BAR_ROOM: f64 = 460.0;
/// More lying bars than this are only counted.
const MOST_BARS: usize = 40;
const NAME_LETTERS: usize = 26;

/// What is drawn.
#[derive(Clone, Debug)]
pub struct BarChart {
    /// What the chart is about, in one line.
    pub title: String,
    /// The conditions, in one line.
    pub subtitle: String,
    /// The bars; `None` where there is nothing to show.
    pub bars: Option<Bars>,
}

/// Both kinds of bars.
#[derive(Clone, Debug)]
pub struct Bars {
    /// What the upright bars count.
    pub upright_heading: String,
    /// Whether the upright bars count the same as the lying ones, and so have their colour.
    pub same_amounts: bool,
    /// The upright bars, from left to right.
    pub upright: Vec<UprightBar>,
    /// What the lying bars count.
    pub lying_heading: String,
    /// The lying bars, the longest first.
    pub lying: Vec<LyingBar>,
    /// What a lying bar stands for, as a word that takes an s.
    pub lying_noun: &'static str,
}

/// A bar with its amount above and two lines below.
#[derive(Clone, Debug)]
pub struct UprightBar {
    /// How tall it is.
    pub amount: u64,
    /// The lines below it.
    pub below: [String; 2],
}

/// A bar with a name before it and a label behind it.
#[derive(Clone, Debug)]
pub struct LyingBar {
    /// What it is about.
    pub name: String,
    /// How long it is.
    pub amount: u64,
    /// What stands behind it.
    pub label: String,
}

/// The chart as an SVG document.
pub fn draw(chart: &BarChart) -> String {
    let mut svg = Svg::new(WIDTH, height(chart), &chart.title);
    svg.text(MARGIN, 28.0, &chart.title, Anchor::Start, Size::Title);
    svg.text(MARGIN, 46.0, &chart.subtitle, Anchor::Start, Size::Label);
    if let Some(bars) = &chart.bars {
        draw_upright(bars, &mut svg);
        draw_lying(bars, &mut svg);
    }
    svg.finish()
}

fn height(chart: &BarChart) -> f64 {
    let Some(bars) = &chart.bars else { return 80.0 };
    BARS_TOP + bars.lying.len().min(MOST_BARS + 1) as f64 * BAR_STEP + MARGIN
}

fn draw_upright(bars: &Bars, svg: &mut Svg) {
    svg.text(MARGIN, TOP - 28.0, &bars.upright_heading, Anchor::Start, Size::Label);
    let most = round_up(bars.upright.iter().map(|bar| bar.amount).max().unwrap_or(1));
    draw_scale(most, svg);
    let room = (RIGHT - LEFT) / bars.upright.len() as f64;
    let labelled = (LABEL_ROOM / room).ceil().max(1.0) as usize;
    let color = if bars.same_amounts { Color::Second } else { Color::First };
    for (index, bar) in bars.upright.iter().enumerate() {
        let tall = (BOTTOM - TOP) * bar.amount as f64 / most as f64;
        let middle = LEFT + room * (index as f64 + 0.5);
        let wide = (room * 0.6).min(80.0);
        svg.rectangle(middle - wide / 2.0, BOTTOM - tall, wide, tall, color);
        if index % labelled == 0 {
            svg.text(middle, BOTTOM - tall - 4.0, &grouped(bar.amount), Anchor::Middle, Size::Label);
            svg.text(middle, BOTTOM + 14.0, &bar.below[0], Anchor::Middle, Size::Label);
            svg.text(middle, BOTTOM + 26.0, &bar.below[1], Anchor::Middle, Size::Label);
        }
    }
    svg.rectangle(LEFT, BOTTOM, RIGHT - LEFT, 1.0, Color::Ink);
}

/// The next number with one digit before its zeros that can be halved.
fn round_up(amount: u64) -> u64 {
    let power = 10u64.pow(amount.max(1).ilog10());
    let digits = [2, 4, 6, 8, 10].map(|digit| power.saturating_mul(digit));
    if amount <= power && power > 1 {
        return power;
    }
    digits.into_iter().find(|&round| round >= amount).unwrap_or(amount)
}

/// Lines at nothing, half and all of a round amount.
fn draw_scale(most: u64, svg: &mut Svg) {
    for (amount, y) in [(0, BOTTOM), (most / 2, f64::midpoint(TOP, BOTTOM)), (most, TOP)] {
        svg.rectangle(LEFT, y, RIGHT - LEFT, 0.5, Color::Faint);
        if amount > 0 || y == BOTTOM {
            svg.text(LEFT - 6.0, y + 3.0, &grouped(amount), Anchor::End, Size::Label);
        }
    }
}

fn draw_lying(bars: &Bars, svg: &mut Svg) {
    svg.text(MARGIN, BARS_TOP - 14.0, &bars.lying_heading, Anchor::Start, Size::Label);
    let most = bars.lying.first().map_or(1, |bar| bar.amount.max(1));
    for (index, bar) in bars.lying.iter().take(MOST_BARS).enumerate() {
        let y = BARS_TOP + index as f64 * BAR_STEP;
        let long = BAR_ROOM * bar.amount as f64 / most as f64;
        svg.text(BARS_LEFT - 8.0, y + 8.5, &shortened(&bar.name), Anchor::End, Size::Label);
        svg.rectangle(BARS_LEFT, y, long, BAR_STEP - 6.0, Color::Second);
        svg.text(BARS_LEFT + long + 6.0, y + 8.5, &bar.label, Anchor::Start, Size::Label);
    }
    if bars.lying.len() > MOST_BARS {
        let more = format!("and {} more", counted((bars.lying.len() - MOST_BARS) as u64, bars.lying_noun));
        let y = BARS_TOP + MOST_BARS as f64 * BAR_STEP + 8.5;
        svg.text(BARS_LEFT, y, &more, Anchor::Start, Size::Label);
    }
}

/// A name that leaves room for its bar.
fn shortened(name: &str) -> String {
    let name = visible(name);
    if name.chars().count() <= NAME_LETTERS {
        return name;
    }
    name.chars().take(NAME_LETTERS - 3).chain("...".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_end_in_round_numbers_that_can_be_halved() {
        let amounts = [0, 1, 2, 3, 9, 10, 39, 40, 101, 30_162];
        assert_eq!(amounts.map(round_up), [2, 2, 2, 4, 10, 10, 40, 40, 200, 40_000]);
        assert!(round_up(u64::MAX) == u64::MAX);
    }

    #[test]
    fn names_fit_beside_their_bars() {
        assert_eq!(shortened("zip\n"), "zip\\n");
        let long = shortened(&"x".repeat(99));
        assert!(long.len() == NAME_LETTERS && long.ends_with("..."));
        assert!(NAME_LETTERS as f64 * Size::Label.letter() < BARS_LEFT - 8.0);
    }
}

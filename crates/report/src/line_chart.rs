//! A chart of shares over steps: curves with axes, labels and a legend.

use crate::svg::{Anchor, Color, Size, Svg};

const WIDTH: f64 = 800.0;
const MARGIN: f64 = 20.0;
const LEFT: f64 = 90.0;
const RIGHT: f64 = WIDTH - MARGIN;
const TALL: f64 = 200.0;
/// Labels below the axis need so much room each.
const LABEL_ROOM: f64 = 40.0;
const LEGEND_LINE: f64 = 16.0;

/// What is drawn.
#[derive(Clone, Debug)]
pub struct Chart {
    /// What stands above it.
    pub title: String,
    /// What is counted from left to right.
    pub across: String,
    /// What is counted from bottom to top.
    pub up: String,
    /// The labels of the steps from left to right.
    pub steps: Vec<String>,
    /// The curves, a share for each step.
    pub curves: Vec<Curve>,
    /// What the chart shows, in a line.
    pub note: String,
}

/// A curve.
#[derive(Clone, Debug)]
pub struct Curve {
    /// What stands in the legend.
    pub name: String,
    /// How it is drawn.
    pub stroke: Stroke,
    /// Whether it has the first colour; the second otherwise.
    pub is_first: bool,
    /// The share at each step, from 0 to 1.
    pub shares: Vec<f64>,
}

/// How a curve is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// In one line.
    Solid,
    /// In dashes.
    Dashed,
}

impl Curve {
    fn color(&self) -> Color {
        if self.is_first { Color::First } else { Color::Second }
    }
}

/// The chart as an SVG document.
pub fn draw(chart: &Chart) -> String {
    let top = 66.0 + LEGEND_LINE * chart.curves.len() as f64;
    let bottom = top + TALL;
    let mut svg = Svg::new(WIDTH, bottom + 70.0, &chart.title);
    svg.text(MARGIN, 28.0, &chart.title, Anchor::Start, Size::Title);
    for (at, curve) in chart.curves.iter().enumerate() {
        let y = 50.0 + LEGEND_LINE * at as f64;
        svg.line(&[(MARGIN, y - 3.0), (MARGIN + 26.0, y - 3.0)], curve.color(), curve.stroke);
        svg.text(MARGIN + 34.0, y, &curve.name, Anchor::Start, Size::Label);
    }
    let highest = highest(chart);
    let height = |share: f64| bottom - TALL * share / highest;
    for tick in 0..=4 {
        let share = highest * f64::from(tick) / 4.0;
        svg.rectangle(LEFT, height(share), RIGHT - LEFT, 0.5, Color::Faint);
        svg.text(LEFT - 6.0, height(share) + 3.0, &percent(share), Anchor::End, Size::Label);
    }
    svg.text(MARGIN, top - 10.0, &chart.up, Anchor::Start, Size::Label);
    let room = (RIGHT - LEFT) / chart.steps.len().max(1) as f64;
    let middle = |step: usize| LEFT + room * (step as f64 + 0.5);
    let labelled = (LABEL_ROOM / room).ceil().max(1.0) as usize;
    for (step, label) in chart.steps.iter().enumerate().step_by(labelled) {
        svg.text(middle(step), bottom + 16.0, label, Anchor::Middle, Size::Label);
    }
    svg.text(f64::midpoint(LEFT, RIGHT), bottom + 32.0, &chart.across, Anchor::Middle, Size::Label);
    svg.rectangle(LEFT, top, 1.0, TALL, Color::Ink);
    svg.rectangle(LEFT, bottom, RIGHT - LEFT, 1.0, Color::Ink);
    for curve in &chart.curves {
        let points: Vec<(f64, f64)> =
            curve.shares.iter().enumerate().map(|(step, share)| (middle(step), height(*share))).collect();
        svg.line(&points, curve.color(), curve.stroke);
        for (x, y) in points {
            svg.dot(x, y, curve.color());
        }
    }
    svg.text(MARGIN, bottom + 56.0, &chart.note, Anchor::Start, Size::Label);
    svg.finish()
}

/// The share at the top: the next of 1, 2 or 5 times a power of ten above all, at least a thousandth.
fn highest(chart: &Chart) -> f64 {
    let most = chart.curves.iter().flat_map(|curve| &curve.shares).copied().fold(0.0, f64::max);
    let tops = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5];
    tops.into_iter().find(|top| *top >= most).unwrap_or(1.0)
}

fn percent(share: f64) -> String {
    let text = format!("{:.3}", share * 100.0);
    format!("{} %", text.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(shares: &[f64]) -> Chart {
        Chart {
            title: "Attacks".to_owned(),
            across: "known columns".to_owned(),
            up: "share".to_owned(),
            steps: (1..=shares.len()).map(|step| step.to_string()).collect(),
            curves: vec![Curve {
                name: "release".to_owned(),
                stroke: Stroke::Solid,
                is_first: true,
                shares: shares.to_vec(),
            }],
            note: "Nobody is re-identified.".to_owned(),
        }
    }

    #[test]
    fn a_curve_of_zeros_has_axes_points_and_its_note() {
        let svg = draw(&chart(&[0.0, 0.0]));
        for part in ["known columns", "0.1 %", "release", "Nobody is re-identified.", "<polyline"] {
            assert!(svg.contains(part), "{part}");
        }
        assert_eq!(svg.matches("<circle").count(), 2);
    }

    #[test]
    fn the_axis_ends_above_the_largest_share() {
        for (most, top) in [(0.0, "0.1 %"), (0.03, "5 %"), (0.4, "50 %"), (0.51, "100 %"), (1.0, "100 %")] {
            assert!(draw(&chart(&[most])).contains(&format!(">{top}<")), "{most}");
        }
    }
}

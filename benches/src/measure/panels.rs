//! Several small line charts under one title, with one legend, as SVG; like [`super::chart`], for light and dark pages.

use super::chart::{Axis, INK, decades, duration, escaped, rule};
use std::fmt::Write as _;

const WIDTH: f64 = 760.0;
const COLOURS: [&str; 8] =
    ["#d9730d", "#3a9a5b", "#b35ac2", "#2f81d8", "#7fb3e6", "#c9302c", "#e08a87", "#a08020"];
/// The size of one chart and what it keeps free inside: left, right, top, bottom.
const PANEL: (f64, f64) = (380.0, 230.0);
const FREE: (f64, f64, f64, f64) = (62.0, 14.0, 30.0, 42.0);
/// Where the charts begin, below the title and the legend.
const BEGIN: f64 = 78.0;
const NAMES_A_LINE: usize = 4;

/// Small charts over one thing that is counted.
pub(crate) struct Panels {
    pub(crate) title: String,
    /// What is counted.
    pub(crate) across: &'static str,
    /// All have the same lines in the same order.
    pub(crate) charts: Vec<Panel>,
}

/// One chart.
pub(crate) struct Panel {
    pub(crate) title: &'static str,
    pub(crate) scale: Scale,
    pub(crate) lines: Vec<Line>,
}

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Seconds, on a logarithmic axis.
    Time,
    /// A share, usually between 0 and 1.
    Share,
}

/// One line; counts are positive and ascending.
pub(crate) struct Line {
    pub(crate) name: &'static str,
    pub(crate) points: Vec<(f64, f64)>,
}

impl Panels {
    /// The charts as a picture, two beside each other.
    pub(crate) fn svg(&self) -> String {
        let height = BEGIN + PANEL.1 * self.charts.len().div_ceil(2) as f64;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
             font-family=\"sans-serif\" font-size=\"12\" fill=\"{INK}\">\n<title>{}</title>\n",
            escaped(&self.title)
        );
        let _ = writeln!(svg, "<text x=\"16\" y=\"24\" font-size=\"15\">{}</text>", escaped(&self.title));
        for (at, line) in self.charts.first().into_iter().flat_map(|panel| &panel.lines).enumerate() {
            let (x, y) =
                (16.0 + 186.0 * (at % NAMES_A_LINE) as f64, 46.0 + 18.0 * (at / NAMES_A_LINE) as f64);
            let _ = writeln!(
                svg,
                "<path d=\"M{x:.1} {:.1}h20\" stroke=\"{}\" stroke-width=\"2.5\"/><text x=\"{:.1}\" y=\"{y:.1}\">{}</text>",
                y - 4.0,
                COLOURS[at % COLOURS.len()],
                x + 26.0,
                escaped(line.name)
            );
        }
        for (at, panel) in self.charts.iter().enumerate() {
            let corner = (PANEL.0 * (at % 2) as f64, BEGIN + PANEL.1 * (at / 2) as f64);
            svg += &panel.svg(corner, self.counts(), self.across);
        }
        svg + "</svg>\n"
    }

    /// Every count that was measured, once.
    fn counts(&self) -> Vec<f64> {
        let lines = self.charts.iter().flat_map(|panel| &panel.lines);
        let mut counts: Vec<f64> = lines.flat_map(|line| &line.points).map(|&(count, _)| count).collect();
        counts.sort_by(f64::total_cmp);
        counts.dedup();
        counts
    }
}

impl Panel {
    fn svg(&self, (x, y): (f64, f64), counts: Vec<f64>, across: &str) -> String {
        let (left, right) = (x + FREE.0, x + PANEL.0 - FREE.1);
        let (top, bottom) = (y + FREE.2, y + PANEL.1 - FREE.3);
        let mut svg = String::new();
        let mut text = |x: f64, y: f64, anchor: &str, words: &str| {
            let _ = writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
                escaped(words)
            );
        };
        text(left, top - 10.0, "start", self.title);
        text(f64::midpoint(left, right), bottom + 34.0, "middle", across);
        let columns = Axis::new(counts, (left, right));
        let height = Height::of(self, (bottom, top));
        for &count in &columns.ticks {
            text(columns.place(count), bottom + 16.0, "middle", &count.to_string());
        }
        for &tick in height.ticks() {
            text(left - 6.0, height.place(tick) + 4.0, "end", &self.scale.label(tick));
        }
        for &count in &columns.ticks {
            let x = columns.place(count);
            let _ = writeln!(svg, "{}", rule((x, top), (x, bottom)));
        }
        for &tick in height.ticks() {
            let y = height.place(tick);
            let _ = writeln!(svg, "{}", rule((left, y), (right, y)));
        }
        for (at, line) in self.lines.iter().enumerate() {
            let colour = COLOURS[at % COLOURS.len()];
            let placed: Vec<String> = line
                .points
                .iter()
                .map(|&(count, value)| format!("{:.1},{:.1}", columns.place(count), height.place(value)))
                .collect();
            let _ = writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
                placed.join(" ")
            );
            for &(count, value) in &line.points {
                let _ = writeln!(
                    svg,
                    "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{colour}\"><title>{}, {count}: {}</title></circle>",
                    columns.place(count),
                    height.place(value),
                    escaped(line.name),
                    self.scale.label(value)
                );
            }
        }
        svg
    }
}

impl Scale {
    fn label(self, value: f64) -> String {
        match self {
            Self::Time => duration(value),
            Self::Share => format!("{value:.2}"),
        }
    }
}

/// The upright axis.
enum Height {
    Logarithmic(Axis),
    Linear { ticks: Vec<f64>, span: (f64, f64) },
}

impl Height {
    fn of(panel: &Panel, span: (f64, f64)) -> Self {
        let values: Vec<f64> =
            panel.lines.iter().flat_map(|line| &line.points).map(|&(_, value)| value).collect();
        match panel.scale {
            Scale::Time => Self::Logarithmic(Axis::new(decades(&values), span)),
            Scale::Share => {
                // From 0 to 1, and to the next quarters beyond where values lie there.
                let quarters = |bound: f64, pick: fn(f64, f64) -> f64| {
                    values.iter().fold(bound, |bound, &value| pick(bound, value * 4.0))
                };
                let (low, high) =
                    (quarters(0.0, f64::min).floor() as i32, quarters(4.0, f64::max).ceil() as i32);
                // A share far out of bounds must not fill the chart with rules; 0 is always one of them.
                let step = ((high - low) / 8).max(1);
                let (first, last) = (low.div_euclid(step), -(-high).div_euclid(step));
                let ticks = (first..=last).map(|at| f64::from(at * step) / 4.0).collect();
                Self::Linear { ticks, span }
            }
        }
    }

    fn ticks(&self) -> &[f64] {
        match self {
            Self::Logarithmic(axis) => &axis.ticks,
            Self::Linear { ticks, .. } => ticks,
        }
    }

    fn place(&self, value: f64) -> f64 {
        match self {
            Self::Logarithmic(axis) => axis.place(value),
            Self::Linear { ticks, span: (from, to) } => {
                let (low, high) = (ticks[0], ticks[ticks.len() - 1]);
                from + (to - from) * (value - low) / (high - low)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panel(scale: Scale, values: [f64; 2]) -> Panel {
        let lines = vec![Line { name: "a < b", points: vec![(10.0, values[0]), (109.0, values[1])] }];
        Panel { title: "share", scale, lines }
    }

    #[test]
    fn shares_below_nothing_have_their_place() {
        let height = Height::of(&panel(Scale::Share, [-0.3, 0.5]), (100.0, 0.0));
        assert_eq!(height.ticks(), [-0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0]);
        assert!((height.place(-0.5) - 100.0).abs() < 1e-9 && height.place(1.0).abs() < 1e-9);
        let far = Height::of(&panel(Scale::Share, [-30.0, 0.5]), (100.0, 0.0));
        assert!(
            far.ticks().len() < 12 && far.place(-30.0) <= 100.0 && far.place(1.0) >= 0.0,
            "{:?}",
            far.ticks()
        );
    }

    #[test]
    fn every_chart_has_its_lines_and_the_legend_stands_once() {
        let charts = vec![panel(Scale::Time, [0.1, 10.0]), panel(Scale::Share, [0.2, 0.9])];
        let svg = Panels { title: "T & U".to_owned(), across: "columns", charts }.svg();
        assert_eq!((svg.matches("<polyline").count(), svg.matches("<circle").count()), (2, 4), "{svg}");
        assert_eq!(svg.matches(">a &lt; b<").count(), 1, "{svg}");
        assert!(!svg.contains("NaN"), "{svg}");
    }

    #[test]
    fn charts_without_points_are_empty() {
        let charts = vec![Panel { title: "x", scale: Scale::Time, lines: Vec::new() }];
        assert!(!Panels { title: String::new(), across: "columns", charts }.svg().contains("NaN"));
    }
}

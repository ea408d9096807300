//! Line charts of times as SVG. Both axes are logarithmic, so that a cost that grows with a power is a straight line
//! and its slope is the power. The background is left open and all colours are of middle brightness, so that a chart
//! reads well on a light page and on a dark one.

use std::fmt::Write as _;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
/// The plot within the picture: left, right, top, bottom.
const PLOT: (f64, f64, f64, f64) = (76.0, 700.0, 56.0, 356.0);
pub(super) const INK: &str = "#808080";
const COLOURS: &[&str] = &["#2f81d8", "#d9730d", "#3a9a5b", "#b35ac2"];

/// Times over something that is counted.
pub(crate) struct Chart {
    pub(crate) title: String,
    /// What is counted.
    pub(crate) across: &'static str,
    pub(crate) lines: Vec<Line>,
}

/// One line of a chart; counts and seconds are positive.
pub(crate) struct Line {
    pub(crate) name: String,
    /// Count and seconds, counts ascending.
    pub(crate) points: Vec<(f64, f64)>,
}

impl Chart {
    /// The chart as a picture.
    pub(crate) fn svg(&self) -> String {
        let (left, right, top, bottom) = PLOT;
        let across = Axis::new(self.counts(), (left, right));
        let up = Axis::new(decades(&self.times()), (bottom, top));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
             font-family=\"sans-serif\" font-size=\"13\" fill=\"{INK}\">\n<title>{}</title>\n",
            escaped(&self.title)
        );
        let _ = writeln!(svg, "<text x=\"{left}\" y=\"24\" font-size=\"15\">{}</text>", escaped(&self.title));
        for &count in &across.ticks {
            let x = across.place(count);
            let _ = writeln!(svg, "{}", rule((x, top), (x, bottom)));
            let _ = writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                bottom + 20.0,
                amount(count)
            );
        }
        for &time in &up.ticks {
            let y = up.place(time);
            let _ = writeln!(svg, "{}", rule((left, y), (right, y)));
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                left - 8.0,
                y + 4.0,
                duration(time)
            );
        }
        let middle = f64::midpoint(left, right);
        let below = bottom + 44.0;
        let _ = writeln!(
            svg,
            "<text x=\"{middle:.1}\" y=\"{below:.1}\" text-anchor=\"middle\">{}</text>",
            self.across
        );
        for (at, line) in self.lines.iter().enumerate() {
            let colour = COLOURS[at % COLOURS.len()];
            svg += &line.svg(&across, &up, colour);
            let (x, y) = (left + 12.0, top + 18.0 + 20.0 * at as f64);
            let _ = writeln!(
                svg,
                "<path d=\"M{x:.1} {:.1}h22\" stroke=\"{colour}\" stroke-width=\"2.5\"/>\
                 <text x=\"{:.1}\" y=\"{y:.1}\">{}</text>",
                y - 4.0,
                x + 30.0,
                escaped(&line.name)
            );
        }
        svg + "</svg>\n"
    }

    /// Every count that was measured, once.
    fn counts(&self) -> Vec<f64> {
        let mut counts: Vec<f64> =
            self.lines.iter().flat_map(|line| &line.points).map(|&(count, _)| count).collect();
        counts.sort_by(f64::total_cmp);
        counts.dedup();
        counts
    }

    fn times(&self) -> Vec<f64> {
        self.lines.iter().flat_map(|line| &line.points).map(|&(_, time)| time).collect()
    }
}

impl Line {
    fn svg(&self, across: &Axis, up: &Axis, colour: &str) -> String {
        let placed: Vec<(f64, f64)> =
            self.points.iter().map(|&(count, time)| (across.place(count), up.place(time))).collect();
        let path: Vec<String> = placed.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let mut svg = format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.5\"/>\n",
            path.join(" ")
        );
        for ((x, y), (_, time)) in placed.iter().zip(&self.points) {
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{colour}\"><title>{}</title></circle>",
                duration(*time)
            );
        }
        svg
    }
}

/// A logarithmic axis.
pub(super) struct Axis {
    pub(super) ticks: Vec<f64>,
    /// Where the first tick and the last one are in the picture.
    span: (f64, f64),
}

impl Axis {
    pub(super) fn new(ticks: Vec<f64>, span: (f64, f64)) -> Self {
        Self { ticks, span }
    }

    pub(super) fn place(&self, value: f64) -> f64 {
        let (from, to) = self.span;
        match (self.ticks.first(), self.ticks.last()) {
            (Some(first), Some(last)) if first < last => {
                from + (to - from) * (value / first).ln() / (last / first).ln()
            }
            _ => f64::midpoint(from, to),
        }
    }
}

/// The powers of ten around some values.
pub(super) fn decades(values: &[f64]) -> Vec<f64> {
    let powers = values.iter().filter(|value| **value > 0.0).map(|value| value.log10());
    let (low, high) = powers
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), power| (low.min(power), high.max(power)));
    if low > high {
        return vec![1.0];
    }
    let (low, high) = (low.floor() as i32, high.ceil() as i32);
    (low..=high.max(low + 1)).map(|power| 10f64.powi(power)).collect()
}

pub(super) fn rule((x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> String {
    format!(
        "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{INK}\" stroke-opacity=\"0.3\"/>"
    )
}

/// A count as axes say it.
pub(crate) fn amount(count: f64) -> String {
    match count {
        count if count >= 1e6 => format!("{}M", count / 1e6),
        count if count >= 1e3 => format!("{}k", count / 1e3),
        count => count.to_string(),
    }
}

/// A time as axes say it.
pub(super) fn duration(time: f64) -> String {
    let short = |value: f64| {
        let digits = if value >= 10.0 { 0 } else { 2 };
        let text = format!("{value:.digits$}");
        if digits > 0 { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
    };
    match time {
        time if time < 0.999e-3 => format!("{} µs", short(time * 1e6)),
        time if time < 0.999 => format!("{} ms", short(time * 1e3)),
        time => format!("{} s", short(time)),
    }
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_that_grows_with_the_square_is_a_straight_line() {
        let up = Axis::new(decades(&[0.02, 90.0]), (300.0, 0.0));
        assert_eq!(up.ticks.len(), 5);
        let steps: Vec<f64> = [1.0, 4.0, 16.0].map(|time| up.place(time)).to_vec();
        assert!((steps[0] - 2.0 * steps[1] + steps[2]).abs() < 1e-9, "{steps:?}");
        assert!(steps[2] < steps[0], "longer times are higher up");
    }

    #[test]
    fn a_chart_has_a_tick_for_each_count_and_a_dot_for_each_point() {
        let line = |name: &str, factor: f64| Line {
            name: name.to_owned(),
            points: [10.0, 20.0, 109.0].map(|count| (count, count * factor)).to_vec(),
        };
        let lines = vec![line("a < b", 0.001), line("c", 0.01)];
        let svg = Chart { title: "T & U".to_owned(), across: "columns", lines }.svg();
        assert_eq!((svg.matches("<circle").count(), svg.matches("<polyline").count()), (6, 2), "{svg}");
        for text in [">10<", ">20<", ">109<", ">10 ms<", ">1 s<", "a &lt; b", "T &amp; U", ">columns<"] {
            assert!(svg.contains(text), "{text} in {svg}");
        }
        assert!(!svg.contains("NaN"), "{svg}");
    }

    #[test]
    fn a_single_point_is_drawn_in_the_middle() {
        let lines = vec![Line { name: "one".to_owned(), points: vec![(10.0, 0.5)] }];
        let svg = Chart { title: String::new(), across: "rows", lines }.svg();
        assert!(svg.contains("cx=\"388.0\"") && !svg.contains("NaN"), "{svg}");
    }

    #[test]
    fn counts_and_times_are_short() {
        assert_eq!([20.0, 10_000.0, 1e7].map(amount), ["20", "10k", "10M"]);
        assert_eq!(
            [0.0001, 0.01, 0.25, 1.5, 100.0].map(duration),
            ["100 µs", "10 ms", "250 ms", "1.5 s", "100 s"]
        );
    }
}

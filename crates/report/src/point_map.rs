//! A map of points, each in the colour and shape of its column.
//!
//! The map names columns, in its list and beside the largest point of each as far as there is room, and nothing else. A point's size shows the order of magnitude of its records, not how many they are.

use crate::markup::escaped;
use std::cmp::Reverse;
use std::fmt::Write;

/// A point on the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapPoint {
    /// Where it is.
    pub at: [f64; 2],
    /// The place of its column's name.
    pub column: usize,
    /// The records it stands for.
    pub records: u64,
}

/// What the map shows, below it.
const HOW_TO_READ: &str =
    "A point is a value in the colour and shape of its column; a larger point stands for more records.";
/// A letter is so wide.
const LETTER: f64 = 6.6;
/// The side of the square that points are drawn into.
const SIDE: f64 = 520.0;
/// What is free around it.
const MARGIN: f64 = 24.0;
/// The width of the list of columns.
const LEGEND: f64 = 220.0;
const LINE: f64 = 16.0;
/// Columns in the list.
const MOST_COLUMNS: usize = 30;
/// Points that are drawn; those of the most records.
const MOST_POINTS: usize = 5000;
/// Told apart by those who see few colours, too.
const COLORS: [&str; 8] =
    ["#2f6f9f", "#bf6122", "#3a7d44", "#8e4a9e", "#b0922b", "#4b5563", "#c2405a", "#2a9d9d"];
const SHAPES: usize = 3;

/// Draws points, each in the colour and shape of its column. Points of columns without a name are left out.
///
/// **Guarantee**: the text has no count of records.
pub fn draw(title: &str, points: &[MapPoint], columns: &[&str]) -> String {
    let drawn = drawn(points, columns.len());
    let (width, height) = (SIDE + 2.0 * MARGIN + LEGEND, SIDE + 2.0 * MARGIN + 2.0 * LINE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" font-family=\"monospace\" font-size=\"11\" fill=\"#1f2937\">\n<title>{0}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n<text x=\"{MARGIN}\" y=\"16\">{0}</text>\n",
        escaped(title)
    );
    let place = [scale(&drawn, 0), scale(&drawn, 1)];
    for point in &drawn {
        // The second axis points up.
        let (x, y) = (MARGIN + place[0](point) * SIDE, MARGIN + LINE + (1.0 - place[1](point)) * SIDE);
        let radius = 1.5 + f64::from(point.records.max(1).ilog10());
        shape(&mut svg, point.column, x, y, radius, 0.6);
    }
    label(&mut svg, &drawn, columns, &place);
    let bottom = height - 8.0;
    let _ = writeln!(svg, "<text x=\"{MARGIN}\" y=\"{bottom:.1}\">{HOW_TO_READ}</text>");
    let left = SIDE + 2.0 * MARGIN;
    for (column, name) in columns.iter().enumerate().take(MOST_COLUMNS) {
        let y = MARGIN + LINE * (column as f64 + 1.5);
        shape(&mut svg, column, left, y - 4.0, 4.0, 1.0);
        let short: String = name.chars().take(28).collect();
        // Writing to a String cannot fail.
        let _ = writeln!(svg, "<text x=\"{:.1}\" y=\"{y:.1}\">{}</text>", left + 12.0, escaped(&short));
    }
    if columns.len() > MOST_COLUMNS {
        let y = MARGIN + LINE * (MOST_COLUMNS as f64 + 1.5);
        let _ = writeln!(
            svg,
            "<text x=\"{left:.1}\" y=\"{y:.1}\">and {} more columns</text>",
            columns.len() - MOST_COLUMNS
        );
    }
    svg + "</svg>\n"
}

/// Names columns beside their largest points, the largest first, where no other name is.
fn label(svg: &mut String, drawn: &[MapPoint], columns: &[&str], place: &[impl Fn(&MapPoint) -> f64; 2]) {
    let mut named = vec![false; columns.len()];
    let mut taken: Vec<[f64; 3]> = Vec::new();
    for point in drawn {
        if std::mem::replace(&mut named[point.column], true) {
            continue;
        }
        let short: String = columns[point.column].chars().take(20).collect();
        let wide = short.chars().count() as f64 * LETTER;
        // Names stay inside the square.
        let x = (MARGIN + place[0](point) * SIDE + 7.0).min(MARGIN + SIDE - wide);
        let y = MARGIN + LINE + (1.0 - place[1](point)) * SIDE + 4.0;
        let overlaps = |other: &[f64; 3]| {
            (other[1] - y).abs() < LINE - 3.0 && x < other[0] + other[2] && other[0] < x + wide
        };
        if taken.len() < MOST_COLUMNS && !taken.iter().any(overlaps) {
            taken.push([x, y, wide]);
            let _ = writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\">{}</text>",
                escaped(&short)
            );
        }
    }
}

/// The points to draw: those of the most records first, so that rarer ones lie above them.
fn drawn(points: &[MapPoint], columns: usize) -> Vec<MapPoint> {
    let is_drawable = |point: &&MapPoint| point.column < columns && point.at.iter().all(|at| at.is_finite());
    let mut drawn: Vec<MapPoint> = points.iter().filter(is_drawable).copied().collect();
    drawn.sort_by_key(|point| Reverse(point.records));
    drawn.truncate(MOST_POINTS);
    drawn
}

/// Where a point is between the first and the last, from 0 to 1.
fn scale(points: &[MapPoint], axis: usize) -> impl Fn(&MapPoint) -> f64 + use<> {
    let (least, most) = points.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), point| {
        (least.min(point.at[axis]), most.max(point.at[axis]))
    });
    move |point| if most > least { (point.at[axis] - least) / (most - least) } else { 0.5 }
}

/// Draws a circle, a square or a triangle.
fn shape(svg: &mut String, column: usize, x: f64, y: f64, radius: f64, opacity: f64) {
    let color = COLORS[column % COLORS.len()];
    // Writing to a String cannot fail.
    let _ = match column / COLORS.len() % SHAPES {
        0 => write!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\""),
        1 => write!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{side:.1}\" height=\"{side:.1}\"",
            x - radius,
            y - radius,
            side = 2.0 * radius
        ),
        _ => write!(
            svg,
            "<path d=\"M{x:.1} {:.1} L{:.1} {low:.1} L{:.1} {low:.1} Z\"",
            y - radius,
            x + radius,
            x - radius,
            low = y + radius
        ),
    };
    let _ = writeln!(svg, " fill=\"{color}\" fill-opacity=\"{opacity}\"/>");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: f64, y: f64, column: usize, records: u64) -> MapPoint {
        MapPoint { at: [x, y], column, records }
    }

    #[test]
    fn points_fill_the_square_and_rare_ones_lie_above() {
        let points = [point(-1.0, -1.0, 0, 3), point(1.0, 1.0, 9, 12_345), point(0.0, 0.0, 17, 1)];
        let columns: Vec<String> = (0..18).map(|column| format!("c{column}")).collect();
        let names: Vec<&str> = columns.iter().map(String::as_str).collect();
        let svg = draw("a <map>", &points, &names);
        assert!(svg.contains("<title>a &lt;map&gt;</title>") && svg.ends_with("</svg>\n"));
        let common = svg.find("width=\"11.0\"").unwrap();
        let rare = svg.find("<circle cx=\"24.0\" cy=\"560.0\" r=\"1.5\"").unwrap();
        assert!(common < rare, "{svg}");
        assert!(!svg.contains("12345") && svg.contains(">c17</text>"));
    }

    #[test]
    fn nothing_one_point_and_what_cannot_be_drawn() {
        assert!(!draw("t", &[], &[]).contains("<circle"));
        let svg =
            draw("t", &[point(0.3, 0.3, 0, 0), point(f64::NAN, 0.0, 0, 1), point(0.0, 0.0, 1, 1)], &["a"]);
        // The point in the middle, and the one in the list.
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(svg.contains("cx=\"284.0\"") && !svg.contains("NaN"));
    }

    #[test]
    fn columns_are_named_beside_their_largest_points_unless_names_overlap() {
        let apart = [point(0.0, 0.0, 0, 9), point(1.0, 1.0, 1, 9), point(0.5, 0.5, 0, 99)];
        let svg = draw("t", &apart, &["first", "second"]);
        // In the list and beside a point.
        assert_eq!((svg.matches(">first<").count(), svg.matches(">second<").count()), (2, 2));
        let together = [point(0.0, 0.0, 0, 9), point(0.0, 0.0, 1, 9), point(1.0, 1.0, 0, 1)];
        let svg = draw("t", &together, &["first", "second"]);
        assert_eq!((svg.matches(">first<").count(), svg.matches(">second<").count()), (2, 1));
    }

    #[test]
    fn many_columns_are_not_all_listed() {
        let names = vec!["name"; 109];
        assert!(draw("t", &[], &names).contains("and 79 more columns"));
    }
}

//! Charts as SVG and pages as HTML.
//!
//! Functions here turn plain values into markup: they compute nothing, read nothing and write no file. What figures mean is decided
//! by their callers. Charts need rectangles and short labels, so they are drawn by hand: a plotting library and its font renderer
//! would take longer to build than all of Lethe. Every text is escaped, and what cannot be seen in it is spelled out.

pub mod bar_chart;
pub mod html;
pub mod line_chart;
mod markup;
pub mod point_map;
mod svg;

pub use markup::escaped;

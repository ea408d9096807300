//! Discovery as a picture: people exposed over the size of sets, and how many sets each column is in.
//!
//! A chart needs rectangles and short labels, so it is drawn by hand: a plotting library and its font renderer would
//! take longer to build than all of Lethe. No value of a cell is drawn, only names of columns and counts.

mod canvas;
mod chart;
mod font;
mod raster;
mod svg;

use super::Discovery;
use crate::{Error, Result};
use lethe_io::write_atomically;
use raster::Raster;
use std::path::PathBuf;
use svg::Svg;

/// A picture to be written.
#[derive(Clone, Debug)]
pub struct Plot {
    path: PathBuf,
    format: Format,
}

#[derive(Clone, Copy, Debug)]
enum Format {
    Svg,
    Png,
}

impl Plot {
    /// A picture in the format that the file's name tells.
    ///
    /// **Errors**: the name ends neither in `.svg` nor in `.png`.
    pub fn at(path: impl Into<PathBuf>) -> Result<Self> {
        let path = path.into();
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        let format = match ending.as_deref() {
            Some("svg") => Format::Svg,
            Some("png") => Format::Png,
            _ => {
                let problem = format!("{}: a plot is a .svg or a .png file", path.display());
                return Err(Error::Request(problem));
            }
        };
        Ok(Self { path, format })
    }

    /// Draws and writes the picture, whole or not at all.
    pub fn write(&self, discovery: &Discovery) -> Result<()> {
        let fail = |source| {
            let file = self.path.display().to_string();
            lethe_io::Error::File { file, action: "write", source }
        };
        let bytes = match self.format {
            Format::Svg => svg(discovery),
            Format::Png => png(discovery).map_err(fail)?,
        };
        Ok(write_atomically(&self.path, &bytes)?)
    }
}

fn svg(discovery: &Discovery) -> Vec<u8> {
    let mut svg = Svg::new(chart::WIDTH, chart::height(discovery), &chart::title(discovery));
    chart::draw(discovery, &mut svg);
    svg.finish()
}

fn png(discovery: &Discovery) -> std::io::Result<Vec<u8>> {
    let mut raster = Raster::new(chart::WIDTH, chart::height(discovery));
    chart::draw(discovery, &mut raster);
    raster.finish()
}

//! Discovery as a picture: people exposed over the size of sets, and how many sets each column is in.
//!
//! A chart needs rectangles and short labels, so it is drawn by hand: a plotting library and its font renderer would
//! take longer to build than all of Lethe. No value of a cell is drawn, only names of columns and counts.

pub(crate) mod canvas;
mod chart;
mod font;
mod raster;
mod svg;

use super::Discovery;
use crate::{Error, Result};
use canvas::Canvas;
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
        let (height, title) = (chart::height(discovery), chart::title(discovery));
        self.draw(chart::WIDTH, height, &title, |canvas| chart::draw(discovery, canvas))
    }

    /// Writes what `draw` draws on a canvas of a size in units, whole or not at all.
    pub(crate) fn draw(
        &self,
        width: f64,
        height: f64,
        title: &str,
        draw: impl FnOnce(&mut dyn Canvas),
    ) -> Result<()> {
        let fail = |source| {
            let file = self.path.display().to_string();
            lethe_io::Error::File { file, action: "write", source }
        };
        let bytes = match self.format {
            Format::Svg => {
                let mut svg = Svg::new(width, height, title);
                draw(&mut svg);
                svg.finish()
            }
            Format::Png => {
                let mut raster = Raster::new(width, height);
                draw(&mut raster);
                raster.finish().map_err(fail)?
            }
        };
        Ok(write_atomically(&self.path, &bytes)?)
    }
}

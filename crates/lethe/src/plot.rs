//! A picture that a command draws.

use crate::{Error, Result};
use lethe_io::{Document, MemoryFile};
use std::path::PathBuf;

/// A picture to be written, as SVG.
#[derive(Clone, Debug)]
pub struct Plot(Document);

impl Plot {
    /// A picture in a file.
    ///
    /// **Errors**: its name does not end in `.svg`.
    pub fn at(path: impl Into<PathBuf>) -> Result<Self> {
        let path = path.into();
        if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("svg")) {
            return Ok(Self(path.into()));
        }
        Err(Error::Request(format!(
            "{}: a plot is an SVG file; give it a name that ends in .svg",
            path.display()
        )))
    }

    /// A picture that is handed over in memory.
    pub fn in_memory(file: MemoryFile) -> Self {
        Self(file.into())
    }

    /// Writes the picture, whole or not at all.
    ///
    /// **Errors**: it cannot be written.
    pub(crate) fn write(&self, svg: &str) -> Result<()> {
        Ok(self.0.write(svg.as_bytes())?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_endings_are_refused() {
        assert!(Plot::at("a.svg").is_ok() && Plot::at("a.SVG").is_ok());
        for name in ["a.png", "a", "svg", ".svg", "a.svg.gz"] {
            assert!(Plot::at(name).unwrap_err().to_string().contains(".svg"), "{name}");
        }
    }
}

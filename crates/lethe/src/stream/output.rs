//! The file that released records are appended to.

use super::state::while_doing;
use crate::{Error, Result};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

pub(super) struct Output {
    name: String,
    file: File,
    /// How much of the file is what was released.
    length: u64,
}

impl Output {
    /// Makes the file with its first line.
    ///
    /// **Errors**: there is one already with something else in it.
    pub(super) fn begin(path: &Path, header: &[u8]) -> Result<Self> {
        let mut output = Self::at(path)?;
        let mut found = Vec::new();
        let name = output.name.clone();
        let limit = header.len() as u64 + 1;
        (&output.file).take(limit).read_to_end(&mut found).map_err(while_doing("read", &name))?;
        // A run that was killed before its state was there leaves the first line, or a part of it.
        if !header.starts_with(&found) {
            let problem = "exists and is not of this stream; name another output";
            return Err(Error::Request(format!("{name} {problem}")));
        }
        output.file.seek(SeekFrom::Start(0)).map_err(while_doing("write", &name))?;
        output.append(header)?;
        output.sync()?;
        Ok(output)
    }

    /// Opens the file to go on after its first `written` bytes. What stands behind them is overwritten by the same.
    ///
    /// **Errors**: the file is not there or shorter.
    pub(super) fn open(path: &Path, written: u64) -> Result<Self> {
        if !path.exists() {
            let name = path.display();
            return Err(Error::Request(format!(
                "{name} is not there; give the output that the stream was begun with"
            )));
        }
        let mut output = Self::at(path)?;
        let name = output.name.clone();
        let length = output.file.metadata().map_err(while_doing("read", &name))?.len();
        if length < written {
            let problem = "is shorter than what was released into it; restore it, or begin another stream";
            return Err(Error::Request(format!("{name} {problem}")));
        }
        output.file.seek(SeekFrom::Start(written)).map_err(while_doing("write", &name))?;
        output.length = written;
        Ok(output)
    }

    fn at(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
        Ok(Self { file: file.map_err(while_doing("open", &name))?, name, length: 0 })
    }

    pub(super) fn append(&mut self, lines: &[u8]) -> Result<()> {
        self.file.write_all(lines).map_err(while_doing("write", &self.name))?;
        self.length += lines.len() as u64;
        Ok(())
    }

    /// How long the file is, or will be once it is cut.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Ends the file where it should end.
    pub(super) fn cut(&mut self) -> Result<()> {
        self.file.set_len(self.length).map_err(while_doing("write", &self.name))
    }

    pub(super) fn sync(&self) -> Result<()> {
        self.file.sync_all().map_err(while_doing("write", &self.name))
    }
}

//! Progress by bytes read.

use lethe_data::{Context, Task};
use std::fs::File;
use std::io::Read;

/// A file that reports how far it has been read.
pub(crate) struct Metered {
    file: File,
    task: Task,
}

impl Metered {
    pub(crate) fn new(file: File, context: &Context, label: &str) -> Self {
        let size = file.metadata().ok().map(|metadata| metadata.len()).filter(|&size| size > 0);
        Self { file, task: context.task(label, size) }
    }
}

impl Read for Metered {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.task.advance(read as u64);
        Ok(read)
    }
}

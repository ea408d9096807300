//! Bytes that come when their writer pleases: standard input, named pipes, devices.
//!
//! A read from them may block for ever, and so may opening a named pipe that has no writer. A thread of its own does both and
//! hands over what comes; whoever waits for it looks at the cancel token meanwhile.

use crate::error::{Error, Result};
use lethe_data::CancelToken;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

const BLOCK: usize = 1 << 18;
/// Blocks that are read ahead.
const AHEAD: usize = 2;
/// How often the cancel token is looked at.
const PATIENCE: Duration = Duration::from_millis(50);

/// Whether a path names something that can be read only once, and may never end: a pipe, a socket, a device.
pub fn is_pipe(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// **Errors**: the path names a pipe. `why` says why a file is needed.
pub fn refuse_pipe(path: &Path, why: &str) -> Result<()> {
    if is_pipe(path) {
        let problem = format!("it is a pipe or a device: {why}; write it to a file first");
        return Err(Error::content(&path.display().to_string(), None, problem));
    }
    Ok(())
}

/// A stream that is read by a thread of its own.
pub(crate) struct Pipe {
    blocks: Receiver<std::io::Result<Vec<u8>>>,
    /// The block at hand, of which the first `taken` bytes were given away.
    block: Vec<u8>,
    taken: usize,
    cancel: CancelToken,
}

impl Pipe {
    /// Standard input. There must be only one at a time: what was read ahead is lost with it.
    pub(crate) fn standard_input(cancel: &CancelToken) -> Self {
        Self::start(cancel, || Ok(std::io::stdin()))
    }

    /// A named pipe or device, which is opened by the thread.
    pub(crate) fn open(path: &Path, cancel: &CancelToken) -> Self {
        let path: PathBuf = path.to_owned();
        Self::start(cancel, move || File::open(path))
    }

    fn start<R: Read>(
        cancel: &CancelToken,
        open: impl FnOnce() -> std::io::Result<R> + Send + 'static,
    ) -> Self {
        let (sender, blocks) = sync_channel(AHEAD);
        std::thread::spawn(move || match open() {
            Ok(stream) => hand_over(stream, &sender),
            Err(problem) => drop(sender.send(Err(problem))),
        });
        Self { blocks, block: Vec::new(), taken: 0, cancel: cancel.clone() }
    }
}

/// Sends what comes until the stream ends or nobody wants it any more.
fn hand_over(mut stream: impl Read, sender: &SyncSender<std::io::Result<Vec<u8>>>) {
    let mut buffer = vec![0; BLOCK];
    loop {
        let message = match stream.read(&mut buffer) {
            Ok(0) => return,
            Ok(read) => Ok(buffer[..read].to_vec()),
            Err(problem) if problem.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(problem) => Err(problem),
        };
        let is_last = message.is_err();
        if sender.send(message).is_err() || is_last {
            return;
        }
    }
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while self.taken == self.block.len() {
            if self.cancel.is_cancelled() {
                return Err(std::io::Error::other(lethe_data::Error::Cancelled));
            }
            match self.blocks.recv_timeout(PATIENCE) {
                Ok(block) => (self.block, self.taken) = (block?, 0),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
        let rest = &self.block[self.taken..];
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        self.taken += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives some bytes and then blocks for longer than any test.
    struct Stuck(bool);

    impl Read for Stuck {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            if std::mem::replace(&mut self.0, true) {
                std::thread::sleep(Duration::from_hours(1));
            }
            buffer[..3].copy_from_slice(b"a,b");
            Ok(3)
        }
    }

    #[test]
    fn a_read_that_blocks_for_ever_ends_when_it_is_cancelled() {
        let token = CancelToken::default();
        let mut pipe = Pipe::start(&token, || Ok(Stuck(false)));
        let mut bytes = [0; 8];
        assert_eq!(pipe.read(&mut bytes).unwrap(), 3);
        let other = token.clone();
        let cancelling = std::thread::spawn(move || other.cancel());
        let problem = pipe.read(&mut bytes).unwrap_err();
        cancelling.join().unwrap();
        let error = crate::error::while_doing("read", "x")(problem);
        assert!(matches!(error, Error::Data(lethe_data::Error::Cancelled)), "{error}");
    }

    #[test]
    fn all_bytes_come_in_order_and_then_the_end() {
        let bytes: Vec<u8> = (0..3 * BLOCK + 5).map(|at| (at % 251) as u8).collect();
        let copy = bytes.clone();
        let mut pipe = Pipe::start(&CancelToken::default(), move || Ok(std::io::Cursor::new(copy)));
        let mut read = Vec::new();
        pipe.read_to_end(&mut read).unwrap();
        assert_eq!(read, bytes);
        assert_eq!(pipe.read(&mut [0; 4]).unwrap(), 0);
    }

    #[test]
    fn a_failure_to_open_or_read_is_told() {
        let mut pipe = Pipe::open(Path::new("/no/such/pipe"), &CancelToken::default());
        assert_eq!(pipe.read(&mut [0; 4]).unwrap_err().kind(), std::io::ErrorKind::NotFound);
    }
}

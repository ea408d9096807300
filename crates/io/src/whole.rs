//! Files that are held whole: hierarchies and the like.

use crate::error::{Result, while_doing};
use crate::opened::open;
use crate::pipe::{Pipe, is_pipe};
use lethe_data::{Context, Meter, Reservation};
use std::io::Read;
use std::path::Path;

const BLOCK: usize = 1 << 16;

/// Reads all bytes of a file or pipe, with the memory they take from the budget.
///
/// **Errors**: it cannot be read, is larger than the budget, or the run was cancelled, while waiting for a pipe, too.
pub fn read_whole(path: &Path, what: &'static str, context: &Context) -> Result<(Vec<u8>, Reservation)> {
    let name = path.display().to_string();
    if is_pipe(path) {
        return all_of(Pipe::open(path, context.cancel_token()), &name, what, context);
    }
    all_of(open(path, &name)?, &name, what, context)
}

fn all_of(
    mut stream: impl Read,
    name: &str,
    what: &'static str,
    context: &Context,
) -> Result<(Vec<u8>, Reservation)> {
    let mut meter = Meter::new(context, what);
    let mut bytes = Vec::new();
    loop {
        let read = stream.by_ref().take(BLOCK as u64).read_to_end(&mut bytes);
        let read = read.map_err(while_doing("read", name))?;
        if read == 0 {
            return Ok((bytes, meter.finish()?));
        }
        meter.add(read)?;
    }
}

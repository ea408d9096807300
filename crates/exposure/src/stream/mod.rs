//! Records that keep arriving: which of them can be shown now?
//!
//! A record is judged on configured column sets. It is released when on each of them at least k released records show the
//! same values; until then it is held, and what was held too long is suppressed cell by cell or dropped. A suppressed cell is a
//! value like any other: what shows it needs k carriers, too. [`Engine`] holds
//! the counts and the held records and knows nothing of files: batches of codes go in, positions of records come out.
//!
//! # Where is what?
//!
//! `exposure/src/stream`: an `Engine` holds the `Combinations` of each column set with their carriers; `peel.rs` finds
//! the most records that can go, `overdue.rs` suppresses cells of those that waited too long, `compact.rs` forgets. In
//! the façade `stream/source.rs` reads batches (`io::RecordReader`), `machine.rs` is everything that is remembered,
//! `state.rs` keeps it on disk (`snapshot.rs`, `io/src/durable`): a batch is verified (`proof.rs`, with
//! `verify/src/growing.rs`) and logged before anything of it is shown; `output.rs` takes nothing back. `model.rs`
//! brings the model of what was released up to date (`exposure/src/model/gather.rs`). See
//! `docs/src/methods/streams.md`.

mod bytes;
mod combinations;
mod compact;
mod engine;
mod overdue;
mod peel;
mod rules;
mod saved;

pub use bytes::{ByteReader, ByteWriter};
pub use engine::{Engine, Outcome, Suppressed};
pub use rules::{Overdue, Rules, RulesError};

/// The code of a suppressed cell. A `*` that comes with the input is one: nobody can show them apart.
const STAR: u32 = 0;
/// The code of every cell of a record whose cells are all suppressed. Such records are counted apart from others with suppressed
/// cells: a reader may take them for records that are not there, and then the others need k carriers without them.
const HIDDEN: u32 = 1;
/// The code of a missing value, which is a value here.
const MISSING: u32 = 2;
/// The code of the first value.
const FIRST: u32 = 3;

/// Counts a record apart once all its cells are suppressed.
fn set_apart(cells: &mut [u32]) {
    if cells.iter().all(|&code| code == STAR) {
        cells.fill(HIDDEN);
    }
}

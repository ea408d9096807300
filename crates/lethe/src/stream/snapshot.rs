//! The whole state of a stream as one file.

use super::identity::Identity;
use super::machine::Machine;
use super::output::Output;
use super::plan::Plan;
use super::state::damaged;
use crate::{Error, Result, json};
use lethe_exposure::stream::{ByteReader, ByteWriter};
use lethe_io::durable::{snapshot_bytes, snapshot_content};
use std::path::Path;

/// What the file begins with; `lethe clean` knows states by it.
pub(crate) const FAMILY: &[u8] = b"lethe stream ";
const BEGINNING: &[u8] = b"lethe stream 2\n";
/// Streams of this version showed suppressed cells that too few records share.
const FIRST_VERSION: &[u8] = b"lethe stream 1\n";

/// A state that was read, its rules not yet looked at.
pub(super) struct Saved {
    pub(super) generation: u64,
    pub(super) identity: Identity,
    /// The length of the output at that time.
    pub(super) written: u64,
    /// The checksum of that much of the output.
    pub(super) sum: Vec<u8>,
    body: Vec<u8>,
}

impl Saved {
    /// **Errors**: the bytes are no state, one of another version, or damaged.
    pub(super) fn read(name: &str, bytes: &[u8]) -> Result<Self> {
        if bytes.starts_with(FIRST_VERSION) {
            let problem = "the stream was begun by an earlier version of Lethe, whose output may show suppressed cells that too few \
                           records share; begin another stream with another `state` and `output`"
                .to_owned();
            let file = name.to_owned();
            return Err(Error::Io(lethe_io::Error::Content { file, line: None, problem }));
        }
        let parts = || {
            let mut from = ByteReader::new(snapshot_content(BEGINNING, bytes)?);
            let (generation, written) = (from.number()?, from.number()?);
            let sum = from.bytes()?.to_vec();
            let identity = serde_json::from_slice(from.bytes()?).ok()?;
            let body = from.bytes()?.to_vec();
            from.is_empty().then_some(Self { generation, identity, written, sum, body })
        };
        parts().ok_or_else(|| damaged(name))
    }

    /// The stream in memory.
    pub(super) fn machine(&self, plan: Plan, folder: &Path) -> Result<Machine> {
        let mut from = ByteReader::new(&self.body);
        let machine = Machine::restore(plan, &mut from).filter(|_| from.is_empty());
        machine.ok_or_else(|| damaged(&folder.display().to_string()))
    }
}

/// The bytes of a state.
pub(super) fn bytes_of(machine: &Machine, generation: u64, output: &Output) -> Result<Vec<u8>> {
    let mut body = ByteWriter::default();
    machine.save(&mut body);
    let mut to = ByteWriter::default();
    to.number(generation);
    to.number(output.length());
    to.bytes(&output.sum());
    to.bytes(json::line(&machine.plan.identity)?.as_bytes());
    to.bytes(&body.into_bytes());
    Ok(snapshot_bytes(BEGINNING, &to.into_bytes()))
}

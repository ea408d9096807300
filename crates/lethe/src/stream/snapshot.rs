//! The whole state of a stream as one file.

use super::identity::Identity;
use super::machine::Machine;
use super::plan::Plan;
use super::state::damaged;
use crate::Result;
use lethe_exposure::stream::{ByteReader, ByteWriter};
use std::path::Path;

const BEGINNING: &[u8] = b"lethe stream 1\n";
const SUM: usize = 32;

/// A state that was read, its rules not yet looked at.
pub(super) struct Saved {
    pub(super) generation: u64,
    pub(super) identity: Identity,
    /// The length of the output at that time.
    written: u64,
    body: Vec<u8>,
}

impl Saved {
    /// **Errors**: the bytes are no state, one of another version, or damaged.
    pub(super) fn read(name: &str, bytes: &[u8]) -> Result<Self> {
        let parts = || {
            let (sum, rest) = bytes.strip_prefix(BEGINNING)?.split_at_checked(SUM)?;
            if blake3::hash(rest).as_bytes() != sum {
                return None;
            }
            let mut from = ByteReader::new(rest);
            let (generation, written) = (from.number()?, from.number()?);
            let identity = serde_json::from_slice(from.bytes()?).ok()?;
            let body = from.bytes()?.to_vec();
            from.is_empty().then_some(Self { generation, identity, written, body })
        };
        parts().ok_or_else(|| damaged(name))
    }

    /// The stream in memory, and the length of its output.
    pub(super) fn machine(&self, plan: Plan, folder: &Path) -> Result<(Machine, u64)> {
        let mut from = ByteReader::new(&self.body);
        let machine = Machine::restore(plan, &mut from).filter(|_| from.is_empty());
        let machine = machine.ok_or_else(|| damaged(&folder.display().to_string()))?;
        Ok((machine, self.written))
    }
}

/// The bytes of a state.
pub(super) fn bytes_of(machine: &Machine, generation: u64, written: u64) -> Vec<u8> {
    let mut body = ByteWriter::default();
    machine.save(&mut body);
    let mut to = ByteWriter::default();
    to.number(generation);
    to.number(written);
    // An identity is names and numbers, which always serialise.
    to.bytes(&serde_json::to_vec(&machine.plan.identity).unwrap_or_default());
    to.bytes(&body.into_bytes());
    let rest = to.into_bytes();
    [BEGINNING, blake3::hash(&rest).as_bytes(), &rest].concat()
}

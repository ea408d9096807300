//! Files of fixed-size records of words, the building block of work that does not fit into memory.
//!
//! A segment is written once, from its beginning to its end, and read the same way as often as needed. Such work asks
//! for nothing else, and it is what disks do fastest: no index, no pages, no statement a row (see
//! `docs/src/decisions/row-store.md`). A record is a handful of codes and a row number, so a word has 32 bits.

mod layout;
mod reader;
#[cfg(test)]
mod tests;
mod writer;

pub use reader::SegmentReader;
pub use writer::SegmentWriter;

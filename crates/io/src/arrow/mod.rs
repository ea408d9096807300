//! Arrow arrays to codes and back: what Parquet and Arrow IPC files share.

mod decode;
mod encode;

pub(crate) use decode::{BatchReader, select};
pub(crate) use encode::Encoder;

/// The field metadata that says which type of Lethe's a text column holds.
const TYPE_KEY: &str = "lethe:type";

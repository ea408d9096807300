//! Arrow arrays to codes and back: what Parquet and Arrow IPC files share.

mod decode;
mod encode;
mod files;

pub(crate) use encode::Encoder;
pub(crate) use files::{take_in_ipc, take_in_parquet};

/// The field metadata that says which type of Lethe's a text column holds.
const TYPE_KEY: &str = "lethe:type";

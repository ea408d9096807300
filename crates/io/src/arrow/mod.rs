//! Arrow arrays to codes and back: what Parquet and Arrow IPC files share.

mod batches;
mod decode;
mod encode;
mod ipc;
mod parquet;
mod primitive;
mod select;

pub(crate) use batches::take_in_batches;
pub(crate) use encode::Encoder;
pub(crate) use ipc::{Frame, block_range, footer_range, message, take_in_ipc};
pub(crate) use parquet::take_in_parquet;

/// The field metadata that says which type of Lethe's a text column holds.
const TYPE_KEY: &str = "lethe:type";

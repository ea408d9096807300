//! Delimited text: reading with all cores into codes, writing from codes.
//!
//! The rules are those of RFC 4180: fields may be quoted, a quote inside is doubled, quoted fields may hold line
//! breaks. A quote that does not open a field is an ordinary character. A field with nothing in it is null; a quoted
//! one with nothing in it is the empty text (null in columns that are not text).

mod blocks;
mod failure;
mod formula;
mod header;
mod parse;
mod read;
mod record;
mod record_reader;
mod record_source;
mod scan;
mod sniff;
mod stream;
mod write;

pub(crate) use read::{Text, take_in};
pub use record::{Record, write_field};
pub use record_reader::{Place, RecordReader};
pub(crate) use stream::stream;
pub use write::CsvForm;
pub(crate) use write::CsvWriter;

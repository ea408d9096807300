//! Tables and hierarchies in and out of files.
//!
//! Everything that touches the disk is here, so that algorithm crates build without the heavy formats. Input is
//! streamed into codes; output appears under its name only when it is whole.
#![cfg_attr(not(feature = "sqlite"), allow(dead_code, reason = "only databases need it"))]

mod allowance;
mod arrow;
mod assemble;
mod atomic;
pub mod compartments;
mod csv;
mod document;
pub mod durable;
mod error;
pub mod hierarchy;
mod identity;
mod inputs;
mod intake;
mod leftovers;
mod location;
mod memory;
mod merge;
mod model_file;
mod named_memory;
mod opened;
mod options;
mod parts;
mod pipe;
mod private;
mod progress;
mod read;
mod ready;
mod register;
mod segments;
mod selection;
pub mod serial;
mod settings;
mod spilled;
#[cfg_attr(not(feature = "sqlite"), path = "sqlite_absent.rs")]
mod sqlite;
mod staged;
mod staged_folder;
mod stream;
mod temporary;
mod vocabulary;
mod weights;
mod whole;
mod workspace;
mod write;

/// The types that [`MemoryTable`] is made of, in the version that Lethe uses.
pub use arrow_array;
pub use arrow_schema;
pub use atomic::{AtomicFile, check_writable, write_atomically, write_privately};
pub use csv::{CsvForm, Place, Record, RecordReader, write_field};
pub use document::{Document, DocumentWriter, MemoryFile};
pub use error::{Error, Result};
pub use identity::FileIdentity;
pub use inputs::{InputGuard, read_file, read_text_file, replace_input};
pub use leftovers::{Leftover, check_folder, folder_leftover, temporary_leftovers};
pub use location::{Compression, Format, Location};
pub use memory::MemoryTable;
pub use model_file::{
    ModelColumn, ModelFile, ModelPair, ModelTreatment, ModelValue, read_model, write_model,
};
pub use named_memory::NamedTable;
pub use options::{ReadOptions, Reading, Weights, parse_delimiter};
pub use pipe::{is_pipe, refuse_pipe};
pub use private::{create_private_folder, private_file};
pub use read::read_table;
pub use ready::{Ready, commit_all};
pub use register::{Registered, abandon_temporaries, commit_together};
pub use segments::{SegmentReader, SegmentWriter};
pub use settings::{read_small, read_small_text};
pub use spilled::{SpilledColumn, SpilledTable};
pub use sqlite::{CountingDatabase, is_view};
pub use staged::{Staged, Staging};
pub use staged_folder::StagedFolder;
pub use stream::stream_table;
pub use temporary::TemporaryFolder;
pub use temporary::is_temporary;
pub use weights::with_weight_column;
pub use whole::read_whole;
pub use workspace::{Workspace, abandoned_work, fingerprint_of_file};
pub use write::{TableWriter, write_table};

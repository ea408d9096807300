//! Every error of the product, with whose fault it is.

use lethe_data::Fault;
use thiserror::Error;

/// An error of any room of the house.
#[derive(Debug, Error)]
pub enum Error {
    /// The data layer refused.
    #[error(transparent)]
    Data(#[from] lethe_data::Error),
    /// A file is at fault or out of reach.
    #[error(transparent)]
    Io(#[from] lethe_io::Error),
    /// A profile was asked for with options that make no sense.
    #[error(transparent)]
    Discovery(#[from] lethe_discovery::Error),
    /// A data set that cannot be generated as asked.
    #[error(transparent)]
    Synth(#[from] lethe_synth::Error),
    /// A model cannot be asked for like this.
    #[error(transparent)]
    Models(#[from] lethe_models::Error),
    /// A table could not be judged.
    #[error(transparent)]
    Verify(#[from] lethe_verify::Error),
    /// A hierarchy file is at fault.
    #[error("{file}: {source}")]
    HierarchyFile {
        /// The file's name as the user gave it.
        file: String,
        /// What is wrong with it.
        source: lethe_io::hierarchy::HierarchyFileError,
    },
    /// The call asks for something that does not exist or does not fit together.
    #[error("{0}")]
    Request(String),
}

impl Error {
    /// The limit that was reached, or the wish to stop, where that is the cause.
    pub fn limit(&self) -> Option<&lethe_data::Error> {
        let (Self::Data(cause)
        | Self::Io(lethe_io::Error::Data(cause))
        | Self::Discovery(lethe_discovery::Error::Data(cause))
        | Self::Models(lethe_models::Error::Data(cause))
        | Self::Verify(lethe_verify::Error::Data(cause))) = self
        else {
            return None;
        };
        (cause.fault() == Fault::Limit).then_some(cause)
    }

    /// Whose fault this is; decides the exit status.
    pub fn fault(&self) -> Fault {
        match self {
            Self::Data(error) => error.fault(),
            Self::Io(error) => error.fault(),
            Self::Discovery(error) => error.fault(),
            Self::Synth(error) => error.fault(),
            Self::Models(error) => error.fault(),
            Self::Verify(error) => error.fault(),
            Self::HierarchyFile { .. } => Fault::Input,
            Self::Request(_) => Fault::Request,
        }
    }
}

/// Adds the file's name to an error of the table read from it.
pub(crate) fn in_file(location: &lethe_io::Location) -> impl FnOnce(lethe_data::Error) -> lethe_io::Error {
    let file = location.name.clone();
    move |source| lethe_io::Error::Table { file, source }
}

/// The result of a fallible operation of the product.
pub type Result<T, E = Error> = std::result::Result<T, E>;

//! Every error of the product, with whose fault it is.

mod problem;

pub use problem::{CODES, ErrorReport, Problem};

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
    /// A recipe does not say what a recipe can say.
    #[error(transparent)]
    Recipe(#[from] lethe_recipe::RecipeError),
    /// A profile was requested with options that make no sense.
    #[error(transparent)]
    Discovery(#[from] lethe_discovery::Error),
    /// What values reveal cannot be reported.
    #[error(transparent)]
    Exposure(#[from] lethe_exposure::Error),
    /// A data set that cannot be generated as asked.
    #[error(transparent)]
    Synth(#[from] lethe_synth::Error),
    /// A model's parameters make no sense.
    #[error(transparent)]
    Models(#[from] lethe_models::Error),
    /// A table cannot be transformed as asked.
    #[error(transparent)]
    Transform(#[from] lethe_transform::Error),
    /// A release cannot be judged.
    #[error(transparent)]
    Verify(#[from] lethe_verify::Error),
    /// A model file is at fault.
    #[error("{file}: {source}")]
    ModelFile {
        /// The file's name as the user gave it.
        file: String,
        /// What is wrong with it.
        source: lethe_exposure::Error,
    },
    /// Nothing can be learned as asked.
    #[error(transparent)]
    Learning(#[from] lethe_utility::learning::Error),
    /// A hierarchy file is at fault.
    #[error("{file}: {source}")]
    HierarchyFile {
        /// The file's name as the user gave it.
        file: String,
        /// What is wrong with it.
        source: lethe_io::hierarchy::HierarchyFileError,
    },
    /// A mechanism cannot be made as asked.
    #[error(transparent)]
    Mechanism(#[from] lethe_dp::mechanism::MechanismError),
    /// A budget does not suffice, or cannot be counted.
    #[error("{file}: {source}")]
    Ledger {
        /// The ledger's name as the user gave it.
        file: String,
        /// Why nothing was spent.
        source: Box<lethe_dp::ledger::LedgerError>,
    },
    /// Nothing random can be drawn, so nothing private can be made.
    #[error("the operating system gives no random bits: {0}")]
    NoRandomBits(#[from] getrandom::Error),
    /// A report has no form in JSON.
    #[error("a report cannot be written as JSON: {0}; please report this")]
    NoJson(String),
    /// The verifier found what must not be released.
    #[error(
        "the verifier refuses the release: {0}; nothing more was released. This is a fault of Lethe's own: please report this line"
    )]
    Refuted(String),
    /// The code panicked; what the panic said may hold a value and is not kept.
    #[error("a fault of Lethe's own at {place}; please report it with this line")]
    Panicked {
        /// The file and line of the code.
        place: String,
    },
    /// The call asks for something that does not exist or does not fit together.
    #[error("{0}")]
    Request(String),
    /// Cells of a column make no sense for what is asked.
    #[error("{file}: column '{column}'{rows}: {problem}")]
    Cells {
        /// The file's name as the user gave it.
        file: String,
        /// The column.
        column: String,
        /// Which rows, such as `, rows 1 and 3`; empty where that is not known.
        rows: String,
        /// What is wrong, and what to do about it.
        problem: String,
    },
    /// The state of a run on disk cannot be used.
    #[error("{source}; the state in {folder} cannot be used: remove the folder and start again")]
    Damaged {
        /// What was found.
        source: Box<Error>,
        /// The folder with the state.
        folder: String,
    },
    /// A run on disk ended early and can go on.
    #[error("{source}; what was done is kept in {folder}: go on with `resume`")]
    Unfinished {
        /// Why it ended.
        source: Box<Error>,
        /// The folder with its state.
        folder: String,
    },
}

impl Error {
    /// The limit that was reached, or the request to stop, where that is the cause.
    pub fn limit(&self) -> Option<&lethe_data::Error> {
        if let Self::Unfinished { source, .. } = self {
            return source.limit();
        }
        let (Self::Data(cause)
        | Self::Io(lethe_io::Error::Data(cause))
        | Self::Discovery(lethe_discovery::Error::Data(cause))
        | Self::Exposure(lethe_exposure::Error::Data(cause))
        | Self::Models(lethe_models::Error::Data(cause))
        | Self::Transform(lethe_transform::Error::Data(cause))
        | Self::ModelFile { source: lethe_exposure::Error::Data(cause), .. }
        | Self::Learning(lethe_utility::learning::Error::Data(cause))
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
            Self::Exposure(error) => error.fault(),
            Self::Synth(error) => error.fault(),
            Self::Models(error) => error.fault(),
            Self::Transform(error) => error.fault(),
            Self::Verify(error) => error.fault(),
            Self::Learning(error) => error.fault(),
            Self::ModelFile { source, .. } => source.fault(),
            Self::Recipe(_) | Self::HierarchyFile { .. } | Self::NoRandomBits(_) | Self::Cells { .. } => {
                Fault::Input
            }
            Self::Ledger { source, .. } => match **source {
                lethe_dp::ledger::LedgerError::Overspent { .. } => Fault::Limit,
                _ => Fault::Request,
            },
            Self::Request(_) | Self::Mechanism(_) => Fault::Request,
            Self::NoJson(_) | Self::Refuted(_) | Self::Panicked { .. } => Fault::Bug,
            Self::Unfinished { source, .. } | Self::Damaged { source, .. } => source.fault(),
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

//! What can be asked for.

use crate::{Error, Result, amnesia, census, health};

/// A built-in data set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DataSet {
    /// Patients: a customer file with diagnoses, drugs, gene variants, laboratory values and stays, wide enough
    /// (109 columns) to make the search for quasi-identifiers hard.
    ///
    /// **Paper**: the domain sizes and shares are those of Podlesny 2023, Appendix A.
    Health,
    /// The eight columns commonly generated to evaluate the Amnesia tool: few columns, many rows.
    Amnesia,
    /// The fifteen columns of a census extract, the shape that k-anonymity papers have used since the 1990s.
    Census,
}

impl DataSet {
    /// Every data set, in the order they are listed to users.
    pub const ALL: [Self; 3] = [Self::Health, Self::Amnesia, Self::Census];

    /// The name users write.
    pub fn name(self) -> &'static str {
        match self {
            Self::Health => "health",
            Self::Amnesia => "amnesia",
            Self::Census => "census",
        }
    }

    /// The most columns there are.
    pub fn max_columns(self) -> usize {
        match self {
            Self::Health => health::COLUMNS,
            Self::Amnesia => amnesia::COLUMNS,
            Self::Census => census::COLUMNS,
        }
    }

    /// The columns made when none are asked for: all of them.
    pub fn default_columns(self) -> usize {
        self.max_columns()
    }
}

impl std::fmt::Display for DataSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for DataSet {
    type Err = Error;
    fn from_str(text: &str) -> Result<Self> {
        Self::ALL
            .into_iter()
            .find(|data_set| data_set.name() == text)
            .ok_or_else(|| Error::UnknownDataSet { name: text.to_owned() })
    }
}

/// The names of all data sets, for messages.
pub(crate) fn names() -> String {
    DataSet::ALL.map(DataSet::name).join(", ")
}

/// How much data to make, and which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// The number of rows.
    pub rows: u64,
    /// The number of columns, counted from the first; all when not given.
    pub columns: Option<usize>,
    /// Other seeds give other records in the same world.
    pub seed: u64,
}

impl Request {
    /// The number of columns this request means for a data set.
    pub(crate) fn width(&self, data_set: DataSet) -> Result<usize> {
        let most = data_set.max_columns();
        let asked = self.columns.unwrap_or(data_set.default_columns());
        if (1..=most).contains(&asked) {
            return Ok(asked);
        }
        Err(Error::Columns { data_set: data_set.name(), asked, most })
    }
}

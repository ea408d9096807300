//! What makes a stream this stream: it may not change between runs.

use super::request::{Stream, Wishes};
use crate::{Error, Result};
use lethe_data::similar::closest;
use lethe_exposure::stream::{Overdue, Rules};
use lethe_io::CsvForm;
use serde::{Deserialize, Serialize};

/// Everything that the meaning of the state depends on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Identity {
    /// The columns of the input.
    pub(super) columns: Vec<String>,
    pub(super) k: u64,
    /// The column sets that are counted, in the order of the columns.
    pub(super) sets: Vec<Vec<String>>,
    pub(super) max_delay: u64,
    pub(super) drop_overdue: bool,
    pub(super) id: Option<String>,
    pub(super) exclude: Vec<String>,
    /// What separates fields of the output.
    pub(super) delimiter: u8,
    /// Whether cells that a spreadsheet would run get an apostrophe. Not in states of before there was a choice.
    #[serde(default)]
    pub(super) escape_formulas: bool,
}

impl Identity {
    /// **Errors**: a column is not there, or is judged and not written out.
    pub(super) fn new(wishes: &Wishes, columns: Vec<String>, request: &Stream) -> Result<Self> {
        let find = |name: &String| {
            columns.iter().position(|column| column == name).ok_or_else(|| {
                let suggestion = closest(name, columns.iter().map(String::as_str)).map(str::to_owned);
                Error::from(lethe_data::Error::UnknownColumn { name: name.clone(), suggestion })
            })
        };
        let places = wishes.sets.iter().map(|set| set.iter().map(find).collect::<Result<Vec<_>>>());
        let overdue = if request.drop_overdue { Overdue::Drop } else { Overdue::Suppress };
        let places = places.collect::<Result<Vec<_>>>()?;
        let rules = Rules::new(wishes.k, columns.len(), places, request.max_delay, overdue)
            .map_err(|problem| Error::Request(problem.to_string()))?;
        let named = |set: &Vec<usize>| set.iter().map(|&column| columns[column].clone()).collect();
        let sets: Vec<Vec<String>> = rules.sets().iter().map(named).collect();
        let mut hidden = request.exclude.iter().chain(&request.id).map(find).collect::<Result<Vec<_>>>()?;
        // A recipe may name columns that this stream does not have.
        hidden.extend(wishes.exclude.iter().filter_map(|name| find(name).ok()));
        if let Some(&column) = rules.sets().iter().flatten().find(|column| hidden.contains(column)) {
            let problem = "is judged and not written out; leave it out of the column sets";
            return Err(Error::Request(format!("column '{}' {problem}", columns[column])));
        }
        hidden.sort_unstable();
        hidden.dedup();
        let exclude = hidden.into_iter().map(|column| columns[column].clone()).collect();
        let delimiter = match request.output.extension().and_then(|extension| extension.to_str()) {
            Some("csv") => b',',
            Some("tsv" | "tab") => b'\t',
            Some("psv") => b'|',
            _ => {
                return Err(Error::Request(
                    "a stream writes .csv, .tsv or .psv; name such a file with -o".to_owned(),
                ));
            }
        };
        let (k, max_delay, drop_overdue) = (wishes.k, request.max_delay, request.drop_overdue);
        let (id, escape_formulas) = (request.id.clone(), request.escape_formulas);
        Ok(Self { columns, k, sets, max_delay, drop_overdue, id, exclude, delimiter, escape_formulas })
    }

    /// How the output is written.
    pub(super) fn form(&self) -> CsvForm {
        CsvForm { delimiter: self.delimiter, escape_formulas: self.escape_formulas }
    }

    /// **Errors**: the request is not that of the state; the message says in what.
    pub(super) fn check(&self, wishes: &Wishes, request: &Stream) -> Result<()> {
        let other = Self::new(wishes, self.columns.clone(), request)?;
        let differences = [
            ("k", self.k != other.k),
            ("column sets", self.sets != other.sets),
            ("`max_delay`", self.max_delay != other.max_delay),
            ("`overdue`", self.drop_overdue != other.drop_overdue),
            ("`id`", self.id != other.id),
            ("columns not written out", self.exclude != other.exclude),
            ("kind of output file", self.delimiter != other.delimiter),
            ("`escape_formulas`", self.escape_formulas != other.escape_formulas),
        ];
        let Some((what, _)) = differences.iter().find(|(_, differs)| *differs) else { return Ok(()) };
        Err(Error::Request(format!(
            "the stream in {} was begun with other {what}; give the same, or begin another stream",
            request.state.display()
        )))
    }

    /// The columns that records are judged on, in the order of the input.
    pub(super) fn judged(&self) -> Vec<String> {
        self.columns
            .iter()
            .filter(|column| self.sets.iter().any(|set| set.contains(column)))
            .cloned()
            .collect()
    }
}

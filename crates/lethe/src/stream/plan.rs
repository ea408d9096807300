//! Which column goes where.

use super::identity::Identity;
use crate::{Error, Result};
use lethe_exposure::stream::{Overdue, Rules};
use lethe_io::write_field;

/// A stream's identity as positions.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) identity: Identity,
    pub(super) rules: Rules,
    /// The columns of the input that are written out.
    pub(super) written: Vec<usize>,
    /// The judged columns, as positions among those.
    pub(super) judged: Vec<usize>,
    /// The column of the input that names the record.
    pub(super) id: Option<usize>,
}

impl Plan {
    /// **Errors**: the identity, read from a file, contradicts itself.
    pub(super) fn new(identity: Identity) -> Result<Self> {
        let broken =
            || Error::Request("the state of the stream names columns that it does not have".to_owned());
        let written: Vec<usize> = (0..identity.columns.len())
            .filter(|&column| !identity.exclude.contains(&identity.columns[column]))
            .collect();
        let names: Vec<&String> = written.iter().map(|&column| &identity.columns[column]).collect();
        let judged_names = identity.judged();
        let position = |name: &String| names.iter().position(|known| *known == name).ok_or_else(broken);
        let judged = judged_names.iter().map(position).collect::<Result<Vec<_>>>()?;
        let place = |name: &String| judged_names.iter().position(|known| known == name).ok_or_else(broken);
        let sets = identity.sets.iter().map(|set| set.iter().map(place).collect::<Result<Vec<_>>>());
        let overdue = if identity.drop_overdue { Overdue::Drop } else { Overdue::Suppress };
        let rules =
            Rules::new(identity.k, judged.len(), sets.collect::<Result<_>>()?, identity.max_delay, overdue)
                .map_err(|problem| Error::Request(problem.to_string()))?;
        let id =
            identity.id.as_ref().and_then(|name| identity.columns.iter().position(|column| column == name));
        Ok(Self { identity, rules, written, judged, id })
    }

    /// The first line of the output.
    pub(super) fn header(&self) -> Vec<u8> {
        let mut line = Vec::new();
        let form = self.identity.form();
        for (index, &column) in self.written.iter().enumerate() {
            if index > 0 {
                line.push(form.delimiter);
            }
            write_field(&mut line, form, Some(&self.identity.columns[column]));
        }
        line.push(b'\n');
        line
    }
}

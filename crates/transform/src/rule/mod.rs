//! A solution as a function of a record's own values.
//!
//! A [`Recoding`] says what each record of one table shows. A [`Rule`] says it for any table: whoever has the quasi-identifying
//! values of a record that was published shows what that record shows, and everybody else is suppressed, because nobody has judged
//! what they would show. So a rule can be applied to parts of a table one by one, in any order, and gives what the whole gave.

mod levels;
mod regions;

pub use levels::LevelRound;
pub use regions::{Region, RegionColumn, Regions};

use crate::partition::{Axis, Groups, Units};
use crate::release::{Options, apply};
use crate::{Recoding, Result, SUPPRESSED};
use lethe_data::hierarchy::BoundHierarchy;
use lethe_data::{Context, Table};
use serde::{Deserialize, Serialize};

/// What records show, by their quasi-identifying values alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// Labels of hierarchies: a record is shown in the first of the rounds that published its class.
    Levels(Vec<LevelRound>),
    /// Regions that lie apart: a record shows what its region shows.
    Regions(Regions),
}

/// Who was grouped with whom, where a method groups records.
#[derive(Clone, Copy, Debug)]
pub struct Grouped<'a> {
    /// The quasi-identifying columns.
    pub axes: &'a [Axis],
    /// The distinct combinations of their values.
    pub units: &'a Units,
    /// The combination of each row.
    pub unit_of_row: &'a [u32],
    /// The groups.
    pub groups: &'a Groups,
}

impl Rule {
    /// The rule by which a recoding treats the records of its table.
    ///
    /// **Guarantee**: applied to the table, the rule gives the recoding again.
    ///
    /// Returns `None` where what a record shows is not settled by its own values: records of equal values are treated differently, or
    /// groups lie within each other.
    pub fn of(
        table: &Table,
        quasi: &[usize],
        hierarchies: &[BoundHierarchy],
        recoding: &Recoding,
        grouped: Option<Grouped<'_>>,
        context: &Context,
    ) -> Result<Option<Self>> {
        let rule = match grouped {
            None if recoding.spans.is_empty() => {
                Self::Levels(levels::rounds(table, quasi, hierarchies, recoding))
            }
            None => return Ok(None),
            Some(grouped) => match Regions::of(table, quasi, hierarchies, recoding, grouped) {
                Some(regions) => Self::Regions(regions),
                None => return Ok(None),
            },
        };
        let again = rule.recoding(table, quasi, hierarchies, context)?;
        let same_records = again.round_of_row.iter().zip(&recoding.round_of_row);
        let same_suppressed =
            same_records.into_iter().all(|(one, other)| (*one == SUPPRESSED) == (*other == SUPPRESSED));
        let is_rule = same_suppressed && shown_alike(table, quasi, hierarchies, [&again, recoding])?;
        Ok(is_rule.then_some(rule))
    }

    /// What the records of a table show. The hierarchies are bound to the columns `quasi` of this table.
    ///
    /// **Guarantee**: what a record shows depends on its own quasi-identifying values alone; a record whose values were not published is
    /// suppressed.
    /// **Cost**: a look-up a row and round, or down a tree of regions.
    /// **Errors**: the run was cancelled.
    pub fn recoding(
        &self,
        table: &Table,
        quasi: &[usize],
        hierarchies: &[BoundHierarchy],
        context: &Context,
    ) -> Result<Recoding> {
        match self {
            Self::Levels(rounds) => {
                let round_of_row = levels::round_of_row(rounds, table, quasi, hierarchies, context)?;
                Ok(Recoding::of_levels(
                    rounds.iter().map(|round| round.levels.clone()).collect(),
                    round_of_row,
                ))
            }
            Self::Regions(regions) => regions.recoding(table, quasi, hierarchies, context),
        }
    }

    /// Whether the rule, which may come from a file, speaks of hierarchies of these heights.
    pub fn fits(&self, heights: &[usize]) -> bool {
        match self {
            Self::Levels(rounds) => rounds.iter().all(|round| round.fits(heights)),
            Self::Regions(regions) => regions.fits(heights),
        }
    }

    /// The levels of all records, where there is one round of them.
    pub fn single_levels(&self) -> Option<&[usize]> {
        match self {
            Self::Levels(rounds) => match rounds.as_slice() {
                [round] => Some(&round.levels),
                _ => None,
            },
            Self::Regions(_) => None,
        }
    }
}

/// Whether two recodings of one table publish the same.
fn shown_alike(
    table: &Table,
    quasi: &[usize],
    hierarchies: &[BoundHierarchy],
    [one, other]: [&Recoding; 2],
) -> Result<bool> {
    let shown = |recoding| apply(table, quasi, hierarchies, recoding, &Options::default());
    let (one, other) = (shown(one)?, shown(other)?);
    let column_alike = |&position: &usize| {
        let (one, other) = (one.column(position), other.column(position));
        (0..table.rows()).all(|row| one.text(row) == other.text(row))
    };
    Ok(quasi.iter().all(column_alike))
}

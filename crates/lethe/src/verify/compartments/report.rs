//! What a re-join attack tells.

use super::{Part, Release};
use lethe_data::Column;
use lethe_verify::rejoin::{JudgedCompartment, Order, Rejoin, RejoinOptions};
use schemars::JsonSchema;
use serde::Serialize;

/// More column sets than this are not listed.
const MOST_LISTED: usize = 1000;

/// Whether records can be found again in a release of several compartments.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each answers a question of its own")]
pub struct CompartmentVerification {
    /// Whether nobody below k is found, no order is in doubt and nothing was left untried.
    pub holds: bool,
    /// The fewest records that must be equal.
    pub k: u64,
    /// The most columns that the attacker knows; null: all of them.
    pub max_size: Option<u64>,
    /// The records of the release.
    pub rows: u64,
    /// The compartments as listed; of a file with split rows, one for each set of columns that rows show, those that show
    /// all columns last.
    pub compartments: Vec<VerifiedCompartment>,
    /// Whether the compartments form no ring.
    pub acyclic: bool,
    /// Whether it is proven that the counts of all compartments together give nobody away, by whatever calculation.
    pub proven: bool,
    /// Whether all that this attack can try was tried.
    pub complete: bool,
    /// Column sets on which records below k are found by putting compartments together; at most 1,000.
    pub found: Vec<FoundRecords>,
    /// The groups of records that are equal on shared columns who all have the same value in another column.
    pub homogeneous: u64,
    /// What else is to be known about the answer.
    pub notes: Vec<String>,
}

/// A compartment and what was found out about it only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct VerifiedCompartment {
    /// Its file.
    pub file: String,
    /// Its columns.
    pub columns: Vec<String>,
    /// The fewest records that are equal on its columns, of which the attacker knows at most `max_size`; null without rows.
    pub min_class: Option<u64>,
    /// `canonical` or `sorted`: the order of its rows follows from what they show and shows nothing. `aligned`: rows
    /// stand where those of the same records stand in another compartment. `unknown`: neither is certain.
    pub order: String,
    /// Whether its classes are large enough and its order shows nothing.
    pub holds: bool,
}

/// Records below k who are found on a set of columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FoundRecords {
    /// The compartments that prove it together, by place in `compartments`, counted from 0.
    pub compartments: Vec<u64>,
    /// The columns.
    pub columns: Vec<String>,
    /// At least so many records are in combinations of fewer than k.
    pub records: u64,
    /// The smallest combination has at least so many records.
    pub lower: u64,
    /// It has at most so many records.
    pub upper: u64,
}

/// The outcome in the words of the command.
pub(super) fn compose(
    release: &Release,
    options: RejoinOptions,
    split: &Rejoin,
    whole: Option<&Rejoin>,
) -> CompartmentVerification {
    let judged = split.compartments.iter().chain(whole.iter().flat_map(|whole| &whole.compartments));
    let parts = release.parts.iter().chain(&release.whole);
    let found = split.found.iter().take(MOST_LISTED).map(|found| FoundRecords {
        compartments: found.compartments.iter().map(|&number| number as u64).collect(),
        columns: found.columns.clone(),
        records: found.records,
        lower: found.lower,
        upper: found.upper,
    });
    let records = |part: Option<&Part>| part.map_or(0, |part| part.table.rows() as u64);
    CompartmentVerification {
        holds: release.faults.is_empty() && split.holds && whole.is_none_or(|whole| whole.holds),
        k: options.k,
        max_size: options.max_size.map(|most| most as u64),
        rows: records(release.parts.first()) + records(release.whole.as_ref()),
        compartments: parts.zip(judged).map(|(part, judged)| verified(part, judged)).collect(),
        acyclic: split.acyclic,
        proven: release.faults.is_empty() && split.proven && whole.is_none_or(|whole| whole.proven),
        complete: split.complete,
        found: found.collect(),
        homogeneous: split.homogeneous,
        notes: notes(release, split, whole),
    }
}

fn verified(part: &Part, judged: &JudgedCompartment) -> VerifiedCompartment {
    VerifiedCompartment {
        file: part.file.clone(),
        columns: part.table.columns().iter().map(Column::name).map(str::to_owned).collect(),
        min_class: judged.min_class,
        order: judged.order.name().to_owned(),
        holds: judged.holds,
    }
}

fn notes(release: &Release, split: &Rejoin, whole: Option<&Rejoin>) -> Vec<String> {
    let mut notes: Vec<String> = release.faults.iter().chain(&release.notes).cloned().collect();
    let mut note = |applies: bool, text: &str| notes.extend(applies.then(|| text.to_owned()));
    note(release.parts.is_empty() && release.whole.is_none(), "there is no compartment");
    note(
        !split.same_rows,
        "the compartments do not have the same number of rows, so they cannot be judged together",
    );
    note(
        !split.disagreeing.is_empty(),
        "compartments do not show the same values in the columns that they share, so they cannot be judged together",
    );
    let orders = split.compartments.iter().chain(whole.iter().flat_map(|whole| &whole.compartments));
    note(
        orders.clone().any(|compartment| compartment.order == Order::Unknown),
        "the order of rows follows from nothing in the file and may be the original one; sort the rows \
         by their content",
    );
    note(split.skipped > 0, "some joins and rings of columns were too much work and were not looked at");
    note(
        split.complete
            && !split.proven
            && split.found.is_empty()
            && split.compartments.iter().all(|one| one.holds),
        if split.acyclic {
            "compartments share several columns, so that more may follow from three of them than was tried"
        } else {
            "the compartments form a ring; more may follow from it than was tried"
        },
    );
    note(split.found.len() > MOST_LISTED, "not all column sets that re-identify records are listed");
    for &(one, two, deviation) in &split.aligned {
        notes.push(format!(
            "rows at the same place of compartments {one} and {two} belong together, {deviation:.1} standard deviations \
             beyond chance"
        ));
    }
    notes
}

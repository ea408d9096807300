//! What elimination tells.

use lethe_transform::eliminate::{Stats, Treatment};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// What was done about column sets that identify records.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Elimination {
    /// Combinations of at most so many columns single nobody out; null for any number of columns.
    pub max_size: Option<usize>,
    /// Searches that found something to treat.
    pub rounds: u64,
    /// The column sets that they found, added up.
    pub sets: u64,
    /// How many of these got which treatment.
    pub treatments: BTreeMap<String, u64>,
    /// The cells of the columns that take part and show something else than they did.
    pub altered_cells: u64,
    /// Their share.
    pub altered_share: f64,
    /// Cells that show `*`.
    pub suppressed_cells: u64,
    /// Cells that show a label of a hierarchy.
    pub generalized_cells: u64,
    /// Cells that show another value: not truthful.
    pub falsified_cells: u64,
    /// What the removed cells cost by the weights of their columns, for the method suppress.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// What they cost at least, whoever removes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least_cost: Option<f64>,
    /// Whether everything that is shown is true of the record that shows it.
    pub truthful: bool,
    /// The columns with cells that were changed.
    pub columns: Vec<ColumnChanges>,
    /// The tables that columns were split into.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compartments: Option<CompartmentReport>,
}

/// The changed cells of a column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ColumnChanges {
    /// Its name.
    pub column: String,
    /// Cells that show `*`.
    pub suppressed: u64,
    /// Cells that show a label of a hierarchy.
    pub generalized: u64,
    /// Cells that show another value.
    pub falsified: u64,
}

/// The tables that columns were split into.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CompartmentReport {
    /// What is split: `global` or `row-wise`.
    pub mode: String,
    /// The compartments.
    pub files: Vec<CompartmentFile>,
    /// No fewer compartments can cover what they must.
    pub lower_bound: u64,
    /// Whether these are proven to be the fewest.
    pub fewest: bool,
    /// The number of maximal safe column sets, where all are known.
    pub maximal_safe_sets: Option<u64>,
    /// The pairs of columns that are in some compartment together.
    pub pairs: u64,
    /// The pairs that are safe together.
    pub safe_pairs: u64,
    /// Whether compartments overlap without rings, so that no join proves anything about fewer than k records.
    pub acyclic: bool,
    /// Columns that were taken out of compartments to make it so, each time.
    pub trimmed: u64,
    /// Columns that singled records out by themselves; their cells were changed before columns were split.
    pub alone: Vec<String>,
    /// Whether it is proven that all parts together give nobody away, by whatever calculation.
    pub proven: bool,
    /// Column sets on which joining parts again finds records below k.
    pub found: u64,
    /// Groups of records that are equal on shared columns who all have the same value in another column.
    pub homogeneous: u64,
    /// Records that were split, in mode `row-wise`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split_rows: Option<u64>,
}

/// A compartment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CompartmentFile {
    /// Its file in the folder of the release; null in mode `row-wise`.
    pub file: Option<String>,
    /// Its columns.
    pub columns: Vec<String>,
}

impl Elimination {
    /// What changing cells did; `names` are those of the columns that take part.
    pub(super) fn of(stats: &Stats, names: &[&str], cells: u64, max_size: Option<usize>) -> Self {
        let sum = |counts: &[u64]| counts.iter().sum();
        let column = |at: usize| ColumnChanges {
            column: names[at].to_owned(),
            suppressed: stats.suppressed[at],
            generalized: stats.generalized[at],
            falsified: stats.replaced[at],
        };
        let changed =
            |changes: &ColumnChanges| changes.suppressed + changes.generalized + changes.falsified > 0;
        let treated = stats.treated.iter().map(|(&treatment, &sets)| (name(treatment).to_owned(), sets));
        Self {
            max_size,
            rounds: stats.rounds,
            sets: stats.sets,
            treatments: treated.collect(),
            altered_cells: stats.altered(),
            altered_share: stats.altered() as f64 / cells.max(1) as f64,
            suppressed_cells: sum(&stats.suppressed),
            generalized_cells: sum(&stats.generalized),
            falsified_cells: sum(&stats.replaced),
            cost: stats.cost,
            least_cost: stats.least_cost,
            truthful: stats.replaced.iter().all(|&cells| cells == 0),
            columns: (0..names.len()).map(column).filter(changed).collect(),
            compartments: None,
        }
    }
}

fn name(treatment: Treatment) -> &'static str {
    match treatment {
        Treatment::Suppress => "suppress",
        Treatment::Generalize => "generalize",
        Treatment::Perturb => "perturb",
        Treatment::Compartment => "compartment",
    }
}

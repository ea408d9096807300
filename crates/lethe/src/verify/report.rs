//! What a verification tells.

use crate::recipe_file::PrivacyModel;
use crate::requirements::Demand;
use lethe_data::Table;
use lethe_models::privacy::Threshold;
use lethe_num::Interval;
use lethe_verify::{JudgedModel, Judgement};
use schemars::JsonSchema;
use serde::Serialize;

/// Whether a released table satisfies its models.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Verification {
    /// Whether every model holds.
    pub holds: bool,
    /// The number of records: rows, or the sum of their weights.
    pub rows: u64,
    /// The records that are `*` in every quasi-identifying column; 0 where these are a class like any other.
    pub suppressed: u64,
    /// Whether these records show sensitive values and so are one class to the models of these columns.
    pub suppressed_judged: bool,
    /// The quasi-identifying columns.
    pub quasi: Vec<String>,
    /// The classes of records that are equal on them, suppressed records apart.
    pub classes: u64,
    /// The k that the table has, by what a missing value means.
    pub k: NullsInK,
    /// The models in the order of the recipe, then of the flags.
    pub models: Vec<VerifiedModel>,
    /// What else is to be known about the answer.
    pub notes: Vec<String>,
}

/// The k that a table has, by what a missing value means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NullsInK {
    /// The smallest class when a missing value is a value of its own; null without any class. Models judge this way.
    pub null_as_value: Option<u64>,
    /// The fewest records a record matches when a missing value may stand for any value.
    pub null_as_wildcard: Option<u64>,
}

/// A model and what was measured.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct VerifiedModel {
    /// The model's name.
    pub model: String,
    /// The variant, for models that have several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The sensitive column it protects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// How the worst value must relate to what is required: `at-least`, `at-most`, `below` or `between`.
    pub comparison: String,
    /// The limit; for `between` both.
    pub required: Figure,
    /// How likely a class may look large enough by chance, where a population is estimated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub significance: Option<f64>,
    /// The worst value over all classes; for `between` the smallest and the largest. Null when there is no class, or when
    /// no value that was measured decides; `reason` then says why.
    pub achieved: Option<Figure>,
    /// Why nothing is reported as achieved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Bounds that enclose the exact worst value.
    pub bounds: Option<Bounds>,
    /// Whether the model holds. What bounds leave undecided does not.
    pub holds: bool,
    /// The classes that do not satisfy the model.
    pub failing_classes: u64,
    /// The records in them; where several choices of columns are judged, once for each that fails.
    pub failing_records: u64,
    /// The class that decides, where the model judges classes.
    pub worst_class: Option<WorstClass>,
}

/// A number, two of them, or `infinite`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Figure {
    /// A whole number.
    Whole(u64),
    /// Any other number.
    Real(f64),
    /// The smallest and the largest.
    Range([f64; 2]),
    /// `infinite`: beyond every number.
    Word(String),
}

impl Figure {
    fn of(value: f64) -> Self {
        if !value.is_finite() {
            return Self::Word("infinite".to_owned());
        }
        let whole = value.fract() == 0.0 && (0.0..9e15).contains(&value);
        if whole { Self::Whole(value as u64) } else { Self::Real(value) }
    }
}

impl std::fmt::Display for Figure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Whole(number) => write!(f, "{number}"),
            Self::Real(number) => write!(f, "{}", rounded(*number)),
            Self::Range([from, to]) => write!(f, "{} to {}", rounded(*from), rounded(*to)),
            Self::Word(word) => f.write_str(word),
        }
    }
}

fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

/// Two numbers between which the exact one lies.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Bounds {
    /// Not above the exact value.
    pub lower: Figure,
    /// Not below the exact value.
    pub upper: Figure,
}

/// The class that decides about a model; none of its records' values is reported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WorstClass {
    /// Its records.
    pub records: u64,
    /// The records of the population who look like them, where one is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub population: Option<u64>,
    /// Its first row, counted from 1 without the header; left out for records that are not published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<u64>,
    /// The columns on which its records are equal.
    pub columns: Vec<String>,
    /// Whether these are the records that are not published.
    pub unpublished: bool,
}

/// The verdict in the words of the recipe.
pub(super) fn compose(
    judgement: &Judgement,
    models: &[PrivacyModel],
    demand: &Demand,
    table: &Table,
    quasi: &[usize],
) -> Verification {
    Verification {
        holds: judgement.holds,
        rows: judgement.records,
        suppressed: judgement.suppressed,
        suppressed_judged: judgement.suppressed_judged,
        quasi: names(table, quasi),
        classes: judgement.classes as u64,
        k: NullsInK { null_as_value: judgement.smallest_class, null_as_wildcard: judgement.fewest_matches },
        models: verified_models(judgement, models, demand, table),
        notes: notes(judgement),
    }
}

fn notes(judgement: &Judgement) -> Vec<String> {
    let mut notes = Vec::new();
    if judgement.records > 0 && judgement.classes == 0 {
        let all = "no class is left: all records are suppressed";
        notes.push(if judgement.suppressed_judged {
            format!("{all}; they are one class only to the models of the sensitive values that they show")
        } else {
            all.to_owned()
        });
    } else if judgement.suppressed_judged {
        notes.push(
            "suppressed records show sensitive values and are one class to the models of these".to_owned(),
        );
    }
    notes
}

/// Each model of a recipe with what was measured; the table is the one that was judged.
pub(crate) fn verified_models(
    judgement: &Judgement,
    models: &[PrivacyModel],
    demand: &Demand,
    table: &Table,
) -> Vec<VerifiedModel> {
    let judged = demand.places.iter().map(|&place| &judgement.models[place]);
    models.iter().zip(judged).map(|(model, judged)| verified(model, judged, table)).collect()
}

fn verified(model: &PrivacyModel, judged: &JudgedModel, table: &Table) -> VerifiedModel {
    let (comparison, required) = match judged.required {
        Threshold::AtLeast(limit) => ("at-least", Figure::of(limit)),
        Threshold::AtMost(limit) => ("at-most", Figure::of(limit)),
        Threshold::Below(limit) => ("below", Figure::of(limit)),
        Threshold::Between(min, max) => ("between", Figure::Range([min, max])),
    };
    // Where all failing classes withhold every value, what others achieved does not tell why the model fails.
    let unmeasured = judged.failing_unmeasured > 0 && judged.failing_unmeasured == judged.failing_classes;
    let measured = judged.achieved.filter(|_| !unmeasured);
    let reason = if unmeasured {
        Some("a class that withholds all its values is too small whatever they are")
    } else {
        measured.is_none().then_some("no class")
    };
    let worst = measured.map(|achieved| achieved.worst(judged.required));
    let achieved = measured.map(|achieved| match judged.required {
        Threshold::Between(..) if achieved.largest.hi().is_finite() => {
            Figure::Range([middle(achieved.least), middle(achieved.largest)])
        }
        _ => Figure::of(middle(achieved.worst(judged.required))),
    });
    VerifiedModel {
        model: model.name().to_owned(),
        variant: judged.variant.map(str::to_owned),
        column: model.column().map(str::to_owned),
        comparison: comparison.to_owned(),
        required,
        significance: model.significance().map(lethe_data::Decimal::to_f64),
        achieved,
        reason: reason.map(str::to_owned),
        bounds: worst.map(|worst| Bounds { lower: Figure::of(worst.lo()), upper: Figure::of(worst.hi()) }),
        holds: judged.holds,
        failing_classes: judged.failing_classes,
        failing_records: judged.failing_records,
        worst_class: judged.worst.as_ref().map(|class| WorstClass {
            records: class.records,
            population: class.population,
            row: class.first_row.map(|row| u64::from(row) + 1),
            columns: names(table, &class.columns),
            unpublished: class.unpublished,
        }),
    }
}

/// The double to show for an enclosed number.
fn middle(interval: Interval) -> f64 {
    f64::midpoint(interval.lo(), interval.hi())
}

fn names(table: &Table, columns: &[usize]) -> Vec<String> {
    columns.iter().map(|&column| table.column(column).name().to_owned()).collect()
}

//! Can records be found again in a release that was split into compartments?

mod folder;
mod report;
mod row_wise;

pub use report::{CompartmentVerification, FoundRecords, VerifiedCompartment};

use crate::recipe_file::Recipe;
use crate::requirements::bounded;
use crate::{Error, Files, Result, recipe};
use lethe_data::{Context, Table};
use lethe_io::{Location, ReadOptions};
use lethe_verify::rejoin::{Compartment, Order, RejoinOptions, attack};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What to verify.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct VerifyCompartments {
    /// A folder with `compartments.json` and the files it names, or a file whose split rows show `n/a` in the columns of
    /// other compartments.
    pub data: PathBuf,
    /// How to read the files.
    #[serde(flatten)]
    pub read: ReadOptions,
    /// A recipe that says what is required.
    #[serde(default)]
    pub recipe: Option<PathBuf>,
    /// Nobody may be in a group of fewer records; what the recipe says when `None`.
    #[serde(default)]
    pub k: Option<u64>,
    /// The most columns that the attacker knows; what the recipe says when `None`, and all where it says nothing.
    #[serde(default)]
    pub max_size: Option<usize>,
}

impl VerifyCompartments {
    /// A verification for this k of an attacker who knows all columns.
    pub fn of(data: impl Into<PathBuf>, k: u64) -> Self {
        Self { data: data.into(), read: ReadOptions::default(), recipe: None, k: Some(k), max_size: None }
    }

    /// The files that are read.
    pub fn files(&self) -> Files {
        let data = self.data.to_string_lossy();
        Files::default().reads_any("the release", &data).reads_recipe(self.recipe.as_deref())
    }
}

/// A part of the release and what it is called.
struct Part {
    file: String,
    table: Table,
    order: Order,
}

/// What was read.
struct Release {
    /// The parts of the records that are split.
    parts: Vec<Part>,
    /// The rows that show all columns, where records are split one by one.
    whole: Option<Part>,
    /// Why the files by themselves cannot pass.
    faults: Vec<String>,
    notes: Vec<String>,
}

/// Reads a release of several compartments and attacks it with all that its files say together.
///
/// **Guarantee**: `holds` is true only when every compartment by itself is safe, the order of rows shows nothing, all that
/// this attack can try was tried and found nobody; see [`attack`].
/// **Cost**: reading the files, a grouping and a sort of each, and a grouping of every two that share columns.
/// **Errors**: a file cannot be read, `compartments.json` does not say which, or no k is given.
pub fn verify_compartments(
    request: &VerifyCompartments,
    context: &Context,
) -> Result<CompartmentVerification> {
    let options = options(request)?;
    let release = if request.data.is_dir() {
        folder::read(&request.data, &request.read, context)?
    } else {
        let location = Location::parse(&request.data.to_string_lossy())?;
        row_wise::read(&location, &request.read, context)?
    };
    let judge = |parts: &[Part]| {
        let given: Vec<Compartment<'_>> =
            parts.iter().map(|part| Compartment { table: &part.table, order: part.order }).collect();
        attack(&given, options, context)
    };
    let split = judge(&release.parts)?;
    // Rows that stay whole are other records than those who are split, so there is nothing to join them with.
    let whole = release.whole.as_ref().map(|whole| judge(std::slice::from_ref(whole))).transpose()?;
    Ok(report::compose(&release, options, &split, whole.as_ref()))
}

fn options(request: &VerifyCompartments) -> Result<RejoinOptions> {
    let recipe = request.recipe.as_deref().map(recipe::load).transpose()?.unwrap_or_default();
    let (k, max_size) = demanded(&recipe)?;
    let k = request.k.or(k).ok_or_else(|| {
        Error::Request("no class size is given; write `k` K, or give a recipe with `recipe`".to_owned())
    })?;
    let max_size = request.max_size.or(max_size);
    if k < 2 || max_size == Some(0) {
        return Err(Error::Request("`k` must be at least 2 and `max_size` at least 1".to_owned()));
    }
    Ok(RejoinOptions { k, max_size })
}

/// The largest k that a recipe asks for, and the knowledge it is for: with none bounded, all columns are known.
///
/// **Errors**: the recipe has a model that this attack does not judge.
fn demanded(recipe: &Recipe) -> Result<(Option<u64>, Option<usize>)> {
    let mut asked: Vec<(u64, Option<usize>)> = Vec::new();
    for model in &recipe.privacy {
        let model = bounded(model.clone(), &recipe.search);
        let of_all = model.as_k_anonymity().map(|k| (k, None));
        let of_known = model.as_km_anonymity().map(|(k, m)| (k, usize::try_from(m).ok()));
        asked.push(of_all.or(of_known).ok_or_else(|| {
            Error::Request(format!(
                "{} cannot be judged on compartments, only k-anonymity and km-anonymity; leave it out",
                model.name()
            ))
        })?);
    }
    let Some(k) = asked.iter().map(|(k, _)| *k).max() else {
        return Ok((None, recipe.search.method.keys().max_size));
    };
    let all_bounded = asked.iter().all(|(_, m)| m.is_some());
    Ok((Some(k), asked.iter().filter(|_| all_bounded).filter_map(|(_, m)| *m).max()))
}

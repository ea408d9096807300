//! Do these models hold on this released table?
//!
//! The answer is computed from the file alone, by a crate that uses none of the code that searches and
//! transforms.

pub mod compartments;
mod in_parts;
mod report;
mod suppressed;

pub(crate) use report::verified_models;
pub use report::{Bounds, Figure, NullsInK, Verification, VerifiedModel, WorstClass};

use crate::recipe_file::{ColumnRecipe, HierarchyRecipe, MethodName, PrivacyModel, Recipe, ValueOrder};
use crate::request::forms::as_recipe;
use crate::requirements::flags::Flagged;
use crate::requirements::{Subject, bounded, quasi_positions, requirements};
use crate::{Error, Files, Result, recipe};
use lethe_data::{Context, Role, Table};
use lethe_io::serial::as_map;
use lethe_io::{Location, ReadOptions, read_table};
pub use lethe_verify::SuppressedRecords;
use lethe_verify::{Options, judge};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What to verify.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Verify {
    /// The released table.
    pub data: Location,
    /// How to read it. The types of a recipe are not used for reading: released values may be of any.
    #[serde(flatten)]
    pub read: ReadOptions,
    /// A recipe with models, roles, and what models need to know of columns.
    #[serde(default)]
    pub recipe: Option<PathBuf>,
    /// The quasi-identifying columns; those of the recipe when empty.
    #[serde(default)]
    pub quasi: Vec<String>,
    /// Models; each replaces the recipe's model of the same name and column. In JSON they are said as in a recipe: `privacy`, and `columns` with their hierarchies.
    #[serde(default, with = "as_recipe")]
    #[schemars(with = "Recipe")]
    pub models: Vec<Flagged>,
    /// Columns with the order of their values.
    #[serde(rename = "order", default, with = "as_map")]
    #[schemars(with = "BTreeMap<String, serde_json::Value>")]
    pub orders: Vec<(String, ValueOrder)>,
    /// The original, whose distributions classes are held against; the released table when `None`.
    #[serde(default)]
    pub reference: Option<Location>,
    /// Who judges the records that are `*` in every quasi-identifying column.
    #[serde(default)]
    #[schemars(with = "String")]
    pub suppressed: SuppressedRecords,
    /// Where a table larger than memory is kept while it is judged in parts; where the system keeps temporary files when not given.
    #[serde(default)]
    pub work: Option<PathBuf>,
}

impl Verify {
    /// A verification of nothing yet.
    pub fn of(data: Location) -> Self {
        Self {
            data,
            read: ReadOptions::default(),
            recipe: None,
            quasi: Vec::new(),
            models: Vec::new(),
            orders: Vec::new(),
            reference: None,
            suppressed: SuppressedRecords::default(),
            work: None,
        }
    }

    /// The files that are read.
    pub fn files(&self) -> Files {
        let privacy = self.models.iter().map(|flagged| flagged.model.clone()).collect();
        let columns = self.models.iter().filter_map(|flagged| flagged.column.clone()).collect();
        let flags = Recipe { privacy, columns, ..Recipe::default() };
        // Files of flags are looked for where the command is given.
        let named = recipe::named_files(&flags, Path::new(""));
        let read = Files::default()
            .reads_table("the table", &self.data)
            .reads_table("`reference`", self.reference.as_ref())
            .reads_recipe(self.recipe.as_deref());
        named.iter().fold(read, |all, path| all.reads("a file that a model names", path.as_path()))
    }
}

/// Reads a released table and judges it.
///
/// **Guarantee**: `holds` is true only when the exact values satisfy every model.
/// **Cost**: reading the file, a grouping of its rows and one more for each sensitive column; on disk and in parts where the memory
/// budget is too small, unless a model looks at more than the classes.
/// **Errors**: a file cannot be read, columns and models do not fit together, or a population does not hold the table.
pub fn verify(request: &Verify, context: &Context) -> Result<Verification> {
    let plan = Plan::of(request)?;
    if !in_parts::is_possible(request) {
        return in_memory(request, &plan, context);
    }
    let is_larger = request.data.bytes_in_memory().is_some_and(|bytes| bytes > context.memory().left());
    let judged = if is_larger { None } else { Some(in_memory(request, &plan, context)) };
    match judged {
        Some(Err(error)) if is_too_large(&error) => in_parts::verify(request, &plan, context)?.ok_or(error),
        Some(judged) => judged,
        None => match in_parts::verify(request, &plan, context)? {
            Some(report) => Ok(report),
            None => in_memory(request, &plan, context),
        },
    }
}

/// Whether an error says that memory is too small.
pub(crate) fn is_too_large(error: &Error) -> bool {
    matches!(error.limit(), Some(lethe_data::Error::MemoryExceeded { .. }))
}

fn in_memory(request: &Verify, plan: &Plan, context: &Context) -> Result<Verification> {
    let table = read_table(&request.data, &request.read, context)?;
    let quasi = quasi_positions(&table, &plan.quasi_names(&table), &request.data)?;
    // Other files need not have the columns whose types are given for this one.
    let other = request.read.for_other_table();
    let reference = request.reference.as_ref().map(|place| read_table(place, &other, context)).transpose()?;
    let subject = plan.subject(request, &table, &quasi, reference.as_ref(), &other);
    let demand = requirements(&plan.models, &subject, context)?;
    let suppressed = plan.suppressed(request.suppressed);
    let options = Options { suppressed, translations: demand.translations.clone() };
    let judgement =
        judge(&table, &quasi, &demand.requirements, demand.population.as_ref(), &options, context)?;
    let mut report = report::compose(&judgement, &plan.models, &demand, &table, &quasi);
    if judgement.suppressed > 0 {
        report.notes.extend(suppressed::note(&table, &quasi, &demand.requirements.sensitive));
    }
    Ok(report)
}

/// What recipe and flags say together.
struct Plan {
    models: Vec<PrivacyModel>,
    columns: Vec<(String, ColumnRecipe)>,
    /// The quasi-identifying columns that are named.
    quasi: Vec<String>,
    /// The recipe's method, where it is one that changes cells or parts columns.
    eliminating: Option<MethodName>,
    /// Whether the columns are given with the call.
    given: bool,
    folder: PathBuf,
}

impl Plan {
    fn of(request: &Verify) -> Result<Self> {
        let recipe = request.recipe.as_deref().map(recipe::load).transpose()?.unwrap_or_default();
        let folder = request.recipe.as_deref().and_then(Path::parent).unwrap_or(Path::new("")).to_owned();
        let mut recipe = recipe;
        replace_models(&mut recipe, &request.models, &folder)?;
        for (name, order) in &request.orders {
            recipe.column_mut(name).order = Some(order.clone());
        }
        crate::recipe::refuse_idle(recipe.idle_order())?;
        let models = recipe.privacy.iter().cloned().map(|model| bounded(model, &recipe.search)).collect();
        let quasi = if request.quasi.is_empty() { quasi_of(&recipe) } else { request.quasi.clone() };
        let method = recipe.search.method.name();
        let eliminating = method.eliminates().then_some(method);
        let given = !request.quasi.is_empty();
        let columns = recipe.columns;
        let plan = Self { models, columns, quasi, eliminating, given, folder };
        plan.check()?;
        Ok(plan)
    }

    /// A table as models look at it: the released one, or one with the same counts.
    fn subject<'a>(
        &'a self,
        request: &'a Verify,
        table: &'a Table,
        quasi: &'a [usize],
        reference: Option<&'a Table>,
        read: &'a ReadOptions,
    ) -> Subject<'a> {
        Subject {
            table,
            data: &request.data,
            quasi,
            reference: reference.zip(request.reference.as_ref()),
            columns: &self.columns,
            types: &request.read.types,
            folder: &self.folder,
            read,
            released: true,
        }
    }

    fn check(&self) -> Result<()> {
        let problem = if self.models.is_empty() {
            "no model to verify; name one with a setting such as `k` 5, or a recipe with `recipe`"
        } else if self.quasi.is_empty() && self.eliminating.is_none() {
            "no quasi-identifying column; name them with `quasi`, or give them the role in a recipe"
        } else {
            return Ok(());
        };
        Err(Error::Request(problem.to_owned()))
    }

    /// Where cells gave way one by one, a record with `*` in every column is one that shows nothing, not a suppressed one, and
    /// it is equal records for others who show some of these suppressed cells.
    fn suppressed(&self, asked: SuppressedRecords) -> SuppressedRecords {
        match asked {
            SuppressedRecords::ClassWhereShown if self.eliminating.is_some() => SuppressedRecords::Class,
            other => other,
        }
    }

    /// The quasi-identifying columns: those named, and those that the recipe's method takes for such in this table.
    fn quasi_names(&self, table: &Table) -> Vec<String> {
        let Some(method) = self.eliminating.filter(|_| !self.given) else { return self.quasi.clone() };
        let role = |name: &str| {
            self.columns.iter().filter(|(known, _)| known == name).find_map(|(_, column)| column.role)
        };
        let others =
            table.columns().iter().map(|column| column.name().to_owned()).filter(|name| {
                !self.quasi.contains(name) && method.treats(role(name), !self.quasi.is_empty())
            });
        self.quasi.iter().cloned().chain(others).collect()
    }
}

fn quasi_of(recipe: &Recipe) -> Vec<String> {
    let quasi = recipe.columns.iter().filter(|(_, column)| column.role == Some(Role::Quasi));
    quasi.map(|(name, _)| name.clone()).collect()
}

/// Writes models of flags over those of a recipe: each replaces the recipe's of the same name and column.
pub(crate) fn replace_models(recipe: &mut Recipe, models: &[Flagged], folder: &Path) -> Result<()> {
    let is_given = |model: &PrivacyModel| {
        let same = |flagged: &Flagged| {
            flagged.model.name() == model.name() && flagged.model.column() == model.column()
        };
        models.iter().any(same)
    };
    recipe.privacy.retain(|model| !is_given(model));
    for flagged in models {
        let (model, described) = from_here(flagged, folder)?;
        recipe.privacy.push(model);
        if let Some((name, described)) = described {
            recipe.column_mut(&name).hierarchy = described.hierarchy;
        }
    }
    Ok(())
}

/// A model of a flag, its files looked for where the command is given and not beside the recipe.
pub(crate) fn from_here(
    flagged: &Flagged,
    folder: &Path,
) -> Result<(PrivacyModel, Option<(String, ColumnRecipe)>)> {
    let Flagged { mut model, mut column } = flagged.clone();
    let here = |name: &mut String| -> Result<()> {
        if !folder.as_os_str().is_empty() {
            let fail = |source| lethe_io::Error::File { file: name.clone(), action: "find", source };
            *name = std::path::absolute(&*name).map_err(fail)?.display().to_string();
        }
        Ok(())
    };
    if let Some(mut population) = model.population_file().map(str::to_owned) {
        here(&mut population)?;
        model.set_population_file(population);
    }
    if let Some((_, ColumnRecipe { hierarchy: Some(HierarchyRecipe::File(file)), .. })) = &mut column {
        here(file)?;
    }
    Ok((model, column))
}

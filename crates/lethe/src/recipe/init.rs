//! A recipe for a table that has none yet: roles with their reasons, default hierarchies, models.

use super::{nulls, toml, with_recipe};
use crate::hierarchy::{HierarchyFile, default_hierarchy};
use crate::recipe_file::{ColumnRecipe, HierarchyRecipe, MethodName, PrivacyModel, Recipe, ValueOrder};
use crate::request::forms::{as_optional_decimal, as_recipe};
use crate::requirements::flags::{self, Flagged};
use crate::verify::replace_models;
use crate::{Error, Files, Result};
use lethe_data::hierarchy::UnknownValues;
use lethe_data::{Column, Context, Decimal, Role, Table};
use lethe_discovery::{ColumnProfile, ProfileOptions, profile};
use lethe_io::serial::as_map;
use lethe_io::{Document, Format, Location, ReadOptions, RecordReader, read_table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The k that is proposed.
const K: u64 = 5;
/// The distinct sensitive values in a class that are proposed, where the column has as many.
const L: u64 = 3;
/// Sensitive columns with more values are not categories.
const MOST_CATEGORIES: usize = 100;
/// With more quasi-identifiers, levels for all records lose nearly everything: single cells are suppressed instead.
const MOST_QUASI: usize = 12;
/// Columns that an attacker is taken to know at once where a table has more than [`MOST_QUASI`].
const KNOWN_COLUMNS: u32 = 2;

/// A table that needs a recipe.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Init {
    /// The table.
    pub data: Location,
    /// How to read it.
    #[serde(flatten)]
    pub read: ReadOptions,
    /// A folder with hierarchy files, named after their columns (`age.csv`, `adult_hierarchy_age.csv`).
    #[serde(default)]
    pub hierarchies: Option<PathBuf>,
    /// Models instead of the proposed ones; k-anonymity is added where it is not among them.
    #[serde(default, with = "as_recipe")]
    #[schemars(with = "Recipe")]
    pub models: Vec<Flagged>,
    /// Columns with the order of their values.
    #[serde(rename = "order", default, with = "as_map")]
    #[schemars(with = "BTreeMap<String, serde_json::Value>")]
    pub orders: Vec<(String, ValueOrder)>,
    /// The share of records that may be suppressed; 0.05 when not given.
    #[serde(default, with = "as_optional_decimal")]
    #[schemars(with = "Option<String>")]
    pub suppression_limit: Option<Decimal>,
    /// Where the recipe goes; it is returned when not given.
    #[serde(default)]
    pub output: Option<Document>,
}

/// A recipe that was proposed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProposedRecipe {
    /// The columns in the order of the table.
    pub columns: Vec<ProposedColumn>,
    /// The privacy models.
    pub privacy: Vec<String>,
    /// The method.
    pub method: String,
    /// The recipe as a file, in TOML.
    pub recipe: String,
    /// The file that it was written to.
    pub output: Option<String>,
    /// What else there is to know.
    pub notes: Vec<String>,
}

/// A column in a proposed recipe.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProposedColumn {
    /// Its name.
    pub name: String,
    /// Its role.
    pub role: String,
    /// Why it has this role.
    pub reason: String,
    /// Its hierarchy, for a quasi-identifier; null where its values can only be shown or suppressed.
    #[schemars(with = "Option<serde_json::Value>")]
    pub hierarchy: Option<HierarchyRecipe>,
}

impl Init {
    /// A proposal for a table, returned and not written.
    pub fn of(data: Location) -> Self {
        Self {
            data,
            read: ReadOptions::default(),
            hierarchies: None,
            models: Vec::new(),
            orders: Vec::new(),
            suppression_limit: None,
            output: None,
        }
    }

    /// The files that are read and written.
    pub fn files(&self) -> Files {
        let read = Files::default().reads_table("the table", &self.data);
        read.writes("`output`", self.output.as_ref().and_then(Document::path))
    }
}

/// Looks at a table and proposes a recipe for it.
///
/// **Guarantee**: every column has a role, and the recipe loads in every command that takes one. It is a proposal: what a column means to
/// records is for them to decide.
/// **Cost**: reading the table, twice where it has words for missing values.
/// **Errors**: the table cannot be read, a model names a column that it does not have, or the recipe cannot be written.
pub fn init(request: &Init, context: &Context) -> Result<ProposedRecipe> {
    request.files().check()?;
    let mut recipe = Recipe::default();
    recipe.data.delimiter = delimiter(request)?;
    recipe.data.no_header = !request.read.header;
    recipe.data.null_words.clone_from(&request.read.null_words);
    let mut table = read_table(&request.data, &request.read, context)?;
    let words = nulls::words(&table);
    let mut notes = Vec::new();
    if !words.is_empty() && request.data.path.is_some() {
        recipe.data.null_words.extend(words);
        table = read_table(&request.data, &with_recipe(request.read.clone(), &recipe), context)?;
    }
    let options = ProfileOptions { standalone_threshold: 1.0, top_values: 0 };
    let profiles = profile(&table, &options, context)?.columns;
    let protected: Vec<&str> = request.models.iter().filter_map(|flagged| flagged.model.column()).collect();
    table.positions(protected.iter().copied())?;
    let mut columns = Vec::with_capacity(profiles.len());
    for (column, profile) in table.columns().iter().zip(&profiles) {
        let (role, reason) = if protected.contains(&column.name()) {
            (Role::Sensitive, "a model protects it".to_owned())
        } else {
            (profile.role, profile.reason.clone())
        };
        let hierarchy =
            if role == Role::Quasi { hierarchy(request, column, profile, &mut notes, context) } else { None };
        let described = ColumnRecipe {
            role: Some(role),
            value_type: Some(column.value_type()),
            hierarchy: hierarchy.clone(),
            ..ColumnRecipe::default()
        };
        recipe.columns.push((column.name().to_owned(), described));
        columns.push(ProposedColumn {
            name: column.name().to_owned(),
            role: role.to_string(),
            reason,
            hierarchy,
        });
    }
    models(request, &table, &mut recipe)?;
    for (name, order) in &request.orders {
        recipe.column_mut(name).order = Some(order.clone());
    }
    super::refuse_idle(recipe.idle_order())?;
    search(request, &mut recipe, &mut notes)?;
    let text = toml::proposed(&recipe, &columns, &heading(request, &table, &notes))?;
    let name = request.output.as_ref().map(Document::name);
    if let Some(output) = &request.output {
        output.write(text.as_bytes())?;
    }
    Ok(ProposedRecipe {
        columns,
        privacy: recipe.privacy.iter().map(|model| model.name().to_owned()).collect(),
        method: recipe.search.method.name().to_string(),
        recipe: text,
        output: name,
        notes,
    })
}

fn heading(request: &Init, table: &Table, notes: &[String]) -> String {
    let mut heading = format!(
        "A recipe proposed for {} ({} rows). Check the roles:\n\
         identifying columns are left out, quasi-identifiers generalized, sensitive ones protected by models,\n\
         insensitive ones published unchanged.\n",
        request.data.name,
        lethe_data::wording::grouped(table.records())
    );
    for note in notes {
        heading += &format!("Note: {note}\n");
    }
    heading
}

/// The delimiter where it is not a comma and the name of the file does not say it.
fn delimiter(request: &Init) -> Result<Option<String>> {
    let found = match (&request.data.format, &request.data.path) {
        _ if request.read.delimiter.is_some() => request.read.delimiter,
        (Format::Delimited { delimiter: None, compression }, Some(path)) if !lethe_io::is_pipe(path) => {
            RecordReader::open(path, None, *compression)?.map(|reader| reader.delimiter())
        }
        _ => None,
    };
    Ok(found.filter(|&byte| byte != b',').map(|byte| match byte {
        b'\t' => "tab".to_owned(),
        byte => char::from(byte).to_string(),
    }))
}

/// The hierarchy file of a column, or its default.
fn hierarchy(
    request: &Init,
    column: &Column,
    profile: &ColumnProfile,
    notes: &mut Vec<String>,
    context: &Context,
) -> Option<HierarchyRecipe> {
    if let Some(file) = request.hierarchies.as_deref().and_then(|folder| file_for(folder, column.name())) {
        let name = file.display().to_string();
        let loaded = HierarchyFile::named(&name).load_for(column, context);
        match loaded.map(|hierarchy| hierarchy.bind(column, UnknownValues::Refuse)) {
            Ok(Ok(_)) => {
                let beside = request.output.as_ref().and_then(Document::path).and_then(Path::parent);
                let is_here = beside.is_none_or(|folder| folder.as_os_str().is_empty());
                let place = if is_here { Some(file) } else { std::path::absolute(&file).ok() };
                return place.map(|place| HierarchyRecipe::File(place.display().to_string()));
            }
            _ => notes.push(format!("{name} does not cover column '{}' and is not used", column.name())),
        }
    }
    default_hierarchy(column, profile.kind)
}

/// The file of a folder that is named after a column.
fn file_for(folder: &Path, column: &str) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    let names = [
        column.to_owned(),
        format!("hierarchy_{column}"),
        format!("_hierarchy_{column}"),
        format!("{column}_hierarchy"),
    ];
    let fits = |file: &&PathBuf, wanted: &str| {
        let stem = file.file_stem().map(|stem| stem.to_string_lossy().to_lowercase()).unwrap_or_default();
        let wanted = wanted.to_lowercase();
        stem == wanted || (wanted.starts_with('_') && stem.ends_with(&wanted))
    };
    names.iter().find_map(|name| files.iter().find(|file| fits(file, name)).cloned())
}

/// k-anonymity, and diversity of each sensitive column that is made of categories.
fn models(request: &Init, table: &Table, recipe: &mut Recipe) -> Result<()> {
    recipe.privacy.push(PrivacyModel::k_anonymity(K));
    if request.models.is_empty() {
        for (name, column) in &recipe.columns {
            let values = table.column(table.position(name)?).dictionary().len();
            if column.role == Some(Role::Sensitive) && (2..=MOST_CATEGORIES).contains(&values) {
                let l = L.min(values as u64);
                recipe.privacy.push(flags::parse("l", &format!("{l}@{name}"))?.model);
            }
        }
    }
    // Files of flags are looked for where the command is given, as those of the recipe may be.
    replace_models(recipe, &request.models, Path::new(""))
}

/// The method and the share of suppressed records.
fn search(request: &Init, recipe: &mut Recipe, notes: &mut Vec<String>) -> Result<()> {
    let quasi = recipe.columns.iter().filter(|(_, column)| column.role == Some(Role::Quasi)).count();
    if quasi == 0 {
        notes.push("no column looks like a quasi-identifier; give at least one the role quasi".to_owned());
    }
    let limit = request.suppression_limit.unwrap_or_else(|| Decimal::new(5, -2));
    if quasi <= MOST_QUASI {
        recipe.search.suppression_limit = limit;
        return Ok(());
    }
    let mut keys = recipe.search.method.keys();
    keys.method = MethodName::Suppress;
    keys.max_size = Some(KNOWN_COLUMNS as usize);
    let refuse = |(key, problem): (&str, String)| Error::Request(format!("{key} {problem}"));
    recipe.search = std::mem::take(&mut recipe.search).with_method(keys).map_err(refuse)?;
    recipe.privacy.retain(|model| model.column().is_none());
    for (_, column) in &mut recipe.columns {
        column.hierarchy = None;
    }
    notes.push(format!(
        "with {quasi} quasi-identifiers, levels for all records would lose nearly everything: single cells are suppressed until no \
         {KNOWN_COLUMNS} columns identify anybody; max_size = 3 assumes an attacker who knows more, and models of sensitive columns \
         need fewer quasi-identifiers"
    ));
    Ok(())
}

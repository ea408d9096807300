//! Build, check, draw and convert generalization hierarchies.

mod check;
mod default;
mod describe;
mod file;

pub use check::{Check, Checked, FoundDefect, Repair, check};
pub use default::default_hierarchy;
pub use describe::describe;
pub use file::HierarchyFile;

use crate::error::in_file;
use crate::recipe_file::HierarchyRecipe;
use crate::{Files, Result};
use lethe_data::hierarchy::{Hierarchy, make};
use lethe_data::{Column, Context};
use lethe_io::hierarchy::{DrawOptions, draw, write_csv};
use lethe_io::{AtomicFile, Location, ReadOptions, read_table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// What a drawing has before a label, for each level.
const INDENT: usize = 8;

/// A column of a table: what a hierarchy is for.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ColumnOf {
    /// The table.
    pub data: Location,
    /// How to read it.
    #[serde(flatten)]
    pub read: ReadOptions,
    /// The column's name.
    pub column: String,
}

impl ColumnOf {
    /// The files of a hierarchy that is built from the column.
    pub fn files(&self) -> Files {
        Files::default().reads_table("the table", &self.data)
    }

    fn load(&self, context: &Context) -> Result<Column> {
        let mut read = self.read.clone();
        read.columns.get_or_insert_with(|| vec![self.column.clone()]);
        let table = read_table(&self.data, &read, context)?;
        let position = table.position(&self.column).map_err(in_file(&self.data))?;
        Ok(table.column(position).clone())
    }
}

/// A hierarchy and the form other tools read.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Written {
    /// The number of nodes of each level, leaves first, root last.
    pub levels: Vec<usize>,
    /// The file it was written to, where one was named.
    pub output: Option<String>,
    /// The hierarchy in the CSV form of ARX.
    #[serde(skip)]
    pub csv: String,
}

/// A hierarchy that is to be built.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Make {
    /// The column it is for.
    #[serde(flatten)]
    pub of: ColumnOf,
    /// How it is built, as in a recipe.
    #[schemars(with = "serde_json::Value")]
    pub hierarchy: HierarchyRecipe,
    /// Where it goes; it is returned when not given.
    #[serde(default)]
    pub output: Option<PathBuf>,
}

impl Make {
    /// The files that are read and written.
    pub fn files(&self) -> Files {
        self.of.files().writes("`output`", self.output.as_deref())
    }
}

/// Builds a hierarchy for a column as a recipe says; writes it when `output` is given.
pub fn make(request: &Make, context: &Context) -> Result<Written> {
    request.files().check()?;
    let hierarchy = build(&request.hierarchy, &request.of.load(context)?, Path::new("."), context)?;
    write(&hierarchy, request.output.as_deref(), context)
}

/// Builds or loads the hierarchy that a recipe names for a column; files are looked for in `folder`.
///
/// **Errors**: it does not fit the column, a limit was reached, or the run was cancelled.
pub fn build(how: &HierarchyRecipe, column: &Column, folder: &Path, context: &Context) -> Result<Hierarchy> {
    Ok(match how {
        HierarchyRecipe::File(name) => {
            let path = folder.join(name).display().to_string();
            return HierarchyFile::named(path).load_for(column, context);
        }
        HierarchyRecipe::Intervals(intervals) => make::intervals(column, intervals, context)?,
        HierarchyRecipe::Mask(mask) => make::mask(column, mask, context)?,
        HierarchyRecipe::Dates(parts) => make::dates(column, parts, context)?,
        HierarchyRecipe::Groups(groups) => make::groups(column, *groups, context)?,
        HierarchyRecipe::Order(fan_out) => make::order(column, *fan_out, context)?,
        HierarchyRecipe::Prefix(lengths) => make::prefix(column, lengths, context)?,
        HierarchyRecipe::Known(known) => make::known(column, *known, context)?,
        HierarchyRecipe::Flat => make::flat(column, context)?,
    })
}

/// A hierarchy to look at.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Shown {
    /// The number of nodes of each level, leaves first, root last.
    pub levels: Vec<usize>,
    /// The tree drawn in text.
    pub drawing: String,
}

/// A hierarchy that is to be drawn.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Show {
    /// The hierarchy.
    #[serde(flatten)]
    pub file: HierarchyFile,
    /// How much of it.
    #[serde(flatten)]
    pub draw: DrawOptions,
}

impl Show {
    /// The files that are read.
    pub fn files(&self) -> Files {
        self.file.files()
    }
}

/// Draws a hierarchy.
pub fn show(request: &Show, context: &Context) -> Result<Shown> {
    let hierarchy = request.file.load(context)?;
    let mut memory = context.memory().reserve("the drawing of a hierarchy");
    let indented =
        |level: usize| hierarchy.labels(level).map(|label| label.len() + INDENT * hierarchy.height());
    memory.try_grow((0..hierarchy.height()).flat_map(indented).sum())?;
    Ok(Shown { levels: levels(&hierarchy), drawing: draw(&hierarchy, request.draw) })
}

/// A hierarchy that is to be written in the CSV form of ARX.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Convert {
    /// The hierarchy.
    #[serde(flatten)]
    pub file: HierarchyFile,
    /// Where it goes; it is returned when not given.
    #[serde(default)]
    pub output: Option<PathBuf>,
}

impl Convert {
    /// The files that are read and written.
    pub fn files(&self) -> Files {
        self.file.files().writes("`output`", self.output.as_deref())
    }
}

/// Reads any known format and writes the CSV form of ARX.
pub fn convert(request: &Convert, context: &Context) -> Result<Written> {
    request.files().check()?;
    write(&request.file.load(context)?, request.output.as_deref(), context)
}

fn levels(hierarchy: &Hierarchy) -> Vec<usize> {
    (0..hierarchy.height()).map(|level| hierarchy.nodes(level)).collect()
}

fn write(hierarchy: &Hierarchy, output: Option<&Path>, context: &Context) -> Result<Written> {
    let name = output.map(|path| path.display().to_string());
    let file = || name.clone().unwrap_or("hierarchy".to_owned());
    let fail = |source| lethe_io::Error::File { file: file(), action: "write", source };
    let mut memory = context.memory().reserve("a hierarchy in text");
    let mut text = Vec::new();
    if let Some(path) = output {
        let mut file = AtomicFile::create(path)?;
        write_csv(hierarchy, ';', &mut file).map_err(fail)?;
        context.check_cancelled()?;
        file.commit()?;
    } else {
        memory.try_grow(written_bytes(hierarchy))?;
        write_csv(hierarchy, ';', &mut text).map_err(fail)?;
    }
    let csv = String::from_utf8(text).unwrap_or_default();
    Ok(Written { levels: levels(hierarchy), output: name, csv })
}

/// About how long a hierarchy is in text, a line a leaf.
fn written_bytes(hierarchy: &Hierarchy) -> usize {
    let of_level = |level: usize| -> usize {
        let nodes = hierarchy.labels(level).zip(0..);
        nodes.map(|(label, node)| (label.len() + 1) * hierarchy.leaves_under(level, node)).sum()
    };
    (0..hierarchy.height()).map(of_level).sum()
}

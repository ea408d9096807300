//! Build, check, draw and convert generalization hierarchies.

use crate::error::in_file;
use crate::recipe_file::HierarchyRecipe;
use crate::{Error, Files, Result};
use lethe_data::hierarchy::{Hierarchy, make};
use lethe_data::{Column, Context, Reservation};
use lethe_io::hierarchy::{
    DrawOptions, Format, Header, HierarchyFileError, Loaded, Located, Place, ReadOptions as FileOptions,
    Repairs, draw, parse, read, write_csv,
};
use lethe_io::{AtomicFile, Location, ReadOptions, read_table, read_whole};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// What a label of a file takes while it is looked at, and in the hierarchy that is made of it, besides its text.
const BYTES_OF_READ_LABEL: usize = 64;
const BYTES_OF_LABEL: usize = 32;
/// What a drawing has before a label, for each level.
const INDENT: usize = 8;

/// A hierarchy file in memory.
struct Held {
    bytes: Vec<u8>,
    memory: Reservation,
    /// What the hierarchy made of it takes.
    built: usize,
}

impl Held {
    /// The memory that the hierarchy keeps when its file is given up.
    fn for_hierarchy(mut self) -> Reservation {
        let rest = self.memory.held() as usize - self.built;
        self.memory.shrink(rest);
        self.memory
    }
}

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
    })
}

/// A hierarchy file, and the column it should fit where one is named.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HierarchyFile {
    /// The file.
    pub file: String,
    /// Its format; found out from its content when not given.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub format: Option<Format>,
    /// Whether a CSV file's first line names its columns.
    #[serde(default)]
    #[schemars(with = "String")]
    pub header: Header,
    /// The separator of a CSV file; found out when not given.
    #[serde(default)]
    pub delimiter: Option<char>,
    /// Which hierarchy is meant, where the file holds several.
    #[serde(default)]
    pub name: Option<String>,
    /// The column it is for.
    #[serde(default)]
    pub of: Option<ColumnOf>,
}

impl HierarchyFile {
    /// A file whose format is found out, for no column in particular.
    pub fn named(file: impl Into<String>) -> Self {
        Self {
            file: file.into(),
            format: None,
            header: Header::default(),
            delimiter: None,
            name: None,
            of: None,
        }
    }

    /// The files that are read.
    pub fn files(&self) -> Files {
        let table = self.of.as_ref().map(|of| &of.data);
        Files::default().reads("the hierarchy", Path::new(&self.file)).reads_table("the table", table)
    }

    /// The file's bytes, and the memory that they and what is made of them take.
    fn bytes(&self, context: &Context) -> Result<Held> {
        let (bytes, mut memory) = read_whole(Path::new(&self.file), "a hierarchy file", context)?;
        let ends = |byte: &&u8| matches!(byte, b';' | b',' | b'\t' | b'|' | b'"' | b'\n' | b' ');
        let labels = 1 + bytes.iter().filter(ends).count();
        let text = bytes.len();
        memory.try_grow(text.saturating_add(labels.saturating_mul(BYTES_OF_READ_LABEL)))?;
        let built = text.saturating_add(labels.saturating_mul(BYTES_OF_LABEL));
        memory.try_grow(built)?;
        Ok(Held { bytes, memory, built })
    }

    fn options(&self) -> FileOptions {
        FileOptions {
            format: self.format,
            header: self.header,
            delimiter: self.delimiter,
            name: self.name.clone(),
        }
    }

    fn column(&self, context: &Context) -> Result<Option<Column>> {
        self.of.as_ref().map(|of| of.load(context)).transpose()
    }

    fn broken(&self, source: HierarchyFileError) -> Error {
        Error::HierarchyFile { file: self.file.clone(), source }
    }

    /// Reads a hierarchy that must be valid; one of ranges needs the column it is for.
    pub fn load(&self, context: &Context) -> Result<Hierarchy> {
        let column = self.column(context)?;
        self.loaded(column.as_ref(), context)
    }

    /// As [`Self::load`], for a column that is at hand.
    pub fn load_for(&self, column: &Column, context: &Context) -> Result<Hierarchy> {
        self.loaded(Some(column), context)
    }

    fn loaded(&self, column: Option<&Column>, context: &Context) -> Result<Hierarchy> {
        let held = self.bytes(context)?;
        let loaded = read(&held.bytes, &self.options()).map_err(|source| self.broken(source))?;
        Ok(self.with_leaves(loaded, column)?.holding(held.for_hierarchy()))
    }

    /// Whether the file lists its leaves, so that what it says of a value does not depend on a column.
    pub(crate) fn lists_leaves(&self) -> Result<bool> {
        lethe_io::refuse_pipe(Path::new(&self.file), "it is read more than once")?;
        let fail = |source| lethe_io::Error::File { file: self.file.clone(), action: "open", source };
        let bytes = std::fs::read(&self.file).map_err(fail)?;
        let loaded = read(&bytes, &self.options()).map_err(|source| self.broken(source))?;
        Ok(matches!(loaded, Loaded::Levels(_)))
    }

    fn with_leaves(&self, loaded: Loaded, column: Option<&Column>) -> Result<Hierarchy> {
        match (loaded, column) {
            (Loaded::Levels(hierarchy), _) => Ok(hierarchy),
            (ranges, Some(column)) => ranges.for_column(column).map_err(|source| self.broken(source)),
            (_, None) => Err(Error::Request(format!(
                "{}: a hierarchy of ranges has no leaves of its own; name the data and column it is for",
                self.file
            ))),
        }
    }
}

/// The outcome of a check.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Checked {
    /// Whether the hierarchy, after repair where asked for, has no defect.
    pub valid: bool,
    /// The format of the file.
    pub format: String,
    /// The number of nodes of each level, leaves first, root last; empty unless valid.
    pub levels: Vec<usize>,
    /// Every rule that is broken; with a repair, those that remain.
    pub defects: Vec<FoundDefect>,
    /// What the repair changed.
    pub repairs: Vec<String>,
    /// The file the repaired hierarchy was written to.
    pub output: Option<String>,
}

/// A broken rule.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FoundDefect {
    /// The line of the file, where the defect has one.
    pub line: Option<usize>,
    /// The rule's name.
    pub kind: String,
    /// What is wrong, and where.
    pub message: String,
}

impl From<&Located> for FoundDefect {
    fn from(located: &Located) -> Self {
        let line = if let Place::Line(line) = located.place { Some(line) } else { None };
        Self { line, kind: located.kind.name().to_owned(), message: located.to_string() }
    }
}

/// How a file is to be repaired.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Repair {
    /// Whether data values that the hierarchy misses become leaves under the root.
    #[serde(default)]
    pub add_uncovered: bool,
    /// Where the repaired hierarchy goes.
    pub output: PathBuf,
}

/// A hierarchy that is to be checked.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Check {
    /// The hierarchy.
    #[serde(flatten)]
    pub file: HierarchyFile,
    /// How it is repaired, where that is wanted.
    #[serde(default)]
    pub repair: Option<Repair>,
}

impl Check {
    /// The files that are read and written.
    pub fn files(&self) -> Files {
        self.file.files().writes("`output`", self.repair.as_ref().map(|repair| repair.output.as_path()))
    }
}

/// Lists every defect of a hierarchy file with its line, and repairs what is unambiguous where asked to.
pub fn check(request: &Check, context: &Context) -> Result<Checked> {
    request.files().check()?;
    let (file, repair) = (&request.file, request.repair.as_ref());
    let column = file.column(context)?;
    let held = file.bytes(context)?;
    let parsed = parse(&held.bytes, &file.options()).map_err(|source| file.broken(source))?;
    context.check_cancelled()?;
    let format = parsed.format.to_string();
    let (hierarchy, defects, repairs) = match repair {
        None => {
            let defects = parsed.check(column.as_ref());
            // Repairing what has no defect changes nothing, and gives the hierarchy.
            let whole = defects.is_empty().then(|| parsed.repair(Repairs::default(), column.as_ref()));
            (whole.and_then(|repaired| repaired.hierarchy), defects, Vec::new())
        }
        Some(repair) => {
            let options = Repairs { add_uncovered: repair.add_uncovered };
            let repaired = parsed.repair(options, column.as_ref());
            (repaired.hierarchy, repaired.remaining, repaired.changes)
        }
    };
    let mut checked = Checked {
        valid: defects.is_empty(),
        format,
        levels: Vec::new(),
        defects: defects.iter().map(FoundDefect::from).collect(),
        repairs: repairs.iter().map(ToString::to_string).collect(),
        output: None,
    };
    if let (true, Some(loaded)) = (checked.valid, hierarchy) {
        match (loaded, &column, repair) {
            (Loaded::Ranges(_), None, None) => {}
            (loaded, column, repair) => {
                let hierarchy = file.with_leaves(loaded, column.as_ref())?;
                checked.levels = levels(&hierarchy);
                if let Some(repair) = repair {
                    checked.output = write(&hierarchy, Some(&repair.output), context)?.output;
                }
            }
        }
    }
    Ok(checked)
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

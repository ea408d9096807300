//! Build, check, draw and convert generalization hierarchies.

use crate::error::in_file;
use crate::{Error, Files, Result};
use lethe_data::hierarchy::{Hierarchy, make};
use lethe_data::{Column, Context};
use lethe_io::hierarchy::{
    DrawOptions, Format, Header, HierarchyFileError, Loaded, Located, Place, ReadOptions as FileOptions,
    Repairs, draw, parse, read, write_csv,
};
use lethe_io::recipe::HierarchyRecipe;
use lethe_io::{Location, ReadOptions, read_table, write_atomically};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::Path;

/// A column of a table: what a hierarchy is for.
#[derive(Clone, Debug)]
pub struct ColumnOf {
    /// The table.
    pub data: Location,
    /// How to read it.
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
        let table = read_table(&self.data, &self.read, context)?;
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

/// Builds a hierarchy for a column as a recipe says; writes it when `output` is given.
pub fn make(
    of: &ColumnOf,
    how: &HierarchyRecipe,
    output: Option<&Path>,
    context: &Context,
) -> Result<Written> {
    of.files().writes("-o", output).check()?;
    write(&build(how, &of.load(context)?, Path::new("."))?, output)
}

/// Builds or loads the hierarchy that a recipe names for a column; files are looked for in `folder`.
pub fn build(how: &HierarchyRecipe, column: &Column, folder: &Path) -> Result<Hierarchy> {
    Ok(match how {
        HierarchyRecipe::File(name) => {
            let path = folder.join(name).display().to_string();
            return HierarchyFile::named(path).load_for(column);
        }
        HierarchyRecipe::Intervals(intervals) => make::intervals(column, intervals)?,
        HierarchyRecipe::Mask(mask) => make::mask(column, mask)?,
        HierarchyRecipe::Dates(parts) => make::dates(column, parts)?,
        HierarchyRecipe::Groups(groups) => make::groups(column, *groups)?,
        HierarchyRecipe::Order(fan_out) => make::order(column, *fan_out)?,
        HierarchyRecipe::Prefix(lengths) => make::prefix(column, lengths)?,
    })
}

/// A hierarchy file, and the column it should fit where one is named.
#[derive(Clone, Debug)]
pub struct HierarchyFile {
    /// The file.
    pub file: String,
    /// Its format; found out from its content when not given.
    pub format: Option<Format>,
    /// Whether a CSV file's first line names its columns.
    pub header: Header,
    /// The separator of a CSV file; found out when not given.
    pub delimiter: Option<char>,
    /// Which hierarchy is meant, where the file holds several.
    pub name: Option<String>,
    /// The column it is for.
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

    fn bytes(&self) -> Result<Vec<u8>> {
        let fail = |source| lethe_io::Error::File { file: self.file.clone(), action: "open", source };
        Ok(lethe_io::read_file(Path::new(&self.file)).map_err(fail)?)
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
        let loaded = read(&self.bytes()?, &self.options()).map_err(|source| self.broken(source))?;
        self.with_leaves(loaded, self.column(context)?.as_ref())
    }

    /// As [`Self::load`], for a column that is at hand.
    pub fn load_for(&self, column: &Column) -> Result<Hierarchy> {
        let loaded = read(&self.bytes()?, &self.options()).map_err(|source| self.broken(source))?;
        self.with_leaves(loaded, Some(column))
    }

    /// Whether the file lists its leaves, so that what it says of a value does not depend on a column.
    pub(crate) fn lists_leaves(&self) -> Result<bool> {
        let loaded = read(&self.bytes()?, &self.options()).map_err(|source| self.broken(source))?;
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
#[derive(Clone, Debug)]
pub struct Repair<'a> {
    /// Whether data values that the hierarchy misses become leaves under the root.
    pub add_uncovered: bool,
    /// Where the repaired hierarchy goes.
    pub output: &'a Path,
}

/// Lists every defect of a hierarchy file with its line, and repairs what is unambiguous where asked to.
pub fn check(file: &HierarchyFile, repair: Option<&Repair<'_>>, context: &Context) -> Result<Checked> {
    file.files().writes("-o", repair.map(|repair| repair.output)).check()?;
    let column = file.column(context)?;
    let parsed = parse(&file.bytes()?, &file.options()).map_err(|source| file.broken(source))?;
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
                    checked.output = write(&hierarchy, Some(repair.output))?.output;
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

/// Draws a hierarchy.
pub fn show(file: &HierarchyFile, options: DrawOptions, context: &Context) -> Result<Shown> {
    let hierarchy = file.load(context)?;
    Ok(Shown { levels: levels(&hierarchy), drawing: draw(&hierarchy, options) })
}

/// Reads any known format and writes the CSV form of ARX.
pub fn convert(file: &HierarchyFile, output: Option<&Path>, context: &Context) -> Result<Written> {
    file.files().writes("-o", output).check()?;
    write(&file.load(context)?, output)
}

fn levels(hierarchy: &Hierarchy) -> Vec<usize> {
    (0..hierarchy.height()).map(|level| hierarchy.nodes(level)).collect()
}

fn write(hierarchy: &Hierarchy, output: Option<&Path>) -> Result<Written> {
    let mut bytes = Vec::new();
    let fail = |source| lethe_io::Error::File { file: "hierarchy".to_owned(), action: "write", source };
    write_csv(hierarchy, ';', &mut bytes).map_err(fail)?;
    if let Some(path) = output {
        write_atomically(path, &bytes)?;
    }
    Ok(Written {
        levels: levels(hierarchy),
        output: output.map(|path| path.display().to_string()),
        csv: String::from_utf8_lossy(&bytes).into_owned(),
    })
}

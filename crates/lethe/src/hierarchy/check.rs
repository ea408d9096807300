//! Defects of a hierarchy file, and how they are repaired.

use super::{HierarchyFile, levels, write};
use crate::{Files, Result};
use lethe_data::Context;
use lethe_io::hierarchy::{Loaded, Located, Place, Repairs, parse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The outcome of a check.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Checked {
    /// Whether the hierarchy, after repair where requested, has no defect.
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

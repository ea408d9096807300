//! Write one of the built-in synthetic data sets.

use crate::request::forms::as_text;
use crate::{Error, Files, Result};
use lethe_data::hierarchy::Hierarchy;
use lethe_data::{Context, Table};
use lethe_io::{Document, Location, Ready, TableWriter, commit_all, hierarchy::write_csv};
use lethe_synth::{DataSet, Generator, HierarchyRows, Request};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// What to generate and where to.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Generate {
    /// The data set.
    #[serde(rename = "name", with = "as_text")]
    #[schemars(with = "String")]
    pub data_set: DataSet,
    /// The number of rows.
    pub rows: u64,
    /// Only the first so many columns; the usual ones when not given.
    #[serde(default)]
    pub columns: Option<usize>,
    /// Where the table goes.
    pub output: Location,
    /// The folder that matching hierarchies go to.
    #[serde(default)]
    pub hierarchies: Option<PathBuf>,
}

impl Generate {
    /// The files that the request names.
    pub fn files(&self) -> Files {
        Files::default().writes_table("`output`", &self.output)
    }

    /// The same with the hierarchies, where their folder is there.
    fn all_files<'a>(&self, hierarchies: impl Iterator<Item = &'a HierarchyRows>) -> Files {
        let folder = self.hierarchies.as_deref().filter(|folder| folder.is_dir());
        let files = hierarchies.filter_map(|rows| Some(folder?.join(file_of(rows))));
        files.fold(self.files(), |all, file| all.writes("a hierarchy", file.as_path()))
    }
}

fn file_of(hierarchy: &HierarchyRows) -> String {
    format!("{}.csv", hierarchy.column)
}

/// What was generated.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Generated {
    /// The data set.
    pub data_set: String,
    /// Rows written.
    pub rows: u64,
    /// Columns written.
    pub columns: usize,
    /// The seed that gives the same data again.
    pub seed: u64,
    /// The file.
    pub output: String,
    /// The hierarchy files, one a column that has one.
    pub hierarchies: Vec<WrittenHierarchy>,
}

/// A hierarchy file and the column it is for.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WrittenHierarchy {
    /// The column.
    pub column: String,
    /// The file.
    pub file: String,
}

/// Generates a data set straight into a file.
///
/// **Guarantee**: the same request and seed give the same bytes for any number of threads.
/// **Cost**: memory for a few blocks of rows, whatever the number of rows.
pub fn generate(request: &Generate, context: &Context) -> Result<Generated> {
    let wanted = Request { rows: request.rows, columns: request.columns, seed: context.seed() };
    let generator = Generator::new(request.data_set, &wanted)?;
    let hierarchies = request.hierarchies.as_ref().map(|folder| (generator.hierarchies(), folder));
    request.all_files(hierarchies.iter().flat_map(|(rows, _)| rows)).check()?;
    let task = context.task("generating", Some(request.rows));
    let mut writer: Option<TableWriter> = None;
    let blocks = generator.blocks().max(1);
    for start in (0..blocks).step_by(context.threads()) {
        context.check_cancelled()?;
        let group = start..blocks.min(start + context.threads());
        let made: Vec<Table> = context.install(|| {
            group.into_par_iter().map(|index| generator.block(index)).collect::<Result<_, _>>()
        })?;
        for table in made {
            let writer = match &mut writer {
                Some(writer) => writer,
                None => writer.insert(TableWriter::create(&request.output, &table, context)?),
            };
            writer.write(&table, context)?;
            task.advance(table.rows() as u64);
        }
    }
    let mut outputs: Vec<Ready> = writer.map(TableWriter::complete).transpose()?.into_iter().collect();
    let hierarchies = match hierarchies {
        Some((hierarchies, folder)) => write_hierarchies(&hierarchies, folder, &mut outputs)?,
        None => Vec::new(),
    };
    commit_all(outputs, context)?;
    Ok(Generated {
        data_set: request.data_set.name().to_owned(),
        rows: request.rows,
        columns: generator.schema().len(),
        seed: context.seed(),
        output: request.output.name.clone(),
        hierarchies,
    })
}

fn write_hierarchies(
    hierarchies: &[HierarchyRows],
    folder: &Path,
    outputs: &mut Vec<Ready>,
) -> Result<Vec<WrittenHierarchy>> {
    let file_error = |action| {
        let file = folder.display().to_string();
        move |source| lethe_io::Error::File { file, action, source }
    };
    std::fs::create_dir_all(folder).map_err(file_error("create the folder"))?;
    let mut written = Vec::with_capacity(hierarchies.len());
    for one in hierarchies {
        let HierarchyRows { column, rows } = one;
        let hierarchy = Hierarchy::from_paths(rows).map_err(|defects| {
            Error::Request(format!("the hierarchy of '{column}' has {} defects", defects.len()))
        })?;
        let path = folder.join(file_of(one));
        let mut file = Document::from(path.as_path()).create()?;
        write_csv(&hierarchy, ';', &mut file).map_err(file_error("write"))?;
        outputs.push(Ready::document(file)?);
        written.push(WrittenHierarchy { column: column.clone(), file: path.display().to_string() });
    }
    Ok(written)
}

//! A table and what is to be done about it.

use crate::elimination::table::{Row, csv, lines};
use lethe::anonymize::{Anonymization, Anonymize, anonymize};
use lethe::recipe_file::Recipe;
use lethe::{Context, Location};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What is released: the text of each file by its name.
pub(crate) type Files = BTreeMap<String, String>;

/// The files with rows.
pub(crate) fn tables(files: &Files) -> impl Iterator<Item = (&String, &String)> {
    files.iter().filter(|(name, _)| *name != "compartments.json")
}

#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub(crate) rows: Vec<Row>,
    /// How many of the columns the table has.
    pub(crate) width: usize,
    pub(crate) k: u64,
    pub(crate) max_size: Option<usize>,
    /// The search of the recipe but for `max_size`.
    pub(crate) search: String,
    /// Columns that are never changed.
    pub(crate) keep: Vec<&'static str>,
}

impl Task {
    pub(crate) fn of(rows: Vec<Row>, search: &str, k: u64, max_size: Option<usize>) -> Self {
        Self { rows, width: 5, k, max_size, search: search.to_owned(), keep: Vec::new() }
    }

    pub(crate) fn recipe(&self) -> Recipe {
        let keep = self.keep.iter().map(|name| format!("columns.{name}.keep = true\n")).collect::<String>();
        let size = self.max_size.map_or_else(String::new, |size| format!("max_size = {size}\n"));
        let text = format!(
            "columns.id.role = 'identifying'\n{keep}privacy = [{{ model = 'k-anonymity', k = {} }}]\n[search]\n{}\n{size}",
            self.k, self.search
        );
        Recipe::parse("recipe", &text).unwrap()
    }

    /// Whether the release is a folder.
    pub(crate) fn in_files(&self) -> bool {
        let row_wise = self.search.contains("row-wise");
        (self.search.contains("'compartment'") || self.search.contains("'compose'")) && !row_wise
    }
}

pub(crate) fn location(path: &Path) -> Location {
    Location::parse(path.to_str().unwrap()).unwrap()
}

/// A folder with the table of a task.
pub(crate) struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    pub(crate) fn of(task: &Task) -> Self {
        let place = Self { folder: tempfile::tempdir().unwrap() };
        std::fs::write(place.file("data.csv"), csv(&lines(&task.rows, task.width))).unwrap();
        place
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs a task, and reads what it leaves: the release if it holds, and nothing otherwise.
    pub(crate) fn run(&self, task: &Task, context: &Context) -> (Anonymization, Files) {
        let request = Anonymize {
            output: (!task.in_files()).then(|| location(&self.file("out.csv"))),
            output_folder: task.in_files().then(|| self.file("out")),
            others: lethe::anonymize::Others::Keep,
            ..Anonymize::of(location(&self.file("data.csv")), task.recipe())
        };
        let report = anonymize(&request, context).unwrap_or_else(|error| panic!("{error}: {task:?}"));
        let left = std::fs::read_dir(self.folder.path()).unwrap().count();
        assert_eq!(left, 1 + usize::from(report.holds), "{:?} {task:?}", report.notes);
        let files = if report.holds { self.released(task) } else { Files::new() };
        (report, files)
    }

    fn released(&self, task: &Task) -> Files {
        let text = |path: PathBuf| std::fs::read_to_string(path).unwrap();
        if !task.in_files() {
            return Files::from([("out.csv".to_owned(), text(self.file("out.csv")))]);
        }
        let entries = std::fs::read_dir(self.file("out")).unwrap().map(|entry| entry.unwrap());
        entries.map(|entry| (entry.file_name().into_string().unwrap(), text(entry.path()))).collect()
    }
}

//! A table and how it is to be grouped.

use lethe::anonymize::{Anonymization, Anonymize, Overrides, anonymize};
use lethe::data::Role;
use lethe::recipe_file::Recipe;
use lethe::recipe_file::{Algorithm, HierarchyRecipe, MethodName, Recode, Split};
use lethe::requirements::flags;
use lethe::{Context, Location};
use std::path::{Path, PathBuf};

pub(crate) const QUASI: [&str; 3] = ["age", "day", "city"];

/// The cells of a row: age, day, city and disease; an age or a city of 0 is missing.
pub(crate) type Row = (u8, u8, u8, u8);

/// How records are joined: the method with what goes with it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Way {
    Mondrian(Split),
    Cluster(Algorithm),
    DiskCluster(Algorithm),
}

pub(crate) const WAYS: [Way; 6] = [
    Way::Mondrian(Split::Strict),
    Way::Mondrian(Split::Relaxed),
    Way::Cluster(Algorithm::Oka),
    Way::Cluster(Algorithm::KMember),
    Way::Cluster(Algorithm::Hybrid),
    Way::Cluster(Algorithm::Mdav),
];

#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub(crate) rows: Vec<Row>,
    pub(crate) way: Way,
    pub(crate) k: u64,
    /// A flag and its text.
    pub(crate) model: Option<(&'static str, &'static str)>,
    pub(crate) recode: Recode,
    /// Whether ages and cities have hierarchies.
    pub(crate) hierarchies: (bool, bool),
    /// How many of the columns are quasi-identifying.
    pub(crate) quasi: usize,
}

impl Task {
    pub(crate) fn of(rows: Vec<Row>, way: Way, k: u64) -> Self {
        Self { rows, way, k, model: None, recode: Recode::Hierarchy, hierarchies: (true, true), quasi: 3 }
    }

    pub(crate) fn quasi(&self) -> &'static [&'static str] {
        &QUASI[..self.quasi]
    }

    pub(crate) fn models(&self) -> Vec<(&'static str, String)> {
        let k = ("k", self.k.to_string());
        [k].into_iter().chain(self.model.map(|(flag, text)| (flag, text.to_owned()))).collect()
    }

    pub(crate) fn is_truthful(&self) -> bool {
        !matches!(self.way, Way::Cluster(Algorithm::Mdav))
    }

    fn recipe(&self) -> Recipe {
        let (method, algorithm, split) = match self.way {
            Way::Mondrian(split) => (MethodName::Mondrian, None, Some(split)),
            Way::Cluster(algorithm) => (MethodName::Cluster, Some(algorithm), None),
            Way::DiskCluster(algorithm) => (MethodName::DiskCluster, Some(algorithm), None),
        };
        let roles = [("id", Role::Identifying), ("disease", Role::Sensitive), ("note", Role::Insensitive)];
        let of_cells = ["age", "day", "city"]
            .into_iter()
            .map(|name| (name, if self.quasi().contains(&name) { Role::Quasi } else { Role::Insensitive }));
        let roles = roles.into_iter().chain(of_cells);
        let given = [("age", self.hierarchies.0), ("city", self.hierarchies.1)];
        let given = given.into_iter().filter(|(name, given)| *given && self.quasi().contains(name));
        let overrides = Overrides {
            roles: roles.map(|(name, role)| (name.to_owned(), role)).collect(),
            hierarchies: given
                .map(|(name, _)| (name.to_owned(), HierarchyRecipe::File(format!("{name}.hierarchy.csv"))))
                .collect(),
            models: self.models().iter().map(|(flag, text)| flags::parse(flag, text).unwrap()).collect(),
            method: Some(method),
            algorithm,
            split,
            recode: Some(self.recode),
            ..Overrides::default()
        };
        let mut recipe = Recipe::default();
        overrides.apply(&mut recipe, Path::new("")).unwrap();
        recipe
    }

    /// The cells of the table as they are written, with the header.
    pub(crate) fn cells(&self) -> Vec<Vec<String>> {
        let header = ["id", "age", "day", "city", "disease", "note"].map(str::to_owned).to_vec();
        let row = |(number, &(a, d, c, s)): (usize, &Row)| {
            let id = format!("p{number}");
            vec![id, age(a), day(d), city(c), (s + 1).to_string(), format!("n {}", number % 7)]
        };
        [header].into_iter().chain(self.rows.iter().enumerate().map(row)).collect()
    }
}

/// Ages from below zero, so that a dash in a range would be unreadable.
fn age(number: u8) -> String {
    if number == 0 { String::new() } else { (i32::from(number) * 3 - 9).to_string() }
}

fn day(number: u8) -> String {
    format!("2020-{:02}-{:02}", 1 + number / 28 % 12, 1 + number % 28)
}

/// Names with a comma and with quotes, so that sets of them need some of their own.
fn city(number: u8) -> String {
    match number {
        0 => String::new(),
        _ if number.is_multiple_of(5) => format!("c{number:03}, \"north\""),
        _ => format!("c{number:03}"),
    }
}

/// The hierarchy of all ages or cities, line by line from the value to the root.
pub(crate) fn lines_of(column: &str) -> Vec<Vec<String>> {
    let value = if column == "age" { age } else { city };
    let groups = |number: u8| {
        let upwards =
            [value(number), format!("{column} group {}", number / 4), format!("half {}", number / 32)];
        upwards.into_iter().chain(["*".to_owned()]).collect()
    };
    (1..=u8::MAX).map(groups).collect()
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', ';']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

pub(crate) fn write(path: &Path, lines: &[Vec<String>], separator: &str) {
    let line = |cells: &Vec<String>| {
        cells.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(separator) + "\n"
    };
    std::fs::write(path, lines.iter().map(line).collect::<String>()).unwrap();
}

pub(crate) fn location(path: &Path) -> Location {
    Location::parse(path.to_str().unwrap()).unwrap()
}

/// A folder with the files of a task.
pub(crate) struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    pub(crate) fn of(task: &Task) -> Self {
        let place = Self { folder: tempfile::tempdir().unwrap() };
        write(&place.file("data.csv"), &task.cells(), ",");
        for column in ["age", "city"] {
            write(&place.file(&format!("{column}.hierarchy.csv")), &lines_of(column), ";");
        }
        place
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn request(&self, task: &Task, output: &str) -> Anonymize {
        Anonymize {
            folder: self.folder.path().to_owned(),
            output: Some(location(&self.file(output))),
            others: lethe::anonymize::Others::Keep,
            ..Anonymize::of(location(&self.file("data.csv")), task.recipe())
        }
    }

    /// Runs a task; what is left besides its input is the output, if anything holds.
    pub(crate) fn run(&self, task: &Task, output: &str, context: &Context) -> lethe::Result<Anonymization> {
        let before = self.names();
        let report = anonymize(&self.request(task, output), context);
        let mut after = self.names();
        if report.as_ref().is_ok_and(|report| report.holds) {
            assert!(after.remove(output), "{output} is missing");
        }
        assert_eq!(before, after, "files are left behind");
        report
    }

    pub(crate) fn names(&self) -> std::collections::BTreeSet<String> {
        let entries = std::fs::read_dir(self.folder.path()).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }
}
